/**
 * The rate limit never asks for more: this is its window. The limits of sign-in and of mails do,
 * and a person is to read those.
 */
const WAIT_MAX_S = 10;

/**
 * Requests that wait together may pass each other. Even under the lowest limit each gets its turn
 * well before.
 */
const WAITS_MAX = 30;

/**
 * How long to wait before a request is made again that was refused `waits` times before; null: not
 * again.
 */
export function waitBeforeRepeat_ms({ status, headers }: Response, waits: number): number | null {
  if (status !== 429 || waits === WAITS_MAX) return null;
  const asked_s = Number(headers.get('retry-after') ?? Number.NaN);
  return asked_s > 0 && asked_s <= WAIT_MAX_S ? asked_s * 1000 : null;
}

/** Rejects with the reason of `signal` when it comes first. */
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
