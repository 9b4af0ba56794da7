import { withoutUnseen } from '@rapport/contract/unseen';
import { LOCALE } from '../../texts/locale.ts';

/** How people of a language write a number: `1.234,50` has the group `.` and the decimal `,`. */
export type Marks = { group: string; decimal: string };

/**
 * A typed number, in the form of the API, such as `1500` or `0.125`. `other` is what the same text
 * means to people of other languages. `isForeign` if no mark of the language decides between both.
 */
export type Typed = { value: string; other?: string; isForeign?: boolean };

/** Returns the marks of a language. Without one, of that of the pages. */
export function marksOf(language = LOCALE): Marks {
  const parts = new Intl.NumberFormat(language).formatToParts(1234567.8);
  const mark = (type: string) => western(parts.find((part) => part.type === type)?.value ?? '');
  return { group: mark('group'), decimal: mark('decimal') };
}

const MARKS = marksOf();

/**
 * Reads a typed number. Null if nothing is typed, undefined if it is no number. The last of two
 * different marks is that of the decimals. A single mark that could be either is read by the
 * language: `1.500` is 1500 in German and 1.500 in English, where `other` is then 1500.
 */
export function readNumber(typed: string, marks: Marks = MARKS): Typed | null | undefined {
  const text = western(withoutUnseen(typed).trim());
  if (text === '') return null;
  const [, sign, digits] = /^([-−–+]?)(.*)$/s.exec(text)!;
  const read = readDigits(digits!, marks);
  if (read === undefined) return undefined;
  const signed = (value: string) => (/[-−–]/.test(sign!) && /[1-9]/.test(value) ? `-${value}` : value);
  return { ...read, value: signed(read.value), ...(read.other && { other: signed(read.other) }) };
}

/** Groups of three digits, or as in India of two before the last. */
const GROUPS = /^[1-9]\d{0,2}(?:(['.,])\d{3}(?:\1\d{3})*|(?:,\d\d)*,\d{3})$/;

function readDigits(text: string, { group, decimal }: Marks): Typed | undefined {
  if (/^\d+$/.test(text)) return { value: plain(text) };
  const [, whole = '', mark = '', fraction] = /^(.*?)([.,])(\d+)$/.exec(text) ?? [];
  const isDecimal = /^\d*$/.test(whole) || (GROUPS.test(whole) && !whole.includes(mark));
  const asDecimal = fraction !== undefined && isDecimal ? plain(whole, fraction) : undefined;
  const asWhole = GROUPS.test(text) ? plain(text) : undefined;
  if (asDecimal === undefined || asWhole === undefined) {
    const only = asDecimal ?? asWhole;
    return only === undefined ? undefined : { value: only };
  }
  if (mark === group) return { value: asWhole };
  return { value: asDecimal, other: asWhole, ...(mark !== decimal && { isForeign: true }) };
}

function plain(whole: string, fraction = ''): string {
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** Replaces digits of other scripts, and all that separates groups but is no point or comma. */
function western(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replace(/[\s’٬]/g, "'");
}

/** Returns the number without zeros at the end of its decimals: `1.5` for `1.500`. */
export function withoutZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/** Returns the number of decimals: 3 for `1.500`. */
export function decimalsIn(value: string): number {
  return value.split('.')[1]?.length ?? 0;
}

/** Returns a number of the API as text to edit, with the decimal mark of the language. */
export function toTyped(value: string | number | null, marks: Marks = MARKS): string {
  return value === null ? '' : String(value).replace('.', marks.decimal || '.');
}
