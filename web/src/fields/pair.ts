import type { RecordView } from './view.ts';

/**
 * The names of an amount and its currency, if the field is one of them. They are one value: an
 * amount beside another currency is another one.
 */
export function pairOf({ fields }: Pick<RecordView, 'fields'>, name: string): [string, string] | undefined {
  const amount = fields.find((field) => field.currency && [field.name, field.currency].includes(name));
  return amount && [amount.name, amount.currency!];
}
