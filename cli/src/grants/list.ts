import type { Grant } from '@rapport/contract/grants';
import { findAnyUserByEmail } from '../../../server/src/identity/actions.ts';
import { listGrantsForOperator } from '../../../server/src/oauth/grants/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Options = OutputOptions & { user?: string };

export function listGrantsCommand(): Verb {
  return new Verb('list')
    .description('List the applications that Users have let in.')
    .option('--user <email>', 'only those of this User')
    .examples('grants list --user ada@example.com', 'grants list --json')
    .action((options: Options) => run(options, (service) => list(service, options), tell));
}

async function list(
  service: Service,
  { user }: Options,
): Promise<{ data: Grant[]; next_cursor: null } | Problem> {
  const owner = user === undefined ? null : await findAnyUserByEmail(service.db, user);
  if (owner instanceof Problem) return owner;
  return { data: await listGrantsForOperator(service, owner?.uuid ?? null), next_cursor: null };
}

function tell({ data }: { data: Grant[] }): string {
  if (data.length === 0) return 'No application is connected.';
  return columns([
    ['uuid', 'application', 'user', 'since', 'last used', 'expires'],
    ...data.map((grant) => [
      grant.uuid,
      grant.application.name,
      grant.user_uuid,
      grant.created_at,
      grant.last_used_at ?? 'never',
      grant.expires_at ?? 'holds no tokens',
    ]),
  ]);
}
