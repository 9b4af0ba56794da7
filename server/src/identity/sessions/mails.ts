import type { User } from '@rapport/contract/accounts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';

/** The notice of a used recovery code, to its User: somebody else may have used it. */
export function recoveryCodeMail(user: User, left: number, address: string | null, base_url: string): Mail {
  return {
    to: user.email,
    subject: 'A recovery code was used for Rapport',
    text:
      `Hello ${nameInMail(user.name)},\n\nsomebody signed in as you with a recovery code in place of your app` +
      `${address === null ? '' : `, from ${address}`}. ${left} of your codes are left.\n\n` +
      `If the app is lost, set up another one; if few codes are left, make new ones:\n\n${base_url}/settings/security\n\n` +
      `If it was not you, set a new password at once:\n\n${base_url}/forgot-password\n`,
  };
}

/** The notice of a sign-in from a new host, or from one not used for 90 days, to its User. */
export function newPlaceMail(user: User, from: RequestOrigin, base_url: string): Mail {
  const browser = from.user_agent === undefined ? '' : ` with ${onOneLine(from.user_agent).slice(0, 200)}`;
  return {
    to: user.email,
    subject: 'You signed in to Rapport from a new place',
    text:
      `Hello ${nameInMail(user.name)},\n\nsomebody signed in as you from ${from.address}${browser}.\n\n` +
      `If it was not you, set a new password at once, which signs everybody else out:\n\n${base_url}/forgot-password\n`,
  };
}
