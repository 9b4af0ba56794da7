import { ConnectionError } from './errors.ts';

/** The failure of a try: no answer, or an answer that refuses. */
export type Fault =
  | ConnectionError
  | (Error & { status: number; retry_after_ms: number | null; code?: string });

/**
 * Says what may follow a fault that leaves open whether the request was done. `always`: send it
 * again, because doing it twice has the effect of once (reading, deleting, an Idempotency-Key).
 * `never`: do not.
 */
export type Repeat = 'always' | 'never';

/** Called with the fault of a try before the next try begins. The first try is number 1. */
export type OnRetry = (fault: Fault, attempt: number) => void;

export type RetryPlan = {
  /** The maximum of tries after the first. */
  retries: number;
  repeat: Repeat;
  /**
   * The time in milliseconds in which further tries may begin, after the first try that may have
   * been done. Without limit when left out.
   */
  repeat_within_ms?: number;
  /**
   * The pause that comes before each try. A refusal for too many requests makes it longer, and does
   * not count as a try.
   */
  pause?: SharedPause;
  onRetry?: OnRetry;
  signal?: AbortSignal;
};

/**
 * The time until which no call of a connection may begin, in milliseconds since 1970; 0 for none.
 * Calls share it, because the service counts all requests of a connection together.
 */
export type SharedPause = { until_ms: number };

/** Clock, waiting and random numbers. Tests replace them. */
export type Chance = {
  wait: (duration_ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** The time, in milliseconds since 1970. */
  now: () => number;
  /** A number from 0 to 1. */
  random: () => number;
};

/** Date, because a monotonic clock may stand still while a machine sleeps. */
export const CHANCE: Chance = { wait: sleep, now: () => Date.now(), random: Math.random };

/** The first wait lasts up to this long, each further wait up to twice the one before. */
const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 30_000;

/** A request fails at once when the service asks for a longer wait than this. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * Calls that wait for the end of the same pause begin spread over this time, so that they do not
 * all come at once.
 */
const SPREAD_MS = 1_000;
const PAUSE_MIN_MS = 500;

/**
 * The longest time that a call waits in pauses before refusals count as tries. It is enough for
 * some thousand parallel calls.
 */
const PAUSES_MAX_MS = 600_000;

/**
 * Tries until a try succeeds or the plan allows no more, then throws the last fault. `tryOnce`
 * receives true when an earlier try may have been done.
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
    // The wait may have lasted longer, because the machine slept.
    if (isTooLate(now())) throw outcome;
  }
}

/**
 * Waits until the shared pause is over, which other calls may lengthen. Returns the time waited, in
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
    // Such a long pause cannot come from the service: the clock was set back. The old end would be
    // later than any new one, so it is dropped.
    if (left_ms > RETRY_AFTER_MAX_MS) pause.until_ms = 0;
    if (left_ms <= 0 || left_ms > RETRY_AFTER_MAX_MS) return waited_ms;
    const delay_ms = left_ms + random() * SPREAD_MS;
    await wait(delay_ms, signal);
    waited_ms += delay_ms;
  }
}

/**
 * True when the service refused because of too many requests, and named a time after which it takes
 * more.
 */
function isOutOfTurn(fault: Fault): fault is Fault & { retry_after_ms: number } {
  if (fault instanceof ConnectionError || fault.status !== 429) return false;
  return fault.retry_after_ms !== null && fault.retry_after_ms <= RETRY_AFTER_MAX_MS;
}

/**
 * Returns the wait before the next try in milliseconds, or null for no further try. A random part
 * keeps programs that failed together from coming back together.
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
 * True when a failed request may have been done nevertheless. A 503, an error of a proxy and an
 * unreadable success leave that open. After `idempotency_key_running` an earlier try is still under
 * way, and a later try gets its answer. A 429 comes before anything is done.
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
