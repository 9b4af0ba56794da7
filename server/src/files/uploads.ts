import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type File,
  type FileUpload,
  type FileUploadCreate,
  UNUSED_FILE_LIFETIME_HOURS,
} from '@rapport/contract/files';
import type { Caller } from '../access/caller.ts';
import { only, reachOf } from '../access/reach.ts';
import { accountToWrite, refuseUnless } from '../access/rules.ts';
import { Chunks } from '../platform/chunks.ts';
import type { Transaction } from '../platform/database/database.ts';
import { chunksOf, type ReceivingWords } from '../platform/http/server/receive.ts';
import { newUuid } from '../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import { findReadable, nameOf } from '../records/readable.ts';
import { findSeen, recordFileEvent, refuseFull } from './actions.ts';
import * as files from './queries.ts';
import { ACCOUNT_MAX_BYTES, nameFault, PIECE_BYTES } from './rules.ts';
import { type FilesCore, refuseUnread, shownFile } from './seen.ts';
import { TYPE_BYTES, typeOf } from './shown.ts';
import { readContent, type StoredContent } from './store.ts';
import * as queries from './upload-queries.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What is said when bytes do not come. Whole pieces of an upload stay. */
export const FILE_WORDS: ReceivingWords = {
  code: 'form_invalid',
  nothing: 'No file was made of it.',
  too_large: 'The file is longer than it was said to be. No file was made of it.',
};

/**
 * Begins an upload. Its bytes count from now on, so that nobody finds at the end that there is no
 * room. 413 for a file that is too long, 422 for records that the caller may not read, or limits.
 */
export async function beginUpload(
  core: FilesCore,
  caller: Caller,
  { account_uuid: wanted, name, size_bytes, records = [] }: FileUploadCreate,
): Promise<FileUpload | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const fault = nameFault(name);
  if (fault) return fieldsInvalid(fault);
  if (size_bytes > core.file_max_bytes) return tooLong(core.file_max_bytes);
  return core.db.transaction(async (tx) => {
    const used_bytes = await files.lockAndSum(tx, account_uuid);
    if (used_bytes + size_bytes > ACCOUNT_MAX_BYTES) return accountFull(used_bytes);
    const reach = only(reachOf(caller), account_uuid);
    const refusal =
      (await refuseUnread(core, tx, reach, records)) ?? (await refuseFull(tx, account_uuid, records, null));
    if (refusal) return refusal;
    const now = core.clock.now();
    const [uuid, content_uuid] = [newUuid(now), newUuid(now)];
    const { user_uuid } = caller;
    const made = { uuid, account_uuid, user_uuid, content_uuid, name, size_bytes, records };
    const row = { ...made, file_uuid: null, received_bytes: 0, created_at: toApiTime(now) };
    await queries.insertUpload(tx, row);
    return shownUpload(row, null);
  });
}

/** An upload of the caller's own, with the file once it is one. */
export async function getUpload(
  core: FilesCore,
  caller: Caller,
  uuid: string,
): Promise<FileUpload | Problem> {
  const row = await findOwn(core, caller, uuid);
  if (row instanceof Problem) return row;
  const file = row.file_uuid === null ? null : await findSeen(core, caller, row.file_uuid);
  return file instanceof Problem ? file : shownUpload(row, file && shownFile(file));
}

/** Forgets an upload with its bytes. One that has become a file stays. */
export async function cancelUpload(core: FilesCore, caller: Caller, uuid: string): Promise<null | Problem> {
  const row = await findOwn(core, caller, uuid);
  if (row instanceof Problem) return row;
  if (row.file_uuid !== null) {
    const detail = `The upload is over: it has become the file ${row.file_uuid}. Delete that.`;
    return new Problem('conflict', detail);
  }
  await queries.deleteUpload(core.db, row);
  return null;
}

/**
 * Takes bytes of an upload from `offset` on. When they break off, all whole pieces of them stay.
 * With the last byte it becomes a file. 409 when the upload is elsewhere than at `offset`.
 */
