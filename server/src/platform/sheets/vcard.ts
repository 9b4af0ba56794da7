import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import type { Encoding } from '@rapport/contract/encodings';
import { Problem } from '../problem.ts';
import { chunksOf } from './chunks.ts';
import { guessEncoding } from './guess-encoding.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { cellsOf, VCARD_COLUMNS, type VcardLine } from './vcard-cells.ts';

/** A card without its pictures. Longer ones are broken or hostile. */
const CARD_MAX_LENGTH = 1024 * 1024;

/** A number has three or four: work, voice, cell, pref. */
const TYPES_MAX = 20;

/** Pictures, sounds and keys. They are skipped, however long. */
const SKIPPED = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)\b/i;

/** Behind it stands a card of somebody else, such as an assistant (vCard 2.1). */
const AGENT = /^(?:[\w-]+\.)?AGENT\s*(?:;[^:]*)?:\s*$/i;

/**
 * The cards of an address book as rows (vCard 2.1, RFC 2426, RFC 6350): the columns that
 * `VCARD_COLUMNS` names, several values in a cell with ` ::: ` between them.
 */
export function vcardSheet(file: FileHandle, name: string, encoding: Encoding): Sheet {
  return { name, format: 'vcard', encoding, rows: () => rowsOf(file, encoding) };
}

async function* rowsOf(file: FileHandle, encoding: Encoding): AsyncGenerator<SheetRow | Problem> {
  yield { line: 1, cells: [...VCARD_COLUMNS], size_bytes: 0 };
  let card: { line: number; lines: VcardLine[]; length: number } | null = null;
  let agent: 'none' | 'named' | 'open' = 'none';
  for await (const item of contentLines(file, encoding)) {
    if (item instanceof Problem) return yield item;
    const { text, line } = item;
    if (agent === 'open') {
      if (/^END:VCARD\s*$/i.test(text)) agent = 'none';
    } else if (agent === 'named' && /^BEGIN:VCARD\s*$/i.test(text)) agent = 'open';
    else if (card && AGENT.test(text)) agent = 'named';
    else if (/^BEGIN:VCARD\s*$/i.test(text)) {
      if (card) return yield unfinished(card.line);
      card = { line, lines: [], length: 0 };
    } else if (/^END:VCARD\s*$/i.test(text)) {
      if (card) yield { line: card.line, cells: cellsOf(card.lines), size_bytes: card.length };
      card = null;
    } else if (card && text !== '') {
      card.length += text.length;
      if (card.length > CARD_MAX_LENGTH) return yield unfinished(card.line);
      const read = propertyOf(text);
      if (read) card.lines.push(read);
    }
  }
  if (card) yield unfinished(card.line);
}

function unfinished(line: number): Problem {
  const detail = `The card that begins at line ${line} has no end (END:VCARD). Nothing was imported. Save the address book again and send it.`;
  return new Problem('csv_invalid', detail);
}

type ContentLine = { text: string; line: number };

/**
 * The lines of the file, put together where they were folded. Text in quoted-printable goes on
 * behind `=` at the end of a line, all other text in lines that begin with white space.
 */
async function* contentLines(file: FileHandle, encoding: Encoding): AsyncGenerator<ContentLine | Problem> {
  let current: Folded | null = null;
  let line = 0;
  // A line may be folded within a letter, so its bytes are put together before they are read.
  const decoder = isWide(encoding) ? null : new TextDecoder(encoding);
  const unfolded = ({ pieces, line }: Folded): ContentLine => {
    const text = pieces.join('');
    return { text: decoder ? decoder.decode(Buffer.from(text, 'latin1')) : text, line };
  };
  for await (const text of rawLines(file, encoding)) {
    if (text instanceof Problem) return yield text;
    line += 1;
    const { isSkipped, isQuoted } = current ? headOf(current) : NO_HEAD;
    if (current && isQuoted && current.pieces.at(-1)!.endsWith('=')) {
      current.pieces.push(current.pieces.pop()!.slice(0, -1), text);
      current.length += text.length;
    } else if (current && /^[ \t]/.test(text)) {
      if (isSkipped) continue;
      current.pieces.push(text.slice(1));
      current.length += text.length;
    } else {
      if (current && !isSkipped) yield unfolded(current);
      current = { pieces: [text], line, length: text.length, head: null };
    }
    if (current.length > CARD_MAX_LENGTH) return yield unfinished(current.line);
  }
  if (current) yield unfolded(current);
}

