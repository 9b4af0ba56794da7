import type { FastifyInstance } from 'fastify';

/** Why something ended early, said to whoever waits for it. */
export const STOPPING = 'the service is being stopped';

/** Aborted when the server begins to stop, so that what takes long ends early and is answered. */
export function stoppingSignal(api: Pick<FastifyInstance, 'addHook'>): AbortSignal {
  const controller = new AbortController();
  api.addHook('preClose', async () => controller.abort(STOPPING));
  return controller.signal;
}
