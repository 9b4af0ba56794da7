import { raw, type Sql } from 'sql-template-tag';

/**
 * The source of records. `columns` and `table` are our own text, never a caller's; every record
 * satisfies `where`. A record outside of `account_uuids` cannot be in the answer.
 */
export type Source = { table: string; columns: string; account_uuids: string[]; where: Sql };

/** The name of the table in a statement, which columns are qualified with. */
export function nameOf({ table }: Pick<Source, 'table'>): Sql {
  return raw(/\w+$/.exec(table)![0]);
}

/**
 * How many records of a page's length are compared in the order of the list: first so few that it
 * costs next to nothing where matches are rare, and enough where a half match.
 */
export const SHORT = 3;

/**
 * Then so many that the matches of a twentieth are met. A look from a record into `custom_values`,
 * or from there to the record, takes three times as long.
 */
export const LONG = { records: 26, looked_up: 9 };

/** So many matches are found and sorted in less time than the long way takes. */
export const FEW = 600;

/**
 * Up to this many matches are found first and then sorted. With more matches, reading in the list's
 * order soon meets the first of them. PostgreSQL cannot know the number: left alone, it would read
 * a million records in order to find a few.
 */
export const FEW_MAX = 4_000;

/** The same for matches of which an index alone gives the order: two of them cost less than one. */
export const VALUES_MAX = 8_000;

/**
 * A limit that is none. It tells the planner to read rows in the order of an index, because only a
 * part of them may be needed.
 */
export const IN_ORDER = raw('LIMIT (SELECT 1000000000)');
