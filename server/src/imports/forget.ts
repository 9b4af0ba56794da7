import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import * as queries from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FORGET_BATCH = 200;

/** Forgets drafts that nobody started, and the rows of imports that ended long ago. */
export function forgetOldImports(db: Queryable, clock: Clock): Promise<number> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  return queries.forgetImports(
    db,
    { receiving: daysAgo(1), drafts: daysAgo(7), rows: daysAgo(30) },
    FORGET_BATCH,
  );
}
