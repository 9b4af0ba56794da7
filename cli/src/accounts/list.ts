import { Option } from 'commander';
import { listDeletedAccounts } from '../../../server/src/accounts/actions.ts';
import { listNewestAccounts, type OwnedAccount } from '../../../server/src/accounts/look-ups.ts';
import { findAnyUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Options = OutputOptions & { user?: string; limit: number; deleted?: boolean };

const LIMIT_MAX = 100_000;

export function listAccountsCommand(): Verb {
  return new Verb('list')
    .description('List the Accounts, newest first, with their owners.')
    .option('--user <email>', 'only those that this User has a login to')
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 50)
    .addOption(new Option('--deleted', 'those that can still be restored').conflicts(['user', 'limit']))
    .examples(
      'accounts list --user ada@example.com',
      'accounts list --limit 1000 --json',
      'accounts list --deleted',
    )
    .action((options: Options) =>
      options.deleted
        ? run(options, listDeleted, tellDeleted)
        : run(options, (service) => list(service, options), tell),
    );
}

type DeletedAccounts = { data: Awaited<ReturnType<typeof listDeletedAccounts>>; next_cursor: null };

async function listDeleted(service: Service): Promise<DeletedAccounts> {
  return { data: await listDeletedAccounts(service), next_cursor: null };
}

function tellDeleted({ data }: DeletedAccounts): string {
  if (data.length === 0) return 'No Account was deleted in the last 30 days.';
  return columns([
    ['uuid', 'name', 'deleted', 'can be restored until'],
    ...data.map(({ uuid, name, deleted_at, restorable_until }) => [uuid, name, deleted_at, restorable_until]),
  ]);
}

async function list(
  service: Service,
  { user, limit }: Options,
): Promise<{ data: OwnedAccount[]; next_cursor: null } | Problem> {
  const member = user === undefined ? null : await findAnyUserByEmail(service.db, user);
  if (member instanceof Problem) return member;
  return { data: await listNewestAccounts(service.db, member?.uuid ?? null, limit), next_cursor: null };
}

function tell({ data }: { data: OwnedAccount[] }): string {
  if (data.length === 0) return 'There are no such Accounts. Create one with: npx rapport accounts create';
  return columns([
    ['uuid', 'name', 'owners', 'since'],
    ...data.map(({ uuid, name, owners, created_at }) => [
      uuid,
      name,
      owners.join(', ') || 'nobody who can sign in',
      created_at,
    ]),
  ]);
}
