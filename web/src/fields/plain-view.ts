import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { recordTexts } from '../texts/record-kinds.ts';
import { COMMON_LABELS } from '../texts/records.ts';
import { hasPages } from './kinds.ts';
import type { Look } from './values/field.ts';
import { FIELD_TYPES } from './values/field-types.ts';
import { fieldsOf } from './values/fields-of.ts';
import type { RecordView } from './view.ts';
import { viewOf } from './view-of.ts';

const views = new Map<string, RecordView>();

/**
 * Returns the view for the pages at this path. Undefined if no kind has pages
 * there.
 */
export function plainViewAt(path: string): RecordView | undefined {
  const known = views.get(path);
  const definition = (RECORDS as readonly RecordDefinition[]).find(
    (each) => each.path === `/api/v2${path}` && hasPages(each),
  );
  if (known || !definition) return known;
  const view = plainView(definition);
  views.set(path, view);
  return view;
}

/**
 * Returns the view of a kind that has no view of its own. The definition of the kind gives
 * everything.
 */
export function plainView(definition: RecordDefinition): RecordView {
  const { title, plural, about, named_by } = definition;
  const defined = Object.entries(definition.fields as Record<string, RecordField>);
  const own = Object.fromEntries(defined.map(([name]) => [name, wordsOf(name)]));
  const labels = { ...own, ...COMMON_LABELS };
  const looks: Record<string, Look> = Object.fromEntries(
    defined.flatMap(([name, { choices }]) => (choices ? [[name, { choices: sayAll(choices) }]] : [])),
  );
  const fields = fieldsOf(definition, labels, looks).filter(({ type }) => !FIELD_TYPES[type].isSection);
  const names = fields.map(({ name }) => name).filter((name) => name !== named_by);
  const special = names.filter((name) => !(name in COMMON_LABELS));
  const isTyped = (name: string) =>
    fields.some((field) => field.name === name && !field.isFixed && FIELD_TYPES[field.type].isBrief);
  return viewOf(definition, labels, looks, {
    texts: recordTexts({
      one: title,
      many: wordsOf(plural),
      search: own[named_by]!.toLowerCase(),
      what: about,
    }),
    columns: [named_by, ...names],
    default_columns: [named_by, ...special.slice(0, 4), 'updated_at'],
    phone_columns: [named_by, ...special.slice(0, 1)],
    new_fields: [named_by, ...special.filter(isTyped)].slice(0, 6),
    head: { facts: ['created_at', 'updated_at'] },
    glance: ['owner_uuid', 'created_at', 'updated_at'],
  });
}

/** Returns the words for the name of a field: "Owner" for `owner_uuid`. */
function wordsOf(name: string): string {
  const words = name.replace(/_(uuid|on|at)$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sayAll(choices: readonly string[]): Record<string, string> {
  return Object.fromEntries(choices.map((choice) => [choice, wordsOf(choice)]));
}
