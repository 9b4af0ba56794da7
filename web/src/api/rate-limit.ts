/**
 * The window of the rate limit, which is its longest wait. The limits of sign-in and mails are
 * longer, and people must read about those.
 */
const WAIT_MAX_S = 10;

/**
 * The maximum of waits for one request. Waiting requests may overtake each other, but even under
 * the lowest limit each gets its turn well before.
 */
const WAITS_MAX = 30;

/**
 * Returns the wait before a request that was refused `waits` times is repeated; null for no
 * repetition.
 */
export function waitBeforeRepeat_ms({ status, headers }: Response, waits: number): number | null {
  if (status !== 429 || waits === WAITS_MAX) return null;
  const asked_s = Number(headers.get('retry-after') ?? Number.NaN);
  return asked_s > 0 && asked_s <= WAIT_MAX_S ? asked_s * 1000 : null;
}

/** Resolves after the time. Rejects with the reason of `signal` if that is aborted first. */
export function wait(time_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, time_ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
