import { setTimeout } from 'node:timers/promises';
import { Type } from '@rapport/contract/json-schema';

/**
 * The header for long polling: the request waits until there is something to answer (RFC 7240
 * §4.3).
 */
export const WaitHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description:
        '`wait=20`: without a result, wait up to this many seconds for one, at most 20 (RFC 7240 §4.3). When too many requests wait already, the answer ' +
        'comes at once: pause for a moment before you ask again.',
      examples: ['wait=20'],
    }),
  ),
});

/** Proxies cut off a request that is silent for a minute, some earlier. */
const WAIT_MAX_S = 20;

/** The seconds in `Prefer: wait`. An unreadable preference is ignored (RFC 7240 §2). */
export function readWait(prefer: string | undefined): number {
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[;,]|$)/i.exec(prefer ?? '')?.[1];
  return Math.min(Number(seconds ?? 0), WAIT_MAX_S);
}

/** A waiting request looks this often. A look is an index scan or two. */
const LOOK_INTERVAL_MS = 250;

/**
 * Returns the result of `look` as soon as there is one; nothing after `wait_s` seconds or when
 * `signal` aborts. It measures real time instead of the settable clock, because a connection waits
 * here.
 */
export async function lookUntilFound<T>(
  look: () => Promise<T[]>,
  wait_s: number,
  signal: AbortSignal,
): Promise<T[]> {
  const end_ms = performance.now() + wait_s * 1000;
  for (;;) {
    const found = await look();
    const left_ms = end_ms - performance.now();
    if (found.length > 0 || left_ms <= 0 || signal.aborted) return found;
    await setTimeout(Math.min(LOOK_INTERVAL_MS, left_ms), undefined, { signal }).catch(() => {});
  }
}
