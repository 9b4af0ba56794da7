import type { EventName } from '@rapport/contract/events';
import type { Caller, Cause } from '../access/caller.ts';
import { momentOf, writingOf } from '../access/days.ts';
import { accountsOf, accountToWrite, readableAccounts, refuseUnless } from '../access/rules.ts';
import { type EventPage, listEventsOf, listLastActors, recordEvents } from '../events/actions.ts';
import type { Change } from '../events/change.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { versionMismatch } from '../platform/http/server/etag.ts';
import { type ListQuery, parseListQuery } from '../platform/lists/list-query.ts';
import type { Page } from '../platform/lists/page.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { DELETED_LIFETIME_MS, keptSince } from '../platform/time/deleted-lifetime.ts';
import { changedRecord, changeOf, decide, newRecord } from './decide.ts';
import { CHANGE_IT_THERE, externalIdTaken } from './external-id.ts';
import type { RecordJson } from './json.ts';
import type { AnyKind, CrmRecord, RecordsCore, Step } from './kind.ts';
import { findHolders, findReferred } from './look-up-queries.ts';
import * as queries from './queries.ts';
import { rowRefusal } from './row-refusal.ts';
import { lookAround } from './surroundings.ts';

/** Records of the caller's Accounts as JSON, a page at a time. */
export async function listRecords(
  { db, clock }: Core,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
): Promise<Page<string> | Problem> {
  const list = parseListQuery(kind.definition.list, query, momentOf({ clock }, caller, query.account_uuid));
  if (list instanceof Problem) return list;
  const account_uuids = readableAccounts(caller, list.account_uuid);
  if (account_uuids instanceof Problem) return account_uuids;
  return queries.listRecords(db, kind, account_uuids, list);
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
  const account_uuids = readableAccounts(caller, list.account_uuid);
  if (account_uuids instanceof Problem) return account_uuids;
  const page = await queries.listDeleted(core.db, kind, account_uuids, keptSince(core.clock), list);
  const uuids = page.data.map(({ uuid }) => uuid);
  const event = `${kind.definition.name}.deleted` as EventName;
  const actors = await listLastActors(core, account_uuids, uuids, event);
  const data = page.data.map((record) => ({
    ...record,
    deleted_by: actors.get(record.uuid)!,
    restorable_until: toApiTime(new Date(Date.parse(record.deleted_at) + DELETED_LIFETIME_MS)),
  }));
  return { ...page, data };
}

