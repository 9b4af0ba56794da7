import pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** A statement. One with a name is prepared once per connection. */
export type Statement = Sql & {
  name?: string;
  shared?: SharedLine;
  as_texts?: boolean;
  reads_all?: boolean;
};

/**
 * The shared connections: one for reads of a single record, and one for who is calling. So a lock
 * on a table of records stops the former only.
 */
type SharedLine = 'records' | 'callers';

/** A row with its values as PostgreSQL sent them, in the order of the columns. */
export type TextRow = (string | null)[];

/** Names a frequent statement, so that the database parses and plans it once per connection. */
export function prepared(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name });
}

/**
 * Names a frequent statement that finds one row by a unique index, and locks nothing. Outside of
 * transactions such statements share a connection, where a slow one would delay the others.
 */
export function quick(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name, shared: 'records' as const });
}

/** As `quick`, for a statement that finds out who is calling and reads no records. */
export function identifying(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name, shared: 'callers' as const });
}

/** The texts that `frequent` names. More of them would only fill the memory of PostgreSQL. */
const NAMES_MAX = 400;
const NAMES = new Map<string, string>();

/**
 * Names a frequent statement by its text, for one that is made for each kind. Its plan must be
 * right for tables of any size: it names rows by a unique index.
 */
export function frequent(statement: Sql): Statement {
  const { text } = statement;
  const name = NAMES.get(text) ?? (NAMES.size < NAMES_MAX ? `frequent_${NAMES.size}` : undefined);
  if (name === undefined) return statement;
  NAMES.set(text, name);
  return Object.assign(statement, { name });
}

/** Makes a statement return each row as a `TextRow`, for values that are passed on unread. */
export function asTexts(statement: Statement): Statement {
  return Object.assign(statement, { as_texts: true });
}

/** Says that a statement reads all that it finds, and not the first of it, as to add it up. */
export function readsAll(statement: Statement): Statement {
  return Object.assign(statement, { reads_all: true });
}

export function toQueryConfig({ text, values, name, as_texts }: Statement): pg.QueryConfig {
  // A list of its own, because `answerTo` empties it.
  return { text, values: [...values], name, ...(as_texts && AS_TEXTS) };
}

const AS_TEXTS = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } };

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const DATE = 1082;

/**
 * The parser for values of one type. Times take the form of the API (`…T09:20:00.000+00:00`),
 * counts become numbers, and node-postgres parses the others.
 */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return readTimestamptz;
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

/**
 * Turns `2026-11-20 09:20:00.5+00` into `2026-11-20T09:20:00.500+00:00`. The session's zone is UTC,
 * so the offset is always +00.
 */
export function readTimestamptz(text: string): string {
  // A fast path: most times have this length, and every record of a list has several.
  if (text.length === 26 && text[10] === ' ') return `${text.slice(0, 10)}T${text.slice(11, 23)}+00:00`;
  const [seconds, fraction = ''] = text.slice(0, -3).replace(' ', 'T').split('.');
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}+00:00`;
}
