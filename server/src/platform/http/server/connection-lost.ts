import type { FastifyReply } from 'fastify';

/**
 * Aborted when nobody waits for the answer any more: its connection is lost, or all of it was
 * given.
 */
export function connectionLost({ raw }: FastifyReply): AbortSignal {
  // It may have been lost while it was looked up who is asking: the event is over by then.
  if (raw.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
