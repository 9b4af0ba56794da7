import { setImmediate } from 'node:timers/promises';

/** How long a test waits for what must come; only a test that fails waits so long. */
const LIMIT_MS = 10_000;

/**
 * Asks again and again until `ask` gives something, and returns that. For what happens beside a request and gives no signal of its own,
 * such as a row that another process writes.
 */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; ) {
    const found = await ask();
    if (found) return found;
    // What is waited for may happen in this process, and needs its turn.
    await setImmediate();
  }
  throw new Error(`waited ${LIMIT_MS / 1000} s for ${what}, in vain`);
}
