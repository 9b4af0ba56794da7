import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../platform/http/api/api.ts';
import { connectionLost } from '../platform/http/server/connection-lost.ts';
import { stoppingSignal } from '../platform/http/server/stopping.ts';
import { readWait } from '../platform/http/server/waiting.ts';
import { Slots } from '../platform/limits/slots.ts';
import { Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';

/**
 * Each wait queries the database now and then, so their number is limited. Further requests are
 * answered without waiting, which RFC 7240 §2 allows.
 */
const WAITS_OF_USER_MAX = 10;
const WAITS_MAX = 200;

/** The open waits of a route, and the signal that ends them. */
type Waits = { slots: Slots; stopping: AbortSignal };

/** Makes the waits of a route. When the server stops, waiting callers get their answers first. */
export function waitsOf(api: Api): Waits {
  return {
    slots: new Slots({ each_max: WAITS_OF_USER_MAX, all_max: WAITS_MAX }),
    stopping: stoppingSignal(api),
  };
}

/**
 * Answers a request that may ask to wait with `Prefer: wait`. `answer` gets the caller, how many
 * seconds it may wait, and a signal. The signal is aborted when the server stops or the caller is
 * gone.
 */
export async function answerWaiting<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  { slots, stopping }: Waits,
  answer: (caller: Caller, wait_s: number, signal: AbortSignal) => Promise<Answer | Problem>,
): Promise<Answer | Problem> {
  const signal = AbortSignal.any([stopping, connectionLost(reply)]);
  const wait_s = readWait(request.headers.prefer as string | undefined);
  const answerNow = () => answer(request.caller, 0, signal);
  const waitAndAnswer = async () => {
    await request.asked.turn.aside(() => answer(request.caller, wait_s, signal));
    // The caller's rights may have changed meanwhile.
    const caller = await request.asked.callerNow();
    return caller instanceof Problem ? caller : answer(caller, 0, signal);
  };
  return wait_s > 0 ? slots.run(request.caller.user_uuid, waitAndAnswer, answerNow) : answerNow();
}