/** A line in the pieces that it was folded into. They are joined once, at its end. */
type Folded = { pieces: string[]; line: number; length: number; head: Head | null };

/** What the part before the colon says of the lines that may follow. */
type Head = { isSkipped: boolean; isQuoted: boolean };
const NO_HEAD: Head = { isSkipped: false, isQuoted: false };

/** Names and parameters of a property are short, and in its first lines. */
const HEAD_PIECES = 20;

/** The head of a line. It is read again only while it may still go on. */
function headOf(current: Folded): Head {
  if (current.head) return current.head;
  const text = current.pieces.slice(0, HEAD_PIECES).join('');
  const head = { isSkipped: SKIPPED.test(text), isQuoted: isQuotedPrintable(text) };
  if (text.includes(':') || current.pieces.length >= HEAD_PIECES) current.head = head;
  return head;
}

/** Each sign of a line is a byte of it, but for UTF-16, which is read at once. */
async function* rawLines(file: FileHandle, encoding: Encoding): AsyncGenerator<string | Problem> {
  const decoder = isWide(encoding) ? new TextDecoder(encoding) : null;
  let rest = '';
  let number = 1;
  for await (const chunk of chunksOf(file)) {
    const lines = (
      rest + (decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1'))
    ).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    number += lines.length;
    yield* lines;
    if (rest.length > CARD_MAX_LENGTH) return yield unfinished(number);
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

function isWide(encoding: Encoding): boolean {
  return encoding.startsWith('utf-16');
}

function isQuotedPrintable(text: string): boolean {
  return /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(text);
}

/** `item1.TEL;TYPE=work,voice:+49 89` → the name, its types and its value. Null for other text. */
function propertyOf(text: string): VcardLine | null {
  const match = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(text);
  if (!match) return null;
  const [, group = '', name = '', parameters = '', raw = ''] = match;
  const types: string[] = [];
  let charset: string | null = null;
  let isPreferred = false;
  for (const parameter of parameters.split(';').slice(1)) {
    const [key = '', value] = parameter.split('=', 2);
    if (value === undefined || /^TYPE$/i.test(key)) {
      const named = (value ?? key).replaceAll('"', '').toLowerCase();
      types.push(...named.split(',', TYPES_MAX));
    }
    if (/^CHARSET$/i.test(key)) charset = value ?? charset;
    if (/^PREF$/i.test(key)) isPreferred = value === '1';
  }
  const value = isQuotedPrintable(text) ? unquoted(raw, charset) : raw;
  return {
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    types: types.filter((type) => !/^(quoted-printable|8bit|7bit|base64|b)$/.test(type)),
    isPreferred: isPreferred || types.includes('pref'),
    value,
  };
}

/**
 * Decodes quoted-printable (RFC 2045, 6.7) in the character set that the line names. Without one it
 * is UTF-8, or what its letters look like: The Bat names none.
 */
function unquoted(text: string, charset: string | null): string {
  const parts: Buffer[] = [];
  for (const piece of text.split(/(=[0-9a-f]{2})/i)) {
    parts.push(
      /^=[0-9a-f]{2}$/i.test(piece) ? Buffer.from([Number.parseInt(piece.slice(1), 16)]) : Buffer.from(piece),
    );
  }
  const bytes = Buffer.concat(parts);
  const named = charset ?? (isUtf8(bytes) ? 'utf-8' : guessEncoding(bytes));
  return decoderOf(named).decode(bytes);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
