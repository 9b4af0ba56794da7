import { isCurrency } from '@rapport/contract/currencies';
import { amountFault, numberFrom } from '../../fields/values/number-faults.ts';
import { sayAmount } from '../../fields/values/say.ts';

/** Amounts in filters, which are compared with those of their currency alone: `1,000 USD`. */

/** Returns the fault of a typed amount, with or without a currency; or null. */
export function typedAmountFault(typed: string): string | null {
  const { number, currency } = partsOf(typed);
  return amountFault(number, currency);
}

/**
 * Returns the typed amount in the form of the API. `currency` is the one that goes without saying.
 */
export function amountFrom(typed: string, currency: string | null): string {
  const { number, currency: named } = partsOf(typed);
  return [numberFrom(number), named ?? currency].filter(Boolean).join(' ');
}

/** Returns the amount of a filter in the User's format. */
export function sayFilterAmount(value: string): string {
  const { number, currency } = partsOf(value);
  return sayAmount(number, currency);
}

function partsOf(text: string): { number: string; currency: string | null } {
  const [, number = '', code = ''] = /^(.*?)\s*([a-z]{3})$/is.exec(text.trim()) ?? [];
  return isCurrency(code.toUpperCase())
    ? { number, currency: code.toUpperCase() }
    : { number: text.trim(), currency: null };
}
