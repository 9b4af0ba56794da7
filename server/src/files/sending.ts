import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../platform/http/api/api.ts';
import { connectionLost } from '../platform/http/server/connection-lost.ts';
import { stoppingSignal } from '../platform/http/server/stopping.ts';
import { Slots } from '../platform/limits/slots.ts';
import { Problem } from '../platform/problem.ts';

/** Each holds a connection, and a form lies on the disk of this process for a while. */
const AT_ONCE = { each_max: 6, all_max: 64 };

/** Bytes may come slowly. Meanwhile they hold a place among those who send, and no turn. */
export function sending(api: Api, at_once = AT_ONCE) {
  const slots = new Slots(at_once);
  const stopping = stoppingSignal(api);
  return <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (signal: AbortSignal) => Promise<Result | Problem>,
  ): Promise<Result | Problem> => {
    const signal = AbortSignal.any([stopping, connectionLost(reply)]);
    const { user_uuid } = request.caller;
    return slots.run<Result | Problem>(
      user_uuid,
      () => request.asked.turn.aside(() => work(signal)),
      tooMany,
    );
  };
}

function tooMany(): Problem {
  const detail = 'You are sending other files just now. Send this one when one of them has come.';
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '2' } });
}
