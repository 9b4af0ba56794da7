import {
  CUSTOM_FIELDS_MAX,
  type CustomField,
  type CustomFieldCreate,
  type CustomFieldOption,
  type CustomFieldUpdate,
  KEY_PATTERN,
} from '@rapport/contract/custom-fields';
import type { FieldError } from '@rapport/contract/problems';
import { type CustomFieldType, hasOptions, UNIQUE_TYPES } from '@rapport/contract/records/declared-fields';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { fault } from '../fault.ts';

type OptionInput = NonNullable<CustomFieldCreate['options']>[number];

/**
 * A key made of a label: `Renewal date` → `renewal_date`, with a number behind it when it is taken.
 */
export function keyOf(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const key = plain === '' ? 'field' : plain;
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? key : `${key}_${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/**
 * The options after a change. An option without a key that has the label of a known one is that
 * one; others are new. Known options that are left out are archived, because records may have them.
 */
export function optionsAfter(before: CustomFieldOption[], given: OptionInput[]): CustomFieldOption[] {
  const taken = before.map(({ key }) => key);
  const options = given.map(({ key: own, label, color = null, archived = false }): CustomFieldOption => {
    const known = own ?? before.find((option) => option.label.toLowerCase() === label.toLowerCase())?.key;
    const key = known ?? keyOf(label, taken);
    taken.push(key);
    return { key, label: label.trim(), color, archived };
  });
  const kept = before.filter(({ key }) => !options.some((option) => option.key === key));
  return [...options, ...kept.map((option) => ({ ...option, archived: true }))];
}

/** The faults of a definition beyond its schema. */
export function definitionFaults({ key, type, options, unique }: CustomField): FieldError[] {
  const keys = options.map((option) => option.key);
  const twice = keys.findIndex((one, index) => keys.indexOf(one) !== index);
  const labels = options.filter(({ archived }) => !archived).map(({ label }) => label.toLowerCase());
  const alike = labels.findIndex((one, index) => labels.indexOf(one) !== index);
  const isChosen = hasOptions(type);
  return [
    ...(new RegExp(KEY_PATTERN, 'u').test(key) ? [] : [fault('/key', 'wrong_format', 'cannot be used.')]),
    ...(twice === -1 ? [] : [fault(`/options/${twice}/key`, 'not_unique', 'is there twice.')]),
    ...(alike === -1 ? [] : [fault(`/options/${alike}/label`, 'not_unique', 'is there twice.')]),
    ...(isChosen && !options.some(({ archived }) => !archived)
      ? [fault('/options', 'required', `is missing. A field of the type ${type} needs an option.`)]
      : []),
    ...(!isChosen && options.length > 0
      ? [fault('/options', 'not_allowed', 'is only for the types choice and choices.')]
      : []),
    ...(unique && !UNIQUE_TYPES.includes(type)
      ? [fault('/unique', 'not_allowed', `is only for the types ${UNIQUE_TYPES.join(', ')}.`)]
      : []),
  ];
}

/** 422 when the kind has as many fields as an Account may give it. */
export function tooMany(count: number, resource: string): Problem | null {
  if (count < CUSTOM_FIELDS_MAX) return null;
  const detail = `This Account has ${CUSTOM_FIELDS_MAX} custom fields of a ${resource}, which is the limit. Delete one that nobody needs; its values stay in custom.`;
  return new Problem('limit_reached', detail);
}

/** The field with the given changes, and in a new version. */
export function changedField(before: CustomField, given: CustomFieldUpdate, now: string): CustomField {
  const { options, archived_at, group_name, ...others } = given;
  return {
    ...before,
    ...others,
    ...(group_name !== undefined && { group_name: group_name?.trim() || null }),
    ...(archived_at !== undefined && { archived_at: archived_at && toApiTime(new Date(archived_at)) }),
    ...(options && { options: optionsAfter(before.options, options) }),
    version: before.version + 1,
    updated_at: now,
  };
}

/** 409 for another type: its values must be read anew. */
export function refuseType(before: CustomField, type: CustomFieldType | undefined): Problem | null {
  if (type === undefined || type === before.type) return null;
  const detail = `The field is of the type ${before.type}, and records have values of it. POST /api/v2/custom-fields/${before.uuid}/convert changes the type and the values.`;
  return new Problem('use_convert', detail);
}

/** 409 while the values of the field are being read. */
export function refuseWhileReading({ job_uuid, label }: CustomField): Problem | null {
  if (job_uuid === null) return null;
  const detail = `The values of "${label}" are still being read by the job ${job_uuid}. Wait until it ends (GET /api/v2/jobs/${job_uuid}).`;
  return new Problem('conflict', detail);
}

/** 422 that lists the values which stand more than once, and one record of each. */
export function collisions(found: { value: string; count: number; uuid: string }[]): Problem {
  return fieldsInvalid(
    ...found.map(({ value, count, uuid }) => ({
      ...fault('/unique', 'not_unique', `"${value}" is in ${count} records. Leave it in one of them.`),
      uuid,
    })),
  );
}
