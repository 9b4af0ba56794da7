import type { Page } from './list.ts';
import { CHANCE, type Chance } from './retries.ts';
import { type Answer, type ApiRequest, TIMEOUT_DEFAULT_MS, type Transport } from './transport.ts';

/** The longest time for which the service holds a request open. */
const WAIT_MAX_S = 20;
/** The part of a try's time limit that a request may wait. The answer itself needs the rest. */
const WAIT_PART = 2 / 3;

/**
 * An empty answer before this part of the wait shows that the service did not wait. Either too many
 * requests already wait, or it is about to stop.
 */
const EARLY_PART = 1 / 2;

/** Short for a caller who waits for an event, and long enough for a service with many callers. */
const PAUSE_MS = 2_000;

/** Clock and waiting. Tests replace them. */
export type Clock = Pick<Chance, 'now' | 'wait'>;

const CLOCK: Clock = { now: () => performance.now(), wait: CHANCE.wait };

/** Sends a request that the service may hold open until there is something to answer. */
export type SendWaiting = (request: ApiRequest) => Promise<Answer>;

/**
 * Returns a function that asks for the present items, or waits up to 20 seconds for the first. It
 * waits less when a try may take less than 30 seconds. It pauses when the service answers at once
 * without items, so that a loop of calls never runs without a pause.
 */
export function waiting(
  send: Transport,
  timeout_ms = TIMEOUT_DEFAULT_MS,
  { now, wait } = CLOCK,
): SendWaiting {
  const wait_s = Math.min(WAIT_MAX_S, Math.floor((timeout_ms / 1000) * WAIT_PART));
  const early_ms = Math.max(PAUSE_MS, wait_s * 1000 * EARLY_PART);
  return async (request) => {
    const end_ms = now() + early_ms;
    const page = await send({ ...request, headers: { prefer: `wait=${wait_s}` } });
    const isEmpty = (page.json as Page<unknown>).data.length === 0;
    if (isEmpty && now() < end_ms) await wait(PAUSE_MS, request.signal);
    return page;
  };
}
