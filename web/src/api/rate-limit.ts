/** The rate limit never asks for more, its window. The limits of sign-in and of mails do: those are for a person to read. */
const WAIT_MAX_S = 10;

/** Requests that wait together may pass each other; with the lowest of limits each still gets its turn well before. */
const WAITS_MAX = 30;

/** How long to wait before an answered request is made again, which was refused `waits` times before; null: it is not. */
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
