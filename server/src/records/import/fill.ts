import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { pairsOf } from '../pairs.ts';

type Fields = Record<string, unknown>;

/**
 * Of the fields of a row, those in which the record has nothing yet. An amount comes with its
 * currency, where the record has no amount.
 */
export function fillingOnly(definition: RecordDefinition, given: Fields, before: Fields): Fields {
  const isOpen = (field: string) => {
    const pair = pairsOf(definition).find(({ currency }) => currency === field);
    if (!pair || isEmpty(given[pair.amount]))
      return isEmpty(before[field]) && isEmpty(before[pair?.amount ?? field]);
    return isEmpty(before[pair.amount]);
  };
  const open = Object.entries(given).filter(([field]) => field === 'custom' || isOpen(field));
  const { custom, ...rest } = Object.fromEntries(open);
  return custom ? { ...rest, custom: { ...(custom as Fields), ...(before.custom as Fields) } } : rest;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
