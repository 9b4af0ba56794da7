import type { Address, Header } from 'postal-mime';
import { hasTooManyParts } from './parts.ts';

/** What the head of a mail says of where it comes from. Whoever sent it may have written all. */
export type Signs = {
  /** The addresses of all its From headers, in lower case. */
  senders: string[];
  /** The topmost Authentication-Results (RFC 8601): the last server has written it. */
  results: string | null;
  /** True for what a program sends by itself, such as an answer of somebody who is away. */
  is_automatic: boolean;
};

/** More senders are none. */
const SENDERS_MAX = 10;

export async function readSigns(bytes: Uint8Array): Promise<Signs> {
  const { default: PostalMime, addressParser } = await import('postal-mime');
  const { headers } = await PostalMime.parse(bytes);
  const valuesOf = (key: string) => headers.filter((one) => one.key === key).map(({ value }) => value);
  const senders = valuesOf('from').flatMap((value) => addressParser(value).flatMap(inGroup));
  return {
    senders: senders.slice(0, SENDERS_MAX).map(({ address }) => (address ?? '').toLowerCase()),
    results: valuesOf('authentication-results')[0] ?? null,
    is_automatic: isAutomatic(headers),
  };
}

/** The mail that is attached to this one as a file of its own, if it is the only such file. */
export async function readForwarded(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (hasTooManyParts(bytes)) return null;
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: 64,
  });
  const mails = email.attachments.filter(({ mimeType }) => mimeType === 'message/rfc822');
  return mails.length === 1 ? new Uint8Array(mails[0]!.content as ArrayBuffer) : null;
}

function inGroup(one: Address): { address?: string | undefined }[] {
  return one.group ?? [one];
}

/** RFC 3834 §5, and what programs wrote before it. */
function isAutomatic(headers: Header[]): boolean {
  return headers.some(({ key, value }) => {
    const said = value.trim().toLowerCase();
    if (key === 'auto-submitted') return !/^no\b/.test(said);
    if (key === 'precedence') return /^(bulk|junk|list|auto_reply)\b/.test(said);
    return key === 'content-type' && said.startsWith('multipart/report');
  });
}
