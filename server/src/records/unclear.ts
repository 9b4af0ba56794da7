import { decimalsOf } from '@rapport/contract/currencies';
import type { RecordField } from '@rapport/contract/records/record-field';
import { dayOrderIn } from '../platform/cells/days.ts';
import { decimalIn } from '../platform/cells/numbers.ts';

/** What a text may mean in two ways, or, of a phone number, in none. */
export type Unclear = 'day' | 'number' | 'phone';

/** What is beside a cell: the value that the record has, and the currency of the row. */
export type Beside = { kept: unknown; currency: string | null };

/** The day `3/4/2026` is in April or in March. */
export function unclearDay(text: string): 'day' | null {
  return dayOrderIn(text) === 'either' ? 'day' : null;
}

/** In a currency of three decimals `1.500` is clear, as the API writes it: `1,500` is not. */
export function unclearNumber(
  text: string,
  { decimals }: RecordField,
  { currency }: Beside,
): 'number' | null {
  if (decimals === undefined || decimalIn(text) !== 'either') return null;
  const most = currency === null ? decimals : decimalsOf(currency);
  return most < 3 || text.includes(',') ? 'number' : null;
}

/**
 * A text that people see, without any digit. In one pattern it would be read from each of its
 * letters.
 */
function isNoNumber(text: string): boolean {
  return !/\p{Nd}/u.test(text) && /[\p{L}\p{P}\p{S}]/u.test(text);
}

/** A phone number without a digit, which the record has not kept from before. */
export function unclearPoint(text: string, { of }: RecordField, { kept }: Beside): 'phone' | null {
  if (of !== 'phone' || !isNoNumber(text)) return null;
  return ((kept ?? []) as { value: string }[]).some(({ value }) => value === text) ? null : 'phone';
}