export async function readRecord(
  { db }: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<RecordJson | Problem> {
  const found = await queries.findRecordJson(db, kind, accountsOf(caller), uuid);
  return found ?? notFound(kind.definition.name);
}

export async function getRecord(
  { db }: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<CrmRecord | Problem> {
  const found = await queries.findRecord(db, kind, accountsOf(caller), uuid);
  return found ?? notFound(kind.definition.name);
}

/** Creates a record and records its event. 409 when its external_id is taken in the Account. */
export async function createRecord(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  fields: { account_uuid?: string },
): Promise<CrmRecord | Problem> {
  const { account_uuid: wanted, ...given } = fields;
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  return orRowRefusal(core, kind, async (tx) => {
    const own = kind.look ? await kind.look(tx, account_uuid) : null;
    const writing = writingOf(core, caller, account_uuid);
    const step = { before: null, record: newRecord(kind, account_uuid, given, writing, own), given };
    const around = await lookAround(tx, core.kinds, kind, account_uuid, [step]);
    const decision = decide(kind, step, around);
    if ('faults' in decision) return fieldsInvalid(...decision.faults);
    const { record, change } = decision;
    const inserted = await queries.insertRecords(tx, kind, [record]);
    if (inserted.size === 0) {
      return (await refuseExternalId(tx, kind, record)) ?? externalIdTaken(kind, record.external_id);
    }
    await finish(core, tx, kind, caller, account_uuid, [step], [change!]);
    return record;
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
    const before = await lockRecord(tx, kind, caller, uuid, expectedVersions);
    if (before instanceof Problem) return before;
    const { account_uuid } = before;
    const own = kind.look ? await kind.look(tx, account_uuid) : null;
    const writing = writingOf(core, caller, account_uuid);
    const step = { before, record: changedRecord(kind, before, given, writing, own), given };
    const around = await lookAround(tx, core.kinds, kind, account_uuid, [step]);
    const decision = decide(kind, step, around);
    if ('faults' in decision) return fieldsInvalid(...decision.faults);
    const { record, change } = decision;
    if (change === null) return before;
    const hasNewId = 'external_id' in change.previous!;
    const refused = await kind.refuse?.(tx, account_uuid, [{ before, after: record }]);
    const refusal = refused?.get(uuid) ?? (hasNewId ? await refuseExternalId(tx, kind, record) : null);
    if (refusal) return refusal;
    const parts = queries.changesParts(kind, change.previous!) ? [record] : [];
    const outcome = await queries.updateRecords(tx, kind, [record], parts);
    if (outcome === 'taken') return externalIdTaken(kind, record.external_id);
    await finish(core, tx, kind, caller, account_uuid, [step], [change]);
    return record;
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
  return core.db.transaction(async (tx) => {
    const record = await lockRecord(tx, kind, caller, uuid, expectedVersions);
    if (record instanceof Problem) return record;
    const { account_uuid } = record;
    const refused = await kind.refuse?.(tx, account_uuid, [{ before: record, after: null }]);
    const refusal = refused?.get(uuid);
    if (refusal) return refusal;
    await queries.markDeleted(tx, kind, account_uuid, [uuid], toApiTime(core.clock.now()));
    const change = changeOf(kind, 'deleted', record, null);
    await finish(core, tx, kind, caller, account_uuid, [{ before: record, record }], [change]);
    return null;
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
  return core.db.transaction(async (tx) => {
    const since = keptSince(core.clock);
    const [deleted] = await queries.findDeleted(tx, kind, accountsOf(caller), since, [uuid]);
    if (!deleted) return notFound(`deleted ${name}`);
    const { account_uuid } = deleted;
    const refusal =
      refuseUnless(caller, account_uuid, 'write_records', name) ??
      (await refuseExternalId(tx, kind, deleted, CHANGE_IT_THERE));
    if (refusal) return refusal;
    const record = { ...deleted, version: deleted.version + 1, updated_at: toApiTime(core.clock.now()) };
    if ((await queries.unmarkDeleted(tx, kind, [record])) === 'taken') {
      return externalIdTaken(kind, record.external_id, undefined, CHANGE_IT_THERE);
    }
    const change = changeOf(kind, 'restored', record, null);
    await finish(core, tx, kind, caller, account_uuid, [{ before: null, record }], [change]);
    return record;
  });
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
  return record instanceof Problem ? record : listEventsOf(core, record, query);
}

/**
 * Lets the kind write what depends on these records, then records their events in the histories of
 * all related records.
 */
export async function finish(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  steps: Step<CrmRecord>[],
  changes: Change[],
): Promise<void> {
  await kind.alongside?.(tx, account_uuid, steps);
  await recordEvents(core, tx, cause, await withReferred(tx, core.kinds, account_uuid, changes));
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

/** Adds the histories of the records that the changed one refers to. */
async function withReferred(
  tx: Queryable,
  kinds: readonly AnyKind[],
  account_uuid: string,
  changes: Change[],
): Promise<Change[]> {
  const subjects = [...new Set(changes.flatMap((change) => change.subjects ?? []))];
  const referred = await findReferred(tx, kinds, account_uuid, subjects);
  return changes.map((change) => {
    const more = (change.subjects ?? []).flatMap((uuid) => referred.get(uuid) ?? []);
    const all = new Set([...(change.subjects ?? []), ...more]);
    all.delete(change.record.uuid);
    return change.subjects ? { ...change, subjects: [...all] } : change;
  });
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
  const record = await queries.lockRecord(tx, kind, accountsOf(caller), uuid);
  if (!record) return notFound(name);
  return (
    refuseUnless(caller, record.account_uuid, 'write_records', name) ??
    versionMismatch(record.version, expectedVersions) ??
    record
  );
}

/**
 * 409 when another record of the Account has the external_id. The answer names it, because the
 * caller may read it.
 */
async function refuseExternalId(
  tx: Queryable,
  kind: AnyKind,
  { uuid, account_uuid, external_id }: CrmRecord,
  whatToDo?: string,
): Promise<Problem | null> {
  if (external_id === null) return null;
  const holders = await findHolders(tx, kind, account_uuid, [external_id]);
  const holder = holders.get(external_id);
  return holder === undefined || holder === uuid
    ? null
    : externalIdTaken(kind, external_id, holder, whatToDo);
}
