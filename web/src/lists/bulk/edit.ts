import type { RecordData } from '../../fields/data.ts';
import { fieldPart } from '../../fields/record.ts';
import type { Field } from '../../fields/values/field.ts';
import { type FieldKind, toTags } from '../../fields/values/field-kinds.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import type { Act } from './at-work.ts';

/** The choice that removes tags. No field has this name. */
export const TAGS_TAKEN = 'tags taken away';

/** What is typed for many records: the name of the choice, and its value or that it has none. */
export type BulkDraft = { field: string; value: string; isEmptied?: boolean };

/** A record without values: the service puts a custom field beside the others of each record. */
const BARE = { custom: {} } as RecordData;

/** Returns what the draft does to each record. Tags are added or taken away, and never replaced. */
export function actOf(field: Field, kind: FieldKind, { field: name, value, isEmptied }: BulkDraft): Act {
  const action = 'update';
  if (FIELD_TYPES[field.type].isList)
    return { action, [name === TAGS_TAKEN ? 'remove_tags' : 'add_tags']: toTags(value) };
  const put = isEmptied ? null : kind.fromText(value, null as never);
  return { action, data: fieldPart(field).put(BARE, put) };
}

/** True for a field that may have no value. Tags are taken away by name. */
export function mayEmpty({ type, isNullable, isRequired }: Field): boolean {
  return isNullable && !isRequired && !FIELD_TYPES[type].isList;
}

/** True when nothing is typed. A text of blank lines names no tags. */
export function isEmpty(field: Field, value: string): boolean {
  return (FIELD_TYPES[field.type].isList ? toTags(value).join() : value) === '';
}
