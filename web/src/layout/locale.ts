/**
 * The locale of days, times and names: words in English as all of the page, the order of a day and
 * the clock as in the region of the browser. Numbers, which have no words, are written as the
 * browser does.
 */
export const LOCALE = localeOf(new Intl.DateTimeFormat().resolvedOptions().locale);

/** Returns `en-DE` for `de`. */
export function localeOf(language: string): string {
  return `en-${new Intl.Locale(language).maximize().region ?? 'US'}`;
}
