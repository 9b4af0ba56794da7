import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '../platform/database/database.ts';
import { CHANGE_ENDED } from '../platform/http/server/change-uuid.ts';
import { Problem } from '../platform/problem.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AnyJobType, Outcome, Place } from './job-type.ts';
import * as queries from './queries.ts';
import { retryAt } from './rules.ts';

type StepCore = { db: Database; clock: Clock; log: FastifyBaseLogger };

/** A job in the hands of one worker. */
export type Held = { uuid: string; worker_uuid: string };

/**
 * How a step ended. `gone`: the job is over, or another worker's, or the worker stops; nothing was
 * written.
 */
export type StepEnd = 'next' | 'later' | 'completed' | 'failed' | 'retry' | 'gone';

/**
 * Makes one step of a job. What it writes is committed together with the next step, and only while
 * the worker still owns the job: a worker that was frozen and taken over writes nothing.
 */
export async function makeStep<Core extends StepCore>(
  core: Core,
  type: AnyJobType<Core>,
  held: Held,
  hasBegun: boolean,
  { stopping = NEVER, place = ALONE }: { stopping?: AbortSignal; place?: Place } = {},
): Promise<StepEnd> {
  let outside: unknown;
  if (!hasBegun || type.outside) {
    const begun = await queries.beginJob(core.db, held.uuid, held.worker_uuid, core.clock.now());
    if (!begun) return 'gone';
    if (hasFailedTooOften(core, type, begun)) return fail(core, type, held, OFTEN_INTERRUPTED);
    try {
      outside = await type.outside?.(core, begun, stopping, place);
    } catch (err) {
      if (stopping.aborted) return 'gone';
      return retryLater(core, type, held, err as Error);
    }
  }
  try {
    const end = await runInTransaction(core, type, held, outside);
    return end instanceof Problem ? fail(core, type, held, end.detail) : end;
  } catch (err) {
    if ((err as { code?: string }).code === CHANGE_ENDED)
      return type.apart ? goOnApart(core, type, held) : fail(core, type, held, TAKEN_BACK);
    return retryLater(core, type, held, err as Error);
  }
}

const NEVER = new AbortController().signal;

/** The place of a job that others do not wait for. */
export const ALONE: Place = { leave: () => {}, take: async () => {} };

const OFTEN_INTERRUPTED =
  'The process that did it ended again and again. Nothing of the step was written. Tell the operator of your Rapport.';
const TAKEN_BACK = 'Its change was taken back before all was done, so it has ended.';
const FAULT_OF_OURS =
  'It failed again and again by a fault of Rapport. Tell the operator, whose log has the reason under the uuid of the job.';

function hasFailedTooOften<Core extends StepCore>(
  { clock }: Core,
  { retries_ms, every_ms }: AnyJobType<Core>,
  { failure_count }: queries.JobRow,
): boolean {
  if (every_ms !== undefined) return false;
  return failure_count > 0 && retryAt(failure_count, clock.now(), retries_ms) === null;
}

function runInTransaction<Core extends StepCore>(
  core: Core,
  type: AnyJobType<Core>,
  { uuid, worker_uuid }: Held,
  outside: unknown,
): Promise<StepEnd | Problem> {
  return core.db.transaction(async (tx) => {
    const job = await queries.lockDueJob(tx, uuid, worker_uuid, core.clock.now());
    if (!job) return 'gone';
    const outcome = await type.run({ ...core, db: tx }, tx, job, outside);
    if (outcome instanceof Problem) return outcome;
    return write(core, tx, type, job, outcome);
  });
}

async function write<Core extends StepCore>(
  { clock }: Core,
  tx: Queryable,
  type: AnyJobType<Core>,
  job: queries.JobRow,
  outcome: Outcome<object>,
): Promise<StepEnd> {
  const now = clock.now();
  if ('retry' in outcome) {
    const due_at = retryAt(job.failure_count + 1, now, type.retries_ms);
    if (due_at === null) return write({ clock } as Core, tx, type, job, { failed: outcome.retry });
    await queries.putOff(tx, job.uuid, due_at, now);
    return 'retry';
  }
  if ('failed' in outcome) {
    await queries.endJob(tx, job.uuid, { state: 'failed', detail: outcome.failed }, now);
    return 'failed';
  }
  if ('completed' in outcome) {
    const { completed: result, ...progress } = outcome;
    if (type.is_shown) await queries.endJob(tx, job.uuid, { state: 'completed', ...progress, result }, now);
    else await queries.deleteJob(tx, job.uuid);
    return 'completed';
  }
  const { next, done_count = job.done_count, total_count = job.total_count, due_at = now } = outcome;
  const step = { step: next, done_count, total_count, detail: outcome.detail, due_at };
  await queries.saveStep(tx, job.uuid, step, now);
  return due_at > now ? 'later' : 'next';
}

/** Has the step made again, in a change of its own. */
function goOnApart<Core extends StepCore>(
  core: Core,
  type: AnyJobType<Core>,
  { uuid, worker_uuid }: Held,
): Promise<StepEnd> {
  return core.db.transaction(async (tx) => {
    const now = core.clock.now();
    const job = await queries.lockDueJob(tx, uuid, worker_uuid, now);
    return job ? write(core, tx, type, job, { next: type.apart!(job.step, now) }) : 'gone';
  });
}

/** Ends a job as failed, unless it is another worker's by now. */
function fail<Core extends StepCore>(
  core: Core,
  type: AnyJobType<Core>,
  { uuid, worker_uuid }: Held,
  detail: string,
): Promise<StepEnd> {
  return core.db.transaction(async (tx) => {
    const now = core.clock.now();
    const job = await queries.lockDueJob(tx, uuid, worker_uuid, now);
    if (!job) return 'gone';
    const result = (await type.ended?.({ ...core, db: tx }, tx, job, 'failed')) ?? null;
    await queries.endJob(tx, uuid, { state: 'failed', detail, result }, now);
    return 'failed';
  });
}

/** Puts off a job whose step has thrown, or ends it as failed when it has thrown too often. */
async function retryLater<Core extends StepCore>(
  core: Core,
  type: AnyJobType<Core>,
  held: Held,
  err: Error,
): Promise<StepEnd> {
  const { db, clock, log } = core;
  const now = clock.now();
  const retry = await db.transaction(async (tx) => {
    const job = await queries.lockDueJob(tx, held.uuid, held.worker_uuid, now);
    if (!job) return 'gone';
    const next = new Date(now.getTime() + (type.every_ms ?? 0));
    const due_at = retryAt(job.failure_count + 1, now, type.retries_ms) ?? (type.every_ms ? next : null);
    if (due_at) await queries.putOff(tx, held.uuid, due_at, now);
    return due_at;
  });
  const line = { err, job: type.name, job_uuid: held.uuid };
  if (retry === 'gone') return 'gone';
  log.error(line, retry ? 'a step of a job failed; it is tried again' : 'a job failed');
  return retry ? 'retry' : fail(core, type, held, FAULT_OF_OURS);
}
