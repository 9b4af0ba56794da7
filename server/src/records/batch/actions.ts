import type { BatchRequest, BatchResult } from '@rapport/contract/records/batches';
import type { Caller } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { accountToWrite } from '../../access/rules.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { keptSince } from '../../platform/time/deleted-lifetime.ts';
import { finish } from '../actions.ts';
import { inParts } from '../in-parts.ts';
import type { AnyKind, CrmRecord, RecordsCore, Step } from '../kind.ts';
import { findHolders } from '../look-up-queries.ts';
import * as queries from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import { validatorOf } from '../validation.ts';
import { endingsOf, type Found, intentsOf, type Outcome, type Plan, planOf, refusalOf } from './plan.ts';

/**
 * Runs many operations on records of one kind in one transaction, each with its own outcome and
 * event. A refused operation does not stop the others. An error of the database undoes all of them.
 */
export async function runBatch(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  { account_uuid: wanted, operations }: BatchRequest,
): Promise<BatchResult | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const asBatch = { ...caller, source: caller.source === 'page' ? ('bulk' as const) : ('batch' as const) };
  return core.db.transaction(async (tx) => {
    await waitForOtherChanges(tx, account_uuid);
    const run = (part: BatchRequest['operations']) => runPart(core, tx, kind, asBatch, account_uuid, part);
    const outcomes = await inParts(tx, kind, operations, run, ({ action, uuid = null }, problem) => [
      refusalOf(action, uuid, problem),
    ]);
    return outcomes instanceof Problem ? outcomes : { account_uuid, outcomes: outcomes.flat() };
  });
}

async function runPart(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  operations: BatchRequest['operations'],
): Promise<Outcome[] | Problem> {
  const plan = await planBatch(core, tx, kind, caller, account_uuid, operations);
  const { inserts, updates, deletions, restorations } = plan;
  const deleted_at = toApiTime(core.clock.now());
  const uuids = deletions.map(({ uuid }) => uuid);
  if (uuids.length > 0) await queries.markDeleted(tx, kind, account_uuid, uuids, deleted_at);
  if (inserts.length > 0) {
    const { size } = await queries.insertRecords(tx, kind, inserts);
    if (size < inserts.length) return takenMeanwhile();
  }
  if (updates.length > 0 && (await queries.updateRecords(tx, kind, updates)) === 'taken') {
    return takenMeanwhile();
  }
  if (restorations.length > 0 && (await queries.unmarkDeleted(tx, kind, restorations)) === 'taken') {
    return takenMeanwhile();
  }
  await finish(core, tx, kind, caller, account_uuid, plan.steps, plan.changes);
  return plan.outcomes;
}

async function planBatch(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  operations: BatchRequest['operations'],
): Promise<Plan> {
  const { create_schema, update_schema } = kind.definition;
  const found = await find(core, tx, kind, caller, account_uuid, operations);
  const { account_uuid: _, ...properties } = create_schema.properties;
  const created = validatorOf({ ...create_schema, properties });
  const intents = intentsOf(operations, found, created, validatorOf(update_schema));
  const steps = intents.flatMap((intent) => ('step' in intent ? [intent.step] : []));
  const written = steps.filter(({ given }) => given !== undefined);
  const around = await lookAround(tx, core.kinds, kind, account_uuid, written);
  const endings = endingsOf(intents);
  const refused = (endings.length > 0 && (await kind.refuse?.(tx, account_uuid, endings))) || new Map();
  const holders = await findHolders(tx, kind, account_uuid, newIds(steps));
  return planOf(kind, intents, around, refused, holders);
}

/** The records that the operations name, locked. */
async function find(
  { clock }: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  operations: BatchRequest['operations'],
): Promise<Found> {
  const uuidsOf = (isWanted: (action: string) => boolean) =>
    operations.flatMap(({ action, uuid }) => (isWanted(action) && uuid ? [uuid.toLowerCase()] : []));
  const named = uuidsOf((action) => action === 'update' || action === 'delete');
  const restored = uuidsOf((action) => action === 'restore');
  const alive = named.length > 0 ? await queries.lockRecords<CrmRecord>(tx, kind, account_uuid, named) : [];
  const since = keptSince(clock);
  const deleted =
    restored.length > 0
      ? await queries.findDeleted<CrmRecord>(tx, kind, [account_uuid], since, restored)
      : [];
  return {
    kind,
    account_uuid,
    writing: writingOf({ clock }, caller, account_uuid),
    own: kind.look ? await kind.look(tx, account_uuid) : null,
    alive: byUuid(alive),
    deleted: byUuid(deleted),
  };
}

/** The external_ids that records get or get back, including those that a deletion sets free. */
function newIds(steps: Step<CrmRecord>[]): string[] {
  return [...new Set(steps.flatMap(({ record }) => record.external_id ?? []))];
}

function byUuid(records: CrmRecord[]): Map<string, CrmRecord> {
  return new Map(records.map((record) => [record.uuid, record]));
}

function takenMeanwhile(): Problem {
  const detail = 'Another request has just taken an external_id. Nothing was changed. Send the batch again.';
  return new Problem('conflict', detail);
}
