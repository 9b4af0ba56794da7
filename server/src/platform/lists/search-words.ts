import { fold } from '@rapport/contract/fold';
import { phoneDigits } from './phone-digits.ts';
import { spellOut, withUmlauts } from './umlauts.ts';

// The words of a search. The SQL function `search_words` finds the same ones in a record: what is
// between blanks and punctuation, once whole (`grace@example.com`) and once in its parts
// (`grace`, `example`, `com`). Text without blanks between words, as in Chinese, Japanese and
// Korean, is found by any part: its words are all pairs of characters that stand together.
// `inner_words` adds what stands inside the words of a name and inside a phone number.

/** What is between words: control characters, blanks and most punctuation. */
const SEPARATORS =
  '\\x01-\\x1f\\x7f!"#$%()*,:;<=>?\\[\\\\\\]^`{|}~\\u0080-\\u00bf\\u00d7\\u00f7\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0' +
  '\\u05c3\\u05c6\\u05f3\\u05f4\\u060c\\u061b\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0f0b-\\u0f14\\u104a-\\u104f\\u1680' +
  '\\u2000-\\u206f\\u20a0-\\u20cf\\u2100-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30a0\\u30fb\\ufffc-\\uffff';

/** The characters of scripts that are written without blanks between words. */
const UNSPACED =
  '\\u1100-\\u11ff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u303c\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f' +
  '\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';

/** Longer words are cut here: an index holds no long ones. */
const WORD_MAX_LENGTH = 100;

