import type { FastifyReply } from 'fastify';

/**
 * Aborted when nobody waits for the answer any more: the connection is lost, or the answer
 * complete.
 */
export function connectionLost({ raw }: FastifyReply): AbortSignal {
  // The connection may have been lost while we looked up the caller; its event is over by then.
  if (raw.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
