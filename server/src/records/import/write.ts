import type { Cause } from '../../access/caller.ts';
import type { Change } from '../../events/change.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import type { AnyKind, CrmRecord, RecordsCore, Revision } from '../kind.ts';
import { write } from '../prepare.ts';
import { isTaken } from '../row-refusal.ts';

/** The records and events to write. A record that is created and then changed is written once. */
export type Written = {
  inserts: CrmRecord[];
  updates: CrmRecord[];
  changes: Change[];
  revisions: Revision<CrmRecord>[];
  declared: readonly DeclaredField[];
};

/**
 * Writes what some rows of an import lead to, with an event for each change. 409 when another
 * request has taken an external_id since the look-up: then nothing is written.
 */
export async function writeRows(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  { updates, changes, revisions, declared, ...plan }: Written,
): Promise<Problem | null> {
  if (changes.length === 0) return null;
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
  write(core, tx, kind, { ...cause, source: 'import' }, account_uuid, all, toApiTime(core.clock.now()));
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
