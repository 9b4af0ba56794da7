import type { CustomField, CustomFieldCreate, CustomFieldOption } from '@rapport/contract/custom-fields';
import { OPTION_COLORS } from '@rapport/contract/custom-fields';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';
import { hasOptions, mayBeUnique } from '@rapport/contract/records/declared-fields';

/** An option in a form. `id` identifies one that has no key from the service yet. */
export type OptionDraft = {
  id: string;
  key?: string;
  label: string;
  color: CustomFieldOption['color'];
  archived: boolean;
};

/** A field in a form, as typed. */
export type FieldDraft = {
  label: string;
  key: string;
  type: CustomFieldType;
  help: string;
  group_name: string;
  required: boolean;
  unique: boolean;
  options: OptionDraft[];
  failing: 'keep' | 'clear';
};

/** Returns the form of a new field. `key` is one that records have already. */
export function emptyDraft(key = ''): FieldDraft {
  return {
    label: labelOf(key),
    key,
    type: 'text',
    help: '',
    group_name: '',
    required: false,
    unique: false,
    options: [],
    failing: 'keep',
  };
}

/** Returns words for a key: `Renewal on` for `renewal_on`. */
function labelOf(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the form of a field that is there. */
export function draftOf(field: CustomField): FieldDraft {
  const { label, key, type, required, unique, options } = field;
  const words = { help: field.help ?? '', group_name: field.group_name ?? '' };
  const drafts = options.map((option) => ({ ...option, id: option.key }));
  return { label, key, type, ...words, required, unique, options: drafts, failing: 'keep' };
}

/** Returns a further option, in a colour that the others do not have yet. */
export function newOption(options: OptionDraft[], label = ''): OptionDraft {
  const [gray, ...colours] = OPTION_COLORS;
  const free = colours.find((color) => !options.some((option) => option.color === color));
  return { id: crypto.randomUUID(), label, color: free ?? gray, archived: false };
}

/** Returns the options as the API takes them, without those that have no name yet. */
export function optionsOf({ type, options }: Pick<FieldDraft, 'type' | 'options'>) {
  if (!hasOptions(type)) return [];
  return options
    .filter(({ label }) => label.trim() !== '')
    .map(({ key, label, color, archived }) => ({
      ...(key && { key }),
      label: label.trim(),
      color,
      archived,
    }));
}

/** Returns the new field as the API takes it. */
export function createdBy(draft: FieldDraft, account_uuid: string, resource: string): CustomFieldCreate {
  const { label, key, type, required, failing } = draft;
  return {
    account_uuid,
    resource,
    label: label.trim(),
    type,
    required,
    failing,
    ...(key.trim() !== '' && { key: key.trim() }),
    ...(draft.help.trim() !== '' && { help: draft.help.trim() }),
    ...(draft.group_name.trim() !== '' && { group_name: draft.group_name.trim() }),
    ...(mayBeUnique(type) && { unique: draft.unique }),
    ...(hasOptions(type) && { options: optionsOf(draft) }),
  };
}

/** Returns the changes of a field as the API takes them. */
export function changedBy(draft: FieldDraft) {
  const { label, help, group_name, type, required, unique } = draft;
  return {
    label: label.trim(),
    help: help.trim() || null,
    group_name: group_name.trim() || null,
    required,
    ...(mayBeUnique(type) && { unique }),
    ...(hasOptions(type) && { options: optionsOf(draft) }),
  };
}
