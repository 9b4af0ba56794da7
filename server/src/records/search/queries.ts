import type { SearchHit } from '@rapport/contract/records/search';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { matching } from '../../platform/lists/filter-sql.ts';
import type { AnyKind } from '../kind.ts';

/** Longer names are told by their beginning. */
const TITLE_MAX_LENGTH = 200;

/**
 * For so many that have a word PostgreSQL takes the index of words. For the few that are shown it would
 * read the table until it has met them, which is all of it where no record has the word.
 */
const WORDS_MAX = 4000;

/**
 * At most `limit` records of each kind: first those whose name begins with `q`, by an ordered index, then
 * those that have its words anywhere. The second look, which reads all that match, is not begun when the
 * first one finds enough.
 */
export function searchKinds(
  db: Queryable,
  kinds: AnyKind[],
  account_uuids: string[],
  q: string,
  limit: number,
): Promise<SearchHit[]> {
  const looks = kinds.map((kind) => lookIn(kind, account_uuids, q, limit));
  return db.query<SearchHit>(sql`${join(looks, ' UNION ALL ')}`);
}

function lookIn(kind: AnyKind, account_uuids: string[], q: string, limit: number): Sql {
  const { name, named_by, list } = kind.definition;
  const isNamed = list.fields[named_by]?.folded === true;
  const hit = sql`SELECT ${name}::text AS resource, uuid, account_uuid, left(${raw(named_by)}, ${TITLE_MAX_LENGTH}::int) AS title
    FROM ${raw(kind.table)} WHERE account_uuid = ANY(${account_uuids}::uuid[]) AND deleted_at IS NULL`;
  const folded = raw(`folded(${named_by})`);
  // U+10FFFF is behind every character that a name can go on with.
  const begins = sql`${folded} >= folded(${q}) AND ${folded} < folded(${q}) || ${'\u{10ffff}'}`;
  const elsewhere = isNamed ? sql`AND NOT (${begins})` : empty;
  const byWords = sql`(WITH words AS MATERIALIZED (
      ${hit} ${matching({ fields: {} }, { conditions: [], q })} ${elsewhere} LIMIT ${WORDS_MAX}::int
    ) SELECT * FROM words LIMIT ${limit}::int)`;
  if (!isNamed) return byWords;
  return sql`(SELECT * FROM (
      (${hit} AND ${begins} LIMIT ${limit}::int) UNION ALL ${byWords}
    ) AS found LIMIT ${limit}::int)`;
}
