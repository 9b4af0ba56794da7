import type { Mail } from '@rapport/contract/mail';
import { mail as texts } from '../texts/mail.ts';

/** What a mail is about, as far as the reader may know it. */
export function subjectOf({ subject }: Pick<Mail, 'subject'>): string {
  return subject === null ? texts.trace : subject || texts.noSubject;
}
