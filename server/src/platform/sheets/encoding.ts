import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@rapport/contract/encodings';
import { Problem } from '../problem.ts';
import { chunksOf } from './chunks.ts';
import { guessEncoding, isLatin } from './guess-encoding.ts';

const LINE_FEED = 0x0a;

/** So many bytes of lines with letters beyond ASCII are enough to guess by. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Finds the encoding of a text file by its first bytes and by reading it whole. Text that is not
 * UTF-8 is guessed. Refused: a file in which some lines are UTF-8 and others are not, because half
 * of its letters would be wrong. Lines of a vCard are folded, also within a letter.
 */
export async function encodingOf(file: FileHandle, isFolded = false): Promise<Encoding | Problem> {
  const check = new Utf8Check();
  const sample: Buffer[] = [];
  let sample_bytes = 0;
  let hasLetters = false;
  let isLegacy = false;
  let isStart = true;
  for await (const chunk of isFolded ? unfolded(file) : chunksOf(file)) {
    const wide = isStart ? wideEncodingOf(chunk) : null;
    if (wide) return wide;
    isStart = false;
    const isOk: boolean = !isLegacy && check.refuse(chunk) === null;
    isLegacy ||= !isOk;
    const text = chunk.toString('latin1');
    // Two bytes of UTF-8 hardly ever stand together by chance in an encoding of Latin letters.
    hasLetters ||= UTF8_LETTER.test(text);
    for (const line of sample_bytes < SAMPLE_BYTES ? tellingLines(text) : []) {
      sample.push(Buffer.from(line, 'latin1'));
      sample_bytes += line.length;
    }
  }
  if (!isLegacy && check.refuseEnd() === null) return 'utf-8';
  const guessed = guessEncoding(Buffer.concat(sample));
  return hasLetters && isLatin(guessed) ? mixed(check.line) : guessed;
}

/** Lines with a letter beyond ASCII, from a little before it to their end. */
function* tellingLines(text: string): Generator<string> {
  const letter = /[\x80-\xff]/g;
  for (let from = 0; letter.test(text); letter.lastIndex = from) {
    const at = letter.lastIndex - 1;
    const begin = Math.max(from, at - 200, text.lastIndexOf('\n', at) + 1);
    const end = text.indexOf('\n', at) + 1 || text.length;
    from = Math.min(end, at + 2000);
    yield text.slice(begin, from);
  }
}

/** The bytes of a file without the breaks that fold its lines. */
async function* unfolded(file: FileHandle): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const chunk of chunksOf(file)) {
    const text = rest + chunk.toString('latin1');
    // A break may lie across two chunks.
    const end = Math.max(0, text.length - 2);
    rest = text.slice(end);
    yield Buffer.from(text.slice(0, end).replace(/\r?\n[ \t]/g, ''), 'latin1');
  }
  yield Buffer.from(rest, 'latin1');
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
