import type { RecordView } from '../../fields/view.ts';
import { forgetKept, keep, readKept } from '../../layout/kept.ts';
import { type Bulk, isWhole } from './bulk.ts';

const planOf = ({ resource }: RecordView, me: string) => `bulk-${resource}-${me}`;
const reachedOf = (view: RecordView, me: string) => `${planOf(view, me)}-reached`;

/**
 * Keeps a bulk change in the browser before it begins, so that another tab can continue it if this
 * one is closed.
 */
export function keepBulk(view: RecordView, me: string, bulk: Bulk): void {
  keep(planOf(view, me), { ...bulk, reached: [] });
  keepReached(view, me, bulk);
}

/** Keeps the progress. It is kept apart from the bulk change because it is much smaller. */
export function keepReached(view: RecordView, me: string, { id, reached, changes }: Bulk): void {
  keep(reachedOf(view, me), { id, reached, changes });
}

/** Returns the User's unfinished bulk change of this kind, or null. */
export function keptBulk(view: RecordView, me: string): Bulk | null {
  const plan = readKept<Bulk>(planOf(view, me));
  const reached = readKept<Pick<Bulk, 'id' | 'reached' | 'changes'>>(reachedOf(view, me));
  // One that an earlier release kept names no changes.
  if (!plan || plan.id !== reached?.id || !reached.changes) return null;
  const bulk = { ...plan, reached: reached.reached, changes: reached.changes };
  return isWhole(bulk) ? null : bulk;
}

export function forgetBulk(view: RecordView, me: string): void {
  forgetKept(planOf(view, me));
  forgetKept(reachedOf(view, me));
}

/**
 * Runs `work` in only one tab at a time. Without HTTPS the browser offers no locks, so tabs may run
 * at once.
 */
export async function asOnlyTab<T>({ id }: Bulk, work: () => Promise<T>): Promise<T> {
  const locks = locksOf();
  return locks ? locks.request(id, work) : work();
}

/** True when another tab runs the bulk change. */
export async function isAtWork({ id }: Bulk): Promise<boolean> {
  const held = (await locksOf()?.query())?.held ?? [];
  return held.some(({ name }) => name === id);
}

function locksOf(): LockManager | undefined {
  return navigator.locks as LockManager | undefined;
}
