import { decimalsOf } from '@rapport/contract/currencies';
import { type DayOrder, instantIn, readMoment } from '../../platform/cells/days.ts';
import { type Decimal, decimalIn, readNumber } from '../../platform/cells/numbers.ts';
import { unclearDay } from '../unclear.ts';
import { VALUE_TYPES } from '../value-types.ts';
import type { DeclaredField } from './declared.ts';
import { shapeFault } from './shapes.ts';

/** How the people of an Account write days, numbers and amounts, and where their clocks are. */
export type Hand = { order: DayOrder; decimal: Decimal; currency: string | null; time_zone: string };

/** How files of ours write: as the API does, whatever the country. */
export const OUR_HAND: Hand = { order: 'dmy', decimal: '.', currency: null, time_zone: 'UTC' };

/** What an Account says of itself. */
export type Place = { country: string | null; currency: string | null; time_zone: string | null };

/** The countries that write the month before the day, and those with a point before a fraction. */
const MONTH_FIRST = ['US', 'PH', 'FM', 'MH', 'PW'];
const WITH_POINT = 'AU BW CA CN EG GB GH GT HK HN IE IL IN JP KE KR LK MX MY NG NI NZ PA PH PK SG TH TW US';

export function handOf({ country, currency, time_zone }: Place): Hand {
  const isPoint = country === null || WITH_POINT.split(' ').includes(country);
  const order = country !== null && MONTH_FIRST.includes(country) ? 'mdy' : 'dmy';
  return { order, decimal: isPoint ? '.' : ',', currency, time_zone: time_zone ?? 'UTC' };
}

/**
 * The value of a declared field that a text, or a value of another type, means: that of a cell in a
 * file, or one that a record had before its field. Undefined when it means none.
 */
export function readDeclared(given: unknown, declared: DeclaredField, hand: Hand): unknown {
  const { field } = declared;
  const value = shapeFault(given, field) ? READERS[declared.type]?.(given, declared, hand) : given;
  if (value === undefined || value === null || shapeFault(value, field)) return undefined;
  return VALUE_TYPES[field.type].kept(value as never, field);
}

type Reader = (given: unknown, declared: DeclaredField, hand: Hand) => unknown;

const READERS: Partial<Record<DeclaredField['type'], Reader>> = {
  text: textOf,
  long_text: textOf,
  number: (given, _, { decimal }) => {
    const digits = readNumber(textOf(given) ?? '', decimal);
    return digits === null ? undefined : Number(digits);
  },
  money: readMoney,
  date: (given, _, { order }) => readMoment(textOf(given) ?? '', order)?.day,
  time: (given, _, { order, time_zone }) => {
    const moment = readMoment(textOf(given) ?? '', order);
    return moment ? instantIn(moment, time_zone).toISOString() : undefined;
  },
  choice: (given, { options }) => optionOf(options, textOf(given) ?? ''),
  choices: (given, { options }) => {
    const texts = Array.isArray(given) ? given.map(String) : (textOf(given) ?? '').split(/[,;\n]/);
    const keys = texts.filter((text) => text.trim() !== '').map((text) => optionOf(options, text));
    return keys.includes(undefined) ? undefined : keys;
  },
  boolean: (given) => YES_OR_NO.get((textOf(given) ?? '').toLowerCase()),
  url: (given) => {
    const text = textOf(given) ?? '';
    const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
    return URL.parse(address)?.hostname.includes('.') ? address : undefined;
  },
};

const YES_OR_NO = new Map([
  ...['true', 'yes', 'y', '1', 'x', 'ja', 'oui', 'si', 'sí'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'nein', 'non'].map((word) => [word, false] as const),
]);

/** An amount with its currency around it, or in that of the Account. */
function readMoney(given: unknown, _: DeclaredField, { decimal, currency }: Hand): unknown {
  const { amount = given, currency: own } = (isObject(given) ? given : {}) as Record<string, unknown>;
  const text = textOf(amount);
  if (text === undefined) return undefined;
  const digits = readNumber(text, decimal);
  const code = textOf(own) ?? currencyIn(text) ?? currency;
  return digits === null || !code ? undefined : { amount: digits, currency: code };
}

export function currencyIn(text: string): string | undefined {
  return /\b([A-Z]{3})\b/.exec(text)?.[1] ?? signOf(text);
}

/**
 * What may be meant in two ways in a text for the field: the `day` `3/4/2026` is in April or in
 * March, the `number` `1.500` is 1500 or 1.5. Null for a text that is clear, or none of the field.
 */
export function unclearIn(text: string, { type }: DeclaredField, hand: Hand): 'day' | 'number' | null {
  return UNCLEAR[type]?.(text, hand) ?? null;
}

/** True if the order of day and month in texts decides the values of the type. */
export function hasDayOrder(type: DeclaredField['type']): boolean {
  return UNCLEAR[type] === unclearDay;
}

const UNCLEAR: Partial<Record<DeclaredField['type'], (text: string, hand: Hand) => 'day' | 'number' | null>> =
  {
    number: unclearNumber,
    // Clear with the three decimals of its currency, as the people of the Account write them.
    money: (text, hand) => {
      const hasThree = decimalsOf(currencyIn(text) ?? hand.currency) === 3;
      return hasThree && text.includes(hand.decimal) ? null : unclearNumber(text, hand);
    },
    date: unclearDay,
    time: unclearDay,
  };

function unclearNumber(text: string, { decimal }: Hand): 'number' | null {
  return decimalIn(text) === 'either' && readNumber(text, decimal) !== null ? 'number' : null;
}

function signOf(text: string): string | undefined {
  const signs: Record<string, string> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };
  return Object.entries(signs).find(([sign]) => text.includes(sign))?.[1];
}

/** The option with this key or label, in any case. */
function optionOf(options: DeclaredField['options'], text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  const found =
    options.find(({ key }) => key === wanted) ?? options.find(({ label }) => label.toLowerCase() === wanted);
  return found?.key;
}

/** A text or number as text. Lists and objects mean no single value. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
