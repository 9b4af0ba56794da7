import { LANGUAGE } from './language.ts';

/**
 * The locale of numbers, days, times and names: words in the language of the page, the order of a
 * day, the clock and the signs of numbers as in the region of the browser.
 */
export const LOCALE = localeOf(new Intl.DateTimeFormat().resolvedOptions().locale);

/** Returns `en-DE` on English pages for `de`. */
export function localeOf(language: string): string {
  return `${LANGUAGE}-${new Intl.Locale(language).maximize().region ?? 'US'}`;
}
