import type { EventName } from '@rapport/contract/events';
import {
  FILE_KINDS,
  FILES_OF_RECORD_MAX,
  type File,
  type FileRecord,
  type FileUpdate,
} from '@rapport/contract/files';
import type { Caller } from '../access/caller.ts';
import { only, reachOf } from '../access/reach.ts';
import { changeNotAllowed, refuseUnless } from '../access/rules.ts';
import { recordEvents } from '../events/actions.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { versionMismatch } from '../platform/http/server/etag.ts';
import { type Page, pageByUuid } from '../platform/lists/page.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { keptSince } from '../platform/time/deleted-lifetime.ts';
import { findReadable, mayChangeOne } from '../records/readable.ts';
import * as queries from './queries.ts';
import { eachOnce, nameFault } from './rules.ts';
import { type FilesCore, readableBy, refuseUnread, shownFile } from './seen.ts';

/** The files of a record that the caller may read, the newest first. 404 without that right. */
export async function listFiles(
  core: FilesCore,
  caller: Caller,
  query: { record_uuid: string; deleted?: boolean; related?: boolean; cursor?: string; limit: number },
): Promise<Page<File> | Problem> {
  const { record_uuid: uuid, deleted = false, related = false, cursor = null, limit } = query;
  const reach = reachOf(caller);
  const named = FILE_KINDS.map((resource) => ({ resource, uuid }));
  if ((await findReadable(core.db, core.kinds, reach, named)).size === 0) return notFound('record');
  const deleted_since = deleted ? keptSince(core.clock) : null;
  const asked = { before: cursor, limit: limit + 1, deleted_since, related };
  const { data, next_cursor } = pageByUuid(await queries.listFilesOf(core.db, reach, uuid, asked), limit);
  return { data: (await readableBy(core, core.db, caller, data)).map(shownFile), next_cursor };
}

/** The file, for whoever reads one of its records. */
export async function getFile(core: FilesCore, caller: Caller, uuid: string): Promise<File | Problem> {
  const found = await findSeen(core, caller, uuid);
  return found instanceof Problem ? found : shownFile(found);
}

/** As `getFile`, with where its bytes lie. */
export async function findSeen(
  core: FilesCore,
  caller: Caller,
  uuid: string,
): Promise<queries.FileRow | Problem> {
  const row = await queries.findFile(core.db, reachOf(caller), uuid);
  const [seen] = row ? await readableBy(core, core.db, caller, [row]) : [];
  return seen ?? notFound('file');
}

/**
 * Gives a file another name or other records. Those that the caller may not read stay with it. 422
 * for a record that they may not read, or that has as many files as one may have.
 */
export async function updateFile(
  core: FilesCore,
  caller: Caller,
  uuid: string,
  { name, records }: FileUpdate,
  expectedVersions: number[] | null,
): Promise<File | Problem> {
  const fault = name === undefined ? null : nameFault(name);
  if (fault) return fieldsInvalid(fault);
  return core.db.transaction(async (tx) => {
    const found = await lockSeen(core, tx, caller, uuid, expectedVersions);
    if (found instanceof Problem) return found;
    const { before, seen } = found;
    const given = records === undefined ? eachOnce(before.records) : joined(before, seen, records);
    if (records !== undefined) {
      const reach = only(reachOf(caller), before.account_uuid);
      const refusal =
        (await refuseUnread(core, tx, reach, records)) ??
        (await refuseFull(tx, before.account_uuid, records, uuid));
      if (refusal) return refusal;
    }
    const now = toApiTime(core.clock.now());
    const after = { ...before, records: given, name: name ?? before.name };
    const previous = changedOf(before, after);
    if (previous === null) return shownFile(seen);
    const written = { ...after, version: before.version + 1, updated_at: now };
    await queries.updateFile(tx, written);
    if (previous.records) await queries.putRecords(tx, written, given);
    // Nobody was told of one that had no record: it was its sender's alone.
    if (before.records.length === 0) recordFileEvent(core, tx, caller, 'file.created', written, null);
    else recordFileEvent(core, tx, caller, 'file.updated', written, previous);
    const [shown] = await readableBy(core, tx, caller, [written]);
    return shown ? shownFile(shown) : notFound('file');
  });
}

/** The records that are given, and behind them those that the caller may not read. */
function joined(before: queries.FileRow, seen: queries.FileRow, given: FileRecord[]): FileRecord[] {
  const unseen = before.records.filter(({ uuid }) => !seen.records.some((one) => one.uuid === uuid));
  return eachOnce([...given, ...unseen]);
}

