import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The notice of a connected application, to its User: somebody else may have connected it. */
export function connectionMail(
  user: Pick<User, 'email' | 'name'>,
  application: { name: string; company: string },
  base_url: string,
): Mail {
  const [name, company] = [nameInMail(application.name), nameInMail(application.company)];
  const page = `${base_url}/settings/connected-apps`;
  return {
    to: user.email,
    words: {
      en: {
        subject: `${name} is connected to your Rapport`,
        text:
          `Hello ${nameInMail(user.name)},\n\nthe application "${name}" by ${company} can act for you from now on.\n\n` +
          `If it was not you, disconnect it, and set a new password:\n\n${page}\n`,
      },
      de: {
        subject: `„${name}“ ist mit Ihrem Rapport verbunden`,
        text:
          `Guten Tag ${nameInMail(user.name)},\n\ndie App „${name}“ von ${company} kann von jetzt an für Sie handeln.\n\n` +
          `Waren Sie es nicht, trennen Sie sie, und legen Sie ein neues Passwort fest:\n\n${page}\n`,
      },
    },
  };
}
