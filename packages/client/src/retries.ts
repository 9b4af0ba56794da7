import { ConnectionError } from './errors.ts';

/** Why a try failed: no answer, or an answer that refuses. */
export type Fault =
  | ConnectionError
  | (Error & { status: number; retry_after_ms: number | null; code?: string });

/**
 * Whether a request may be sent again after a fault that leaves open whether it was done. `always`:
 * doing it twice is the same as once (reading, deleting, or an Idempotency-Key); `never`: it is
 * not.
 */
export type Repeat = 'always' | 'never';

/** Gets the fault of a try before the next one begins. The first try is number 1. */
export type OnRetry = (fault: Fault, attempt: number) => void;

export type RetryPlan = {
  /** How many tries may follow the first. */
  retries: number;
  repeat: Repeat;
  /**
   * How long after a try that may have been done another may begin, in milliseconds; any time when
   * left out.
   */
  repeat_within_ms?: number;
  /**
   * A pause before each try. A refusal for too many requests makes it longer, and does not count as
   * a try.
   */
  pause?: SharedPause;
  onRetry?: OnRetry;
  signal?: AbortSignal;
};

/**
 * Until when nobody is to ask, in milliseconds; 0: anybody may. The service counts the requests of
 * a connection together.
 */
export type SharedPause = { until_ms: number };

/** Waiting, the time and chance, so that a test need not wait and leaves nothing to chance. */
export type Chance = {
  wait: (duration_ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** In milliseconds. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
};

/** The time of the day: the other clock stands still while a machine sleeps. */
export const CHANCE: Chance = { wait: sleep, now: () => Date.now(), random: Math.random };

/** The first wait is up to this long, each further one up to twice the one before. */
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 30_000;

/** A service that asks for a longer wait is not asked again in this call. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Calls that waited for the same moment spread over this time, and no longer than until one is
 * refused again.
 */
const SPREAD_MS = 1_000;
const PAUSE_MIN_MS = 500;

/**
 * How long a call waits for its turn before refusals count as tries: enough for some thousand calls
 * at once, and not for ever.
 */
const PAUSES_MAX_MS = 600_000;

/**
 * Tries until it works or the plan is used up; then throws the last fault. `tryOnce` gets whether
 * an earlier try may have been done unheard.
 */
export async function withRetries<T>(
  tryOnce: (mayBeDone: boolean) => Promise<T | Fault>,
  plan: RetryPlan,
  chance: Chance,
): Promise<T> {
  const { retries, repeat, repeat_within_ms = Number.POSITIVE_INFINITY, pause, onRetry, signal } = plan;
  const { wait, now, random } = chance;
  let end_ms: number | undefined;
  let paused_ms = 0;
  for (let attempt = 1, uncounted = 0; ; attempt++) {
    if (pause) paused_ms += await outwait(pause, chance, signal);
    const begin_ms = now();
    const outcome = await tryOnce(end_ms !== undefined);
    if (!(outcome instanceof Error)) return outcome;
    if (pause && retries > 0 && paused_ms < PAUSES_MAX_MS && isOutOfTurn(outcome)) {
      pause.until_ms = Math.max(pause.until_ms, now() + Math.max(outcome.retry_after_ms, PAUSE_MIN_MS));
      uncounted += 1;
      onRetry?.(outcome, attempt);
      continue;
    }
    if (mayBeDone(outcome)) end_ms ??= begin_ms + repeat_within_ms;
    const isTooLate = (at_ms: number) => end_ms !== undefined && at_ms > end_ms;
    const tries = attempt - uncounted;
    const delay_ms = delayBeforeRetry(outcome, tries, repeat, random());
    if (delay_ms === null || tries > retries || isTooLate(now() + delay_ms)) throw outcome;
    onRetry?.(outcome, attempt);
    await wait(delay_ms, signal);
    // A machine that slept has waited longer.
    if (isTooLate(now())) throw outcome;
  }
}

/**
 * Waits until the pause is over, which others may make longer meanwhile; returns for how long, in
 * milliseconds.
 */
async function outwait(
  pause: SharedPause,
  { wait, now, random }: Chance,
  signal: AbortSignal | undefined,
): Promise<number> {
  let waited_ms = 0;
  for (;;) {
    const left_ms = pause.until_ms - now();
    // More than can be asked for: the clock was set back. Kept, it would be later than whatever is
    // asked for next.
    if (left_ms > RETRY_AFTER_MAX_MS) pause.until_ms = 0;
    if (left_ms <= 0 || left_ms > RETRY_AFTER_MAX_MS) return waited_ms;
    const delay_ms = left_ms + random() * SPREAD_MS;
    await wait(delay_ms, signal);
    waited_ms += delay_ms;
  }
}

/**
 * Whether the service has refused because there were too many requests, and says when there may be
 * more.
 */
function isOutOfTurn(fault: Fault): fault is Fault & { retry_after_ms: number } {
  if (fault instanceof ConnectionError || fault.status !== 429) return false;
  return fault.retry_after_ms !== null && fault.retry_after_ms <= RETRY_AFTER_MAX_MS;
}

/**
 * How long to wait before the next try, in milliseconds; null: do not try again. A random part
 * keeps many programs that failed together from coming back together.
 */
export function delayBeforeRetry(
  fault: Fault,
  attempt: number,
  repeat: Repeat,
  random: number,
): number | null {
  if (!mayRetry(fault, repeat)) return null;
  const back_off_ms = random * Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** (attempt - 1));
  const asked_ms = fault instanceof ConnectionError ? null : fault.retry_after_ms;
  if (asked_ms === null) return back_off_ms;
  return asked_ms > RETRY_AFTER_MAX_MS ? null : asked_ms + back_off_ms / 10;
}

function mayRetry(fault: Fault, repeat: Repeat): boolean {
  const isRefused = !(fault instanceof ConnectionError) && fault.status === 429;
  return isRefused || (repeat === 'always' && mayBeDone(fault));
}

/**
 * Whether a request that may be tried again may have been done. 429 is said before anything is; of
 * 503, and what proxies say while the service behind them starts anew, nobody knows; and a success
 * that cannot be read is no better. A try whose answer was lost may be under way still: under its
 * key that can be had when it has ended.
 */
function mayBeDone(fault: Fault): boolean {
  if (fault instanceof ConnectionError) return true;
  const isOutage = [502, 503, 504].includes(fault.status);
  return isOutage || fault.status < 300 || fault.code === 'idempotency_key_running';
}

function sleep(duration_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, duration_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
