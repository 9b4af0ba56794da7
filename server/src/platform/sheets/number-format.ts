import { serialDay, serialTime } from './serial-day.ts';

/** What a cell of a workbook shows of its number. */
export type NumberFormat =
  | { shows: 'number' | 'percent' | 'day' | 'time' | 'duration' }
  | { shows: 'money'; before: string; after: string }
  | { shows: 'digits'; sections: DigitSection[] };

/**
 * Digits with signs between, such as a telephone number. Only numbers up to `most` are shown so.
 */
type DigitSection = { most: number; signs: string };

/** Excel writes no longer one. */
const CODE_MAX_LENGTH = 255;

/** Days and times of every workbook, by their numbers (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: [from: number, to: number, shows: 'percent' | 'day' | 'time' | 'duration'][] = [
  [9, 10, 'percent'],
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'day'],
  [27, 36, 'day'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'day'],
];

/** The format of a number or a code, such as `[h]:mm` or `0.00%`. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined) return code.length > CODE_MAX_LENGTH ? PLAIN : formatOf(code);
  const shows = BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
  return shows === undefined ? PLAIN : { shows };
}

const PLAIN: NumberFormat = { shows: 'number' };

/** Two pieces of a code: signs that are shown as they are, and what stands for the number. */
type Piece = { literal: string } | { code: string };

function formatOf(code: string): NumberFormat {
  const sections = sectionsOf(code);
  const [pieces = []] = sections;
  const letters = pieces.map((piece) => ('code' in piece ? piece.code : '')).join('');
  if (/general/i.test(letters)) return PLAIN;
  if (/\[(?:h+|m+|s+)\]/i.test(letters)) return { shows: 'duration' };
  const bare = letters.replace(/\[[^\]]*\]/g, '');
  if (/[yd]/i.test(bare)) return { shows: 'day' };
  if (/[hs]/i.test(bare)) return { shows: 'time' };
  if (/m/i.test(bare)) return { shows: 'day' };
  if (bare.includes('%')) return { shows: 'percent' };
  return moneyOf(pieces) ?? digitsOf(sections) ?? PLAIN;
}

/**
 * Takes a code apart, in one pass. Sections are for positive and negative numbers, zero and text.
 */
function sectionsOf(code: string): Piece[][] {
  const sections: Piece[][] = [[]];
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at]!;
    const pieces = sections.at(-1)!;
    if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', at + 1);
      const inner = code.slice(at + 1, end === -1 ? undefined : end);
      pieces.push(sign === '"' ? { literal: inner } : bracket(inner));
      at = end === -1 ? code.length : end;
    } else if (sign === '\\') pieces.push({ literal: code[++at] ?? '' });
    // A blank as wide as the next sign, and one sign that fills the cell.
    else if (sign === '_' || sign === '*') at += 1;
    else if (sign === ';') sections.push([]);
    else if (/[$€£¥\s()+\-/:]/.test(sign) || /\p{Sc}/u.test(sign))
      pieces.push({ literal: sign }, { code: sign });
    else pieces.push({ code: sign });
  }
  return sections;
}

/** `[$€-407]` is a currency and a language; `[h]`, `[Red]` and `[<10]` are for the number. */
function bracket(inner: string): Piece {
  return inner[0] === '$' ? { literal: inner.slice(1).split('-', 1)[0]! } : { code: `[${inner}]` };
}

const CURRENCY = /^(?:[A-Z]{0,3}\s?\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|руб\.?|лв\.?)$/u;

function moneyOf(pieces: Piece[]): NumberFormat | null {
  const at = pieces.findIndex((piece) => 'literal' in piece && CURRENCY.test(piece.literal.trim()));
  const number = pieces.findIndex((piece) => 'code' in piece && /[0#?]/.test(piece.code));
  if (at === -1 || number === -1) return null;
  const sign = (pieces[at] as { literal: string }).literal.trim();
  return { shows: 'money', before: at < number ? sign : '', after: at < number ? '' : sign };
}

/** Zeros before a number, and signs between its digits: `00000`, `(000) 000-0000`. */
function digitsOf(sections: Piece[][]): NumberFormat | null {
  const found = sections.slice(0, 2).map((pieces): DigitSection | null => {
    const text = pieces.map((piece) => ('literal' in piece ? piece.literal : codeSigns(piece.code))).join('');
    const bare = pieces
      .map((piece) => ('code' in piece && !/[[\s()+\-/:]/.test(piece.code) ? piece.code : ''))
      .join('');
    const most = Number(
      /\[<=?(\d{1,15})\]/.exec(pieces.map((piece) => ('code' in piece ? piece.code : '')).join(''))?.[1],
    );
    const isPadded =
      /^[0#]*0{2}[0#]*$/.test(bare) || (/^[0#]{2,}$/.test(bare) && /[0#][^0#]+[0#]/.test(text));
    return isPadded ? { most: Number.isNaN(most) ? Number.MAX_SAFE_INTEGER : most, signs: text } : null;
  });
  const [first] = found;
  if (!first) return null;
  const isConditional = first.most < Number.MAX_SAFE_INTEGER;
  return { shows: 'digits', sections: isConditional && found[1] ? [first, found[1]] : [first] };
}

/** The places of digits alone: literals stand there already. */
function codeSigns(code: string): string {
  return code.replace(/[^0#]/g, '');
}

/** The text of a number by the format of its cell, without any rounding that the cell shows. */
export function shownNumber(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  switch (format.shows) {
    case 'day':
      return serialDay(number, is1904);
    case 'time':
      return serialTime(number, is1904);
    case 'duration':
      return duration(number);
    case 'percent':
      return `${plainNumber(String(Number((number * 100).toPrecision(15))))}%`;
    case 'money': {
      const { before, after } = format;
      const digits = clearly(plainNumber(value));
      const bare = digits.replace(/^-/, '');
      const minus = digits === bare ? '' : '-';
      return after ? `${digits} ${after}` : `${minus}${before}${/\w$/.test(before) ? ' ' : ''}${bare}`;
    }
    case 'digits': {
      const section = format.sections.find(({ most }) => number <= most);
      if (section && Number.isSafeInteger(number) && number >= 0)
        return filled(section.signs, String(number));
      return plainNumber(value);
    }
    default:
      return clearly(plainNumber(value));
  }
}

/** Numbers are kept as binary fractions: 0.1 + 0.2 stands there as 0.30000000000000004. */
function plainNumber(value: string): string {
  // A long identifier stays as it is written, because a number would lose its last digits.
  if (/^\d{16,}$/.test(value)) return value;
  return String(Number(Number(value).toPrecision(15)));
}

/** `1.234` of a file may be 1234. The number of a workbook is 1.234, so it says so. */
function clearly(digits: string): string {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) ? `${digits}0` : digits;
}

/** `36:00` for a day and a half, with its seconds if there are any. */
function duration(days: number): string {
  const total = Math.round(Math.abs(days) * 86_400);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return `${days < 0 ? '-' : ''}${hours}:${two(minutes)}${seconds ? `:${two(seconds)}` : ''}`;
}

/** Puts digits from the right into their places; the first place takes what is left. */
function filled(signs: string, digits: string): string {
  let [text, rest] = ['', digits];
  const first = signs.search(/[0#]/);
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const sign = signs[at]!;
    if (sign !== '0' && sign !== '#') {
      text = sign + text;
      continue;
    }
    const taken = at === first ? rest : rest.slice(-1);
    text = (taken || (sign === '0' ? '0' : '')) + text;
    rest = at === first ? '' : rest.slice(0, -1);
  }
  return text.trim();
}
