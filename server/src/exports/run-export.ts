import { EXPORT_LIFETIME_DAYS } from '@rapport/contract/exports';
import { permits, wholeAccount } from '../access/reach.ts';
import { listUsersOf } from '../accounts/logins/look-ups.ts';
import type { ObjectStore } from '../files/objects.ts';
import type { Job, JobType, Outcome } from '../jobs/job-type.ts';
import { Chunks } from '../platform/chunks.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { Problem } from '../platform/problem.ts';
import type { Written } from './archive/write.ts';
import * as queries from './queries.ts';

/** The pieces in which a file is kept, but for the last one. */
export const CHUNK_BYTES = 512 * 1024;

type Step = { export_uuid: string };

/** The bytes of files may lie in a storage elsewhere. */
type WritingCore = Core & { objects: ObjectStore | null };

/** What the work without a transaction came to. `busy`: another file is being written here. */
type Outside = Written | Problem | 'busy' | 'over';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The pause before a process looks again whether it has finished the file of another Account. */
const BUSY_PAUSE_MS = 2000;

const NO_OWNER = 'You no longer own the Account.';

/**
 * Writes an Account into a file. That takes long and sees one moment, so it is no row of steps: a
 * killed attempt begins anew. A process writes one file at a time, because each holds a connection.
 */
export function exportType(): JobType<Step, WritingCore> {
  let isBusy = false;
  return {
    name: 'export',
    is_shown: true,
    outside: async (core, job, stopping) => {
      if (isBusy) return 'busy';
      isBusy = true;
      try {
        return await writeFile(core, job, stopping);
      } finally {
        isBusy = false;
      }
    },
    run: (core, tx, job, outside) => finish(core, tx, job, outside as Outside),
    ended: async (core, tx, { account_uuid, step }, state) => {
      const failure = state === 'cancelled' ? 'It was stopped.' : 'The database failed again and again.';
      const end = { failure, now: core.clock.now() };
      await queries.markFailed(tx, account_uuid!, step.export_uuid, end);
    },
  };
}

async function writeFile(core: WritingCore, job: Job<Step>, stopping: AbortSignal): Promise<Outside> {
  const { db, clock } = core;
  const account_uuid = job.account_uuid!;
  const row = await queries.findExport(db, wholeAccount(account_uuid), job.step.export_uuid);
  if (row?.state !== 'running' || !(await isOwner(db, row))) return 'over';
  const attempt_uuid = newUuid(clock.now());
  await queries.beginAttempt(db, account_uuid, row.uuid, attempt_uuid);
  const far = { done: 0, total: 0 };
  const chunks = new Chunks(CHUNK_BYTES, async (position, bytes) => {
    const chunk = { export_uuid: row.uuid, attempt_uuid, position, bytes, ...far };
    if (!(await queries.insertChunk(db, chunk))) throw new Error('the export is over, or another writes it');
  });
  const sink = {
    write: (bytes: Buffer) => chunks.add(bytes),
    progress: (done: number, total: number) => Object.assign(far, { done, total }),
  };
  const { user_uuid, events } = row;
  // Loaded with the first export (0058).
  const { writeArchive } = await import('./archive/write.ts');
  const written = await writeArchive(core, { account_uuid, events, user_uuid }, sink, stopping);
  if (!(written instanceof Problem)) await chunks.end();
  return written;
}

async function finish(
  { clock }: Core,
  tx: Transaction,
  job: Job<Step>,
  outside: Outside,
): Promise<Outcome<Step> | Problem> {
  const now = clock.now();
  if (outside === 'busy') return { next: job.step, due_at: new Date(now.getTime() + BUSY_PAUSE_MS) };
  const row = await queries.findExport(tx, wholeAccount(job.account_uuid!), job.step.export_uuid, true);
  if (row?.state !== 'running') return { completed: null };
  const isTheirs = await isOwner(tx, row);
  if (outside === 'over' || outside instanceof Problem || !isTheirs) {
    const failure = outside instanceof Problem ? outside.detail : NO_OWNER;
    await queries.markFailed(tx, row.account_uuid, row.uuid, { failure, now });
    return { failed: failure };
  }
  const { manifest, size_bytes, sha256 } = outside;
  const counts = Object.fromEntries(
    manifest.files.filter(({ name }) => name.startsWith('data/')).map(({ name, lines }) => [name, lines]),
  );
  const expires_at = new Date(now.getTime() + EXPORT_LIFETIME_DAYS * DAY_MS);
  await queries.markCompleted(tx, row.account_uuid, row.uuid, {
    counts,
    size_bytes,
    sha256,
    now,
    expires_at,
  });
  return { completed: { export_uuid: row.uuid }, done_count: Number(row.total_count) };
}

async function isOwner(db: Queryable, { account_uuid, user_uuid }: queries.ExportRow): Promise<boolean> {
  const users = await listUsersOf(db, account_uuid);
  return users.some(({ uuid, role }) => uuid === user_uuid && permits(role, 'manage_account'));
}
