import type { CustomField, CustomFieldVersion } from '@rapport/contract/custom-fields';
import type { ListDefinition } from '@rapport/contract/list-definition';
import {
  CUSTOM_PREFIX,
  type CustomFieldType,
  declaredField,
} from '@rapport/contract/records/declared-fields';
import type { Field, FieldType } from './field.ts';
import { listed, ownField } from './fields-of.ts';

/** The types of declared fields that the pages show in another way than the same type of a kind. */
const TYPES: Partial<Record<CustomFieldType, FieldType>> = {
  long_text: 'long_text',
  number: 'measure',
  time: 'moment',
  boolean: 'answer',
  url: 'page',
};

/**
 * Returns a declared field for the pages. An archived one is not among the details of a record.
 */
export function fieldFrom(declared: CustomField, list: ListDefinition): Field {
  const { key, label, help, group_name, type, options, required } = declared;
  const name = CUSTOM_PREFIX + key;
  const own = ownField(name, declaredField(declared))!;
  const archived = options.filter((option) => option.archived);
  const field = listed(
    { list },
    {
      ...own,
      custom_key: key,
      label,
      type: TYPES[type] ?? own.type,
      isRequired: required,
      ...(help !== null && { hint: help }),
      ...(group_name !== null && { group: group_name }),
      ...(options.length > 0 && {
        choices: Object.fromEntries(options.map((option) => [option.key, option.label])),
        colours: Object.fromEntries(options.map((option) => [option.key, option.color ?? 'gray'])),
        archived: archived.map((option) => option.key),
      }),
    },
  );
  return isUsed(declared) ? field : { ...field, isShown: () => false };
}

/** True for a field that nobody has archived. */
export function isUsed({ archived_at }: CustomField): boolean {
  return archived_at === null;
}

/**
 * Returns the field as it was at a time, and before that, the latest first. None if the field did
 * not exist then. An old value is of the first of them that it fits.
 */
export function definitionsAt(field: CustomField, versions: CustomFieldVersion[], at: string): CustomField[] {
  const known = versions.length > 0 ? versions : [{ ...field, since: field.created_at }];
  return known
    .filter(({ since }) => Date.parse(since) <= Date.parse(at))
    .map(({ label, type, options }) => ({ ...field, label, type, options }));
}
