import type { User } from '@rapport/contract/accounts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';

export type SecondFactorNews = 'enabled' | 'disabled' | 'codes_renewed' | 'reset';

const NEWS: Record<SecondFactorNews, { subject: string; text: string }> = {
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

/** The notice of a changed second factor, to its User: somebody else may have changed it. */
export function secondFactorMail(user: User, news: SecondFactorNews, base_url: string): Mail {
  const { subject, text } = NEWS[news];
  return {
    to: user.email,
    subject,
    text:
      `Hello ${nameInMail(user.name)},\n\n${text}\n\n` +
      `If it was not you, set a new password at once, and tell your operator:\n\n${base_url}/forgot-password\n`,
  };
}
