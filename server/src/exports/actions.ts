import type { Export, ExportCreate } from '@rapport/contract/exports';
import type { Caller } from '../access/caller.ts';
import { reachOf, whereMay, wholeAccount } from '../access/reach.ts';
import { accountToWrite, reachIn, refuseTokens, refuseUnless, refuseUnlessFresh } from '../access/rules.ts';
import { recordAudit } from '../audit/actions.ts';
import { endAsCancelled, enqueue, type JobsCore } from '../jobs/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Bytes } from '../platform/http/server/part-answer.ts';
import { newUuid } from '../platform/ids.ts';
import { type Page, pageByUuid } from '../platform/lists/page.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';
import { CHUNK_BYTES, exportType } from './run-export.ts';

export type ExportsCore = Core & JobsCore;

/** The one type of this process, which knows whether it is writing a file. */
export const EXPORT = exportType();

/**
 * Begins to write an Account into a file, for an owner with a fresh sign-in: the file outlives the
 * token or the session that could ask for it. 409 while another export of the Account is
 * under way.
 */
export async function createExport(
  core: ExportsCore,
  caller: Caller,
  { account_uuid: wanted, events = true }: ExportCreate,
): Promise<Export | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'manage_account');
  if (account_uuid instanceof Problem) return account_uuid;
  const refusal = refuseUnlessFresh(caller, core.clock.now());
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const now = core.clock.now();
    const uuid = newUuid(now);
    const { user_uuid } = caller;
    const job_uuid = newUuid(now);
    const row = { uuid, account_uuid, user_uuid, events, job_uuid, created_at: toApiTime(now) };
    if (!(await queries.insertExport(tx, row))) {
      const detail = 'An export of this Account is under way. Wait until it ends, or delete it.';
      return new Problem('conflict', detail);
    }
    await enqueue(core, tx, EXPORT, {
      uuid: job_uuid,
      step: { export_uuid: uuid },
      account_uuid,
      user_uuid,
      subject_uuid: uuid,
    });
    await audit(core, tx, caller, 'account.exported', row);
    return shown(core, (await queries.findExport(tx, wholeAccount(account_uuid), uuid))!);
  });
}

/** The export, for an owner of its Account. */
export async function getExport(
  core: Pick<Core, 'db' | 'clock'>,
  caller: Caller,
  uuid: string,
): Promise<Export | Problem> {
  const row = await findOwn(core.db, caller, uuid);
  return row instanceof Problem ? row : shown(core, row);
}

/** Exports of the Accounts that the caller owns, the newest first. */
export async function listExports(
  core: Pick<Core, 'db' | 'clock'>,
  caller: Caller,
  query: { account_uuid?: string; cursor?: string; limit: number },
): Promise<Page<Export> | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const owned = whereMay(reach, 'manage_account');
  const asked = query.account_uuid?.toLowerCase();
  const refusal = asked === undefined ? null : refuseUnless(caller, asked, 'manage_account', 'Account');
  if (refusal) return refusal;
  const rows = await queries.listExports(core.db, owned, query.cursor ?? null, query.limit + 1);
  const { data, next_cursor } = pageByUuid(rows, query.limit);
  return { data: data.map((row) => shown(core, row)), next_cursor };
}

/** Deletes an export with its file. One that is under way is stopped. */
export async function deleteExport(core: ExportsCore, caller: Caller, uuid: string): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const found = await findOwn(tx, caller, uuid);
    if (found instanceof Problem) return found;
    // A step locks its job before the export, so this order cannot block it.
    if (found.state === 'running') await endAsCancelled({ ...core, db: tx }, tx, found.job_uuid!);
    await queries.deleteExport(tx, found.account_uuid, uuid);
    return null;
  });
}

/** The file of an export. */
type ExportFile = Bytes & { name: string };

/**
 * The file of a completed export, for an owner who is signed in. `isWhole` notes the download in
 * the audit log.
 */
export async function openFile(
  core: Core,
  caller: Caller,
  uuid: string,
  isWhole: boolean,
): Promise<ExportFile | Problem> {
  const row = await findOwn(core.db, caller, uuid);
  if (row instanceof Problem) return row;
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  if (row.state === 'running')
    return new Problem('conflict', 'The file is still being written. Wait until state is completed.');
  if (row.state === 'failed')
    return new Problem(
      'not_found',
      'The export has failed, so it has no file. Export the Account once more.',
    );
  if (row.state !== 'completed' || isOver(core, row))
    return new Problem('not_found', 'The file of this export is gone. Export the Account once more.');
  if (isWhole) await audit(core, core.db, caller, 'account.export_downloaded', row);
  return {
    name: `rapport-account-${row.account_uuid}-${row.created_at.slice(0, 10)}.zip`,
    size_bytes: Number(row.size_bytes),
    etag: `"${row.sha256}"`,
    read: (start, end) => readChunks(core.db, row, start, end),
  };
}

async function* readChunks(
  db: Queryable,
  row: queries.ExportRow,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const position = Math.floor(at / CHUNK_BYTES);
    const bytes = await queries.findChunk(db, row, position);
    if (!bytes) throw new Error('a piece of an exported file is gone');
    const from = at - position * CHUNK_BYTES;
    yield bytes.subarray(from, Math.min(bytes.length, end - position * CHUNK_BYTES));
    at = (position + 1) * CHUNK_BYTES;
  }
}

async function findOwn(db: Queryable, caller: Caller, uuid: string): Promise<queries.ExportRow | Problem> {
  const row = await queries.findExport(db, reachOf(caller), uuid);
  if (!row) return notFound('export');
  return refuseUnless(caller, row.account_uuid, 'manage_account', 'export') ?? row;
}

function audit(
  core: Core,
  db: Queryable,
  caller: Caller,
  action: 'account.exported' | 'account.export_downloaded',
  { uuid: export_uuid, account_uuid, events }: Pick<queries.ExportRow, 'uuid' | 'account_uuid' | 'events'>,
): Promise<void> {
  const { user_uuid, oauth_client_uuid } = caller;
  const details = { export_uuid, events };
  return recordAudit(core, db, caller, action, { user_uuid, oauth_client_uuid, account_uuid, details });
}

function shown({ clock }: { clock: Clock }, row: queries.ExportRow): Export {
  const { uuid, account_uuid, events, counts, sha256, failure } = row;
  return {
    uuid,
    account_uuid,
    state: isOver({ clock }, row) ? 'expired' : row.state,
    events,
    progress: { done: row.done_count, total: row.total_count },
    counts,
    size_bytes: row.size_bytes,
    sha256,
    failure,
    created_at: row.created_at,
    finished_at: row.finished_at,
    expires_at: row.expires_at,
  };
}

/** True for a file whose time is over, also before the clean-up comes. */
function isOver({ clock }: { clock: Clock }, { state, expires_at }: queries.ExportRow): boolean {
  return state === 'completed' && expires_at! <= toApiTime(clock.now());
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FORGET_BATCH = 20;

/** Deletes files whose time is over; returns how many. */
export function forgetOldExports(db: Queryable, clock: Clock): Promise<number> {
  const now = clock.now();
  return queries.forgetExports(db, { now, before: new Date(now.getTime() - 90 * DAY_MS) }, FORGET_BATCH);
}
