import { readAmount } from '../../platform/cells/numbers.ts';
import { currencyOf, type Hand } from '../custom-fields/read.ts';

/**
 * An amount as people write it: `1.234,50`, `€ 5`. What may be meant in two ways was left out
 * before. `currency` is that of the cell itself; null for a text with none. Null for no amount, and
 * for one in a currency that nobody knows.
 */
export function amountIn(text: string, hand: Hand): { digits: string; currency: string | null } | null {
  const amount = readAmount(text, '.');
  if (amount === null) return null;
  const currency = amount.sign === null ? null : currencyOf(amount, hand);
  return amount.sign !== null && currency === null ? null : { digits: amount.digits, currency };
}
