import type { User } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { resetSecondFactor } from '../../../server/src/identity/profile/second-factor.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

export function resetSecondFactorCommand(): Verb {
  return new Verb('reset-second-factor')
    .description(
      'Remove the second factor of a User who has lost their app and their recovery codes. They are signed out, and told by mail.',
    )
    .argument('<email>', 'the address the User signs in with')
    .notes(
      'Make sure first that it is the User who asks: with their password alone they can sign in afterwards.',
    )
    .examples('users reset-second-factor ada@example.com', 'users reset-second-factor ada@example.com --json')
    .action((email: string, options: OutputOptions) =>
      run(
        options,
        (service) => resetSecondFactor(service, operator('users reset-second-factor'), email),
        tell,
      ),
    );
}

function tell({ name, email }: User): string {
  return `${name} (${email}) has no second factor any more, and is signed out.
They sign in with their password, and set up a new one under Settings, Security.`;
}
