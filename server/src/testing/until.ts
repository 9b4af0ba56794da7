import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

/** The longest wait, which only a failing test reaches. `npm test` gives a test twice as much. */
export const LIMIT_MS = 60_000;

const PAUSE_MS = 5;

/**
 * Calls `ask` until it returns something (for which `holds` is true), and returns that. For changes
 * that give no signal, such as a row that another process writes. On a time-out it throws the last
 * value.
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
    // The pause lets this process, or another on the same machine, make the awaited change.
    await delay(PAUSE_MS);
  }
}

/** The error for a time-out. */
export function inVain(what: string, seen: unknown): Error {
  return new Error(`waited ${LIMIT_MS / 1000} s for ${what}, in vain; last seen: ${inspect(seen)}`);
}
