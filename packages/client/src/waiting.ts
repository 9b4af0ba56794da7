import type { Page } from './list.ts';
import { CHANCE, type Chance } from './retries.ts';
import { type Answer, type ApiRequest, TIMEOUT_DEFAULT_MS, type Transport } from './transport.ts';

/** The longest that the service lets a request wait. */
const WAIT_MAX_S = 20;
/** The part of the time for one try that a request may wait. The rest is for the answer itself. */
const WAIT_PART = 2 / 3;

/**
 * An empty answer before this part of the wait shows that the service did not wait: too many
 * requests wait already, or it is about to stop.
 */
const EARLY_PART = 1 / 2;

/** Short for a caller who waits for an event. Long enough for a service that many callers ask. */
const PAUSE_MS = 2_000;

/** The time and waiting, so that a test need not wait. */
export type Clock = Pick<Chance, 'now' | 'wait'>;

const CLOCK: Clock = { now: () => performance.now(), wait: CHANCE.wait };

/** Sends a request whose answer may be waited for. */
export type SendWaiting = (request: ApiRequest) => Promise<Answer>;

/**
 * Asks for what is there, or comes within 20 seconds; sooner, when one try may take less than 30.
 * If the service has nothing and did not wait, this pauses, so that a loop of calls never runs
 * without a pause.
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
