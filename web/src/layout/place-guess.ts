import type { WeekStart } from '@rapport/contract/days';
import { BROWSER_ZONE } from '../api/zone.ts';
import { countries, currencyOf } from './standards.ts';

/** What an Account says of its place. */
export type PlaceDraft = { currency: string; country: string; time_zone: string; week_starts_on: WeekStart };

/** A newer part of Intl, which not every browser has. */
type Locale = Intl.Locale & {
  getTimeZones?: () => string[] | undefined;
  getWeekInfo?: () => { firstDay: number };
};

const WEEK_STARTS: Record<number, WeekStart> = { 5: 'friday', 6: 'saturday', 7: 'sunday' };

/**
 * Guesses the place of a business from the browser. The country is that of the time zone, because
 * many people use a language of another country; only without one it is that of the language.
 */
export function guessPlace(time_zone = BROWSER_ZONE, languages = navigator.languages): PlaceDraft {
  const country = countryOfZone(time_zone) ?? countryOfLanguage(languages) ?? '';
  const locale = country === '' ? null : (new Intl.Locale(`und-${country}`) as Locale);
  return {
    currency: currencyOf(country) ?? '',
    country,
    time_zone,
    week_starts_on: WEEK_STARTS[locale?.getWeekInfo?.().firstDay ?? 1] ?? 'monday',
  };
}

function countryOfZone(time_zone: string): string | undefined {
  return Object.keys(countries()).find((country) =>
    (new Intl.Locale(`und-${country}`) as Locale).getTimeZones?.()?.includes(time_zone),
  );
}

function countryOfLanguage(languages: readonly string[]): string | undefined {
  return languages.map((language) => new Intl.Locale(language).region).find((region) => region !== undefined);
}
