import type { Cause } from '../../access/caller.ts';
import { nudge } from '../../live/nudge.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type Clock, toApiTime } from '../../platform/time/clock.ts';
import { keptSince } from '../../platform/time/deleted-lifetime.ts';
import { takeBackQueries } from '../../views/changed-views.ts';
import * as queries from './queries.ts';
import type { Sweep } from './sweep.ts';
import type { Undo } from './undo.ts';

const CLEAN_UP_BATCH = 100;

/** Notes that a change is taken back, at once or by a job. */
export async function noteUndo(
  { clock }: { clock: Clock },
  tx: Transaction,
  undo: Undo,
  job_uuid: string | null,
): Promise<void> {
  const { change_uuid } = undo.cause;
  await noteBegun({ clock }, tx, undo.account_uuid, undo.cause);
  await queries.insertUndo(tx, undo, change_uuid, job_uuid, toApiTime(clock.now()));
  await passOn(tx, undo, false);
}

/**
 * Notes a change whose uuid is handed out now, and whose first event comes later or never: who has
 * its uuid finds it.
 */
export function noteBegun(
  { clock }: { clock: Clock },
  tx: Transaction,
  account_uuid: string,
  cause: Cause,
): Promise<void> {
  return queries.insertBegun(tx, account_uuid, cause, toApiTime(clock.now()));
}

/** What came of an undo. */
type Outcome = Pick<Sweep, 'undone' | 'kept' | 'kept_count'>;

/**
 * Ends an undo: views get the tags back that the records have again. Keeps and returns what came of
 * it. One that took nothing back leaves the change as it was.
 */
export async function noteOutcome(
  tx: Transaction,
  undo: Undo,
  { undone, kept, kept_count }: Outcome,
  state: 'completed' | 'stopped',
): Promise<Outcome> {
  const { change_uuid } = undo.cause;
  if (undone > 0) {
    const { account_uuid, writing } = undo;
    const views = await takeBackQueries(tx, undo.change_uuid, {
      account_uuid,
      change_uuid,
      now: writing.now,
    });
    const all = { undone, kept: [...kept, ...views], kept_count: kept_count + views.length };
    await queries.saveOutcome(tx, undo, change_uuid, { state, ...all });
    return all;
  }
  await queries.deleteUndo(tx, undo, change_uuid);
  await passOn(tx, undo, true);
  return { undone, kept, kept_count };
}

/**
 * What a change took back is there again when it is taken back itself, and so on through however
 * many undos. Open pages of the change, and of the import that it was, are told.
 */
async function passOn(
  tx: Transaction,
  { account_uuid, change_uuid, cause }: Undo,
  isInEffect: boolean,
): Promise<void> {
  nudge(tx, cause.change_uuid, [{ resource: 'change', account_uuid, uuid: change_uuid }]);
  let taken = [change_uuid];
  for (let in_effect = isInEffect; taken.length > 0; in_effect = !in_effect) {
    const next: string[] = [];
    for (const one of taken) next.push(...(await queries.setInEffect(tx, account_uuid, one, in_effect)));
    taken = next;
  }
}

/** Forgets outcomes of 30 days ago, which name records. Returns how many. */
export function forgetOutcomes(db: Queryable, clock: Clock): Promise<number> {
  return queries.forgetOutcomes(db, keptSince(clock), CLEAN_UP_BATCH);
}
