import type { Login } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { removeLoginByOperator } from '../../../server/src/accounts/logins/operator-actions.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';

export function removeLoginCommand(): Verb {
  return new Verb('remove')
    .description('Remove a User from an Account: their tokens and webhooks no longer reach it.')
    .requiredOption('--account <uuid>', 'the Account; see: rapport accounts list', parseUuid)
    .requiredOption('--email <email>', 'the e-mail address of the User')
    .option('--leave-records', 'leave their Clients, Contacts and Deals theirs, where members see not all')
    .examples(
      'logins remove --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com',
      'logins remove --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com --json',
    )
    .action((options: Options) => run(options, (service) => remove(service, options), tell));
}

type Options = OutputOptions & { account: string; email: string; leaveRecords?: boolean };

async function remove(
  service: CommandService,
  { account, email, leaveRecords = false }: Options,
): Promise<Login | Problem> {
  const user = await findUserByEmail(service.db, email);
  if (user instanceof Problem) return user;
  const fields = { account_uuid: account, user_uuid: user.uuid, leave_records: leaveRecords };
  return removeLoginByOperator(service, operator('logins remove'), fields);
}

function tell({ user, account }: Login): string {
  return `${user.name} (${user.email}) no longer has a Login to ${account.name}, from the next request on.`;
}
