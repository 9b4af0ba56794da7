import type { User } from '@rapport/contract/accounts';
import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';
import { sayGermanTime, sayTime } from '../../platform/time/times.ts';

/** The notice of a new token, to its User: somebody else may have made it. */
export function newTokenMail(user: User, token: PersonalAccessToken, base_url: string): Mail {
  const [name, user_name] = [nameInMail(token.name), nameInMail(user.name)];
  const [end, page] = [token.expires_at, `${base_url}/settings/account-details`];
  return {
    to: user.email,
    words: {
      en: {
        subject: `You have a new token "${name}"`,
        text:
          `Hello ${user_name},\n\na personal access token "${name}" was made. Whoever has it can do what you can. ` +
          `${end === null ? 'It never expires.' : `It expires at ${sayTime(end)}.`}\n\n` +
          `If it was not you, revoke it, and set a new password:\n\n${page}\n`,
      },
      de: {
        subject: `Sie haben ein neues Token „${name}“`,
        text:
          `Guten Tag ${user_name},\n\nein persönliches Zugriffstoken „${name}“ wurde erstellt. Wer es hat, kann tun, was Sie können. ` +
          `${end === null ? 'Es läuft nie ab.' : `Es läuft ab: ${sayGermanTime(end)}.`}\n\n` +
          `Waren Sie es nicht, widerrufen Sie es, und legen Sie ein neues Passwort fest:\n\n${page}\n`,
      },
    },
  };
}

/** The notice that an Account has shut a token out: programs may have stopped working. */
export function shutOutMail(token: { name: string; email: string }, base_url: string): Mail {
  const [name, page] = [nameInMail(token.name), `${base_url}/settings/account-details`];
  return {
    to: token.email,
    words: {
      en: {
        subject: `Your token "${name}" was shut out of an Account`,
        text:
          `An owner or admin of an Account has shut your personal access token "${name}" out of it, so programs that use it there stop ` +
          `working. Ask them before you make another.\n\n${page}\n`,
      },
      de: {
        subject: `Ihr Token „${name}“ wurde aus einem Account ausgesperrt`,
        text:
          `Die Inhaberschaft oder Administration eines Accounts hat Ihr persönliches Zugriffstoken „${name}“ dort ausgesperrt. Programme, die es dort nutzen, funktionieren nicht mehr. ` +
          `Fragen Sie dort nach, bevor Sie ein neues erstellen.\n\n${page}\n`,
      },
    },
  };
}
