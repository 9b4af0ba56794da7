import { decimalsOf } from '@rapport/contract/currencies';
import { clockAt, dayAt, instantOf, plusDays } from '@rapport/contract/days';
import { ZONE } from '../../api/zone.ts';
import { inUtc, inZone } from '../../layout/formats.ts';
import { LOCALE } from '../../texts/locale.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Field } from './field.ts';

const day = inUtc({ dateStyle: 'medium' });
const near = inUtc({ month: 'short', day: 'numeric' });
const moment = inZone({ dateStyle: 'medium', timeStyle: 'short' });
const clock = inZone({ timeStyle: 'short' });
const exact = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 15 });
const plain = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 0, maximumFractionDigits: 4 });

/**
 * Returns a day such as `2026-12-01` in the User's format. It is the same day in every time zone.
 */
export function sayDate(date: string): string {
  const time = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? date : day.format(time);
}

/** Returns a day in the User's format, without the year if it is the current one. */
export function sayNear(date: string): string {
  return date.slice(0, 4) === today().slice(0, 4)
    ? near.format(new Date(`${date}T00:00:00Z`))
    : sayDate(date);
}

/** Returns a due day or time in the User's format. */
export function sayDue(due: string): string {
  return due.includes('T') ? moment.format(new Date(due)) : sayDate(due);
}

/** Returns the time of day in the User's zone. */
export function sayClock(at: string): string {
  return clock.format(new Date(at));
}

/** Returns a time such as `2026-12-01 09:00:00` in the form of the API. Without a time, the day. */
export function dueOf(when: string, zone = ZONE): string {
  const [day, time] = when.split(' ') as [string, string?];
  return time === undefined ? day : instantOf(day, time, zone).toISOString();
}

/** Returns the day in the User's zone of what is due on a day or at a time. */
export function dayOf(
  { due_on, due_at }: { due_on: string | null; due_at: string | null },
  zone = ZONE,
): string | null {
  return due_at ? dayAt(new Date(due_at), zone) : due_on;
}

/** Returns an amount in the User's format, with the currency if there is one. */
export function sayAmount(amount: unknown, currency: unknown): string {
  if (amount === null || amount === undefined || amount === '') return '';
  // As text, because a number of JavaScript has not enough digits for the largest amounts.
  const number = String(amount) as Intl.StringNumericLiteral;
  if (typeof currency !== 'string' || currency === '') return plain.format(number);
  try {
    const whole = Number.isInteger(Number(amount)) ? 0 : decimalsOf(currency);
    const format = {
      style: 'currency',
      currency,
      minimumFractionDigits: whole,
      maximumFractionDigits: whole,
    };
    return new Intl.NumberFormat(LOCALE, format as Intl.NumberFormatOptions).format(number);
  } catch {
    // Records of earlier releases may have three letters that are no currency.
    return `${plain.format(number)} ${currency}`;
  }
}

/** Returns a number in the User's format, with all its decimals. */
export function sayNumber(value: number): string {
  return exact.format(value);
}

/** Returns any JSON for reading: a text as it is, other values as JSON. */
export function sayJson(value: unknown, indent = 0): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, indent);
}

/** Returns the amount in this field of a record, with the currency that the record has for it. */
export function sayAmountOf(
  { name, currency }: Pick<Field, 'name' | 'currency'>,
  record: RecordData,
): string {
  return sayAmount(record[name], currency && record[currency]);
}

/** Returns sums such as `€120,500 · $1,200 · 500 without currency`. They are never added up. */
export function saySums(sums: { currency: string | null; amount: string }[]): string {
  const known = sums.filter(({ currency }) => currency !== null);
  const others = sums.filter(({ currency }) => currency === null);
  return [
    ...known.map(({ currency, amount }) => sayAmount(amount, currency)),
    ...others.map(({ amount }) => records.withoutCurrency(sayAmount(amount, null))),
  ].join(' · ');
}

/** Returns today in the User's zone, plus `days`, in the form of the API. */
export function today(days = 0, from = new Date(), zone = ZONE): string {
  return plusDays(dayAt(from, zone), days);
}

/**
 * Returns a date whose local parts are what the clock shows in the User's zone, for code that reads
 * those parts.
 */
export function wallClock(at: Date, zone = ZONE): Date {
  return new Date(`${dayAt(at, zone)}T${clockAt(at, zone)}`);
}

/** Returns the number of days from one day to another. Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
