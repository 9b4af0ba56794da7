import type { User } from '@rapport/contract/accounts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { type Mail, nameInMail, onOneLine } from '../../platform/mail/mailer.ts';

/** The notice of a used recovery code, to its User: somebody else may have used it. */
export function recoveryCodeMail(user: User, left: number, address: string | null, base_url: string): Mail {
  const name = nameInMail(user.name);
  return {
    to: user.email,
    words: {
      en: {
        subject: 'A recovery code was used for Rapport',
        text:
          `Hello ${name},\n\nsomebody signed in as you with a recovery code in place of your app` +
          `${address === null ? '' : `, from ${address}`}. ${left} of your codes are left.\n\n` +
          `If the app is lost, set up another one; if few codes are left, make new ones:\n\n${base_url}/settings/security\n\n` +
          `If it was not you, set a new password at once:\n\n${base_url}/forgot-password\n`,
      },
      de: {
        subject: 'Ein Ersatzcode für Rapport wurde benutzt',
        text:
          `Guten Tag ${name},\n\njemand hat sich mit einem Ersatzcode statt Ihrer App als Sie angemeldet` +
          `${address === null ? '' : `, von ${address}`}. Übrige Ersatzcodes: ${left}.\n\n` +
          `Ist die App verloren, richten Sie eine neue ein; sind nur noch wenige Codes übrig, erstellen Sie neue:\n\n${base_url}/settings/security\n\n` +
          `Waren Sie es nicht, legen Sie sofort ein neues Passwort fest:\n\n${base_url}/forgot-password\n`,
      },
    },
  };
}

/** The notice of a sign-in from a new host, or from one not used for 90 days, to its User. */
export function newPlaceMail(user: User, from: RequestOrigin, base_url: string): Mail {
  const name = nameInMail(user.name);
  const browser = from.user_agent === undefined ? null : onOneLine(from.user_agent).slice(0, 200);
  return {
    to: user.email,
    words: {
      en: {
        subject: 'You signed in to Rapport from a new place',
        text:
          `Hello ${name},\n\nsomebody signed in as you from ${from.address}${browser === null ? '' : ` with ${browser}`}.\n\n` +
          `If it was not you, set a new password at once, which signs everybody else out:\n\n${base_url}/forgot-password\n`,
      },
      de: {
        subject: 'Sie haben sich von einem neuen Ort bei Rapport angemeldet',
        text:
          `Guten Tag ${name},\n\njemand hat sich von ${from.address}${browser === null ? '' : ` mit ${browser}`} als Sie angemeldet.\n\n` +
          `Waren Sie es nicht, legen Sie sofort ein neues Passwort fest; damit werden alle anderen Browser abgemeldet:\n\n${base_url}/forgot-password\n`,
      },
    },
  };
}
