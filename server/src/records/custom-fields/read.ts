import { decimalsOf, isCurrency } from '@rapport/contract/currencies';
import type { Money } from '@rapport/contract/records/declared-fields';
import { currencyMeant } from '../../platform/cells/currency-signs.ts';
import { type DayOrder, instantIn, readMoment } from '../../platform/cells/days.ts';
import { type Amount, type Decimal, decimalIn, readAmount } from '../../platform/cells/numbers.ts';
import { yesOrNoIn } from '../../platform/cells/yes-or-no.ts';
import { splitTags } from '../../platform/sheets/tags.ts';
import { unclearDay } from '../unclear.ts';
import { VALUE_TYPES } from '../value-types.ts';
import type { DeclaredField } from './declared.ts';
import { shapeFault } from './shapes.ts';

/** How the people of an Account write days, numbers and amounts, and where their clocks are. */
export type Hand = {
  order: DayOrder;
  decimal: Decimal;
  currency: string | null;
  time_zone: string;
  /** What signs such as `$` mean, where somebody has said it. */
  signs?: Record<string, string | null>;
};

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
  if (declared.type === 'money' && !isCurrency((value as Money).currency)) return undefined;
  return VALUE_TYPES[field.type].kept(value as never, field);
}

type Reader = (given: unknown, declared: DeclaredField, hand: Hand) => unknown;

const READERS: Partial<Record<DeclaredField['type'], Reader>> = {
  text: textOf,
  long_text: textOf,
  number: (given, _, hand) => {
    const amount = readAmount(textOf(given) ?? '', hand.decimal);
    // A number has no place for a currency, so it may only be the one that goes without saying.
    const isBare = amount?.sign === null || (amount && currencyOf(amount, hand) === hand.currency);
    return isBare ? Number(amount!.digits) : undefined;
  },
  money: readMoney,
  date: (given, _, { order }) => readMoment(textOf(given) ?? '', order)?.day,
  time: (given, _, { order, time_zone }) => {
    const moment = readMoment(textOf(given) ?? '', order);
    return moment ? instantIn(moment, time_zone).toISOString() : undefined;
  },
  choice: (given, { options }) => optionOf(options, textOf(given) ?? ''),
  choices: (given, { options }) => {
    const texts = Array.isArray(given) ? given.map(String) : optionsIn(options, textOf(given) ?? '');
    const keys = texts.filter((text) => text.trim() !== '').map((text) => optionOf(options, text));
    return keys.includes(undefined) ? undefined : keys;
  },
  boolean: (given) => yesOrNoIn(textOf(given) ?? '') ?? undefined,
  url: (given) => {
    const text = textOf(given) ?? '';
    const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
    return URL.parse(address)?.hostname.includes('.') ? address : undefined;
  },
};

/** An amount with its currency around it, or in that of the Account. */
function readMoney(given: unknown, _: DeclaredField, hand: Hand): unknown {
  const { amount = given, currency } = (isObject(given) ? given : {}) as Record<string, unknown>;
  const read = readAmount(textOf(amount) ?? '', hand.decimal);
  const code = textOf(currency) ?? (read && currencyOf(read, hand));
  return read === null || !code ? undefined : { amount: read.digits, currency: code };
}

/**
 * The currency of an amount: the one beside it, else that of the Account. Null when nobody can say.
 */
export function currencyOf({ sign }: Amount, { currency, signs = {} }: Hand): string | null {
  if (sign === null) return currency;
  return Object.hasOwn(signs, sign) ? signs[sign]! : currencyMeant(sign, currency);
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
      const amount = readAmount(text, hand.decimal);
      const hasThree = amount !== null && decimalsOf(currencyOf(amount, hand)) === 3;
      return hasThree && text.includes(hand.decimal) ? null : unclearNumber(text, hand);
    },
    date: unclearDay,
    time: unclearDay,
  };

function unclearNumber(text: string, { decimal }: Hand): 'number' | null {
  return decimalIn(text) === 'either' && readAmount(text, decimal) !== null ? 'number' : null;
}

/** No option of anybody has more commas. */
const COMMAS_MAX = 8;

/** The options in a text: one that has a comma itself, or several with signs between them. */
function optionsIn(options: DeclaredField['options'], text: string): string[] {
  const isOption = (part: string) => optionOf(options, part) !== undefined;
  if (text.includes('"')) return splitTags(text);
  return text.split(/[;\n]/).flatMap((part) => {
    const found: string[] = [];
    // The longest option that the rest begins with: `Berlin, Germany, Rome` may be two.
    for (let rest = part.split(','); rest.length > 0; ) {
      const next = rest.slice(0, COMMAS_MAX + 1);
      const length = next.findLastIndex((_, end) => isOption(next.slice(0, end + 1).join(','))) + 1 || 1;
      found.push(rest.slice(0, length).join(','));
      rest = rest.slice(length);
    }
    return found;
  });
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
