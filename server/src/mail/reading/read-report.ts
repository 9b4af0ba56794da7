import type { Attachment } from 'postal-mime';
import { hasTooManyParts } from './parts.ts';

/** What a report says of a mail (RFC 3464): whom it did not reach, for good. */
export type Report = {
  message_id: string;
  failures: { address: string; code: string; detail: string }[];
};

/** A report about more people is none about a person's mail. */
const FAILURES_MAX = 50;
const [ADDRESS_MAX, DETAIL_MAX] = [254, 300];

/** True for the head of such a report. */
export function isReport(content_type: string): boolean {
  return (
    /^\s*multipart\/report\b/i.test(content_type) &&
    /report-type\s*=\s*"?delivery-status\b/i.test(content_type)
  );
}

/** Reads a report. Null: it names no mail, or nobody whom that did not reach for good. */
export async function readReport(bytes: Uint8Array): Promise<Report | null> {
  if (hasTooManyParts(bytes)) return null;
  const { default: PostalMime } = await import('postal-mime');
  const { attachments } = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 64,
    forceRfc822Attachments: true,
  });
  const ofType = (types: string[]) =>
    attachments.filter(({ mimeType }) => types.includes(mimeType.toLowerCase())).map(textOf);
  const [status = ''] = ofType(['message/delivery-status', 'message/global-delivery-status']);
  const [original = ''] = ofType([
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  ]);
  const head = fieldsOf(original.split(/\r?\n\r?\n/, 1)[0]!);
  const message_id = /<[^<>\s]+>/.exec(head.get('message-id') ?? '')?.[0];
  const failures = status.split(/\r?\n\s*\r?\n/).flatMap((group) => failuresOf(fieldsOf(group)));
  if (message_id === undefined || failures.length === 0) return null;
  return { message_id, failures: failures.slice(0, FAILURES_MAX) };
}

/** What the fields about one person say. A delay is no failure, and a failure for now neither. */
function failuresOf(fields: Map<string, string>): Report['failures'] {
  const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0];
  if (code === undefined || fields.get('action')?.toLowerCase() !== 'failed') return [];
  const said = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '');
  const detail = said
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX)
    .toWellFormed();
  // The one that was written to, and the one to which that led.
  const named = ['original-recipient', 'final-recipient'].map((name) => addressOf(fields.get(name) ?? ''));
  return [...new Set(named)].filter((one) => one !== '').map((address) => ({ address, code, detail }));
}

/** An address behind its type, such as `rfc822; grace@navy.example`. */
function addressOf(field: string): string {
  const address = field
    .slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<(.*)>$/, '$1');
  return address.length <= ADDRESS_MAX && /^[^\s@\0]+@[^\s@\0]+$/.test(address) ? address.toWellFormed() : '';
}

/** Fields by name in lower case, with those lines joined that go on. The first of a name counts. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
