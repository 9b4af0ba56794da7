import { type FileRecord, THUMBNAIL_MAX_BYTES, THUMBNAIL_MAX_PX } from '@rapport/contract/files';
import type { FieldError } from '@rapport/contract/problems';
import { typeOf } from './shown.ts';

/** How many bytes all files of an Account may have together. */
export const ACCOUNT_MAX_BYTES = 10 * 1024 ** 3;

/** The pieces in which bytes are kept, but for the last one. */
export const PIECE_BYTES = 512 * 1024;

/** The fault of a name that a caller gives, beside those of its schema; null: none. */
export function nameFault(name: string): FieldError | null {
  if (!/[/\\]/.test(name) && !/^\.+$/.test(name)) return null;
  const detail = '/name must be the name of a file alone, without / and \\, such as offer.pdf.';
  return { pointer: '/name', code: 'invalid_characters', detail };
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
