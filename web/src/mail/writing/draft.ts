import { EMAIL_PATTERN } from '@rapport/contract/fields';
import type { MailPerson, WholeMail } from '@rapport/contract/mail';
import type { Mailbox } from '@rapport/contract/mailboxes';
import { MAIL_FILES_MAX, type MailCreate, type OutgoingMail } from '@rapport/contract/outgoing-mails';
import { LOCALE } from '../../texts/locale.ts';
import { mailWriting as texts } from '../../texts/mail-writing.ts';

/** A mail that somebody writes. */
export type MailDraft = {
  /** Empty: the first that sends. */
  mailbox_uuid: string;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  in_reply_to_uuid: string | null;
  file_uuids: string[];
  /** Those of a mail that is passed on. What is left stays offered. */
  attachments: (OutgoingMail['attachments'][number] & { isLeft?: boolean })[];
};

/** Somebody to whom one may write. */
export type Addressee = { address: string; name: string };

/** The record from which a mail is written. */
export type From = NonNullable<OutgoingMail['record']> & { account_uuid: string };

export const EMPTY: MailDraft = {
  mailbox_uuid: '',
  to: [],
  cc: [],
  subject: '',
  text: '',
  in_reply_to_uuid: null,
  file_uuids: [],
  attachments: [],
};

/** A draft with the signature of its mailbox above what it quotes. */
export function signed(draft: MailDraft, signature: string): MailDraft {
  // One that was sent before has its own.
  if (signature === '' || draft.mailbox_uuid !== '') return draft;
  return { ...draft, text: `${below(signature)}${draft.text}` };
}

/** A text with the signature of another mailbox in the place of the one that it has. */
export function signedAnew(text: string, before: string, after: string): string {
  if (before !== '') return text.replace(below(before), () => (after === '' ? '' : below(after)));
  if (after === '') return text;
  const [written, quoted] = atQuote(text);
  return `${written}${below(after)}${quoted === '' ? '' : `\n\n${quoted}`}`;
}

/** A text in two: what is written, and the quote at its end with the line that names its writer. */
function atQuote(text: string): [written: string, quoted: string] {
  const lines = text.trimEnd().split('\n');
  let at = lines.length;
  while (lines[at - 1]?.startsWith('>')) at--;
  if (at < lines.length && lines[at - 1] === '') at = Math.max(0, at - 2);
  return [lines.slice(0, at).join('\n').trimEnd(), lines.slice(at).join('\n')];
}

const below = (signature: string) => `\n\n-- \n${signature}`;

/** A draft that begins with a template: above what is written, its signature and what it quotes. */
export function withTemplate(
  draft: MailDraft,
  filled: { subject: string; text: string },
): Pick<MailDraft, 'subject' | 'text'> {
  const rest = draft.text.replace(/^\n+/, '');
  const text = rest === '' ? filled.text : `${filled.text}\n\n${rest}`;
  return { text, subject: draft.subject.trim() === '' ? filled.subject : draft.subject };
}

/** True for a mailbox from which mails of an Account go. */
export function sendsFor({ account_uuid, smtp, state }: Mailbox, asked: string): boolean {
  return account_uuid === asked && smtp !== null && state !== 'failed';
}

/** What one reads of a mail at the most, before its answer. */
const QUOTED_MAX = 20_000;

/** The answer to a mail: to who wrote it, or to whom one had written oneself. */
export function answerTo(mail: WholeMail, { all = false } = {}): MailDraft {
  const others = (role: MailPerson['role']) =>
    mail.people.filter((one) => one.role === role && !one.is_own).map(({ address }) => address);
  const [from, to, cc] = [others('from'), others('to'), others('cc')];
  const first = mail.direction === 'in' && from.length > 0 ? from : to;
  const rest = [...new Set([...to, ...cc])].filter((address) => !first.includes(address));
  return {
    ...EMPTY,
    to: first,
    cc: all ? rest : [],
    subject: withPrefix(texts.re, /^(?:re|aw|antw)\s*:/i, mail.subject),
    text: `\n\n${texts.wrote(writerOf(mail), sayWhen(mail))}\n\n${quote(mail.text)}`,
    in_reply_to_uuid: mail.uuid,
  };
}

/** True when others have a part in a mail than the one who gets its answer. */
export function hasOthers(mail: WholeMail): boolean {
  return answerTo(mail, { all: true }).cc.length > 0;
}

/** A mail passed on, with as many of its attachments as may go with one. */
export function forwardOf(mail: WholeMail): MailDraft {
  const head = texts.forwarded(writerOf(mail), sayWhen(mail), mail.subject ?? '');
  return {
    ...EMPTY,
    subject: withPrefix(texts.fwd, /^(?:fwd?|wg)\s*:/i, mail.subject),
    text: `\n\n${head}\n\n${quote(mail.text)}`,
    attachments: (mail.attachments ?? []).map(({ type: _, ...one }, index) => ({
      ...one,
      mail_uuid: mail.uuid,
      isLeft: index >= MAIL_FILES_MAX,
    })),
  };
}

/** A mail that was not sent, to be written on. */
export function draftOf(mail: OutgoingMail): MailDraft {
  const addresses = (people: Addressee[]) => people.map(({ address }) => address);
  return {
    mailbox_uuid: mail.mailbox_uuid ?? '',
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    subject: mail.subject,
    text: mail.text,
    in_reply_to_uuid: mail.in_reply_to_uuid,
    file_uuids: mail.files.map(({ uuid }) => uuid),
    attachments: mail.attachments,
  };
}

/** The request that a draft means. */
export function toBody(draft: MailDraft, { resource, uuid }: From, known: Addressee[]): MailCreate {
  const named = (address: string) => {
    const name = known.find((one) => one.address.toLowerCase() === address.toLowerCase())?.name;
    return name ? { address, name } : { address };
  };
  const { mailbox_uuid, to, cc, subject, text, in_reply_to_uuid, file_uuids, attachments } = draft;
  return {
    mailbox_uuid,
    to: to.map(named),
    cc: cc.map(named),
    subject: subject.trim(),
    text,
    in_reply_to_uuid,
    file_uuids,
    attachments: attachments
      .filter(({ isLeft }) => !isLeft)
      .map(({ mail_uuid, number }) => ({ mail_uuid, number })),
    record: { resource, uuid },
  };
}

const ADDRESS = new RegExp(EMAIL_PATTERN);

/** The first of these that is no address. */
export function noAddressIn(addresses: string[]): string | undefined {
  return addresses.find((one) => !ADDRESS.test(one));
}

function withPrefix(prefix: string, known: RegExp, subject: string | null): string {
  const said = (subject ?? '').trim();
  return known.test(said) ? said : `${prefix} ${said}`.trim();
}

function writerOf({ people }: WholeMail): string {
  const from = people.find(({ role }) => role === 'from');
  return from ? from.name || from.address : '';
}

function sayWhen({ sent_at }: WholeMail): string {
  return new Date(sent_at).toLocaleString(LOCALE, { dateStyle: 'long', timeStyle: 'short' });
}

function quote(text: string | null): string {
  const lines = (text ?? '').slice(0, QUOTED_MAX).trimEnd().split(/\r?\n/);
  return lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd()).join('\n');
}
