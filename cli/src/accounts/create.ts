import { type Account, NAME_MAX_LENGTH } from '@rapport/contract/accounts';
import { Command } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { createAccount } from '../../../server/src/accounts/actions.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import type { Service } from '../../../server/src/open-service.ts';
import { nameErrorOf } from '../../../server/src/platform/names.ts';
import { fieldsInvalid, Problem } from '../../../server/src/platform/problem.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { columns } from '../words.ts';

export function createAccountCommand(): Command {
  return new Command('create')
    .description('Create an Account, the business that clients belong to, with its first owner.')
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--owner <email>', 'the e-mail address of the User who owns it')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport accounts create --name "Lovelace Engines Ltd" --owner ada@example.com
  npx rapport accounts create --name "Lovelace Engines Ltd" --owner ada@example.com --json`,
    )
    .action((options: Options) => run(options, (service) => create(service, options), tell));
}

type Options = OutputOptions & { name: string; owner: string };

async function create(service: Service, { name, owner }: Options): Promise<Account | Problem> {
  const error = nameErrorOf('/name', name, NAME_MAX_LENGTH);
  if (error) return fieldsInvalid(error);
  const user = await findUserByEmail(service.db, owner);
  if (user instanceof Problem) return user;
  return createAccount(service, operator('accounts create'), user.uuid, { name });
}

function tell({ uuid, name }: Account): string {
  return `Account created.

${columns([
  ['uuid', uuid],
  ['name', name],
])}

Next, a token for its owner, or a login for a colleague:
  npx rapport tokens create --help
  npx rapport logins add --account ${uuid} --email colleague@example.com --role member`;
}
