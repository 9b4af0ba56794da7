import type { EventName } from '@rapport/contract/events';
import type { Caller } from '../access/caller.ts';
import { momentOf, writingOf } from '../access/days.ts';
import { reachOf } from '../access/reach.ts';
import { accountToWrite, reachIn, refuseUnless } from '../access/rules.ts';
import { seenBy, seenInLists } from '../access/sight.ts';
import { type EventPage, listEventsOf } from '../events/actions.ts';
import { listLastActors } from '../events/look-ups.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { versionMismatch } from '../platform/http/server/etag.ts';
import { type ListQuery, parseListQuery } from '../platform/lists/list-query.ts';
import type { Page } from '../platform/lists/page.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { DELETED_LIFETIME_MS, keptSince } from '../platform/time/deleted-lifetime.ts';
import { declaredToWrite } from './custom-fields/declared.ts';
import { findTakenOfDeleted } from './custom-fields/taken.ts';
import { maskedHolders } from './holders.ts';
import type { RecordJson } from './json.ts';
import type { AnyKind, CrmRecord, RecordsCore } from './kind.ts';
import { findHoldersOfDeleted } from './look-up-queries.ts';
import { type MergedInto, mergedInto, refuseMerged, withoutHiddenMerges } from './merge/merged.ts';
import { withOwner } from './own-creation.ts';
import { planOf, prepare, type Wish, write } from './prepare.ts';
import * as queries from './queries.ts';
import { readList } from './read-list.ts';
import { rowRefusal } from './row-refusal.ts';
import { lookAround, nothingAround, type Surroundings } from './surroundings.ts';
import { refuseUnchangeable, saidUnchangeable, toWrite } from './unchangeable.ts';

/** Records of the caller's Accounts as JSON, a page at a time. */
export async function listRecords(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
): Promise<Page<string> | Problem> {
  const asked = await readList(core, kind, caller, query);
  if (asked instanceof Problem) return asked;
  const { reach, list, definition, ignored } = asked;
  const page = await queries.listRecords(seenInLists(core.db, reach), kind, reach, list, definition);
  const uuidsOf = () => page.data.map((json) => (JSON.parse(json) as CrmRecord).uuid);
  const said = await saidUnchangeable(core.db, kind, reach, uuidsOf);
  return { ...page, ...(ignored.length > 0 && { ignored }), ...said };
}

/**
 * Records of the caller's Accounts that were deleted and can still be restored, a page at a time.
 */
export async function listDeletedRecords(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
): Promise<Page<CrmRecord> | Problem> {
  const moment = momentOf(core, caller, query.account_uuid);
  const list = parseListQuery(kind.definition.deleted_list, query, moment);
  if (list instanceof Problem) return list;
  const reach = reachIn(caller, list.account_uuid);
  if (reach instanceof Problem) return reach;
  const db = seenInLists(core.db, reach);
  const page = await queries.listDeleted(db, kind, reach, keptSince(core.clock), list);
  const uuids = page.data.map(({ uuid }) => uuid);
  const event = `${kind.definition.name}.deleted` as EventName;
  const actors = await listLastActors(seenBy(core.db, reach), reach, uuids, event);
  const data = page.data.map((record) => ({
    ...record,
    deleted_by: actors.get(record.uuid)!,
    restorable_until: toApiTime(new Date(Date.parse(record.deleted_at) + DELETED_LIFETIME_MS)),
  }));
  return { ...page, data, ...(await saidUnchangeable(core.db, kind, reach, () => uuids)) };
}

