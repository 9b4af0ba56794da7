import type { User } from '@rapport/contract/accounts';
import { type Mail, type MailWords, nameInMail } from '../../platform/mail/mailer.ts';

export type SecondFactorNews = 'enabled' | 'disabled' | 'codes_renewed' | 'reset';

const ENGLISH: Record<SecondFactorNews, MailWords> = {
  enabled: {
    subject: 'Your second factor for Rapport is on',
    text: 'from now on you sign in with your password and a code of your app. Your other browsers are signed out.',
  },
  disabled: {
    subject: 'Your second factor for Rapport is off',
    text: 'your second factor was turned off: your password alone is enough to sign in.',
  },
  codes_renewed: {
    subject: 'You have new recovery codes for Rapport',
    text: 'new recovery codes were made for you. The former ones no longer work.',
  },
  reset: {
    subject: 'Your second factor for Rapport was removed',
    text:
      'the operator has removed your second factor and signed you out everywhere. Your password alone is enough to sign in, until you ' +
      'set up a second factor again under Settings, Security.',
  },
};

const GERMAN: Record<SecondFactorNews, MailWords> = {
  enabled: {
    subject: 'Ihr zweiter Faktor für Rapport ist eingeschaltet',
    text: 'von jetzt an melden Sie sich mit Passwort und einem Code Ihrer App an. Ihre anderen Browser sind abgemeldet.',
  },
  disabled: {
    subject: 'Ihr zweiter Faktor für Rapport ist ausgeschaltet',
    text: 'Ihr zweiter Faktor wurde ausgeschaltet: Ihr Passwort allein reicht zum Anmelden.',
  },
  codes_renewed: {
    subject: 'Sie haben neue Ersatzcodes für Rapport',
    text: 'für Sie wurden neue Ersatzcodes erstellt. Die bisherigen gelten nicht mehr.',
  },
  reset: {
    subject: 'Ihr zweiter Faktor für Rapport wurde entfernt',
    text:
      'die Systembetreuung hat Ihren zweiten Faktor entfernt und Sie überall abgemeldet. Ihr Passwort allein reicht zum Anmelden, bis Sie ' +
      'unter Einstellungen, Sicherheit wieder einen zweiten Faktor einrichten.',
  },
};

/** The notice of a changed second factor, to its User: somebody else may have changed it. */
export function secondFactorMail(user: User, news: SecondFactorNews, base_url: string): Mail {
  const [english, german] = [ENGLISH[news], GERMAN[news]];
  const [name, link] = [nameInMail(user.name), `${base_url}/forgot-password`];
  return {
    to: user.email,
    words: {
      en: {
        subject: english.subject,
        text: `Hello ${name},\n\n${english.text}\n\nIf it was not you, set a new password at once, and tell your operator:\n\n${link}\n`,
      },
      de: {
        subject: german.subject,
        text: `Guten Tag ${name},\n\n${german.text}\n\nWaren Sie es nicht, legen Sie sofort ein neues Passwort fest, und wenden Sie sich an die Systembetreuung:\n\n${link}\n`,
      },
    },
  };
}
