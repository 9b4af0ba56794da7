import type { Sql } from 'sql-template-tag';

/**
 * The source of records. `columns` and `table` are our own text, never a caller's; every record
 * satisfies `where`. A record outside of `account_uuids` cannot be in the answer.
 */
export type Source = { table: string; columns: string; account_uuids: string[]; where: Sql };

/**
 * Up to this many matches are found first and then sorted. With more matches, reading in the list's
 * order soon meets the first of them. PostgreSQL cannot know the number: left alone, it would read
 * a million records in order to find a few.
 */
export const FEW_MAX = 4000;

/** The same for matches of which an index alone gives the order: two of them cost less than one. */
export const VALUES_MAX = 8_000;
