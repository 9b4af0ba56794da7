/** A row of a CSV text and where the next one begins, or what is wrong with one of its cells. */
type CutRow = { cells: string[]; end: number } | { fault: string; column: number };

const UNCLOSED = 'a quote is opened and never closed.';
const AFTER_QUOTE = 'text follows a closing quote. Write a quote within quotes twice: "".';
const QUOTE_WITHIN =
  'a quote stands in the middle of the text. Put the whole text in quotes and write that one twice: "".';

/**
 * Cuts the row that begins at `start` out of a CSV text (RFC 4180). Null when the row goes on after
 * the text, which none does when it `isLast`.
 */
export function cutRow(text: string, start: number, delimiter: string, isLast: boolean): CutRow | null {
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    at = skipSpace(text, at, delimiter);
    const end = text[at] === '"' ? closingQuote(text, at) : endOfCell(text, at, delimiter);
    if (end === text.length && !isLast) return null;
    if (text[at] !== '"') {
      if (text[end] === '"') return { fault: QUOTE_WITHIN, column: cells.length };
      cells.push(text.slice(at, end).trimEnd());
      at = end;
    } else {
      if (end === text.length) return { fault: UNCLOSED, column: cells.length };
      // A quote that comes next would make this one a part of the text.
      if (end + 1 === text.length && !isLast) return null;
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = skipSpace(text, end + 1, delimiter);
    }
    if (at === text.length) return isLast ? { cells, end: at } : null;
    if (text[at] === delimiter) continue;
    if (text[at] === '\n') return { cells, end: at + 1 };
    if (text[at] !== '\r') return { fault: AFTER_QUOTE, column: cells.length - 1 };
    if (at + 1 === text.length && !isLast) return null;
    return { cells, end: at + (text[at + 1] === '\n' ? 2 : 1) };
  }
}

/** The place of the first sign that is no space; a delimiter and a line break are none. */
function skipSpace(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && isSpace(text[at]!) && text[at] !== delimiter) at += 1;
  return at;
}

function isSpace(sign: string): boolean {
  return sign.trim() === '' && sign !== '\n' && sign !== '\r';
}

/** The place of the quote that closes the one at `open`; the length of the text if none does. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at;
}

const [LINE_FEED, RETURN, QUOTE] = [10, 13, 34];

/** Where a cell without quotes ends: at a delimiter, a line break or a quote. */
function endOfCell(text: string, start: number, delimiter: string): number {
  const stop = delimiter.charCodeAt(0);
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || code === LINE_FEED || code === RETURN || code === QUOTE) break;
  }
  return at;
}
