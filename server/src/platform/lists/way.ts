import type { Sql } from 'sql-template-tag';

/**
 * One way to find a page of a list, as one statement. A list has up to five, each of them quick
 * where the one before is not. All but the last read a bounded number of rows.
 */
export type Way = {
  statement: Sql;
  /**
   * True when the way may give up: its rows then have a last column `is_cut`, and with that true
   * they are not the page.
   */
  mayBeCut: boolean;
  /** With fewer rows they are not the page. */
  least: number;
};

/** A way that always finds the page. */
export function surely(statement: Sql): Way {
  return { statement, mayBeCut: false, least: 0 };
}

/** A way that knows the page when it has so many rows. */
export function ifFull(statement: Sql, least: number): Way {
  return { statement, mayBeCut: false, least };
}

/** A way that says itself, in `is_cut`, whether it gave up. */
export function unlessCut(statement: Sql): Way {
  return { statement, mayBeCut: true, least: 0 };
}

/** So many lists are remembered. */
const REMEMBERED_MAX = 5_000;

/**
 * The place of the way that found the last page of a list. People ask for the same lists again, and
 * what was in vain need not be tried again. Only the speed of a page depends on it.
 */
const remembered = new Map<string, number>();

/**
 * The rows of the first way that finds the page. It begins with the one that found it for the same
 * `key` before, but never with the last, which may read everything: then with the one before that.
 */
export async function takeFirst<Row>(
  ways: Way[],
  key: string,
  ask: (statement: Sql) => Promise<Row[]>,
  isCut: (row: Row) => boolean,
): Promise<Row[]> {
  const start = Math.min(remembered.get(key) ?? 0, Math.max(0, ways.length - 2));
  for (const [place, { statement, mayBeCut, least }] of ways.entries()) {
    if (place < start) continue;
    const rows = await ask(statement);
    if (rows.length < least || (mayBeCut && rows.some(isCut))) continue;
    if (ways.length > 1) remember(key, place);
    return rows;
  }
  throw new Error('the last way of a list gave up');
}

/** Keeps the place. The list that was asked for the longest ago is forgotten. */
function remember(key: string, place: number): void {
  remembered.delete(key);
  if (place > 0) remembered.set(key, place);
  if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
}
