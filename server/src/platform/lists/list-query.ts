import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { Problem } from '../problem.ts';
import type { Condition } from './condition.ts';
import { fingerprintOf, readCursor, type SortKey } from './cursor.ts';
import { onInstants } from './filter-days.ts';
import { queryInvalid, readConditions } from './filters.ts';
import { LIST_TYPES, timeFault } from './list-types.ts';
import type { Moment } from './moment.ts';

/**
 * The additions to a page: `total` counts all records, `count` at most COUNT_MAX + 1, and `amounts`
 * adds them up, too.
 */
export const INCLUDED = ['total', 'count', 'amounts'] as const;
export type Included = (typeof INCLUDED)[number];

/**
 * A list request after all checks: every field exists, and every value has the type of its field.
 */
export type ListRequest = {
  limit: number;
  conditions: Condition[];
  sort: SortKey[];
  /** The end of the previous page: the sort values of its last record, then its uuid. */
  after: string[] | null;
  q: string | null;
  include: Included | null;
  account_uuid: string | null;
  fingerprint: string;
};

/** The query as its schema leaves it: numbers are numbers, everything else is text. */
export type ListQuery = {
  limit?: number;
  cursor?: string;
  sort?: string;
  q?: string;
  updated_since?: string;
  include?: string;
  account_uuid?: string;
  [filter: string]: unknown;
};

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;
const SORT_KEYS_MAX = 4;

/** Counting stops here, so that it stays cheap. People read "10,000+". */
export const COUNT_MAX = 10_000;

/**
 * Parses `limit cursor sort q updated_since include account_uuid filter[…]`. 400 for faults; the
 * error names the allowed values.
 */
export function parseListQuery(
  definition: ListDefinition,
  query: ListQuery,
  moment: Moment,
): ListRequest | Problem {
  const errors: FieldError[] = [];
  const conditions = readConditions(definition, query, errors, moment);
  const sort = parseSort(definition, query.sort ?? definition.default_sort, errors);
  if (query.updated_since !== undefined) {
    const fault = timeFault('updated_since', query.updated_since);
    if (fault) errors.push({ pointer: 'updated_since', ...fault });
    const since: Condition = { field: 'updated_at', operator: 'gte', values: [query.updated_since] };
    conditions.push(...onInstants({ type: 'time' }, since, moment));
  }
  if (query.q !== undefined && !definition.searchable) {
    errors.push({
      pointer: 'q',
      code: 'not_allowed',
      detail: 'This list cannot be searched with q. Use filter[…].',
    });
  }
  if (query.q?.trim() === '') {
    errors.push({ pointer: 'q', code: 'too_short', detail: 'q must not be empty.' });
  }
  if (errors.length > 0) return queryInvalid(errors);
  const list: Omit<ListRequest, 'after' | 'fingerprint'> = {
    limit: query.limit ?? LIMIT_DEFAULT,
    conditions,
    sort,
    q: query.q ?? null,
    include: INCLUDED.find((one) => one === query.include) ?? null,
    account_uuid: query.account_uuid ?? null,
  };
  const fingerprint = fingerprintOf(definition, list);
  if (query.cursor === undefined) return { ...list, after: null, fingerprint };
  const after = readCursor(definition, query.cursor, fingerprint, sort);
  return after instanceof Problem ? after : { ...list, after, fingerprint };
}

function parseSort(definition: ListDefinition, text: string, errors: FieldError[]): SortKey[] {
  const keys = text
    .split(',')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  const sortable = Object.keys(definition.fields).filter((name) => definition.fields[name]?.sortable);
  const unknown = keys.filter((key) => !sortable.includes(key.field));
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
  const { type, distinct } = fields[field]!;
  const isShared = LIST_TYPES[type].isShared && !distinct;
  if (!isShared || !fields.created_at || keys.some((key) => key.field === 'created_at')) return keys;
  return [...keys, { field: 'created_at', descending }];
}

/** Describes the values of `sort` for these fields. */
export function describeSort(sortable: string[]): string {
  const descending = 'with - before it for descending';
  if (sortable.length === 1) return `${sortable[0]}, ${descending}`;
  return `up to ${SORT_KEYS_MAX} of ${sortable.join(', ')}, each once, comma separated, ${descending}`;
}