export async function readRecord(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<RecordJson | MergedInto | Problem> {
  const reach = reachOf(caller);
  const db = seenBy(core.db, reach);
  const found = await queries.findRecordJson(db, kind, reach, uuid);
  return found ?? (await mergedInto(db, kind, reach, uuid)) ?? notFound(kind.definition.name);
}

export async function getRecord(
  { db }: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<CrmRecord | Problem> {
  const reach = reachOf(caller);
  return (await queries.findRecord(seenBy(db, reach), kind, reach, uuid)) ?? notFound(kind.definition.name);
}

/** Creates a record and records its event. 409 when its external_id is taken in the Account. */
export async function createRecord(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  fields: { account_uuid?: string },
): Promise<CrmRecord | Problem> {
  const { account_uuid: wanted, ...rest } = fields;
  const account_uuid = accountToWrite(caller, wanted, toWrite(kind));
  if (account_uuid instanceof Problem) return account_uuid;
  const given = withOwner(kind, caller, account_uuid, rest);
  return orRowRefusal(core, kind, async (tx) => {
    const seen = seenBy(tx, reachOf(caller));
    const around = await lookAround(seen, core.kinds, kind, account_uuid, [given]);
    return carryOut(core, tx, kind, caller, account_uuid, { action: 'create', given }, around);
  });
}

/**
 * Merges the given fields into the record and records the event of the change, unless nothing
 * differs.
 */
export async function updateRecord(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  given: object,
  expectedVersions: number[] | null,
): Promise<CrmRecord | Problem> {
  return orRowRefusal(core, kind, async (tx) => {
    const reach = reachOf(caller);
    const account = queries.accountOf(kind, reach, uuid);
    const [before, around] = await Promise.all([
      lockRecord(tx, kind, caller, uuid, expectedVersions),
      lookAround(seenBy(tx, reach), core.kinds, kind, account, [given]),
    ]);
    if (before instanceof Problem) return before;
    const wish = { action: 'update' as const, before, given };
    return carryOut(core, tx, kind, caller, before.account_uuid, wish, around);
  });
}

/** Deletes the record and records the event with its last state. It is kept for 30 days. */
export async function deleteRecord(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return orRowRefusal(core, kind, async (tx) => {
    const before = await lockRecord(tx, kind, caller, uuid, expectedVersions);
    if (before instanceof Problem) return before;
    const wish = { action: 'delete' as const, before };
    const deleted = await carryOut(core, tx, kind, caller, before.account_uuid, wish, nothingAround());
    return deleted instanceof Problem ? deleted : null;
  });
}

/**
 * Restores a record deleted within the last 30 days and records the event. 409 if its external_id
 * is taken by now.
 */
export async function restoreRecord(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<CrmRecord | Problem> {
  const { name } = kind.definition;
  return orRowRefusal(core, kind, async (tx) => {
    const reach = reachOf(caller);
    const seen = seenBy(tx, reach);
    const account = queries.accountOf(kind, reach, uuid);
    const [deleted, holders, declared, taken, merged, own] = await Promise.all([
      queries.findDeleted<CrmRecord>(tx, kind, reach, keptSince(core.clock), [uuid]),
      maskedHolders(seen, kind, findHoldersOfDeleted(tx, kind, reach, uuid)),
      declaredToWrite(tx, account, name),
      maskedHolders(seen, kind, findTakenOfDeleted(tx, kind, account, uuid)),
      refuseMerged(seen, kind, reach, uuid),
      kind.look ? kind.look(tx, account) : null,
    ]);
    const [before] = await withoutHiddenMerges(tx, kind, reach, deleted);
    if (!before) return notFound(`deleted ${name}`);
    const refusal =
      refuseUnless(caller, before.account_uuid, toWrite(kind), name) ??
      (await refuseUnchangeable(tx, kind, reach, uuid)) ??
      merged;
    if (refusal) return refusal;
    const wish = { action: 'restore' as const, before };
    const around = { ...nothingAround(), holders, declared, taken, own };
    return carryOut(core, tx, kind, caller, before.account_uuid, wish, around);
  });
}

/** Does what is wished of one record. Returns the record as it is then. */
async function carryOut(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  wish: Wish,
  around: Surroundings,
): Promise<CrmRecord | Problem> {
  const writing = writingOf(core, caller, account_uuid);
  const [prepared] = await prepare(tx, kind, account_uuid, [wish], writing, around);
  if (prepared instanceof Problem) return prepared;
  if (prepared!.change) {
    const plan = planOf(kind, [prepared!], around.declared);
    await write(core, tx, kind, caller, account_uuid, plan, writing.now);
  }
  return prepared!.record;
}

/**
 * The events of a record, newest first. With `related` also those of the records that refer to it.
 */
export async function listRecordEvents(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  query: { cursor?: string; limit: number; related?: boolean },
): Promise<EventPage | Problem> {
  const record = await getRecord(core, kind, caller, uuid);
  if (record instanceof Problem) return record;
  const reach = reachOf(caller);
  return listEventsOf({ ...core, db: seenBy(core.db, reach) }, reach, record, query);
}

/** Runs a transaction about one record. A record that PostgreSQL refuses is a Problem. */
async function orRowRefusal<Result>(
  core: RecordsCore,
  kind: AnyKind,
  work: (tx: Transaction) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  try {
    return await core.db.transaction(work);
  } catch (error) {
    const refusal = rowRefusal(kind, error);
    if (refusal === null) throw error;
    return refusal;
  }
}

/** Locks the record. Refused when the caller may not write it, or expects another version. */
async function lockRecord(
  tx: Transaction,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<CrmRecord | Problem> {
  const { name } = kind.definition;
  const reach = reachOf(caller);
  const record = await queries.lockRecord(tx, kind, reach, uuid);
  if (!record) return (await refuseMerged(seenBy(tx, reach), kind, reach, uuid)) ?? notFound(name);
  return (
    refuseUnless(caller, record.account_uuid, toWrite(kind), name) ??
    (await refuseUnchangeable(tx, kind, reach, uuid)) ??
    versionMismatch(record.version, expectedVersions) ??
    record
  );
}
