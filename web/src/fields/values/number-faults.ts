import { decimalsOf } from '@rapport/contract/currencies';
import { records } from '../../texts/records.ts';
import { decimalsIn, readNumber, toTyped, withoutZeros } from './numbers.ts';

/** Returns the typed number in the form of the API. Null if it is none: `numberFault` says why. */
export function numberFrom(typed: string): string | null {
  const read = readNumber(typed);
  return read ? withoutZeros(read.value) : null;
}

/** Returns the fault of a typed whole number that must be in a range, or null. */
export function rangeFault(typed: string, min: number, max: number): string | null {
  const number = numberFrom(typed);
  const isOutside = number !== null && (Number(number) < min || Number(number) > max);
  return numberFault(typed, 0) ?? (isOutside ? records.numberRange(min, max) : null);
}

/** The largest number of a declared field: 15 digits. It may have 6 decimals. */
const DECLARED_MAX = 999_999_999_999_999;
const DECLARED_DECIMALS = 6;

/** Returns the fault of a typed number that may have any decimals, or null. */
export function measureFault(typed: string, max = DECLARED_MAX): string | null {
  const read = readNumber(typed);
  if (read === null) return null;
  if (read === undefined) return records.noNumber;
  if (Math.trunc(Math.abs(Number(read.value))) > max) return records.numberTooLarge(max);
  // Two decimals are usual. Three may as well be thousands.
  const fault = numberFault(typed, read.other ? 2 : DECLARED_DECIMALS);
  if (fault !== null) return fault;
  return numberFrom(typed) === String(Number(numberFrom(typed))) ? null : records.tooLongNumber;
}

/** Returns the fault of a typed amount in this currency, or null. */
export function amountFault(typed: string, currency: unknown): string | null {
  return numberFault(typed, decimalsOf(currency), currency ? String(currency) : undefined);
}

/**
 * Returns the fault of a typed number, or null. A number that people of other languages read
 * differently is a fault as well, unless its decimals fit. `unit` is its currency.
 */
export function numberFault(typed: string, decimals: number, unit?: string): string | null {
  const read = readNumber(typed);
  if (read === null) return null;
  if (read === undefined) return records.noNumber;
  const { value, other, isForeign } = read;
  if (other && (isForeign || decimalsIn(value) > decimals)) {
    const readings = [other, withoutZeros(value)].filter((one) => decimalsIn(one) <= decimals);
    return records.whichNumber(
      typed.trim(),
      readings.map((one) => toTyped(one)),
    );
  }
  return decimalsIn(withoutZeros(value)) > decimals ? records.tooManyDecimals(decimals, unit) : null;
}
