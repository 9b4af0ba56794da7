import type { OutputOptions } from './output.ts';
import { print } from './print.ts';
import { forgetCredentials } from './remote/credentials.ts';
import { Verb } from './verb.ts';

export function logoutCommand(): Verb {
  return new Verb('logout')
    .description('Remove the token that `login` has stored. The token itself works until it is revoked.')
    .examples('logout', 'logout --json                        {"logged_out":true}')
    .action(async ({ json }: OutputOptions) => {
      const logged_out = await forgetCredentials(process.env);
      const text = logged_out
        ? 'Logged out. The token was removed from this machine.'
        : 'You were not logged in.';
      print(json ? JSON.stringify({ logged_out }) : text);
    });
}