export async function continueUpload(
  core: FilesCore,
  caller: Caller,
  uuid: string,
  offset: number,
  bytes: { body: Readable; signal: AbortSignal },
): Promise<FileUpload | Problem> {
  const row = await findOwn(core, caller, uuid);
  if (row instanceof Problem) return row;
  if (row.file_uuid !== null) return getUpload(core, caller, uuid);
  if (offset !== row.received_bytes) return elsewhere(row.received_bytes);
  const received = await keepPieces(core, row, chunksOf(bytes.body, FILE_WORDS, bytes.signal));
  if (received instanceof Problem) return received;
  const upload = { ...row, received_bytes: received };
  if (received < row.size_bytes) return shownUpload(upload, null);
  const file = await finishUpload(core, caller, upload);
  return file instanceof Problem ? file : shownUpload(upload, file);
}

/** Keeps the bytes in pieces; returns how many there are then. Less than a piece is not kept. */
export async function keepPieces(
  { db }: Pick<FilesCore, 'db'>,
  row: queries.UploadRow,
  chunks: AsyncIterable<Buffer | Problem>,
): Promise<number | Problem> {
  let at = row.received_bytes;
  let refusal: Problem | null = null;
  const pieces = new Chunks(PIECE_BYTES, async (_, bytes) => {
    if (refusal !== null) return;
    if (at + bytes.length > row.size_bytes) refusal = new Problem('body_too_large', FILE_WORDS.too_large);
    else if (await queries.insertPiece(db, row, { at, position: at / PIECE_BYTES, bytes }))
      at += bytes.length;
    else refusal = elsewhere(at);
  });
  let came = at;
  for await (const chunk of chunks) {
    if (chunk instanceof Problem) return chunk;
    came += chunk.length;
    if (refusal === null) await pieces.add(chunk);
    if (refusal !== null) return refusal;
  }
  // A last piece is shorter than others, and nothing may come behind it.
  if (came >= row.size_bytes) await pieces.end();
  return refusal ?? at;
}

/**
 * Makes a file of an upload whose bytes are all here, once: whoever asks again gets the same one.
 * Its bytes are read before the transaction, which is short.
 */
export async function finishUpload(
  core: FilesCore,
  caller: Caller,
  upload: queries.UploadRow,
): Promise<File | Problem> {
  const { account_uuid, content_uuid, size_bytes } = upload;
  const content: StoredContent = { account_uuid, content_uuid, size_bytes, place: 'database' };
  const known = { ...(await lookAt(core, content)), scan: await scanOf(core, content) };
  if (known.scan === 'infected') {
    await queries.deleteUpload(core.db, upload);
    const detail = 'The scanner found something harmful in the file. Nothing of it was kept.';
    return new Problem('file_infected', detail);
  }
  return core.db.transaction(async (tx) => {
    await files.lockAndSum(tx, account_uuid);
    const row = await queries.findUpload(tx, senderOf(caller), upload.uuid, {
      since: since(core.clock),
      lock: true,
    });
    if (!row) return notFound('upload');
    if (row.file_uuid !== null) {
      const made = await findSeen({ ...core, db: tx }, caller, row.file_uuid);
      return made instanceof Problem ? made : shownFile(made);
    }
    return makeFile(core, tx, caller, row, known);
  });
}

type Known = Pick<File, 'sha256' | 'type' | 'scan'>;

