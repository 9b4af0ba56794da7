import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { Problem } from '../problem.ts';
import type { Condition } from './condition.ts';
import { fingerprintOf, readCursor, type SortKey } from './cursor.ts';
import { queryInvalid, readConditions, readSearch, readSince } from './filters.ts';
import type { Moment } from './moment.ts';
import type { SavedQuery } from './saved-query.ts';
import { parseSort } from './sort.ts';

/**
 * The additions to a page: `total` counts all records, `count` at most COUNT_MAX + 1, and `amounts`
 * adds them up, too.
 */
export const INCLUDED = ['total', 'count', 'amounts'] as const;
type Included = (typeof INCLUDED)[number];

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

/** Counting stops here, so that it stays cheap. People read "10,000+". */
export const COUNT_MAX = 10_000;

/**
 * Parses `limit cursor sort q updated_since include account_uuid filter[…]`. 400 for faults; the
 * error names the allowed values. The query narrows `saved`, if there is one, and its sort comes
 * before the saved one.
 */
export function parseListQuery(
  definition: ListDefinition,
  query: ListQuery,
  moment: Moment,
  saved?: SavedQuery,
): ListRequest | Problem {
  const errors: FieldError[] = [];
  const conditions = [...(saved?.conditions ?? []), ...readConditions(definition, query, errors, moment)];
  const sort =
    query.sort === undefined && saved?.sort
      ? saved.sort
      : parseSort(definition, query.sort ?? definition.default_sort, errors);
  if (query.updated_since !== undefined) conditions.push(...readSince(query.updated_since, moment, errors));
  if (query.q !== undefined) {
    const detail = 'This list cannot be searched with q. Use filter[…].';
    if (definition.searchable) readSearch(query.q, errors);
    else errors.push({ pointer: 'q', code: 'not_allowed', detail });
  }
  if (errors.length > 0) return queryInvalid(errors);
  const list: Omit<ListRequest, 'after' | 'fingerprint'> = {
    limit: query.limit ?? LIMIT_DEFAULT,
    conditions,
    sort,
    q: [saved?.q, query.q].filter(Boolean).join(' ') || null,
    include: INCLUDED.find((one) => one === query.include) ?? null,
    account_uuid: query.account_uuid ?? null,
  };
  const fingerprint = fingerprintOf(definition, list);
  if (query.cursor === undefined) return { ...list, after: null, fingerprint };
  const after = readCursor(definition, query.cursor, fingerprint, sort);
  return after instanceof Problem ? after : { ...list, after, fingerprint };
}
