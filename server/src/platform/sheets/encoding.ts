import type { FileHandle } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import { chunksOf } from './chunks.ts';

const LINE_FEED = 0x0a;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Finds the encoding of a text file by its first bytes and by reading it whole. Text that is not
 * UTF-8 is taken as Windows-1252, which includes Latin-1. Refused: a file in which some lines are
 * UTF-8 and others are not, because half of its letters would be wrong.
 */
export async function encodingOf(file: FileHandle): Promise<Encoding | Problem> {
  const check = new Utf8Check();
  let hasLetters = false;
  let isLegacy = false;
  let isStart = true;
  for await (const chunk of chunksOf(file)) {
    const wide = isStart ? wideEncodingOf(chunk) : null;
    if (wide) return wide;
    isStart = false;
    const isOk: boolean = !isLegacy && check.refuse(chunk) === null;
    isLegacy ||= !isOk;
    // Two bytes of UTF-8 hardly ever stand together by chance in Windows-1252.
    hasLetters ||= UTF8_LETTER.test(chunk.toString('latin1'));
    if (isLegacy && hasLetters) return mixed(check.line);
  }
  return isLegacy || check.refuseEnd() ? 'windows-1252' : 'utf-8';
}

/** A letter of the Latin, Greek or Cyrillic script in UTF-8, or a typographic sign. */
const UTF8_LETTER = /[\xc3-\xd4][\x80-\xbf]|\xe2\x80[\x90-\xba]/;

function wideEncodingOf([a, b, c, d]: Buffer): Encoding | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // UTF-16 without a byte order mark: Latin letters have a zero in every other byte.
  if (a === 0 && b !== 0 && c === 0) return 'utf-16be';
  return b === 0 && a !== 0 && d === 0 ? 'utf-16le' : null;
}

function mixed(line: number): Problem {
  const detail =
    `Around line ${line}, the text changes from UTF-8 to another encoding, so some letters would be wrong. ` +
    'Nothing was imported. Open the file, look at names with accents, save it as CSV in UTF-8 and send it again.';
  return new Problem('csv_invalid', detail);
}

/** Checks a file chunk by chunk, and refuses the first line that is not UTF-8. */
export class Utf8Check {
  line = 1;
  #decoder = new TextDecoder('utf-8', { fatal: true });
  #isStart = true;

  /**
   * A Problem if this chunk is not UTF-8. A character may begin in one chunk and end in the next.
   */
  refuse(chunk: Buffer): Problem | null {
    const looks = this.#isStart ? looksLike(chunk) : null;
    if (looks) return notUtf8(`The file looks like ${looks}.`);
    this.#isStart = false;
    for (const line of linesOf(chunk)) {
      if (!this.#decodes(line)) return this.#refuseLine();
      if (line.at(-1) === LINE_FEED) this.line += 1;
    }
    return null;
  }

  /** A Problem if the file ends in the middle of a character. */
  refuseEnd(): Problem | null {
    return this.#decodes() ? null : this.#refuseLine();
  }

  #decodes(bytes?: Buffer): boolean {
    try {
      this.#decoder.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  }

  #refuseLine(): Problem {
    return notUtf8(`Line ${this.line} is not UTF-8; the file looks like Latin-1 or Windows-1252.`);
  }
}

/** The format of a file that is no UTF-8 text, by its first bytes; null when unknown. */
function looksLike(bytes: Buffer): string | null {
  if (wideEncodingOf(bytes)) return 'UTF-16';
  const [a, b, c, d] = bytes;
  // "PK" and two more bytes begin a ZIP archive.
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) return 'an Excel workbook, which is no CSV';
  return null;
}

function notUtf8(what: string): Problem {
  const advice = 'Save it as CSV in UTF-8 (in Excel: "CSV UTF-8") and send it again.';
  return new Problem('csv_invalid', `${what} Nothing was imported. ${advice}`);
}

function* linesOf(chunk: Buffer): Generator<Buffer> {
  for (let from = 0; from < chunk.length; ) {
    const end = chunk.indexOf(LINE_FEED, from) + 1 || chunk.length;
    yield chunk.subarray(from, end);
    from = end;
  }
}