async function makeFile(
  core: FilesCore,
  tx: Transaction,
  caller: Caller,
  row: queries.UploadRow,
  known: Known,
): Promise<File | Problem> {
  const { account_uuid, user_uuid, name, size_bytes } = row;
  const may = refuseUnless(caller, account_uuid, 'write_records', 'Account');
  if (may) return may;
  // What was deleted while the bytes came is left out; nobody sent them for nothing.
  const readable = await findReadable(tx, core.kinds, only(reachOf(caller), account_uuid), row.records);
  const records = row.records.filter((one) => readable.has(nameOf(one)));
  if (row.records.length > 0 && records.length === 0) return notFound('record');
  const full = await refuseFull(tx, account_uuid, records, null);
  if (full) return full;
  const now = core.clock.now();
  const [uuid, created_at] = [newUuid(now), toApiTime(now)];
  const content_uuid = (await queries.lockContent(tx, account_uuid, known.sha256)) ?? row.content_uuid;
  if (content_uuid === row.content_uuid) await queries.markWhole(tx, row, known);
  await files.insertFile(tx, { uuid, account_uuid, content_uuid, user_uuid, name, created_at });
  await files.putRecords(tx, { account_uuid, uuid }, records);
  await queries.endUpload(tx, row, { file_uuid: uuid, content_uuid });
  const made = (await files.findFile(tx, only(reachOf(caller), account_uuid), uuid))!;
  if (Number(made.size_bytes) !== Number(size_bytes))
    throw new Error('a file has another length than its bytes');
  if (records.length > 0) recordFileEvent(core, tx, caller, 'file.created', made, null);
  return shownFile(made);
}

/** What the bytes of a content are. */
async function lookAt(core: FilesCore, content: StoredContent): Promise<Omit<Known, 'scan'>> {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  for await (const bytes of readContent(core, content)) {
    if (start.length === 0) start = Buffer.from(bytes.subarray(0, TYPE_BYTES));
    hash.update(bytes);
  }
  return { sha256: hash.digest('hex'), type: typeOf(start) };
}

/** What the scanner says of a content. While it is away the content waits. */
async function scanOf(core: FilesCore, content: StoredContent): Promise<File['scan']> {
  if (core.scanner === null) return 'none';
  const verdict = await core.scanner.scan(readContent(core, content));
  return verdict === 'away' ? 'waiting' : verdict;
}

async function findOwn(
  { db, clock }: FilesCore,
  caller: Caller,
  uuid: string,
): Promise<queries.UploadRow | Problem> {
  const row = await queries.findUpload(db, senderOf(caller), uuid, { since: since(clock) });
  if (!row) return notFound('upload');
  return refuseUnless(caller, row.account_uuid, 'write_records', 'upload') ?? row;
}

function senderOf(caller: Caller): queries.Sender {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

function since(clock: Clock): Date {
  return new Date(clock.now().getTime() - UNUSED_FILE_LIFETIME_HOURS * HOUR_MS);
}

function shownUpload(row: queries.UploadRow, file: File | null): FileUpload {
  const { uuid, account_uuid, name, size_bytes, received_bytes, records, created_at } = row;
  const expires_at = toApiTime(new Date(Date.parse(created_at) + UNUSED_FILE_LIFETIME_HOURS * HOUR_MS));
  return { uuid, account_uuid, name, size_bytes, received_bytes, records, file, created_at, expires_at };
}

function elsewhere(received_bytes: number): Problem {
  const detail = `The upload has ${received_bytes} bytes. Go on from there: read it again for how many it has.`;
  return new Problem('conflict', detail);
}

const inWords = (bytes: number) =>
  bytes >= 1024 ** 2 ? `${Math.round((bytes / 1024 ** 2) * 10) / 10} MiB` : `${bytes} bytes`;

export function tooLong(file_max_bytes: number): Problem {
  const detail = `A file may have ${inWords(file_max_bytes)}, and this one has more. Make it smaller, or ask who runs Rapport for more (RAPPORT_FILE_MAX).`;
  return new Problem('body_too_large', detail);
}

function accountFull(used_bytes: number): Problem {
  const detail = `The files of an Account may have ${inWords(ACCOUNT_MAX_BYTES)} together, and they have ${inWords(used_bytes)}. Delete some; they go for good after 30 days.`;
  return new Problem('limit_reached', detail);
}
