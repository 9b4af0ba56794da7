import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { madeOnce } from '../platform/made-once.ts';
import type { CrmRecord, Revision } from './kind.ts';
import type { FaultsOf } from './value-faults.ts';
import { amountIn, VALUE_TYPES } from './value-types.ts';

type Fields = Record<string, unknown>;

/** The empty record of a kind, with defaults where a field has one. */
export function emptyRecord(definition: RecordDefinition): Fields {
  return { ...planOf(definition).empty };
}

/**
 * The record that a new one begins with, all fields in the order of the API. It is copied whole,
 * because adding field by field leaves much garbage behind.
 */
export function blankRecord<R extends CrmRecord>(definition: RecordDefinition): R {
  return { ...planOf(definition).blank } as unknown as R;
}

/** The record with the given fields, in the form in which they are kept. */
export function withFields<R extends CrmRecord>(definition: RecordDefinition, record: R, given: Fields): R {
  const kept: Fields = { ...record };
  for (const name of Object.keys(given)) kept[name] = asKept(definition.fields[name]!, given[name]);
  for (const [name, field] of planOf(definition).amounts) {
    const isGiven = name in given || field.currency! in given;
    if (isGiven && kept[name] !== null)
      kept[name] = amountIn(kept[field.currency!], String(kept[name]), field);
  }
  return kept as R;
}

function asKept(field: RecordField, value: unknown): unknown {
  return value === null ? null : VALUE_TYPES[field.type].kept(value as never, field);
}

/**
 * The faults of a record beyond its schema. Names, tags and phone numbers are checked only if the
 * caller changed them.
 */
export function recordFaults(
  definition: RecordDefinition,
  { record, before }: Revision<CrmRecord>,
): FieldError[] {
  const { empty, checked } = planOf(definition);
  const now = record as unknown as Fields;
  const then = (before ?? empty) as Fields;
  const beside = { now, then };
  const faults: FieldError[] = [];
  for (const { name, pointer, field, faultsOf } of checked)
    faults.push(...faultsOf(pointer, field, now[name] as never, then[name] as never, beside));
  return faults;
}

/**
 * The empty values of a definition, its fields with checks, and those with a currency. Made once,
 * not for each row.
 */
type CheckPlan = {
  empty: Fields;
  blank: Fields;
  checked: { name: string; pointer: string; field: RecordField; faultsOf: FaultsOf }[];
  amounts: [string, RecordField][];
};

const planOf = madeOnce((definition: RecordDefinition): CheckPlan => {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const empty = Object.fromEntries(fields.map(([name, field]) => [name, field.empty]));
  return {
    empty,
    blank: { uuid: '', account_uuid: '', version: 1, ...empty, created_at: '', updated_at: '' },
    checked: fields.flatMap(([name, field]) => {
      const { faults: faultsOf } = VALUE_TYPES[field.type];
      return faultsOf ? [{ name, pointer: `/${name}`, field, faultsOf }] : [];
    }),
    amounts: fields.filter(([, { currency }]) => currency !== undefined),
  };
});
