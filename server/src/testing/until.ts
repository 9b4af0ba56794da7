import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';

/** How long a test waits for what must come; only a test that fails waits so long. Half of what `npm test` gives it in all. */
export const LIMIT_MS = 60_000;

const PAUSE_MS = 5;

/**
 * Asks again and again until `ask` gives something (or what `holds` is content with), and returns that. For what happens beside a
 * request and gives no signal of its own, such as a row that another process writes. Throws what it last saw when it gives up.
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
    // What is waited for happens in this process, or in one that shares the machine with it, and needs its turn.
    await delay(PAUSE_MS);
  }
}

/** What to throw when the time is up. */
export function inVain(what: string, seen: unknown): Error {
  return new Error(`waited ${LIMIT_MS / 1000} s for ${what}, in vain; last seen: ${inspect(seen)}`);
}
