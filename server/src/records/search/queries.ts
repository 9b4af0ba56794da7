import { fold } from '@rapport/contract/fold';
import type { SearchHit } from '@rapport/contract/records/search';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { eachAccount, type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/lists/comparisons.ts';
import {
  hasShortNumbers,
  longestWord,
  searchedWords,
  searchQuery,
  shortGroupsTogether,
} from '../../platform/lists/search-words.ts';
import type { AnyKind } from '../kind.ts';

/** Longer names are cut here. */
const TITLE_MAX_LENGTH = 200;

/**
 * The number of matches to ask for. With a number as high as this PostgreSQL reads the index of
 * words. For the few matches that are shown, it would read the table until it met them, and all of
 * it where there are none.
 */
const WORDS_MAX = 4000;

/** So many matches are compared with each other. Who finds more types another letter. */
const COMPARED_MAX = 1000;

/**
 * Finds at most `limit` records of each kind, the better ones first: those whose name begins with
 * `q`, by an ordered index; those that have its words at beginnings of words of the name; those
 * that have them inside the name; and those that have them elsewhere. Each step reads all its
 * matches, so it runs only when those before it found too few.
 */
export function searchKinds(
  db: Queryable,
  kinds: AnyKind[],
  reach: Reach,
  q: string,
  limit: number,
): Promise<SearchHit[]> {
  const looks = kinds.map((kind) => withHint(kind, lookIn(kind, reach, q, limit)));
  return db.query<SearchHit>(sql`${join(looks, ' UNION ALL ')}`);
}

/** The few rows that are answered, each with what tells it from its namesakes. */
function withHint(kind: AnyKind, rows: Sql): Sql {
  return sql`(SELECT ${HIT}, (${kind.hint ?? raw('NULL')})::text AS hint, NULL::jsonb AS record FROM ${rows} AS found)`;
}

function lookIn(kind: AnyKind, reach: Reach, q: string, limit: number): Sql {
  const { name, named_by, list } = kind.definition;
  const rowsOf = (owners: Sql) => sql`
    SELECT ${name}::text AS resource, uuid, account_uuid, left(${raw(named_by)}, ${TITLE_MAX_LENGTH}::int) AS title, search
    FROM ${raw(kind.table)} WHERE ${owners} AND deleted_at IS NULL`;
  const isNamed = list.fields[named_by]?.sortable === true;
  if (!isNamed) {
    const words = withWords(rowsOf(within(reach)), q, 'beginning');
    return sql`(SELECT ${HIT} FROM (${words}) AS found ORDER BY uuid DESC LIMIT ${limit}::int)`;
  }
  const folded = raw(`folded(${named_by})`);
  // The upper end of the range: U+10FFFF sorts after every character that can follow `q` in a name.
  const begins = sql`${folded} >= folded(${q}) AND ${folded} < folded(${q}) || ${'\u{10ffff}'}`;
  const named = sql`
    SELECT own.* FROM ${eachAccount(reach)} CROSS JOIN LATERAL (SELECT ${HIT} FROM (
      ${rowsOf(raw('account_uuid = owner.account_uuid'))} AND ${begins} ORDER BY ${folded}, uuid LIMIT ${limit}::int
    ) AS first) AS own ORDER BY folded(title), uuid LIMIT ${limit}::int`;
  const others = (place: 'beginning' | 'anywhere') => sql`
    SELECT * FROM (${compared(withWords(rowsOf(within(reach)), q, place))}) AS words
    WHERE name NOT LIKE ${likePattern('starts_with', ` ${fold(q)}`)}`;
  const hasWords = hasInName(q, ' ');
  return sql`(SELECT ${HIT} FROM ((${named}) UNION ALL (
      SELECT ${HIT} FROM (${others('beginning')}) AS others WHERE ${hasWords}
      ORDER BY ${BY_SHARE} LIMIT ${limit}::int
    ) UNION ALL (
      SELECT ${HIT} FROM (${others('anywhere')}) AS others WHERE NOT (${hasWords})
      ORDER BY ${hasInName(q, '')} DESC, search @@ ${searchQuery(q, 'beginning')}::tsquery DESC, ${BY_SHARE} LIMIT ${limit}::int
    )) AS found LIMIT ${limit}::int)`;
}

/** The first of many matches, each with its name as it is compared. */
function compared(rows: Sql): Sql {
  return sql`SELECT *, ' ' || folded(title) AS name FROM (${rows}) AS words LIMIT ${COMPARED_MAX}::int OFFSET 0`;
}

/** True for a name that has all words of `q`, each behind the text `before`. */
function hasInName(q: string, before: string): Sql {
  const words = searchedWords(q).map((spellings) => {
    const patterns = spellings.map((word) => likePattern('contains', before + word));
    return sql`name LIKE ANY (${patterns}::text[])`;
  });
  // Signs alone are no words. A constant could not stand in ORDER BY.
  return words.length > 0 ? join(words, ' AND ') : sql`name IS NULL`;
}

/** Of a shorter name the words are a larger part. */
const BY_SHARE = raw('octet_length(title), name, uuid');

/**
 * The rows that have all words of `q`. The index reads everything that begins with a word, so it is
 * asked for the longest word first, which is in the fewest records. It is asked for all words only
 * where many records have that one. Of a phone number in short groups it is asked for the digits
 * together, and for the groups only where no number has them so.
 */
function withWords(rows: Sql, q: string, place: 'beginning' | 'anywhere'): Sql {
  const all = sql`search @@ ${searchQuery(q, place)}::tsquery`;
  const together = shortGroupsTogether(q, place);
  if (together !== null) {
    const isNone = sql`NOT EXISTS (SELECT FROM together)`;
    return sql`WITH together AS MATERIALIZED (
        ${rows} AND search @@ ${together}::tsquery LIMIT ${WORDS_MAX}::int
      ), words AS MATERIALIZED (${rows} AND ${isNone} AND ${all} LIMIT ${WORDS_MAX}::int)
      SELECT ${HIT}, search FROM together UNION ALL SELECT ${HIT}, search FROM words`;
  }
  const longest = longestWord(q);
  if (longest === null) {
    return sql`WITH words AS MATERIALIZED (${rows} AND ${all} LIMIT ${WORDS_MAX}::int)
      SELECT ${HIT}, search FROM words`;
  }
  // A short number never drives the search: it is looked for in the first records with the longest.
  const isRare = hasShortNumbers(q) ? raw('true') : sql`(SELECT count(*) FROM longest) <= ${WORDS_MAX}::int`;
  return sql`WITH longest AS MATERIALIZED (
      ${rows} AND search @@ ${searchQuery(longest, place)}::tsquery LIMIT ${WORDS_MAX + 1}::int
    ), words AS MATERIALIZED (${rows} AND ${all} AND NOT ${isRare} LIMIT ${WORDS_MAX}::int)
    SELECT ${HIT}, search FROM longest WHERE ${isRare} AND ${all}
    UNION ALL SELECT ${HIT}, search FROM words`;
}

const HIT = raw('resource, uuid, account_uuid, title');
