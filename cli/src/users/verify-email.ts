import type { User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { vouchForEmail } from '../../../server/src/identity/actions.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

type Options = OutputOptions & { email: string };

export function verifyEmailCommand(): Verb {
  return new Verb('verify-email')
    .description('Vouch that the address of a User is theirs. Others, and applications, are told so.')
    .requiredOption('--email <email>', 'the address the User signs in with')
    .notes(`
Without a mail server anybody can have made a User with the address of somebody else. Make sure
that you know who signs in with it. If it is not its owner: rapport users hand-over`)
    .examples(
      'users verify-email --email ada@example.com',
      'users verify-email --email ada@example.com --json',
    )
    .action((options: Options) =>
      run(
        options,
        (service) => vouchForEmail(service, operator('users verify-email'), options.email),
        ({ name, email }: User) => `The address ${email} is proven to be that of ${name}.`,
      ),
    );
}
