import { forgetKept, keep, readKept } from '../../layout/kept.ts';
import type { RecordView } from '../view.ts';
import { isWhole, type Job } from './job.ts';

const planOf = ({ resource }: RecordView, me: string) => `bulk-${resource}-${me}`;
const reachedOf = (view: RecordView, me: string) => `${planOf(view, me)}-reached`;

/**
 * Keeps a job in the browser before it begins, so that another tab can continue it if this one is
 * closed.
 */
export function keepJob(view: RecordView, me: string, job: Job): void {
  keep(planOf(view, me), { ...job, reached: [] });
  keepReached(view, me, job);
}

/** Keeps the progress. It is kept apart from the job because it is much smaller. */
export function keepReached(view: RecordView, me: string, { id, reached, changes }: Job): void {
  keep(reachedOf(view, me), { id, reached, changes });
}

/** Returns the User's unfinished job of this kind, or null. */
export function keptJob(view: RecordView, me: string): Job | null {
  const plan = readKept<Job>(planOf(view, me));
  const reached = readKept<Pick<Job, 'id' | 'reached' | 'changes'>>(reachedOf(view, me));
  // One that an earlier release kept names no changes.
  if (!plan || plan.id !== reached?.id || !reached.changes) return null;
  const job = { ...plan, reached: reached.reached, changes: reached.changes };
  return isWhole(job) ? null : job;
}

export function forgetJob(view: RecordView, me: string): void {
  forgetKept(planOf(view, me));
  forgetKept(reachedOf(view, me));
}

/**
 * Runs `work` in only one tab at a time. Without HTTPS the browser offers no locks, so tabs may run
 * at once.
 */
export async function asOnlyTab<T>({ id }: Job, work: () => Promise<T>): Promise<T> {
  const locks = locksOf();
  return locks ? locks.request(id, work) : work();
}

/** True when another tab runs the job. */
export async function isAtWork({ id }: Job): Promise<boolean> {
  const held = (await locksOf()?.query())?.held ?? [];
  return held.some(({ name }) => name === id);
}

function locksOf(): LockManager | undefined {
  return navigator.locks as LockManager | undefined;
}
