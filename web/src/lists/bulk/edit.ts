import type { Changes, RecordData } from '../../fields/data.ts';
import { fieldPart } from '../../fields/record.ts';
import { withoutTags } from '../../fields/tags/use-tags.ts';
import type { Field } from '../../fields/values/field.ts';
import { type FieldKind, toTags } from '../../fields/values/field-kinds.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';

/** The choice that removes tags. No field has this name. */
export const TAGS_TAKEN = 'tags taken away';

/** What is typed for many records: the name of the choice, and its value or that it has none. */
export type BulkDraft = { field: string; value: string; isEmptied?: boolean };

/** Returns what the draft changes in a record. Tags are added or taken away, and never replaced. */
export function changesOf(field: Field, kind: FieldKind, { field: name, value, isEmptied }: BulkDraft) {
  return (record: RecordData): Changes => {
    if (isEmptied) return fieldPart(field).put(record, null);
    if (FIELD_TYPES[field.type].isList)
      return { tags: withTags(record.tags, toTags(value), name === TAGS_TAKEN) };
    const part = fieldPart(field);
    return part.put(record, kind.fromText(value, part.of(record) as never));
  };
}

/** True for a field that may have no value. Tags are taken away by name. */
export function mayEmpty({ type, isNullable, isRequired }: Field): boolean {
  return isNullable && !isRequired && !FIELD_TYPES[type].isList;
}

/** True when nothing is typed. A text of blank lines names no tags. */
export function isEmpty(field: Field, value: string): boolean {
  return (FIELD_TYPES[field.type].isList ? toTags(value).join() : value) === '';
}

function withTags(tags: string[], named: string[], isTaken: boolean): string[] {
  return isTaken ? withoutTags(tags, named) : [...tags, ...withoutTags(named, tags)];
}
