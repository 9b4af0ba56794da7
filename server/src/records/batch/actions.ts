import type { BatchRequest, BatchResult } from '@rapport/contract/records/batches';
import type { Caller } from '../../access/caller.ts';
import { writingOf } from '../../access/days.ts';
import { only, type Reach, reachOf } from '../../access/reach.ts';
import { accountToWrite } from '../../access/rules.ts';
import { seenBy } from '../../access/sight.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { keptSince } from '../../platform/time/deleted-lifetime.ts';
import { inParts } from '../in-parts.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { findUnchangeable } from '../look-up-queries.ts';
import { withoutHiddenMerges } from '../merge/merged.ts';
import { findWinners } from '../merge/queries.ts';
import { withOwner } from '../own-creation.ts';
import { planOf, prepare, write } from '../prepare.ts';
import * as queries from '../queries.ts';
import { lookAround } from '../surroundings.ts';
import { toWrite } from '../unchangeable.ts';
import { validatorOf } from '../validation.ts';
import { type Found, intentsOf, type Outcome, outcomesOf, refusalOf } from './plan.ts';

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
  const account_uuid = accountToWrite(caller, wanted, toWrite(kind));
  if (account_uuid instanceof Problem) return account_uuid;
  const asBatch = { ...caller, source: caller.source === 'page' ? ('bulk' as const) : ('batch' as const) };
  return core.db.transaction(async (tx) => {
    waitForOtherChanges(tx, account_uuid);
    const run = (part: BatchRequest['operations']) => runPart(core, tx, kind, asBatch, account_uuid, part);
    const outcomes = await inParts(tx, kind, operations, run, ({ action, uuid = null }, problem) => [
      refusalOf(action, uuid, problem),
    ]);
    return outcomes instanceof Problem ? outcomes : { account_uuid, outcomes: outcomes.flat() };
  });
}

/** Runs a part of a batch, in a transaction that has the turn of the Account. */
export async function runPart(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  asked: BatchRequest['operations'],
): Promise<Outcome[]> {
  const operations = asked.map((one) =>
    one.action === 'create' && one.data
      ? { ...one, data: withOwner(kind, caller, account_uuid, one.data) }
      : one,
  );
  const { create_schema, update_schema } = kind.definition;
  const { account_uuid: _, ...properties } = create_schema.properties;
  const created = validatorOf({ ...create_schema, properties });
  const reach = only(reachOf(caller), account_uuid);
  const found = await find(core, tx, kind, account_uuid, reach, operations);
  const intents = intentsOf(kind, operations, found, created, validatorOf(update_schema));
  const wishes = intents.flatMap((intent) => ('wish' in intent ? [intent.wish] : []));
  const given = wishes.flatMap((wish) => ('given' in wish ? [wish.given] : []));
  const restored = wishes.flatMap((wish) => (wish.action === 'restore' ? [wish.before] : []));
  const around = await lookAround(seenBy(tx, reach), core.kinds, kind, account_uuid, given, restored);
  const writing = writingOf(core, caller, account_uuid);
  const prepared = await prepare(tx, kind, account_uuid, wishes, writing, around);
  await write(core, tx, kind, caller, account_uuid, planOf(kind, prepared, around.declared), writing.now);
  return outcomesOf(intents, prepared);
}

/** The records that the operations name, locked. */
async function find(
  { clock }: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  account_uuid: string,
  reach: Reach,
  operations: BatchRequest['operations'],
): Promise<Found> {
  const uuidsOf = (isWanted: (action: string) => boolean) =>
    operations.flatMap(({ action, uuid }) => (isWanted(action) && uuid ? [uuid.toLowerCase()] : []));
  const named = uuidsOf((action) => action === 'update' || action === 'delete');
  const restored = uuidsOf((action) => action === 'restore');
  const [alive, found] = await Promise.all([
    named.length > 0 ? queries.lockRecords<CrmRecord>(tx, kind, account_uuid, named, reach) : [],
    restored.length > 0 ? queries.findDeleted<CrmRecord>(tx, kind, reach, keptSince(clock), restored) : [],
  ]);
  const missing = [...named, ...restored].filter((uuid) => !alive.some((record) => record.uuid === uuid));
  const [deleted, merged, unchangeable] = await Promise.all([
    withoutHiddenMerges(tx, kind, reach, found),
    findWinners(seenBy(tx, reach), kind, reach, missing),
    findUnchangeable(tx, kind, reach, [...named, ...restored]),
  ]);
  return { alive: byUuid(alive), deleted: byUuid(deleted), merged, unchangeable };
}

function byUuid(records: CrmRecord[]): Map<string, CrmRecord> {
  return new Map(records.map((record) => [record.uuid, record]));
}
