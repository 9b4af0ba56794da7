import type { ListDefinition } from '@rapport/contract/list-definition';
import sql, { raw, type Sql } from 'sql-template-tag';
import { matching } from './filter-sql.ts';
import type { ListRequest } from './list-query.ts';

/**
 * How long a walk goes on: it gives up when `least` records and `sparse` for each match are behind
 * it. The walks of several Accounts share `sparse_of_all`.
 */
type Patience = { least: number; sparse: number; sparse_of_all: number };

/** A record of the kind is compared in 1 to 2 µs, so a page of 50 is found in 4 ms at most. */
const RECORDS: Patience = { least: 100, sparse: 24, sparse_of_all: 200 };

/**
 * A look from a record into `custom_values`, or from there to the record, takes three times as
 * long. With matches so rare, those of a small Account are sooner found first and then sorted.
 */
const LOOKED_UP: Patience = { least: 30, sparse: 8, sparse_of_all: 16 };

/**
 * The first matches among `rows`, which are in the order of the list. The walk gives up where
 * matches are rare. Then it ends with rows that have `is_cut`: a page that has one of them is not
 * known. `rows` gives records one by one, from an index, with `is_match` of its argument.
 */
export function boundedWalk(
  definition: ListDefinition,
  list: ListRequest,
  account_uuids: string[],
  isOfValues: boolean,
  rows: (matches: Sql, limit: Sql) => Sql,
): Sql {
  const first = list.limit + 1;
  const { least, sparse } = patienceOf(definition, list, account_uuids, isOfValues);
  const matches = sql`true ${matching(definition, list, account_uuids, 'each')}`;
  const most = raw(String(least + sparse * first + 1));
  const gain = raw(String(sparse - 1));
  // The row behind which the walk ends fills its page, so that no more records are read.
  const copies = sql`generate_series(1, CASE WHEN is_cut THEN ${raw(String(first))} ELSE 1 END)`;
  return sql`
    SELECT *, ${copies} FROM (
      SELECT *, sum(CASE WHEN is_match THEN ${gain} ELSE -1 END) OVER (ROWS UNBOUNDED PRECEDING)
        < ${raw(String(-least))} AS is_cut
      FROM (${rows(matches, most)}) AS seen
    ) AS seen
    WHERE is_match OR is_cut LIMIT ${raw(String(first))}`;
}

function patienceOf(
  definition: ListDefinition,
  { conditions }: ListRequest,
  account_uuids: string[],
  isOfValues: boolean,
) {
  const isLookedUp = conditions.some(({ field }) => definition.fields[field]!.declared);
  const { least, sparse, sparse_of_all } = isLookedUp || isOfValues ? LOOKED_UP : RECORDS;
  return { least, sparse: Math.min(sparse, Math.ceil(sparse_of_all / account_uuids.length)) };
}

/** True when a record can be compared with each filter alone. Links are looked up all at once. */
export function isWalkable({ fields }: ListDefinition, { conditions }: ListRequest): boolean {
  return conditions.every(
    ({ field, operator }) => fields[field]!.type !== 'links' && (field !== 'uuid' || operator === 'ne'),
  );
}

/**
 * A limit that is none. It tells the planner to read rows in the order of an index, because only a
 * part of them may be needed.
 */
export const IN_ORDER = raw('LIMIT (SELECT 1000000000)');
