import type { ErrorKind } from '../attempts/error-kinds.ts';
import { RETRY_AFTER_MAX_MS } from '../attempts/retry-after.ts';

/** Eleven attempts in about 76 hours. */
export const SCHEDULE_DEFAULT = '0s,5s,1m,5m,30m,2h,5h,10h,14h,20h,24h';

/** The random part of a wait, which spreads simultaneous failures. It only lengthens the wait. */
const JITTER_MAX = 0.1;

/** A request five seconds later does not help an overloaded (429) or slow receiver. */
const OVERLOAD_WAIT_MIN_MS = 60_000;
const TIMEOUTS: (ErrorKind | null)[] = ['timeout', 'connect_timeout', 'dns_timeout'];

/** The part of an attempt that decides what comes next. `retry_after_ms` is the receiver's wish. */
export type Outcome = {
  error_kind: ErrorKind | null;
  response_status: number | null;
  retry_after_ms: number | null;
};

type NextState = { state: 'succeeded' | 'failed' | 'not_sent' } | { state: 'waiting'; due_at: Date };

/**
 * Returns the state of a delivery after an attempt. `attempt` counts from 1 since it was planned or
 * sent again by hand; `schedule_ms[n]` is the wait before attempt n + 1; `random` is from 0 to 1.
 */
export function nextState(
  outcome: Outcome,
  attempt: number,
  schedule_ms: number[],
  now: Date,
  random: number,
): NextState {
  if (outcome.error_kind === null) return { state: 'succeeded' };
  const scheduled_ms = schedule_ms[attempt];
  // A receiver that is gone (410) wants nothing more; its subscription is disabled.
  if (outcome.response_status === 410) return { state: 'failed' };
  if (scheduled_ms === undefined)
    return { state: outcome.error_kind === 'target_not_allowed' ? 'not_sent' : 'failed' };
  return { state: 'waiting', due_at: dueAt(now, scheduled_ms, outcome, random) };
}

/** Returns the next attempt's time by the schedule, or later if the answer asks (a day at most). */
export function dueAt(now: Date, scheduled_ms: number, outcome: Outcome, random: number): Date {
  const spread = 1 + JITTER_MAX * random;
  const hinted_ms = Math.min(hint_ms(outcome) * spread, RETRY_AFTER_MAX_MS);
  return new Date(now.getTime() + Math.max(scheduled_ms * spread, hinted_ms));
}

/** The wait that the outcome itself asks for, apart from the schedule: 0 when nothing. */
function hint_ms({ error_kind, response_status, retry_after_ms }: Outcome): number {
  const overloaded = response_status === 429 || TIMEOUTS.includes(error_kind);
  return Math.max(overloaded ? OVERLOAD_WAIT_MIN_MS : 0, retry_after_ms ?? 0);
}
