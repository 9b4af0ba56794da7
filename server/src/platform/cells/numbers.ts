/** The sign before the fraction in a file. */
export type Decimal = '.' | ',';

/** No number is longer. The patterns would read a long text again from each of its places. */
const LENGTH_MAX = 100;

/**
 * One sign before three digits: it may part groups, or begin a fraction. No group begins with a 0.
 */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const AROUND = /^[\s\p{Sc}]*(?:[A-Z]{1,3}\p{Sc}?\s*)?|\s*(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei)?\s*$/gu;

/**
 * Reads a number as people write it: with a currency around it, groups of three, a minus or
 * brackets. Returns plain digits with a point, so that none is lost. Null when it is no number.
 */
export function readNumber(text: string, decimal: Decimal): string | null {
  if (text.length > LENGTH_MAX) return null;
  if (PLAIN.test(text) && !(decimal === ',' && /\.\d{3}$/.test(text))) return text;
  const isNegative = /^\(.*\)$/.test(text.trim()) || /^\D*[-−]/.test(text) || /[-−]$/.test(text.trim());
  const bare = text
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^[-−+]|[-−]$/g, '')
    .replace(AROUND, '')
    .replace(/^[-−+]/, '')
    .replace(/[\s\u00a0\u202f'’]/g, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return null;
  const sign = fractionSignOf(bare, decimal);
  const [whole = '', fraction] = sign ? splitLast(bare, sign) : [bare];
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return null;
  const groups = whole.split(/[.,]/);
  if (groups.length > 1 && groups.slice(1).some((group) => !/^\d{2,3}$/.test(group))) return null;
  const digits = groups.join('') || '0';
  return `${isNegative ? '-' : ''}${digits}${fraction ? `.${fraction}` : ''}`;
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
