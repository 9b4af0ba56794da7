import type { Job as ShownJob } from '@rapport/contract/jobs';
import type { Caller } from '../access/caller.ts';
import { reachOf } from '../access/reach.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { forgetting } from '../platform/database/delete-before.ts';
import { newUuid } from '../platform/ids.ts';
import { notFound, Problem } from '../platform/problem.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AnyJobType, JobType } from './job-type.ts';
import * as queries from './queries.ts';

/** The channel on which workers hear of new jobs. */
export const JOBS_CHANNEL = 'jobs';

/** How long a job is shown after its end. */
const JOB_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

type NewJob<Step> = {
  /** A new one, when left out. */
  uuid?: string;
  step: Step;
  /** The Account whose turn the job takes, and the User who sees it among their jobs. */
  account_uuid?: string | null;
  user_uuid?: string | null;
  /** What it works on, by which the User finds it. */
  subject_uuid?: string;
  /** The kind of record that it is about, by which pages find it. */
  resource?: string;
  /** Two open jobs of a type never have the same key. */
  key?: string;
  total_count?: number;
  /** Not before; now, when left out. */
  due_at?: Date;
};

/**
 * Enqueues a job in the transaction of the change that asks for it: both are committed, or none.
 * Returns its uuid; null when an open job has its key.
 */
export async function enqueue<Step extends object>(
  { clock }: { clock: Clock },
  tx: Transaction,
  type: Pick<JobType<Step, never>, 'name'>,
  job: NewJob<Step>,
): Promise<string | null> {
  const [uuid = null] = await enqueueAll({ clock }, tx, type, [job]);
  return uuid;
}

/** Enqueues several jobs by one statement. Returns the uuids, without those with a taken key. */
export async function enqueueAll<Step extends object>(
  { clock }: { clock: Clock },
  tx: Transaction,
  type: Pick<JobType<Step, never>, 'name'>,
  jobs: NewJob<Step>[],
): Promise<string[]> {
  const now = clock.now();
  const rows = jobs.map((job) => ({
    uuid: job.uuid ?? newUuid(now),
    type: type.name,
    key: job.key ?? null,
    account_uuid: job.account_uuid ?? null,
    user_uuid: job.user_uuid ?? null,
    subject_uuid: job.subject_uuid ?? null,
    resource: job.resource ?? null,
    step: JSON.stringify(job.step),
    total_count: job.total_count ?? null,
    due_at: job.due_at ?? now,
  }));
  const uuids = await queries.insertJobs(tx, rows, now);
  if (uuids.length > 0) tx.notifyAfterCommit(JOBS_CHANNEL);
  return uuids;
}

/** Has the open job of a type with this key be done at once. False: it does not wait for a time. */
export async function hasten(
  { clock }: { clock: Clock },
  tx: Transaction,
  type: string,
  key: string,
): Promise<boolean> {
  const isHastened = await queries.hasten(tx, type, key, clock.now());
  if (isHastened) tx.notifyAfterCommit(JOBS_CHANNEL);
  return isHastened;
}

/** Has the jobs that come again and again stand in the database, each once. */
export async function keepRecurring(db: Queryable, clock: Clock, types: AnyJobType<never>[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const type of types)
      if (type.every_ms !== undefined) await enqueue({ clock }, tx, type, { step: {}, key: 'every' });
  });
}

/** What the actions on a User's jobs need: the types of all rooms, with what these need. */
export type JobsCore = { db: Queryable; clock: Clock; jobTypes: AnyJobType<never>[] };

/** The latest jobs of the caller. */
export function listJobs({ db, jobTypes }: JobsCore, caller: Caller): Promise<ShownJob[]> {
  return queries.listJobs(db, ownerOf(caller), shown(jobTypes));
}

export async function getJob(
  { db, jobTypes }: JobsCore,
  caller: Caller,
  uuid: string,
): Promise<ShownJob | Problem> {
  return (await queries.findJob(db, ownerOf(caller), shown(jobTypes), uuid)) ?? notFound('job');
}

/** Stops one of the caller's jobs after the step that is under way. What is done stays done. */
export async function cancelJob(core: JobsCore, caller: Caller, uuid: string): Promise<ShownJob | Problem> {
  return core.db.transaction(async (tx) => {
    const job = await getJob({ ...core, db: tx }, caller, uuid);
    if (job instanceof Problem) return job;
    if (await endAsCancelled(core, tx, uuid)) return getJob({ ...core, db: tx }, caller, uuid);
    return new Problem('job_ended', 'The job has ended already, so there is nothing to cancel.');
  });
}

/**
 * Cancels an open job for a room that has made sure of the caller's right; false when it has ended.
 * It waits for the step that is under way.
 */
export async function endAsCancelled(core: JobsCore, tx: Transaction, uuid: string): Promise<boolean> {
  const row = await queries.lockJob(tx, uuid);
  if (!row) return false;
  const type = core.jobTypes.find(({ name }) => name === row.type);
  // The API has all that the types of all rooms need.
  const result = await type?.ended?.({ ...core, db: tx } as never, tx, row, 'cancelled');
  await queries.endJob(tx, uuid, { state: 'cancelled', result: result ?? null }, core.clock.now());
  return true;
}

/** Deletes a batch of jobs that ended 30 days ago; returns how many. */
export const forgetEndedJobs = forgetting('jobs', 'finished_at', JOB_LIFETIME_MS);

function ownerOf(caller: Caller): queries.JobOwner {
  return { user_uuid: caller.user_uuid, reach: reachOf(caller) };
}

function shown(types: AnyJobType<never>[]): string[] {
  return types.filter(({ is_shown }) => is_shown).map(({ name }) => name);
}
