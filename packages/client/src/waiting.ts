import type { Page } from './list.ts';
import { CHANCE } from './retries.ts';
import type { Answer, ApiRequest, Transport } from './transport.ts';

/** The longest that the service lets a request wait. */
const WAIT_S = 20;

/** With nothing sooner than this the service has not waited: too many do already, or it is about to stop. */
const EARLY_MS = 10_000;

/** Short for whoever waits for an event, long for a service that many ask. */
const PAUSE_MS = 2_000;

/** The time and waiting, so that a test need not wait. */
export type Clock = { now: () => number; wait: typeof CHANCE.wait };

const CLOCK: Clock = { now: () => performance.now(), wait: CHANCE.wait };

/**
 * Asks for what is there, or comes within 20 seconds. When the service did not wait and there is nothing, it pauses here, so that whoever
 * asks again and again never does so without a pause.
 */
export async function sendWaiting(
  send: Transport,
  request: ApiRequest,
  { now, wait }: Clock = CLOCK,
): Promise<Answer> {
  const end_ms = now() + EARLY_MS;
  const page = await send({ ...request, headers: { prefer: `wait=${WAIT_S}` } });
  const isEmpty = (page.json as Page<unknown>).data.length === 0;
  if (isEmpty && now() < end_ms) await wait(PAUSE_MS, request.signal);
  return page;
}
