import { type Login, ROLES, type Role } from '@rapport/contract/accounts';
import { Option } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { changeRoleByOperator } from '../../../server/src/accounts/logins/operator-actions.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';

export function changeRoleCommand(): Verb {
  return new Verb('change-role')
    .description('Change what a User may do in an Account where they have a login.')
    .requiredOption('--account <uuid>', 'the Account; see: rapport accounts list', parseUuid)
    .requiredOption('--email <email>', 'the e-mail address of the User')
    .addOption(
      new Option('--role <role>', 'what they may do from now on').choices(ROLES).makeOptionMandatory(),
    )
    .examples(
      'logins change-role --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com --role owner',
      'logins change-role --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com --role viewer --json',
    )
    .action((options: Options) => run(options, (service) => change(service, options), tell));
}

type Options = OutputOptions & { account: string; email: string; role: Role };

async function change(service: CommandService, { account, email, role }: Options): Promise<Login | Problem> {
  const user = await findUserByEmail(service.db, email);
  if (user instanceof Problem) return user;
  const fields = { account_uuid: account, user_uuid: user.uuid, role };
  return changeRoleByOperator(service, operator('logins change-role'), fields);
}

function tell({ user, account, role }: Login): string {
  return `${user.name} (${user.email}) has the role ${role} in ${account.name} from the next request on.`;
}
