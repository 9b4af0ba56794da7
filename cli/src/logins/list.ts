import type { Login } from '@rapport/contract/accounts';
import { listNewestLogins } from '../../../server/src/accounts/logins/look-ups.ts';
import { findAnyUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Options = OutputOptions & { account?: string; user?: string; limit: number };

const LIMIT_MAX = 100_000;

export function listLoginsCommand(): Verb {
  return new Verb('list')
    .description('List the Logins of active Users to Accounts, newest first.')
    .option('--account <uuid>', 'only those to this Account; see: rapport accounts list', parseUuid)
    .option('--user <email>', 'only those of this User')
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 50)
    .examples(
      'logins list --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'logins list --user grace@example.com --json',
    )
    .action((options: Options) => run(options, (service) => list(service, options), tell));
}

async function list(
  service: Service,
  { account, user, limit }: Options,
): Promise<{ data: Login[]; next_cursor: null } | Problem> {
  const member = user === undefined ? null : await findAnyUserByEmail(service.db, user);
  if (member instanceof Problem) return member;
  const only = { account_uuid: account ?? null, user_uuid: member?.uuid ?? null, limit };
  return { data: await listNewestLogins(service.db, only), next_cursor: null };
}

function tell({ data }: { data: Login[] }): string {
  if (data.length === 0) return 'There are no such logins. Add one with: npx rapport logins add';
  return columns([
    ['account', 'name', 'user', 'role', 'since', 'last used'],
    ...data.map(({ account, user, role, created_at, last_used_at }) => [
      account.uuid,
      account.name,
      user.email,
      role,
      created_at,
      last_used_at ?? 'never',
    ]),
  ]);
}
