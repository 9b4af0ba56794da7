import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import type { Subscription } from './actions.ts';

/**
 * Removes the signing secret for the web interface (contract §2), where an answer goes out: an
 * answer kept under an Idempotency-Key cannot bring it there either.
 */
export function shownTo(
  caller: Caller,
  reply: FastifyReply,
  { signing_secret, ...shown }: Subscription,
): Subscription {
  if (signing_secret !== undefined && caller.actor.type !== 'browser_session')
    return { ...shown, signing_secret };
  // The schema of the answer describes what programs may rely on, and insists on the secret.
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  return shown;
}
