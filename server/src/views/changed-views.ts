import type { KeptValue } from '@rapport/contract/changes';
import { nudge } from '../live/nudge.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { deleteBefore } from '../platform/database/delete-before.ts';
import type { Clock } from '../platform/time/clock.ts';
import { keptSince } from '../platform/time/deleted-lifetime.ts';
import * as queries from './queries.ts';

/** The change that gives views other queries, and its time. */
export type Cause = { account_uuid: string; change_uuid: string; now: string };

/**
 * Gives views other queries as a part of a change, which an undo can take back.
 */
export async function changeQueries(
  tx: Transaction,
  cause: Cause,
  changed: queries.QueryChange[],
): Promise<void> {
  if (changed.length === 0) return;
  await queries.setQueries(tx, cause, changed);
  await queries.noteChanges(tx, cause, changed);
  // Views of single members are among them. The page of the change itself reads them again, too.
  nudge(tx, null, [{ resource: 'view', account_uuid: cause.account_uuid, uuid: null }]);
}

/**
 * Gives views the queries back that they had before a change, as a part of the undo. Those that
 * were changed since stay, and are returned.
 */
export async function takeBackQueries(
  tx: Transaction,
  undone_uuid: string,
  undo: Cause,
): Promise<KeptValue[]> {
  const changes = await queries.lockChanges(tx, undo.account_uuid, undone_uuid);
  const same = changes.filter(({ query, after }) => query === after);
  await changeQueries(
    tx,
    undo,
    same.map(({ uuid, before, after }) => ({ uuid, before: after, after: before })),
  );
  const reason = 'The view has changed since.';
  return changes
    .filter(({ query, after, before }) => query !== after && query !== before)
    .map(({ uuid }) => ({ resource: 'view', uuid, field: 'query', reason }));
}

/** Forgets changes of 30 days ago, which can no longer be taken back. Returns how many. */
export function forgetViewChanges(db: Queryable, clock: Clock): Promise<number> {
  return deleteBefore(db, 'view_changes', 'created_at', keptSince(clock));
}
