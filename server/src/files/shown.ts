import { BLANK, LINE_BREAKING } from '@rapport/contract/fields';
import { type File, OTHER_TYPE, type SHOWN_TYPES } from '@rapport/contract/files';
import { cutTo } from '../platform/cells/cut.ts';

/** How bytes of strangers are named and given out. Nothing in them is opened. */

/** So many bytes of a file tell its type. */
export const TYPE_BYTES = 64;

const NAME_MAX_LENGTH = 255;

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

/** The name that a form gives a file, without its folders and without what nobody sees. */
export function nameFromForm(given = ''): string {
  const alone = given.split(/[/\\]/).at(-1)!;
  const shown = cutTo(alone.replace(new RegExp(`[${LINE_BREAKING}]`, 'gu'), ''), NAME_MAX_LENGTH);
  const isNone = /^\.*$/.test(shown.replace(new RegExp(`[${BLANK}]`, 'gu'), ''));
  return isNone ? 'file' : shown;
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
