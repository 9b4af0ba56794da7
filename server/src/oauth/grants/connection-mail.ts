import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The notice of a connected application, to its User: somebody else may have connected it. */
export function connectionMail(
  user: Pick<User, 'email' | 'name'>,
  application: { name: string; company: string },
  base_url: string,
): Mail {
  const name = nameInMail(application.name);
  return {
    to: user.email,
    subject: `${name} is connected to your Rapport`,
    text:
      `Hello ${nameInMail(user.name)},\n\nthe application "${name}" by ${nameInMail(application.company)} can act for you from now on.\n\n` +
      `If it was not you, disconnect it, and set a new password:\n\n${base_url}/settings/connected-apps\n`,
  };
}
