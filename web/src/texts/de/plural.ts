import { LOCALE } from '../locale.ts';

const RULES = new Intl.PluralRules('de');

/** Returns a number with its word: `12 Kunden`. */
export function counted(count: number, one: string, other: string): string {
  return `${sayNumber(count)} ${plural(count, one, other)}`;
}

/** Returns the word for a number: for 1 that of one. */
export function plural(count: number, one: string, other: string): string {
  return RULES.select(count) === 'one' ? one : other;
}

export function sayNumber(count: number): string {
  return count.toLocaleString(LOCALE);
}
