import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import type { Subscription } from './actions.ts';

/**
 * Removes the signing secret from an answer to the web interface (contract §2). It does so where
 * the answer goes out, so that an answer kept under an Idempotency-Key cannot bring the secret
 * there either.
 */
export function shownTo(
  caller: Caller,
  reply: FastifyReply,
  { signing_secret, ...shown }: Subscription,
): Subscription {
  if (signing_secret !== undefined && caller.actor.type !== 'browser_session')
    return { ...shown, signing_secret };
  // The answer's schema requires the secret, so the answer is written without the schema.
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  return shown;
}
