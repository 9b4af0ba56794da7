import type { Address, Email } from 'postal-mime';
import { hasTooManyParts } from './parts.ts';
import { isReport } from './read-report.ts';
import { isTame, textOf } from './shape.ts';

/** Somebody in the head of a mail. */
export type Person = { role: 'from' | 'to' | 'cc'; address: string; name: string };

/** What the head of a mail says. All of it is what a stranger typed. */
export type Head = {
  people: Person[];
  subject: string;
  /** ISO 8601; null: none that is a date. */
  date: string | null;
  message_id: string | null;
  /** The mails that it answers, the first of the conversation first. */
  references: string[];
  /** True for a report about another mail, such as that it did not arrive. */
  is_report: boolean;
};

export type Attachment = { name: string; content_id: string | null; bytes: Uint8Array };

export type Unreadable = 'too_large' | 'too_many_parts' | 'broken';

/** What is kept of a mail. */
export type ReadMail = {
  text: string;
  html: string | null;
  attachments: Attachment[];
  unreadable: Unreadable | null;
};

/** More people than these are a mailing, and none of them is looked up. */
const PEOPLE_MAX = 500;
const REFERENCES_MAX = 50;
const ATTACHMENTS_MAX = 200;
const [SUBJECT_MAX, NAME_MAX, ADDRESS_MAX, ID_MAX, TEXT_MAX] = [998, 200, 254, 998, 500_000];

/** Reads the lines of a head. */
export async function readHead(bytes: Uint8Array): Promise<Head> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(bytes);
  const found = [
    ...peopleOf('from', email.from ? [email.from] : []),
    ...peopleOf('to', email.to ?? []),
    ...peopleOf('cc', email.cc ?? []),
  ];
  const ids = (text: string | undefined) =>
    (text ?? '').match(/<[^<>\s]+>/g)?.map((id) => clean(id, ID_MAX)) ?? [];
  const references = [...ids(email.references), ...ids(email.inReplyTo)];
  return {
    people: found.slice(0, PEOPLE_MAX),
    subject: clean(email.subject ?? '', SUBJECT_MAX)
      .replace(/\s+/g, ' ')
      .trim(),
    date: dateOf(email),
    message_id: ids(email.messageId)[0] ?? null,
    references: [...new Set(references)].slice(0, REFERENCES_MAX),
    is_report: isReport(email.headers.find(({ key }) => key === 'content-type')?.value ?? ''),
  };
}

/** Reads a whole mail. It may take long: the thread of the reader is ended then. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  if (hasTooManyParts(bytes)) return TOO_MANY_PARTS;
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 64 });
  if (email.attachments.length > ATTACHMENTS_MAX) return TOO_MANY_PARTS;
  const html = email.html?.replaceAll('\0', '').toWellFormed() ?? null;
  const text = email.text?.trim() ? email.text : textOf(html ?? '');
  return {
    text: clean(text, TEXT_MAX),
    html: html !== null && isTame(html) ? html : null,
    attachments: email.attachments.map(({ filename, contentId, content }) => ({
      name: filename ?? '',
      content_id: contentId ? clean(contentId.replace(/^<|>$/g, ''), ID_MAX) : null,
      bytes: new Uint8Array(content as ArrayBuffer),
    })),
    unreadable: null,
  };
}

const TOO_MANY_PARTS: ReadMail = { text: '', html: null, attachments: [], unreadable: 'too_many_parts' };

function peopleOf(role: Person['role'], addresses: Address[]): Person[] {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ address, name }) => ({
      role,
      address: clean(address ?? '', ADDRESS_MAX + 1).trim(),
      name: clean(name ?? '', NAME_MAX)
        .replace(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ address }) => address.length <= ADDRESS_MAX && /^[^\s@]+@[^\s@]+$/.test(address));
}

function dateOf({ date }: Email): string | null {
  const time_ms = date ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time_ms) ? null : new Date(time_ms).toISOString();
}

/** What PostgreSQL takes, and no more than is good for anybody. */
function clean(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\0', '').toWellFormed();
}
