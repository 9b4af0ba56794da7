import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The notice to a User whose refresh token was used twice (RFC 9700 §4.14.2). */
export function reuseMail(user: User, application_name: string, base_url: string): Mail {
  return disconnectionMail(
    user,
    application_name,
    base_url,
    (application) =>
      `a refresh token that you once gave to the application "${application}" was used a second time. Somebody may have copied it`,
  );
}

/** The notice to a User when somebody has found and reported an application's token. */
export function leakMail(user: User, application_name: string, base_url: string): Mail {
  return disconnectionMail(
    user,
    application_name,
    base_url,
    (application) =>
      `somebody reported that a token which the application "${application}" has for you can be read by others`,
  );
}

/** The notice that an Account has shut an application out. */
export function shutOutMail(user: User, application_name: string, base_url: string): Mail {
  const application = nameInMail(application_name);
  return {
    to: user.email,
    subject: `${application} was shut out of an Account`,
    text:
      `Hello ${nameInMail(user.name)},\n\nan owner or admin of an Account has shut the application "${application}" out of it. It acts for you ` +
      `in your other Accounts as before; webhooks that it made for this one are disabled. Ask them before you let it in again.\n\n` +
      `${base_url}/settings/connected-apps\n`,
  };
}

function disconnectionMail(
  user: User,
  application_name: string,
  base_url: string,
  reason: (application: string) => string,
): Mail {
  const application = nameInMail(application_name);
  return {
    to: user.email,
    subject: `${application} was disconnected from Rapport`,
    text:
      `Hello ${nameInMail(user.name)},\n\n` +
      `${reason(application)}, so we disconnected the application: none of its tokens works any more, ` +
      'and its webhook subscriptions are disabled.\n\n' +
      'If you want to go on using it, connect it again, and forward this mail to its makers. ' +
      `Your connected applications are here:\n\n${base_url}/settings/connected-apps\n`,
  };
}
