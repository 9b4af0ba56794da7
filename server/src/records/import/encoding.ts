import { Problem } from '../../platform/problem.ts';

const LINE_FEED = 0x0a;

/** Checks a file chunk by chunk, and refuses the first line that is not UTF-8. */
export class Utf8Check {
  #decoder = new TextDecoder('utf-8', { fatal: true });
  #line = 1;
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
      if (line.at(-1) === LINE_FEED) this.#line += 1;
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
    return notUtf8(`Line ${this.#line} is not UTF-8; the file looks like Latin-1 or Windows-1252.`);
  }
}

/** The format of a file that is no UTF-8 text, by its first bytes; null when unknown. */
function looksLike([a, b, c, d]: Buffer): string | null {
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16';
  // UTF-16 without a byte order mark: Latin letters have a zero in every other byte.
  if ((a === 0 && c === 0) || (b === 0 && d === 0)) return 'UTF-16';
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
