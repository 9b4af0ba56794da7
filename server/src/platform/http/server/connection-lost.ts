import type { FastifyReply } from 'fastify';

/** A signal that aborts when the connection is lost or the answer is complete. */
export function connectionLost({ raw }: FastifyReply): AbortSignal {
  // The connection may have been lost while the caller was looked up, before this listener existed.
  if (raw.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