function changedOf(before: File, after: File): { name?: string; records?: FileRecord[] } | null {
  const uuids = ({ records }: File) =>
    eachOnce(records)
      .map(({ uuid }) => uuid)
      .join();
  const previous = {
    ...(before.name !== after.name && { name: before.name }),
    ...(uuids(before) !== uuids(after) && { records: eachOnce(before.records) }),
  };
  return Object.keys(previous).length === 0 ? null : previous;
}

/** Puts a file into the trash, for 30 days. */
export async function deleteFile(
  core: FilesCore,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const found = await lockSeen(core, tx, caller, uuid, expectedVersions);
    if (found instanceof Problem) return found;
    const { before } = found;
    await queries.updateFile(tx, { ...before, deleted_at: toApiTime(core.clock.now()) });
    if (before.records.length > 0) recordFileEvent(core, tx, caller, 'file.deleted', before, null);
    return null;
  });
}

/** Takes a file out of the trash. 422 when a record of it has as many files as one may have. */
export async function restoreFile(core: FilesCore, caller: Caller, uuid: string): Promise<File | Problem> {
  return core.db.transaction(async (tx) => {
    const since = keptSince(core.clock);
    const found = await lockSeen(core, tx, caller, uuid, null, since);
    if (found instanceof Problem) return found;
    const { before, seen } = found;
    // A refusal would tell of the others that they are there, and how many files they have.
    const full = await refuseFull(tx, before.account_uuid, seen.records, uuid);
    if (full) return full;
    const now = toApiTime(core.clock.now());
    const change = { version: before.version + 1, updated_at: now, deleted_at: null };
    await queries.updateFile(tx, { ...before, ...change });
    if (before.records.length > 0)
      recordFileEvent(core, tx, caller, 'file.restored', { ...before, ...change }, null);
    return shownFile({ ...seen, ...change });
  });
}

/** Locks a file that the caller may read and change, in the trash with `deleted_since`. */
async function lockSeen(
  core: FilesCore,
  tx: Transaction,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
  deleted_since: Date | null = null,
): Promise<{ before: queries.FileRow; seen: queries.FileRow } | Problem> {
  const what = deleted_since === null ? 'file' : 'deleted file';
  const before = await queries.lockFile(tx, reachOf(caller), uuid, { deleted_since });
  const [seen] = before ? await readableBy(core, tx, caller, [before]) : [];
  if (!before || !seen) return notFound(what);
  return (
    refuseUnless(caller, before.account_uuid, 'write_records', what) ??
    (await refuseUnchangeable(core, tx, caller, before)) ??
    versionMismatch(before.version, expectedVersions) ?? { before, seen }
  );
}

/** 403 for a file of others, of records that the caller sees and may not change. */
async function refuseUnchangeable(
  { kinds }: FilesCore,
  tx: Queryable,
  caller: Caller,
  { user_uuid, records }: queries.FileRow,
): Promise<Problem | null> {
  if (user_uuid === caller.user_uuid) return null;
  if (await mayChangeOne(tx, kinds, reachOf(caller), records)) return null;
  return changeNotAllowed('You may see the records of this file and not change them. Ask who sent it.');
}

/**
 * 422 when one of these records has as many files as one may have, or null. Others who add wait.
 */
export async function refuseFull(
  tx: Queryable,
  account_uuid: string,
  records: FileRecord[],
  file_uuid: string | null,
): Promise<Problem | null> {
  await queries.lockAndSum(tx, account_uuid);
  const uuids = records.map(({ uuid }) => uuid);
  const counts = await queries.countFilesOf(tx, account_uuid, uuids, file_uuid);
  const full = records.find(({ uuid }) => (counts.get(uuid) ?? 0) >= FILES_OF_RECORD_MAX);
  if (!full) return null;
  const detail = `The ${full.resource} ${full.uuid} has ${FILES_OF_RECORD_MAX} files, the most of a record. Delete some of them first.`;
  return new Problem('limit_reached', detail);
}

/** Records what happened to a file. The histories of its records show it. */
export function recordFileEvent(
  core: FilesCore,
  tx: Transaction,
  caller: Caller,
  event: Extract<EventName, `file.${string}`>,
  row: queries.FileRow,
  previous: Record<string, unknown> | null,
): void {
  const { account_uuid } = row;
  const record = shownFile(row);
  const subjects = record.records.map(({ uuid }) => uuid);
  recordEvents(core, tx, caller, [{ event, account_uuid, record, previous, subjects, title: row.name }]);
}
