import type { KeptValue } from '@rapport/contract/changes';
import type { Transaction } from '../../platform/database/database.ts';
import type { RecordsCore } from '../kind.ts';
import { listChangedFields, listTouched } from './queries.ts';
import { takeBack } from './take-back.ts';
import type { Undo } from './undo.ts';

/** How far an undo is. It reads all records once, then tries the refused ones again. */
export type Sweep = {
  /** Custom fields that it only changed are as before: the values of records follow them. */
  has_fields?: boolean;
  /** The event up to which the records were read; null at the start. */
  after: string | null;
  /** Records to try again in this round, and those that were refused in it. */
  queue: string[];
  deferred: string[];
  undone: number;
  kept: KeptValue[];
  kept_count: number;
};

/** Where an undo begins. */
const START: Sweep = { after: null, queue: [], deferred: [], undone: 0, kept: [], kept_count: 0 };

/** The most values that an undo names. */
const KEPT_MAX = 1000;

/**
 * Takes back the next `limit` records. Returns null when all is done. Records that were refused are
 * tried again as long as that helps: what they need may have come back meanwhile.
 */
export async function sweepOn(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  sweep: Sweep,
  limit: number,
): Promise<Sweep | null> {
  if (sweep.queue.length > 0) return tryAgain(core, tx, undo, sweep, limit);
  if (!sweep.has_fields) {
    const fields = await listChangedFields(tx, undo);
    const { undone, kept } = await takeBack(core, tx, undo, fields);
    return { ...withKept(sweep, kept), undone: sweep.undone + undone, has_fields: true };
  }
  const touched = await listTouched(tx, undo, sweep.after, limit);
  if (touched.length === 0) {
    return sweep.deferred.length === 0 ? null : { ...sweep, queue: sweep.deferred, deferred: [] };
  }
  const uuids = touched.map(({ uuid }) => uuid);
  const { undone, kept, refused } = await takeBack(core, tx, undo, uuids);
  const told = withKept(sweep, kept);
  return {
    ...told,
    after: touched.at(-1)!.event_uuid,
    undone: sweep.undone + undone,
    deferred: [...sweep.deferred, ...refused.map(({ uuid }) => uuid)],
  };
}

async function tryAgain(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
  sweep: Sweep,
  limit: number,
): Promise<Sweep | null> {
  const { undone, kept, refused } = await takeBack(core, tx, undo, sweep.queue.slice(0, limit));
  const rest = sweep.queue.slice(limit);
  const told = withKept(sweep, kept);
  const helped = undone > 0;
  // Nothing has helped: these stay as they are.
  if (!helped) return { ...withKept(told, refused), queue: rest };
  const deferred = [...sweep.deferred, ...refused.map(({ uuid }) => uuid)];
  return { ...told, undone: sweep.undone + undone, queue: rest, deferred };
}

function withKept(sweep: Sweep, kept: KeptValue[]): Sweep {
  return {
    ...sweep,
    kept: [...sweep.kept, ...kept].slice(0, KEPT_MAX),
    kept_count: sweep.kept_count + kept.length,
  };
}

/** Takes all back in one transaction, which the caller opened alone among the Account's writers. */
export async function takeAllBack(
  core: RecordsCore,
  tx: Transaction,
  undo: Undo,
): Promise<Pick<Sweep, 'undone' | 'kept' | 'kept_count'>> {
  let sweep = START;
  for (;;) {
    const next = await sweepOn(core, tx, undo, sweep, Number.MAX_SAFE_INTEGER);
    if (next === null) break;
    sweep = next;
  }
  const { undone, kept, kept_count } = sweep;
  return { undone, kept, kept_count };
}
