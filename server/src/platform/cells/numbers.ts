import { currenciesOf } from './currency-signs.ts';

/** The sign before the fraction in a file. */
export type Decimal = '.' | ',';

/** No number is longer. The patterns would read a long text again from each of its places. */
const LENGTH_MAX = 100;

/**
 * One sign before three digits: it may part groups, or begin a fraction. No group begins with a 0.
 */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** What stands before a number, the number, and what stands behind it. */
const AROUND = /^(\D*?)((?:(?<!\p{L})[.,])?\d[\d.,\s\u00a0\u202f'’]*)(\D*)$/u;
const MINUS = /[-−]/;

/** A number with the sign or code of a currency that stands beside it; null for none. */
export type Amount = { digits: string; sign: string | null };

/**
 * Reads a number as people write it: groups of three, a minus or brackets, and a currency around
 * it. Its digits are plain, with a point, so that none is lost. Null when it is no number, or when
 * what stands beside it is no currency.
 */
export function readAmount(text: string, decimal: Decimal): Amount | null {
  if (text.length > LENGTH_MAX) return null;
  if (PLAIN.test(text) && !(decimal === ',' && /\.\d{3}$/.test(text))) return { digits: text, sign: null };
  // Germans write `200,-` and `200,–` for a sum without cents.
  const whole = /^(.*\d)([.,])[-–—]{1,2}(\D*)$/s.exec(text.trim());
  const bare = whole ? `${whole[1]}${whole[3]}` : text.trim();
  const [, before = '', number = '', behind = ''] = AROUND.exec(bare.replace(/^\((.*)\)$/, '$1')) ?? [];
  const digits = plainDigits(number.replace(/[\s\u00a0\u202f'’]/g, ''), (whole?.[2] ?? decimal) as Decimal);
  const signs = [before, behind].map((part) => part.replace(/[-−+\s\u00a0\u202f]/g, '')).filter(Boolean);
  const sign = signs.toSorted((a, b) => currenciesOf(a).length - currenciesOf(b).length)[0] ?? null;
  if (digits === null || (sign !== null && !haveOneCurrency(signs))) return null;
  const isNegative = /^\(.*\)$/.test(bare) || MINUS.test(before) || MINUS.test(behind);
  return { digits: `${isNegative ? '-' : ''}${digits}`, sign };
}

/** Reads a number that has no currency beside it. */
export function readNumber(text: string, decimal: Decimal): string | null {
  const amount = readAmount(text, decimal);
  return amount === null || amount.sign !== null ? null : amount.digits;
}

/** True for `$5 USD`, false for `€5 USD` and `VAT 19`. */
function haveOneCurrency(signs: string[]): boolean {
  const [first = [], ...others] = signs.map(currenciesOf);
  return first.some((code) => others.every((codes) => codes.includes(code)));
}

function plainDigits(number: string, decimal: Decimal): string | null {
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(number)) return null;
  const sign = fractionSignOf(number, decimal);
  const [whole = '', fraction] = sign ? splitLast(number, sign) : [number];
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return null;
  const groups = whole.split(/[.,]/);
  if (groups.length > 1 && groups.slice(1).some((group) => !/^\d{2,3}$/.test(group))) return null;
  return `${groups.join('') || '0'}${fraction ? `.${fraction}` : ''}`;
}

/** The sign before the fraction of this number; null when it has none. */
function fractionSignOf(text: string, decimal: Decimal): Decimal | null {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point === -1 && comma === -1) return null;
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
  const sign = point === -1 ? ',' : '.';
  if (text.indexOf(sign) !== text.lastIndexOf(sign)) return null;
  return EITHER.test(text) && sign !== decimal ? null : sign;
}

function splitLast(text: string, sign: string): [string, string] {
  const at = text.lastIndexOf(sign);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What a text tells of the sign: `either` when `1.234` may be 1234 or 1 and a fraction. */
export function decimalIn(text: string): Decimal | 'either' | null {
  const bare = text.replace(/[^\d.,]/g, '');
  const [point, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')];
  if (point === -1 && comma === -1) return null;
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
  const sign = point === -1 ? ',' : '.';
  if (bare.indexOf(sign) !== bare.lastIndexOf(sign)) return sign === '.' ? ',' : '.';
  return EITHER.test(bare) ? 'either' : sign;
}
