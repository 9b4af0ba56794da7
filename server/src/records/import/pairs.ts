import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { fault } from '../fault.ts';
import { pairsOf } from '../pairs.ts';

type Fields = Record<string, unknown>;

/**
 * The faults of halves of a pair: an amount whose currency is at fault would count in another one,
 * and a currency beside an amount at fault would change what the record has.
 */
export function faultsOfHalves(
  definition: RecordDefinition,
  given: Fields,
  before: Fields | null,
  faults: FieldError[],
): FieldError[] {
  const isAtFault = (field: string) => faults.some(({ pointer }) => pointer === `/${field}`);
  return pairsOf(definition).flatMap(({ amount, currency }) => {
    const has = (field: string) => given[field] !== undefined && given[field] !== null;
    if (isAtFault(currency) && !isAtFault(amount) && has(amount)) {
      return [fault(`/${amount}`, 'not_allowed', 'is left out, because its currency is not known.')];
    }
    const isOther = before !== null && before[amount] !== null && before[currency] !== given[currency];
    if (isAtFault(amount) && !isAtFault(currency) && has(currency) && isOther) {
      return [fault(`/${currency}`, 'not_allowed', 'is left out, because its amount is.')];
    }
    return [];
  });
}

/**
 * The fault of a currency in a row without an amount: it would say of the amount that the record
 * has that it is in this one.
 */
export function strayCurrencies(definition: RecordDefinition, given: Fields, before: Fields): FieldError[] {
  return pairsOf(definition).flatMap(({ amount, currency }) => {
    const isStray =
      typeof given[currency] === 'string' &&
      (given[amount] === undefined || given[amount] === null) &&
      before[amount] !== null &&
      before[currency] !== given[currency];
    const detail = `is left out: the row has no amount, and that of the record is in ${before[currency] ?? 'no currency'}.`;
    return isStray ? [fault(`/${currency}`, 'not_allowed', detail)] : [];
  });
}
