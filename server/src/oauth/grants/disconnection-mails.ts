import type { User } from '@rapport/contract/accounts';
import type { Language } from '@rapport/contract/languages';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** Why an application was disconnected, by language, as a part of a sentence. */
type Reason = (application: string) => Record<Language, string>;

/** The notice to a User whose refresh token was used twice (RFC 9700 §4.14.2). */
export function reuseMail(user: User, application_name: string, base_url: string): Mail {
  return disconnectionMail(user, application_name, base_url, (application) => ({
    en: `a refresh token that you once gave to the application "${application}" was used a second time. Somebody may have copied it`,
    de: `ein Refresh-Token, das Sie einmal der App „${application}“ gegeben haben, wurde ein zweites Mal benutzt. Jemand kann es kopiert haben`,
  }));
}

/** The notice to a User when somebody has found and reported an application's token. */
export function leakMail(user: User, application_name: string, base_url: string): Mail {
  return disconnectionMail(user, application_name, base_url, (application) => ({
    en: `somebody reported that a token which the application "${application}" has for you can be read by others`,
    de: `jemand hat gemeldet, dass andere ein Token lesen können, das die App „${application}“ für Sie hat`,
  }));
}

/** The notice that an Account has shut an application out. */
export function shutOutMail(user: User, application_name: string, base_url: string): Mail {
  const application = nameInMail(application_name);
  const [name, page] = [nameInMail(user.name), `${base_url}/settings/connected-apps`];
  return {
    to: user.email,
    words: {
      en: {
        subject: `${application} was shut out of an Account`,
        text:
          `Hello ${name},\n\nan owner or admin of an Account has shut the application "${application}" out of it. It acts for you ` +
          `in your other Accounts as before; webhooks that it made for this one are disabled. Ask them before you let it in again.\n\n${page}\n`,
      },
      de: {
        subject: `${application} wurde aus einem Account ausgesperrt`,
        text:
          `Guten Tag ${name},\n\ndie Inhaberschaft oder Administration eines Accounts hat die App „${application}“ dort ausgesperrt. In Ihren anderen Accounts handelt sie weiter für Sie; ` +
          `ihre Webhooks für diesen sind deaktiviert. Fragen Sie dort nach, bevor Sie sie wieder zulassen.\n\n${page}\n`,
      },
    },
  };
}

function disconnectionMail(user: User, application_name: string, base_url: string, reason: Reason): Mail {
  const application = nameInMail(application_name);
  const said = reason(application);
  const page = `${base_url}/settings/connected-apps`;
  return {
    to: user.email,
    words: {
      en: {
        subject: `${application} was disconnected from Rapport`,
        text:
          `Hello ${nameInMail(user.name)},\n\n` +
          `${said.en}, so we disconnected the application: none of its tokens works any more, ` +
          'and its webhook subscriptions are disabled.\n\n' +
          'If you want to go on using it, connect it again, and forward this mail to its makers. ' +
          `Your connected applications are here:\n\n${page}\n`,
      },
      de: {
        subject: `${application} wurde von Rapport getrennt`,
        text:
          `Guten Tag ${nameInMail(user.name)},\n\n` +
          `${said.de}. Die App wurde daher getrennt: Keines ihrer Token gilt mehr, ` +
          'und ihre Webhooks sind deaktiviert.\n\n' +
          'Wollen Sie sie weiter nutzen, verbinden Sie sie wieder, und leiten Sie diese E-Mail an ihren Hersteller weiter. ' +
          `Ihre verbundenen Apps stehen hier:\n\n${page}\n`,
      },
    },
  };
}
