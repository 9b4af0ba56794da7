import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The mail with the link for a new password, to a User who has forgotten theirs. */
export function resetMail(user: User, code: string, base_url: string): Mail {
  return {
    to: user.email,
    subject: 'Set a new password for Rapport',
    text:
      `Hello ${nameInMail(user.name)},\n\nopen this link within an hour to set a new password:\n\n` +
      `${base_url}/reset-password#code=${code}\n\nIf you did not ask for it, do nothing: your password stays.\n`,
  };
}

/**
 * The notice of a new password, to the User: somebody else may have set it. It names the webhooks,
 * because they outlive a new password, and an intruder may have left one.
 */
export function passwordChangedMail(user: User, receivers: string[], base_url: string): Mail {
  const webhooks =
    receivers.length === 0
      ? ''
      : `Your webhooks still send to ${receivers.join(', ')}. If one of them is not yours, delete it:\n\n${base_url}/settings/webhooks\n\n`;
  return {
    to: user.email,
    subject: 'Your password for Rapport has changed',
    text:
      `Hello ${nameInMail(user.name)},\n\na new password was set for you, and the other browsers are signed out.\n\n${webhooks}` +
      `If it was not you, set another one at once, and tell your operator:\n\n${base_url}/forgot-password\n`,
  };
}

/** The mail with the link that confirms a new address, sent to that address. */
export function confirmAddressMail(email: string, code: string, base_url: string): Mail {
  return {
    to: email,
    subject: 'Confirm your new address for Rapport',
    text: `Open this link within a day to sign in with this address from now on:\n\n${base_url}/confirm-email#code=${code}\n`,
  };
}

/**
 * The notice that a new address was asked for, to the present one: somebody else may be at the
 * User's browser.
 */
export function newAddressAskedMail(user: User, email: string, base_url: string): Mail {
  return {
    to: user.email,
    subject: 'Somebody asked for a new address for your Rapport sign-in',
    text:
      `Hello ${nameInMail(user.name)},\n\nsomebody who is signed in as you wants to sign in with ${email} from now on. ` +
      'The change takes effect when the link that we mailed there is opened.\n\n' +
      'If it was not you, set a new password at once: it ends that link and signs everybody out.\n\n' +
      `${base_url}/forgot-password\n`,
  };
}

/** The notice that the address has changed, sent to the former one. */
export function addressChangedMail(before: User, email: string): Mail {
  return {
    to: before.email,
    subject: 'Your address for Rapport has changed',
    text: `You sign in with ${email} from now on. If that was not you, tell your operator at once.\n`,
  };
}
