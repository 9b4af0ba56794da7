import type { SearchHit } from '@rapport/contract/records/search';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { longestWord, searchQuery } from '../../platform/lists/search-words.ts';
import type { AnyKind } from '../kind.ts';

/** Longer names are cut here. */
const TITLE_MAX_LENGTH = 200;

/**
 * The number of matches to ask for. With a number as high as this PostgreSQL reads the index of
 * words. For the few matches that are shown, it would read the table until it met them, and all of
 * it where there are none.
 */
const WORDS_MAX = 4000;

/**
 * Finds at most `limit` records of each kind: first those whose name begins with `q`, by an ordered
 * index, then those that have its words anywhere. The second search reads all matches, so it runs
 * only when the first finds too few.
 */
export function searchKinds(
  db: Queryable,
  kinds: AnyKind[],
  reach: Reach,
  q: string,
  limit: number,
): Promise<SearchHit[]> {
  const looks = kinds.map((kind) => lookIn(kind, reach, q, limit));
  return db.query<SearchHit>(sql`${join(looks, ' UNION ALL ')}`);
}

function lookIn(kind: AnyKind, reach: Reach, q: string, limit: number): Sql {
  const { name, named_by, list } = kind.definition;
  const isNamed = list.fields[named_by]?.sortable === true;
  const title = sql`left(${raw(named_by)}, ${TITLE_MAX_LENGTH}::int) AS title`;
  const rows = sql`SELECT ${name}::text AS resource, uuid, account_uuid, ${title}, search
    FROM ${raw(kind.table)} WHERE ${within(reach)} AND deleted_at IS NULL`;
  const folded = raw(`folded(${named_by})`);
  // The upper end of the range: U+10FFFF sorts after every character that can follow `q` in a name.
  const begins = sql`${folded} >= folded(${q}) AND ${folded} < folded(${q}) || ${'\u{10ffff}'}`;
  const found = isNamed
    ? sql`(${rows} AND ${begins} LIMIT ${limit}::int)
      UNION ALL (${withWords(sql`${rows} AND NOT (${begins})`, q)})`
    : withWords(rows, q);
  return sql`(SELECT ${HIT} FROM (${found}) AS found LIMIT ${limit}::int)`;
}

/**
 * The rows that have all words of `q`. The index reads everything that begins with a word, so it is
 * asked for the longest word first, which is in the fewest records. It is asked for all words only
 * where many records have that one.
 */
function withWords(rows: Sql, q: string): Sql {
  const all = sql`search @@ ${searchQuery(q)}::tsquery`;
  const longest = longestWord(q);
  if (longest === null) {
    return sql`WITH words AS MATERIALIZED (${rows} AND ${all} LIMIT ${WORDS_MAX}::int)
      SELECT ${HIT}, search FROM words`;
  }
  const isRare = sql`(SELECT count(*) FROM longest) <= ${WORDS_MAX}::int`;
  return sql`WITH longest AS MATERIALIZED (
      ${rows} AND search @@ ${searchQuery(longest)}::tsquery LIMIT ${WORDS_MAX + 1}::int
    ), words AS MATERIALIZED (${rows} AND ${all} AND NOT ${isRare} LIMIT ${WORDS_MAX}::int)
    SELECT ${HIT}, search FROM longest WHERE ${isRare} AND ${all}
    UNION ALL SELECT ${HIT}, search FROM words`;
}

const HIT = raw('resource, uuid, account_uuid, title');
