import { Select, SimpleGrid } from '@mantine/core';
import { WEEK_STARTS, type WeekStart } from '@rapport/contract/days';
import { placeTexts as texts } from '../texts/place.ts';
import type { PlaceDraft } from './place-guess.ts';
import { SearchedSelect } from './searched-select.tsx';
import { countries, currencies, currencyOf, optionsOf, timeZones } from './standards.ts';

/**
 * The inputs of an Account's place. Another country brings its currency with it, while the currency
 * is still that of the former country.
 */
export function PlaceFields(props: {
  value: PlaceDraft;
  errors?: Record<string, string | undefined>;
  onChange: (value: PlaceDraft) => void;
}) {
  const { value, errors = {}, onChange } = props;
  const changeCountry = (country: string) => {
    const isUsual = value.currency === '' || value.currency === currencyOf(value.country);
    onChange({ ...value, country, currency: (isUsual && currencyOf(country)) || value.currency });
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
      <SearchedSelect
        label={texts.country}
        description={value.country === '' && texts.countryUnsaid}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        choosesOnLeave
        clearable
        data={optionsOf(countries(), value.country)}
        value={value.country || null}
        error={errors['/country']}
        onChange={(country) => changeCountry(country ?? '')}
      />
      <SearchedSelect
        label={texts.currency}
        choosesOnLeave
        clearable
        data={optionsOf(currencies(), value.currency)}
        value={value.currency || null}
        error={errors['/currency']}
        onChange={(currency) => onChange({ ...value, currency: currency ?? '' })}
      />
      <SearchedSelect
        label={texts.timeZone}
        choosesOnLeave
        allowDeselect={false}
        data={optionsOf(timeZones(), value.time_zone)}
        value={value.time_zone || null}
        error={errors['/time_zone']}
        onChange={(time_zone) => onChange({ ...value, time_zone: time_zone ?? value.time_zone })}
      />
      <Select
        label={texts.weekStartsOn}
        allowDeselect={false}
        data={WEEK_STARTS.map((day) => ({ value: day, label: texts.weekDays[day] }))}
        value={value.week_starts_on}
        onChange={(day) => onChange({ ...value, week_starts_on: day as WeekStart })}
      />
    </SimpleGrid>
  );
}

/** Returns the place in the form of the API, in which nothing is null. */
export function placeBody({ currency, country, time_zone, week_starts_on }: PlaceDraft) {
  return {
    currency: currency || null,
    country: country || null,
    time_zone: time_zone || null,
    week_starts_on,
  };
}
