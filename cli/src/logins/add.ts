import { type Login, ROLES, type Role } from '@rapport/contract/accounts';
import { Option } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { addLoginUnchecked } from '../../../server/src/accounts/logins/actions.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { shellWord } from '../words.ts';

export function addLoginCommand(): Verb {
  return new Verb('add')
    .description('Let a User work in an Account.')
    .requiredOption('--account <uuid>', 'the Account; see: rapport accounts list', parseUuid)
    .requiredOption('--email <email>', 'the e-mail address of the User')
    .addOption(
      new Option(
        '--role <role>',
        'viewer reads; member also writes clients; admin also manages logins; owner also the Account itself',
      )
        .choices(ROLES)
        .makeOptionMandatory(),
    )
    .examples(
      'logins add --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com --role member',
      'logins add --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --email grace@example.com --role viewer --json',
    )
    .action((options: Options) => run(options, (service) => add(service, options), tell));
}

type Options = OutputOptions & { account: string; email: string; role: Role };

async function add(service: CommandService, { account, email, role }: Options): Promise<Login | Problem> {
  const user = await findUserByEmail(service.db, email);
  if (user instanceof Problem) return user;
  const login = await addLoginUnchecked(service, operator('logins add'), account, { email, role });
  if (!(login instanceof Problem) || login.code !== 'conflict') return login;
  const detail = `${email} has a login to this Account already. Change its role with: rapport logins change-role`;
  return new Problem('conflict', detail);
}

function tell({ user, account, role }: Login): string {
  return `${user.name} (${user.email}) now works in ${account.name} as ${role}.

Next, a token, if they have none:
  npx rapport tokens create --user ${shellWord(user.email)} --name "First token"`;
}
