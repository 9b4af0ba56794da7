import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

/** The mail with the link for a new password, to a User who has forgotten theirs. */
export function resetMail(user: User, code: string, base_url: string): Mail {
  const [name, link] = [nameInMail(user.name), `${base_url}/reset-password#code=${code}`];
  return {
    to: user.email,
    words: {
      en: {
        subject: 'Set a new password for Rapport',
        text:
          `Hello ${name},\n\nopen this link within an hour to set a new password:\n\n${link}\n\n` +
          'If you did not ask for it, do nothing: your password stays.\n',
      },
      de: {
        subject: 'Neues Passwort für Rapport festlegen',
        text:
          `Guten Tag ${name},\n\nöffnen Sie diesen Link innerhalb einer Stunde, um ein neues Passwort festzulegen:\n\n${link}\n\n` +
          'Haben Sie das nicht angefordert, tun Sie nichts: Ihr Passwort bleibt.\n',
      },
    },
  };
}

/**
 * The notice of a new password, to the User: somebody else may have set it. It names the webhooks,
 * because they outlive a new password, and an intruder may have left one.
 */
export function passwordChangedMail(user: User, receivers: string[], base_url: string): Mail {
  const [name, list] = [nameInMail(user.name), receivers.join(', ')];
  const [webhooks, link] = [`${base_url}/settings/webhooks`, `${base_url}/forgot-password`];
  const sendsNothing = receivers.length === 0;
  return {
    to: user.email,
    words: {
      en: {
        subject: 'Your password for Rapport has changed',
        text:
          `Hello ${name},\n\na new password was set for you, and the other browsers are signed out.\n\n` +
          (sendsNothing
            ? ''
            : `Your webhooks still send to ${list}. If one of them is not yours, delete it:\n\n${webhooks}\n\n`) +
          `If it was not you, set another one at once, and tell your operator:\n\n${link}\n`,
      },
      de: {
        subject: 'Ihr Passwort für Rapport wurde geändert',
        text:
          `Guten Tag ${name},\n\nfür Sie wurde ein neues Passwort festgelegt, und die anderen Browser sind abgemeldet.\n\n` +
          (sendsNothing
            ? ''
            : `Ihre Webhooks senden weiter an ${list}. Ist einer davon nicht Ihrer, löschen Sie ihn:\n\n${webhooks}\n\n`) +
          `Waren Sie es nicht, legen Sie sofort ein anderes fest, und wenden Sie sich an die Systembetreuung:\n\n${link}\n`,
      },
    },
  };
}

/** The mail with the link that confirms a new address, sent to that address. */
export function confirmAddressMail(email: string, code: string, base_url: string): Mail {
  const link = `${base_url}/confirm-email#code=${code}`;
  return {
    to: email,
    words: {
      en: {
        subject: 'Confirm your new address for Rapport',
        text: `Open this link within a day to sign in with this address from now on:\n\n${link}\n`,
      },
      de: {
        subject: 'Neue Adresse für Rapport bestätigen',
        text: `Öffnen Sie diesen Link innerhalb eines Tages, um sich künftig mit dieser Adresse anzumelden:\n\n${link}\n`,
      },
    },
  };
}

/**
 * The notice that a new address was asked for, to the present one: somebody else may be at the
 * User's browser.
 */
export function newAddressAskedMail(user: User, email: string, base_url: string): Mail {
  const [name, link] = [nameInMail(user.name), `${base_url}/forgot-password`];
  return {
    to: user.email,
    words: {
      en: {
        subject: 'Somebody asked for a new address for your Rapport sign-in',
        text:
          `Hello ${name},\n\nsomebody who is signed in as you wants to sign in with ${email} from now on. ` +
          'The change takes effect when the link that we mailed there is opened.\n\n' +
          `If it was not you, set a new password at once: it ends that link and signs everybody out.\n\n${link}\n`,
      },
      de: {
        subject: 'Für Ihre Anmeldung bei Rapport wurde eine neue Adresse angefordert',
        text:
          `Guten Tag ${name},\n\nin einem Browser, der mit Ihrem Zugang angemeldet ist, wurde ${email} als neue Adresse zum Anmelden angefordert. ` +
          'Die Änderung gilt, sobald der Link geöffnet wird, der dorthin gesendet wurde.\n\n' +
          `Waren Sie es nicht, legen Sie sofort ein neues Passwort fest: Dann gilt dieser Link nicht mehr, und alle Browser werden abgemeldet.\n\n${link}\n`,
      },
    },
  };
}

/** The notice that the address has changed, sent to the former one. */
export function addressChangedMail(before: User, email: string): Mail {
  return {
    to: before.email,
    words: {
      en: {
        subject: 'Your address for Rapport has changed',
        text: `You sign in with ${email} from now on. If that was not you, tell your operator at once.\n`,
      },
      de: {
        subject: 'Ihre Adresse für Rapport wurde geändert',
        text: `Von jetzt an melden Sie sich mit ${email} an. Waren Sie das nicht, wenden Sie sich sofort an die Systembetreuung.\n`,
      },
    },
  };
}
