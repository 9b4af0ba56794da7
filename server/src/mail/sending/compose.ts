import type { Marked } from 'marked';
import { html } from '../../platform/http/pages/html.ts';
import { loadLater } from '../../platform/process/load-later.ts';

/** Loaded with the first mail that is made. */
const library = loadLater<typeof import('marked')>('marked');

export type Person = { address: string; name: string };
export type Receiver = Person & { role: 'to' | 'cc' };

/** What a mail is made of. The same makes the same mail, byte for byte. */
export type Letter = {
  uuid: string;
  sender: Person;
  receivers: Receiver[];
  subject: string;
  /** Markdown. */
  text: string;
  message_id: string;
  /** The mails of its conversation so far, the one it answers last. */
  answered_ids: string[];
  /** ISO 8601. */
  dated_at: string;
};

/** A file that goes with a mail. */
export type Enclosure = { name: string; type: string; bytes: Uint8Array };

/**
 * Makes a mail: its text as it was written, and beside it as simple HTML. `is_plain`: the HTML has
 * the text without its Markdown, which is for one whose Markdown takes too long.
 */
export async function compose(
  letter: Letter,
  enclosures: Enclosure[] = [],
  { is_plain = false } = {},
): Promise<Buffer> {
  const { uuid, sender, receivers, subject, text, message_id, answered_ids, dated_at } = letter;
  const of = (asked: Receiver['role']) =>
    receivers.filter(({ role }) => role === asked).map(({ address, name }) => ({ address, name }));
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mail = new MailComposer({
    from: sender,
    to: of('to'),
    cc: of('cc'),
    subject,
    text,
    html: is_plain ? paragraphs(text) : htmlOf(text),
    messageId: message_id,
    date: new Date(dated_at),
    ...(answered_ids.length > 0 && { inReplyTo: answered_ids.at(-1)!, references: answered_ids }),
    attachments: enclosures.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    baseBoundary: uuid,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

/**
 * Simple HTML of Markdown. HTML in it is text, pictures are links: nothing is loaded when somebody
 * opens the mail, so that it tells nobody.
 */
export function htmlOf(text: string): string {
  marked ??= makeMarked();
  return marked.parse(text, { async: false }).trim();
}

/** Where a link of a mail may lead. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

let marked: Marked | undefined;

function makeMarked(): Marked {
  const { Marked } = library();
  return new Marked({
    gfm: true,
    // People end a line where they mean to.
    breaks: true,
    // Nothing is HTML, so that a line with some is as any other.
    tokenizer: { html: () => undefined, tag: () => undefined },
    renderer: {
      image: ({ href, text }) => linkTo(href, html`${text || href}`.text),
      link({ href, tokens }) {
        return linkTo(href, this.parser.parseInline(tokens));
      },
      blockquote({ tokens }) {
        return `<blockquote style="${QUOTE}">\n${this.parser.parse(tokens)}</blockquote>\n`;
      },
    },
  });
}

const QUOTE = 'margin:0 0 0 .5em;padding-left:.8em;border-left:2px solid #ccc';

function linkTo(href: string, text: string): string {
  return LINK.test(href) ? `<a href="${html`${href}`.text}">${text}</a>` : text;
}

function paragraphs(text: string): string {
  return html`<div style="white-space:pre-wrap">${text}</div>`.text;
}
