import type { TArray, TSchema } from 'typebox';
import { Closed, Text } from '../fields.ts';
import { Type } from '../json-schema.ts';
import { type CallerField, type CsvColumn, sameInput } from './record-field.ts';

/** E-mail addresses, each with a label. At most one is primary. */
export function emailAddresses(
  value: string,
  example: string,
  csv: Pick<CsvColumn, 'names'>,
): CallerField<TArray<ReturnType<typeof contactPoint>>> {
  return { ...sameInput(listOf(contactPoint(value, example))), ...points('email', csv) };
}

/** Phone numbers, each with a label, and with its E.164 form. At most one is primary. */
export function phoneNumbers(
  value: string,
  example: string,
  csv: Pick<CsvColumn, 'names'>,
): CallerField<TArray<ReturnType<typeof phoneNumber>>> {
  return { ...sameInput(listOf(phoneNumber(value, example))), ...points('phone', csv) };
}

function points(of: 'email' | 'phone', csv: Pick<CsvColumn, 'names'>) {
  return {
    type: 'points' as const,
    nullable: false,
    empty: [],
    of,
    csv: [{ field: of, part: 'value', ...csv }],
  };
}

function listOf<Point extends TSchema>(point: Point): TArray<Point> {
  return Type.Array(point, { maxItems: 20 });
}

export function addresses(): CallerField<TArray<typeof postalAddress>> {
  return {
    ...sameInput(Type.Array(postalAddress, { maxItems: 20 })),
    type: 'addresses',
    nullable: false,
    empty: [],
    csv: [
      { field: 'street', part: 'street', names: ['address', 'street address', 'address line 1'] },
      { field: 'postal_code', part: 'postal_code', names: ['postcode', 'zip', 'zip code'] },
      { field: 'city', part: 'city', names: ['town', 'location', 'headquarters', 'headquarters location'] },
      { field: 'region', part: 'region', names: ['state', 'province', 'county'] },
      { field: 'country', part: 'country', names: ['country code', 'country name'] },
    ],
  };
}

function contactPoint(value: string, example: string) {
  return Closed(pointOf(value, example));
}

function phoneNumber(value: string, example: string) {
  const described =
    'The number as E.164, if it is one. Taken from the value; what a caller sends is ignored.';
  return Closed({
    ...pointOf(value, example),
    e164: Type.Optional(Text(16, described, { examples: [example.replaceAll(' ', '')] })),
    extension: Type.Optional(
      Text(20, 'The extension behind the number, taken from the value.', { examples: ['5'] }),
    ),
  });
}

function pointOf(value: string, example: string) {
  return {
    label: Type.Optional(Text(50, 'What it is for.', { examples: ['work'] })),
    value: Text(254, value, { min: 1, examples: [example] }),
    primary: Type.Optional(Type.Boolean({ description: 'The one to use first. At most one is primary.' })),
  };
}

const postalAddress = Closed({
  label: Type.Optional(Text(50, 'What it is for.', { examples: ['headquarters'] })),
  street: Type.Optional(Text(200, 'Street and number.', { examples: ['12 St James Square'] })),
  postal_code: Type.Optional(Text(20, 'Postal code.', { examples: ['SW1Y 4JH'] })),
  city: Type.Optional(Text(100, 'City.', { examples: ['London'] })),
  region: Type.Optional(Text(100, 'State, county or province.', { examples: ['England'] })),
  country: Type.Optional(Text(100, 'Country: a name or an ISO 3166 code.', { examples: ['GB'] })),
  primary: Type.Optional(Type.Boolean({ description: 'The one to use first. At most one is primary.' })),
});
