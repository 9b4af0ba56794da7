import type { Mail } from '../../platform/mail/mailer.ts';

/** Returns a mail with what stands below each mail that one may end. */
export function withFooter(mail: Mail, unsubscribe: string, base_url: string): Mail {
  const settings = `${base_url}/settings/notifications`;
  const { en, de } = mail.words;
  return {
    ...mail,
    unsubscribe,
    words: {
      en: {
        ...en,
        text: `${en.text}\n--\nNo more of these mails: ${unsubscribe}\nChoose what you are told, and where: ${settings}\n`,
      },
      de: {
        ...de,
        text: `${de.text}\n--\nKeine solchen E-Mails mehr: ${unsubscribe}\nBenachrichtigungen einstellen: ${settings}\n`,
      },
    },
  };
}
