/**
 * Signs that nobody sees and that come along with what is copied: marks and turns of direction
 * around a number from a phone, blanks without width, byte order marks.
 */
const UNSEEN = '\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff';
const TURNS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
/** They join and part letters, in Malayalam also at the end of a word. */
const JOINERS = '\u200c\u200d';

const ANYWHERE = new RegExp(`[${UNSEEN}${TURNS}${JOINERS}]`, 'g');
const AT_ENDS = new RegExp(`[\\s${UNSEEN}${TURNS}]`);

/** A number or an address without the signs that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(ANYWHERE, '');
}

/** Word has a vertical tab for a new line in the same paragraph. */
const SOFT_BREAK = /[\v\f\u0085]/g;

/** A text of several lines in which each ends as people see it. */
export function withPlainBreaks(text: string): string {
  return text.replace(SOFT_BREAK, '\n');
}

/** A text without blanks, and without signs that nobody sees, at both ends. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && AT_ENDS.test(text[from]!)) from += 1;
  while (from < to && AT_ENDS.test(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}
