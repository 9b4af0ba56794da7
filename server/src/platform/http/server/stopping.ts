import type { FastifyInstance } from 'fastify';

/** The reason that callers get for work that ended early. */
const STOPPING = 'the service is being stopped';

/**
 * A signal that aborts when the server begins to stop, so that long work ends early and gets an
 * answer.
 */
export function stoppingSignal(api: Pick<FastifyInstance, 'addHook'>): AbortSignal {
  const controller = new AbortController();
  api.addHook('preClose', async () => controller.abort(STOPPING));
  return controller.signal;
}
