import type { User } from '@rapport/contract/accounts';
import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';
import { sayTime } from '../../platform/time/times.ts';

/** What a token is good for, in words. */
function power({ scope, account_uuids }: PersonalAccessToken): string {
  const what = scope === '*' ? 'do what you can' : `do this for you: ${scope}`;
  return account_uuids === null ? what : `${what}, in chosen Accounts`;
}

/** The notice of a new token, to its User: somebody else may have made it. */
export function newTokenMail(user: User, token: PersonalAccessToken, base_url: string): Mail {
  const name = nameInMail(token.name);
  const end = token.expires_at === null ? 'It never expires.' : `It expires at ${sayTime(token.expires_at)}.`;
  return {
    to: user.email,
    subject: `You have a new token "${name}"`,
    text:
      `Hello ${nameInMail(user.name)},\n\na personal access token "${name}" was made. Whoever has it can ${power(token)}. ${end}\n\n` +
      `If it was not you, revoke it, and set a new password:\n\n${base_url}/settings/account-details\n`,
  };
}

/** The notice that an Account has shut a token out: programs may have stopped working. */
export function shutOutMail(token: { name: string; email: string }, base_url: string): Mail {
  const name = nameInMail(token.name);
  return {
    to: token.email,
    subject: `Your token "${name}" was shut out of an Account`,
    text:
      `An owner or admin of an Account has shut your personal access token "${name}" out of it, so programs that use it there stop ` +
      `working. Ask them before you make another.\n\n${base_url}/settings/account-details\n`,
  };
}