const SEPARATOR = new RegExp(`[ ${SEPARATORS}]+`, 'u');
const UNSPACED_RUN = new RegExp(`([${UNSPACED}]+)`, 'u');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const INNER = /['@._+/&-]+/;
const OUTER = /^[@._+/&-]+|[@._+/&-]+$/g;

/** The digits of a phone number that are few enough numbers' beginning to look for them alone. */
const TOGETHER_MIN = 5;

/** The mark of what `inner_words` found inside a word. No word has it. */
const INNER_MARK = '~';

/** What may stand inside a word of letters, or inside a phone number, which a 0 would begin. */
const INSIDE = /^(?:[^\d]{3,}|[1-9]\d{3,})$/u;

/** Where the words of a search may stand: at the beginning of a word only, or inside, too. */
type Place = 'beginning' | 'anywhere';

/**
 * The text of a tsquery for a search: each word of `q` begins a word of the record, whole or in its
 * parts, or stands inside a word of its name. What may be a phone number also begins one or stands
 * in it, however both are written. The groups of its digits are whole words but for the last: with
 * a code such as 44 each number of a country begins. It is empty, and finds nothing, when `q` has
 * no word.
 */
export function searchQuery(q: string, place: Place = 'anywhere'): string {
  const [written, ...others] = phoneDigits(q);
  const pieces = searchedWords(q);
  const words = pieces
    .map((spellings, at) => {
      const isGroup = written !== undefined && at < pieces.length - 1;
      return isGroup ? wordsQuery(spellings[0]!) : eitherOf(spellings.map((piece) => found(piece, place)));
    })
    .filter((query) => query !== '')
    .join(' & ');
  if (written === undefined) return words;
  return eitherOf([words && `(${words})`, found(written, place), ...others.map(beginning)]);
}

/**
 * The part of `searchQuery` that takes the digits of a phone number together, when no group of them
 * is longer than two digits; else null. Each number of a country has such groups, and the last one
 * begins a great part of all numbers, so the index reads nearly everything for them.
 */
export function shortGroupsTogether(q: string, place: Place): string | null {
  const [written, ...others] = phoneDigits(q);
  const pieces = searchedWords(q).map(([piece]) => piece!);
  const isShort = pieces.length > 1 && pieces.every((piece) => isShortNumber(piece.replace(/^\+/, '')));
  if (written === undefined || !isShort || written.length < TOGETHER_MIN) return null;
  return eitherOf([found(written, place), ...others.map(beginning)]);
}

/**
 * True when all words of `q` but the longest are numbers of one or two digits. What begins with one
 * of those is sooner found among the records with the longest word than by the index.
 */
export function hasShortNumbers(q: string): boolean {
  const words = q.trim().split(/\s+/u);
  const longest = longestWord(q);
  return longest !== null && words.every((word) => word === longest || isShortNumber(word));
}

function isShortNumber(word: string): boolean {
  return /^\d{1,2}$/.test(word);
}

/** The words of a search, folded, each in the spellings in which a record may have it. */
export function searchedWords(q: string): string[][] {
  const pieces = piecesOf(q);
  const spelledOut = piecesOf(spellOut(q));
  return pieces.map((piece, at) => [...new Set([...withUmlauts(piece), spelledOut[at] ?? piece])]);
}

/**
 * The text of a tsquery for records that hold all words of a text. It is empty when there are none.
 */
export function wordsQuery(text: string): string {
  return piecesOf(text)
    .flatMap((piece) => (STARTS_UNSPACED.test(piece) ? pairs(piece, false) : partsOf(piece).map(exactly)))
    .join(' & ');
}

/**
 * The longest word of `q`: every record that `searchQuery` finds by `q` has it, too. Null when `q`
 * is a single word, or has no word of letters and digits only.
 */
export function longestWord(q: string): string | null {
  // A phone number is found by its digits together, too.
  if (phoneDigits(q).length > 0) return null;
  const words = q.trim().split(/\s+/u);
  const [longest] = words
    .filter((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))
    .toSorted((a, b) => b.length - a.length);
  return words.length === 1 ? null : (longest ?? null);
}

/** The words of a text, folded; what is written without blanks stands apart. */
function piecesOf(text: string): string[] {
  return fold(text)
    .split(SEPARATOR)
    .flatMap((word) => word.split(UNSPACED_RUN))
    .filter((piece) => piece !== '');
}

function partsOf(piece: string): string[] {
  return piece.split(INNER).filter((part) => part !== '');
}

function found(piece: string, place: Place): string {
  return STARTS_UNSPACED.test(piece) ? pairs(piece, true) : eitherOf([beginning(piece), inner(piece, place)]);
}

/**
 * Matches a word as it is written, as `search_words` keeps it, without a plus before and a dot
 * after it, without all punctuation around it, or by its parts. The parts of an address, such as
 * `com`, are in too many records to look for them.
 */
function beginning(piece: string): string {
  const parts = partsOf(piece);
  if (parts.length === 0) return '';
  const whole = piece.replaceAll("'", '');
  const bare = whole.replace(/^\+/, '').replace(/\.$/, '');
  const spellings = [whole, bare, whole.replace(OUTER, '')].filter(Boolean);
  const ways = spellings.map((word) => `${lexeme(word)}:*`);
  if (parts.length > 1 && !/[@.]/.test(piece)) {
    ways.push(`(${[...parts.slice(0, -1).map(exactly), `${lexeme(parts.at(-1)!)}:*`].join(' & ')})`);
  }
  return eitherOf(ways);
}

/** Matches a word or number with these characters inside, by all that stand together in them. */
function inner(piece: string, place: Place): string {
  if (place === 'beginning' || !INSIDE.test(piece) || partsOf(piece)[0] !== piece) return '';
  const characters = [...piece];
  const size = /\d/.test(piece) ? 4 : 3;
  const together = characters.slice(size - 1).map((_, at) => characters.slice(at, at + size).join(''));
  return `(${[...new Set(together)].map((part) => lexeme(INNER_MARK + part)).join(' & ')})`;
}

function eitherOf(queries: string[]): string {
  const ways = [...new Set(queries)].filter((query) => query !== '');
  return ways.length > 1 ? `(${ways.join(' | ')})` : (ways[0] ?? '');
}

/** Matches text with these characters in this order. A single one begins a pair, or is the last. */
function pairs(run: string, isBeginning: boolean): string {
  const characters = [...run];
  if (characters.length === 1) return `${lexeme(run)}${isBeginning ? ':*' : ''}`;
  const all = characters.slice(0, -1).map((character, at) => lexeme(character + characters[at + 1]));
  return [...new Set(all)].join(' & ');
}

/** A word that was cut may go on in the record, where a short text is not cut. */
function exactly(word: string): string {
  return [...word].length > WORD_MAX_LENGTH ? `${lexeme(word)}:*` : lexeme(word);
}

function lexeme(word: string): string {
  const cut = word.length > WORD_MAX_LENGTH ? [...word].slice(0, WORD_MAX_LENGTH).join('') : word;
  return `'${cut}'`;
}
