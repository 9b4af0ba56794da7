import type { FastifyReply } from 'fastify';

/** Aborted when the connection is lost before the answer was given. */
export function connectionLost(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || controller.abort());
  return controller.signal;
}
