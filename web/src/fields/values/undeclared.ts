import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import type { RecordData } from '../data.ts';
import type { RecordView } from '../view.ts';
import { undeclaredKind } from './custom.ts';
import type { Field } from './field.ts';
import type { FieldKind } from './field-kinds.ts';
import { FIELD_TYPES } from './field-types.ts';
import { kindIn } from './kind-of.ts';

/** The keys that are in editing, with the value that each had when its input opened. */
type OpenKeys = ReadonlyMap<string, unknown>;

/**
 * Returns the keys of `custom` that no field declares, by name. Fields that the Account has
 * declared are among the details, unless they are archived.
 */
export function undeclaredNames(view: RecordView, record: RecordData, open: OpenKeys): string[] {
  const isDetail = (name: string) => view.own_fields?.includes(CUSTOM_PREFIX + name) ?? false;
  return [...new Set([...Object.keys(record.custom), ...open.keys()])]
    .filter((name) => !isDetail(name))
    .sort((a, b) => a.localeCompare(b));
}

/** Returns the kind of a key's value. In editing it stays that of the value at the opening. */
export function kindWhileOpen(record: RecordData, field: Field, open: OpenKeys): FieldKind {
  const key = field.custom_key!;
  if (FIELD_TYPES[field.type].isUndeclared && open.has(key)) return undeclaredKind(key, open.get(key));
  return kindIn(record, field);
}
