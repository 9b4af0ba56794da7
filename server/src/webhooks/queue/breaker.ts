import { dueAt, type Outcome } from './policy.ts';

/**
 * The most attempts at a time for one subscription. Each failure takes one slot, each success gives
 * one back. Otherwise each of the first time-outs would free its slot for another request that
 * hangs.
 */
export const SLOTS_MAX = 8;

/** A receiver is failing after this many failures in a row; fewer may have been bad luck. */
const FAILURES_MAX = 5;

/** Five days of failures only, and nobody has looked: the subscription is disabled. */
export const FAILING_MAX_MS = 5 * 24 * 3_600_000;

/** When the owner of a failing subscription is warned. */
export const FAILING_HALF_MS = FAILING_MAX_MS * 0.5;
export const FAILING_SOON_MS = FAILING_MAX_MS * 0.9;

/** The least pause between two probes, whatever the schedule says. */
const PROBE_PAUSE_MIN_MS = 5_000;

/** The state of a receiver. While it fails, `paused_until` says when it gets its next probe. */
export type EndpointState = {
  slots: number;
  consecutive_failures: number;
  failing_since: Date | null;
  probe_count: number;
  paused_until: Date | null;
  disabled_reason: 'gone' | 'failing' | null;
};

export const HEALTHY: EndpointState = {
  slots: SLOTS_MAX,
  consecutive_failures: 0,
  failing_since: null,
  probe_count: 0,
  paused_until: null,
  disabled_reason: null,
};

/**
 * Returns the state of a receiver after an attempt; the same object when nothing has changed. Only
 * a `probe` lengthens the pause of a failing receiver. Other attempts under way say nothing new,
 * and a manual resend must not postpone the next probe.
 */
export function afterAttempt(
  endpoint: EndpointState,
  outcome: Outcome,
  probe: boolean,
  schedule_ms: number[],
  now: Date,
  random: number,
): EndpointState {
  if (outcome.error_kind === null) return afterSuccess(endpoint);
  if (outcome.response_status === 410) return { ...HEALTHY, disabled_reason: 'gone' };
  const consecutive_failures = endpoint.consecutive_failures + 1;
  if (consecutive_failures < FAILURES_MAX)
    return { ...endpoint, consecutive_failures, slots: Math.max(endpoint.slots - 1, 1) };
  const wasFailing = endpoint.paused_until !== null;
  // The days of failing count from here: with few events, the earlier failures may be weeks old.
  const failing_since = (wasFailing ? endpoint.failing_since : null) ?? now;
  if (now.getTime() - failing_since.getTime() >= FAILING_MAX_MS)
    return { ...HEALTHY, disabled_reason: 'failing' };
  const failing = { ...endpoint, consecutive_failures, failing_since };
  if (wasFailing && !probe) return failing;
  // Beyond the schedule the pause stays the same, and the count would outgrow its column.
  const probe_count = wasFailing ? Math.min(endpoint.probe_count + 1, schedule_ms.length) : 0;
  const paused_until = dueAt(now, probePause_ms(probe_count, schedule_ms), outcome, random);
  return { ...failing, slots: 1, probe_count, paused_until };
}

/** Gives one slot more for each success, so that a backlog does not overload the receiver. */
function afterSuccess(endpoint: EndpointState): EndpointState {
  if (endpoint.consecutive_failures === 0 && endpoint.slots === SLOTS_MAX) return endpoint;
  return { ...HEALTHY, slots: Math.min(endpoint.slots + 1, SLOTS_MAX) };
}

/** Returns the schedule's wait before the next probe; after its end the longest wait. */
function probePause_ms(probe_count: number, schedule_ms: number[]): number {
  const pause_ms = schedule_ms[probe_count + 1] ?? Math.max(...schedule_ms);
  return Math.max(pause_ms, PROBE_PAUSE_MIN_MS);
}

/** Returns the warning that the owner of a failing subscription should get, or null. */
export function failingWarning(failing_since: Date | null, now: Date): 'half' | 'soon' | null {
  const failing_ms = failing_since === null ? 0 : now.getTime() - failing_since.getTime();
  if (failing_ms >= FAILING_SOON_MS) return 'soon';
  return failing_ms >= FAILING_HALF_MS ? 'half' : null;
}
