import type { Client } from '@rapport/contract/records/clients';
import type { CountryCode } from 'libphonenumber-js';
import { inJsonbOrder } from '../platform/database/jsonb-order.ts';
import { loadLater } from '../platform/process/load-later.ts';

type Phones = Client['phones'];

/** With the numbering plans of all countries. */
const library = loadLater<typeof import('libphonenumber-js')>('libphonenumber-js');

/**
 * Adds to each given phone number what it is in the whole world: its E.164 form, and its extension.
 * A number without country code is one of the Account's country. One that nobody can read so, or
 * that is dialled only inside a country, such as 112, has no such form. An Account without a
 * country takes from a number of `before` no form that it has.
 */
export function withNumbers<R extends { phones: Phones }>(
  record: R,
  before: { phones: Phones } | null,
  given: { phones?: Phones },
  country: string | null,
): R {
  if (given.phones === undefined) return record;
  const known = country === null ? (before?.phones ?? []) : [];
  const phones = record.phones.map(({ e164: _, extension: __, ...typed }) => {
    const same = known.find(({ value, e164 }) => value === typed.value && e164 !== undefined);
    return { ...typed, ...(same ? formOf(same) : numberIn(typed.value, country)) };
  });
  return { ...record, phones: inJsonbOrder(phones) };
}

function formOf({ e164, extension }: Phones[number]): { e164?: string; extension?: string } {
  return { ...(e164 && { e164 }), ...(extension && { extension }) };
}

/** The record with its numbers read anew, as those of `country`. */
export function renewNumbers<R extends { phones: Phones }>(record: R, country: string | null): R {
  return withNumbers(record, record, record, country);
}

/** The E.164 form of a number, and its extension; neither when it has no such form. */
export function numberIn(typed: string, country: string | null): { e164?: string; extension?: string } {
  // 00 stands for the plus almost everywhere.
  const dialled = typed.replace(/^tel:/i, '').replace(/^00\s*(?=[1-9])/, '+');
  const number = library().parsePhoneNumberFromString(dialled, {
    ...(country && { defaultCountry: country as CountryCode }),
    extract: false,
  });
  if (!number?.isPossible()) return {};
  return { e164: number.number, ...(number.ext && { extension: number.ext }) };
}
