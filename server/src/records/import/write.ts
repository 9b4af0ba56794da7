import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cause } from '../../access/caller.ts';
import type { Change } from '../../events/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import type { AnyKind, CrmRecord, RecordsCore, Revision } from '../kind.ts';
import { send } from '../prepare.ts';
import { isTaken } from '../row-refusal.ts';

/** The records and events to write. A record that is created and then changed is written once. */
export type Written = {
  inserts: CrmRecord[];
  updates: CrmRecord[];
  changes: Change[];
  revisions: Revision<CrmRecord>[];
  declared: readonly DeclaredField[];
};

/** Few, so that the database has work soon; many, so that it gets few statements. */
const SLICE_ROWS = 250;

/**
 * Some rows at a time. What one slice leads to is written while the next one is decided, so that
 * the database and this process both have work.
 */
export async function* slicesOf<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    yield rows.slice(start, start + SLICE_ROWS);
    // Statements leave this process when it has nothing else to do.
    await nextTurn();
  }
}

/** A record that a row makes, changes or finds. */
export type DecidedRecord = {
  record: CrmRecord;
  before: CrmRecord | null;
  change: Change | null;
  given?: Record<string, unknown>;
};

/**
 * The records and events of decided rows. A record that one row creates and a later one changes is
 * written once, and has both events.
 */
export function writtenBy(rows: Iterable<DecidedRecord>): Omit<Written, 'declared'> {
  const inserts = new Map<string, CrmRecord>();
  const updates = new Map<string, CrmRecord>();
  const changes: Change[] = [];
  const revisions: Revision<CrmRecord>[] = [];
  for (const { record, change, before, given } of rows) {
    if (!change) continue;
    (before === null || inserts.has(record.uuid) ? inserts : updates).set(record.uuid, record);
    changes.push(change);
    revisions.push({ before, record, ...(given && { given }) });
  }
  return { inserts: [...inserts.values()], updates: [...updates.values()], changes, revisions };
}

/**
 * Sends what some rows of an import lead to, with an event for each change, and waits for nothing.
 * `rowsWritten` says how it ended.
 */
export function sendRows(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  { updates, changes, revisions, declared, ...plan }: Written,
): void {
  if (changes.length === 0) return;
  // In this order, two imports with the same external_ids cannot block each other.
  const inserts = plan.inserts.toSorted(byExternalId);
  const all = {
    inserts,
    updates,
    parts: updates,
    deletions: [],
    restorations: [],
    changes,
    revisions,
    declared,
  };
  send(core, tx, kind, { ...cause, source: 'import' }, account_uuid, all, toApiTime(core.clock.now()));
}

/**
 * Waits for the rows that were sent. 409 when another request has taken an external_id since the
 * look-up: then nothing is written.
 */
export async function rowsWritten(tx: Transaction, kind: AnyKind): Promise<Problem | null> {
  try {
    await tx.settled();
    return null;
  } catch (error) {
    if (!isTaken(kind, error)) throw error;
    return new Problem('conflict', 'Another request has just taken an external_id.');
  }
}

function byExternalId({ external_id: a }: CrmRecord, { external_id: b }: CrmRecord): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
