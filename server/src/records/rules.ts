import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { madeOnce } from '../platform/made-once.ts';
import type { CrmRecord, Step } from './kind.ts';
import { amountIn, VALUE_TYPES } from './value-types.ts';

type Fields = Record<string, unknown>;

/** The empty record of a kind, with defaults where a field has one. */
export function emptyRecord(definition: RecordDefinition): Fields {
  return { ...planOf(definition).empty };
}

/** The record with the given fields, in the form in which they are kept. */
export function withFields<R extends CrmRecord>(definition: RecordDefinition, record: R, given: Fields): R {
  const kept: Fields = { ...record };
  for (const [name, value] of Object.entries(given)) kept[name] = asKept(definition.fields[name]!, value);
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
  { record, before }: Step<CrmRecord>,
): FieldError[] {
  const { empty, checked } = planOf(definition);
  const now = record as unknown as Fields;
  const then = (before ?? empty) as Fields;
  return checked.flatMap(([name, field]) =>
    VALUE_TYPES[field.type].faults!(`/${name}`, field, now[name] as never, then[name] as never, {
      now,
      then,
    }),
  );
}

/**
 * The empty values of a definition, its fields with checks, and those with a currency. Made once,
 * not for each row.
 */
type CheckPlan = { empty: Fields; checked: [string, RecordField][]; amounts: [string, RecordField][] };

const planOf = madeOnce((definition: RecordDefinition): CheckPlan => {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  return {
    empty: Object.fromEntries(fields.map(([name, field]) => [name, field.empty])),
    checked: fields.filter(([, { type }]) => VALUE_TYPES[type].faults),
    amounts: fields.filter(([, { currency }]) => currency !== undefined),
  };
});
