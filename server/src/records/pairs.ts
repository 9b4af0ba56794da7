import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';

/** The names of an amount and of the field that has its currency: together one value. */
export type Pair = { amount: string; currency: string };

export function pairsOf({ fields }: Pick<RecordDefinition, 'fields'>): Pair[] {
  return Object.entries(fields as Record<string, RecordField>).flatMap(([amount, { currency }]) =>
    currency === undefined ? [] : [{ amount, currency }],
  );
}

/** The field without which the value of this one says something else; undefined: none. */
export function otherHalf(definition: Pick<RecordDefinition, 'fields'>, name: string): string | undefined {
  const pair = pairsOf(definition).find(({ amount, currency }) => name === amount || name === currency);
  return pair && (name === pair.amount ? pair.currency : pair.amount);
}
