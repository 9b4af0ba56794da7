import type { User } from '@rapport/contract/accounts';
import { Command } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { deactivateUser, reactivateUser } from '../../../server/src/identity/actions.ts';
import { jsonOption, type OutputOptions, run } from '../run.ts';

type Options = OutputOptions & { email: string };

export function deactivateUserCommand(): Command {
  return new Command('deactivate')
    .description(
      'Lock a User out at once: sessions end, tokens are refused, webhooks stop. Nothing is deleted.',
    )
    .requiredOption('--email <email>', 'the address the User signs in with')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport users deactivate --email ada@example.com
  npx rapport users deactivate --email ada@example.com --json`,
    )
    .action((options: Options) =>
      run(
        options,
        (service) => deactivateUser(service, operator('users deactivate'), options.email),
        (user: User) => `${user.name} (${user.email}) is locked out from the next request on.

To let them in again:
  npx rapport users reactivate --email ${user.email}`,
      ),
    );
}

export function reactivateUserCommand(): Command {
  return new Command('reactivate')
    .description('Let a User in again who was deactivated. Tokens that have not ended work again too.')
    .requiredOption('--email <email>', 'the address the User signs in with')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport users reactivate --email ada@example.com
  npx rapport users reactivate --email ada@example.com --json`,
    )
    .action((options: Options) =>
      run(
        options,
        (service) => reactivateUser(service, operator('users reactivate'), options.email),
        (user: User) => `${user.name} (${user.email}) can sign in again.`,
      ),
    );
}
