import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { findAnyUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import { listTokensOf } from '../../../server/src/tokens/personal/look-ups.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Options = OutputOptions & { user: string };

export function listTokensCommand(): Verb {
  return new Verb('list')
    .description('List the personal access tokens of a User, newest first, also those that have ended.')
    .requiredOption('--user <email>', 'the e-mail address of the User')
    .notes('The log names the token of a request by its uuid, as credential_uuid.')
    .examples('tokens list --user ada@example.com', 'tokens list --user ada@example.com --json')
    .action((options: Options) => run(options, (service) => list(service, options), tell));
}

async function list(
  { db }: Service,
  { user }: Options,
): Promise<{ data: PersonalAccessToken[]; next_cursor: null } | Problem> {
  const owner = await findAnyUserByEmail(db, user);
  if (owner instanceof Problem) return owner;
  return { data: await listTokensOf(db, owner.uuid), next_cursor: null };
}

function tell({ data }: { data: PersonalAccessToken[] }): string {
  if (data.length === 0) return 'This User has no tokens. Create one with: npx rapport tokens create';
  return columns([
    ['uuid', 'name', 'ends in', 'expires', 'last used', 'from'],
    ...data.map((token) => [
      token.uuid,
      token.name,
      `…${token.last_four}`,
      token.revoked_at === null ? (token.expires_at ?? 'never') : `revoked ${token.revoked_at}`,
      token.last_used_at ?? 'never',
      token.last_used_address ?? '',
    ]),
  ]);
}
