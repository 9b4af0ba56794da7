import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import type { SortKey } from './cursor.ts';
import { LIST_TYPES } from './list-types.ts';

const SORT_KEYS_MAX = 4;

/** Reads a sort. Adds faults to `errors`. */
export function parseSort(definition: ListDefinition, text: string, errors: FieldError[]): SortKey[] {
  const keys = text
    .split(',')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  const sortable = Object.keys(definition.fields).filter((name) => definition.fields[name]?.sortable);
  const unknown = keys.filter((key) => !sortable.includes(key.field));
  const isMixed = keys.length > 1 && keys.some(({ field }) => definition.fields[field]?.declared);
  if (isMixed) {
    const detail = 'sort takes a custom field alone. The time of creation decides between equal values.';
    errors.push({ pointer: 'sort', code: 'not_allowed', detail });
  }
  const twice = new Set(keys.map((key) => key.field)).size < keys.length;
  if (unknown.length > 0 || twice || keys.length > SORT_KEYS_MAX) {
    errors.push({ pointer: 'sort', code: 'not_allowed', detail: `sort takes ${describeSort(sortable)}.` });
  }
  return errors.length > 0 ? keys : withTieBreak(definition, keys);
}

/**
 * Completes a sort. Many records share a choice or a text; the time of creation, the next column of
 * the field's index, decides between them.
 */
function withTieBreak({ fields }: ListDefinition, keys: SortKey[]): SortKey[] {
  const { field, descending } = keys.at(-1)!;
  const { type, distinct, declared } = fields[field]!;
  const isShared = declared || (LIST_TYPES[type].isShared && !distinct);
  if (!isShared || !fields.created_at || keys.some((key) => key.field === 'created_at')) return keys;
  return [...keys, { field: 'created_at', descending }];
}

/** Describes the values of `sort` for these fields. */
export function describeSort(sortable: string[]): string {
  const descending = 'with - before it for descending';
  if (sortable.length === 1) return `${sortable[0]}, ${descending}`;
  return `up to ${SORT_KEYS_MAX} of ${sortable.join(', ')}, each once, comma separated, ${descending}`;
}
