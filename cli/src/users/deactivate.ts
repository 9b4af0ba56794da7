import type { Account, User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { listAccountsWithoutOwner } from '../../../server/src/accounts/actions.ts';
import { deactivateUser, reactivateUser } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns, shellWord } from '../words.ts';

type Options = OutputOptions & { email: string };

export function deactivateUserCommand(): Verb {
  return new Verb('deactivate')
    .description(
      'Lock a User out at once: sessions end, tokens are refused and webhooks stop. Nothing is deleted.',
    )
    .requiredOption('--email <email>', 'the address the User signs in with')
    .examples('users deactivate --email ada@example.com', 'users deactivate --email ada@example.com --json')
    .action((options: Options) =>
      run(options, (service) => deactivate(service, options.email), tellDeactivated),
    );
}

/** The deactivated User, and the Accounts that have no active owner now. */
type Deactivated = User & { accounts_without_owner: Account[] };

async function deactivate(service: Service, email: string): Promise<Deactivated | Problem> {
  const user = await deactivateUser(service, operator('users deactivate'), email);
  if (user instanceof Problem) return user;
  return { ...user, accounts_without_owner: await listAccountsWithoutOwner(service, user.uuid) };
}

function tellDeactivated({ name, email, accounts_without_owner: accounts }: Deactivated): string {
  const ownerless = `
These Accounts have no owner left who can sign in:
${columns(accounts.map((account) => [account.uuid, account.name]))}

Make somebody else an owner:
  npx rapport logins add --account ${accounts[0]?.uuid} --email colleague@example.com --role owner
`;
  return `${name} (${email}) is locked out from the next request on.
${accounts.length > 0 ? ownerless : ''}
To let them in again:
  npx rapport users reactivate --email ${shellWord(email)}`;
}

export function reactivateUserCommand(): Verb {
  return new Verb('reactivate')
    .description('Reactivate a User. Tokens that have not ended work again, too.')
    .requiredOption('--email <email>', 'the address the User signs in with')
    .examples('users reactivate --email ada@example.com', 'users reactivate --email ada@example.com --json')
    .action((options: Options) =>
      run(
        options,
        (service) => reactivateUser(service, operator('users reactivate'), options.email),
        (user: User) => `${user.name} (${user.email}) can sign in again.`,
      ),
    );
}
