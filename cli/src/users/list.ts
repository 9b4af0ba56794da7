import { type ListedUser, listNewestUsers } from '../../../server/src/identity/look-ups.ts';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Options = OutputOptions & { limit: number };

const LIMIT_MAX = 100_000;

export function listUsersCommand(): Verb {
  return new Verb('list')
    .description('List the Users, newest first, also those who are deactivated.')
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 50)
    .examples('users list', 'users list --limit 1000 --json')
    .action((options: Options) =>
      run(
        options,
        async ({ db }) => ({ data: await listNewestUsers(db, options.limit), next_cursor: null }),
        tell,
      ),
    );
}

function tell({ data }: { data: ListedUser[] }): string {
  if (data.length === 0) return 'There are no Users. Create one with: npx rapport users create';
  return columns([
    ['uuid', 'e-mail', 'proven', 'name', 'state', 'since'],
    ...data.map(({ uuid, email, email_verified, name, deactivated_at, created_at }) => [
      uuid,
      email,
      email_verified ? 'yes' : 'no',
      name,
      deactivated_at === null ? 'active' : 'deactivated',
      created_at,
    ]),
  ]);
}
