import { BLANK, LINE_BREAKING } from '@rapport/contract/fields';
import {
  type File,
  type FileRecord,
  OTHER_TYPE,
  type SHOWN_TYPES,
  THUMBNAIL_MAX_BYTES,
  THUMBNAIL_MAX_PX,
} from '@rapport/contract/files';
import type { FieldError } from '@rapport/contract/problems';
import { cutTo } from '../platform/cells/cut.ts';

/** How many bytes all files of an Account may have together. */
export const ACCOUNT_MAX_BYTES = 10 * 1024 ** 3;

/** The pieces in which bytes are kept, but for the last one. */
export const PIECE_BYTES = 512 * 1024;

const NAME_MAX_LENGTH = 255;

/** So many bytes of a file tell its type. */
export const TYPE_BYTES = 64;

type Shown = (typeof SHOWN_TYPES)[number];

const START_OF: [Shown, string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['application/pdf', '%PDF-'],
];

/**
 * What a file is by its first bytes, never by its name. All that a browser may run, such as HTML
 * and SVG, is nothing that is shown.
 */
export function typeOf(start: Buffer): File['type'] {
  const text = start.toString('latin1');
  const known = START_OF.find(([, beginning]) => text.startsWith(beginning));
  if (known) return known[0];
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  // An AVIF names itself among the brands of its first box (ISO/IEC 14496-12 §4.3).
  const brands =
    text.slice(4, 8) === 'ftyp' ? text.slice(8, Math.min(start.readUInt32BE(0), TYPE_BYTES)) : '';
  return /^(?:.{4})*(?:avif|avis)/s.test(brands) ? 'image/avif' : OTHER_TYPE;
}

/** The fault of a name that a caller gives, beside those of its schema; null: none. */
export function nameFault(name: string): FieldError | null {
  if (!/[/\\]/.test(name) && !/^\.+$/.test(name)) return null;
  const detail = '/name must be the name of a file alone, without / and \\, such as offer.pdf.';
  return { pointer: '/name', code: 'invalid_characters', detail };
}

/** The name that a form gives a file, without its folders and without what nobody sees. */
export function nameFromForm(given = ''): string {
  const alone = given.split(/[/\\]/).at(-1)!;
  const shown = cutTo(alone.replace(new RegExp(`[${LINE_BREAKING}]`, 'gu'), ''), NAME_MAX_LENGTH);
  const isNone = /^\.*$/.test(shown.replace(new RegExp(`[${BLANK}]`, 'gu'), ''));
  return isNone ? 'file' : shown;
}

/** True for a small WebP picture: what a file looks like, as a browser has made it. */
export function isThumbnail(bytes: Buffer): boolean {
  if (bytes.length > THUMBNAIL_MAX_BYTES || bytes.length < 30) return false;
  if (typeOf(bytes) !== 'image/webp' || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  const [width, height] = sizeOfWebp(bytes);
  return [width, height].every((px) => px > 0 && px <= THUMBNAIL_MAX_PX);
}

/** Width and height of a WebP picture, by its first chunk (RFC 9649 §2.5 to §2.7). */
function sizeOfWebp(bytes: Buffer): [number, number] {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return [0, 0];
  }
}

/** The records of a file, each once: two of them may have been merged into one. */
export function eachOnce(records: FileRecord[]): FileRecord[] {
  return records.filter(({ uuid }, index) => records.findIndex((one) => one.uuid === uuid) === index);
}

/** The headers with which bytes of a file go out. Nothing in them runs as a page of ours. */
export function headersOf(type: string, name: string): Record<string, string> {
  const isShown = type !== OTHER_TYPE;
  return {
    'content-type': type,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
    'content-security-policy': 'sandbox',
    'cross-origin-resource-policy': 'same-origin',
    // Kept by the browser alone, and asked for again each time: the right to it may end.
    'cache-control': 'private, no-cache',
  };
}

/** RFC 8187 §3.2.1 takes fewer characters than `encodeURIComponent` leaves. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
