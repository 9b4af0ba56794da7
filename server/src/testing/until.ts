import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * How long a test waits at most; only a failing one does. Half of what `npm test` gives it in all.
 */
export const LIMIT_MS = 60_000;

const PAUSE_MS = 5;

/**
 * Asks again and again until `ask` gives something (or `holds` is true of it), and returns that.
 * For changes beside a request that give no signal, such as a row that another process writes. When
 * it gives up, it throws what it last saw.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  holds: (seen: T) => boolean = Boolean,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const seen = await ask();
    if (holds(seen)) return seen as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) throw inVain(what, seen);
    // The awaited change happens in this process, or in one that shares the machine with it, and
    // needs its turn.
    await delay(PAUSE_MS);
  }
}

/** The error when the time is up. */
export function inVain(what: string, seen: unknown): Error {
  return new Error(`waited ${LIMIT_MS / 1000} s for ${what}, in vain; last seen: ${inspect(seen)}`);
}
