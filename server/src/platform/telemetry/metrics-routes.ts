import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/**
 * The route `/metrics` in the text format of Prometheus. It holds numbers only, and no data of an
 * Account.
 */
export function metricsRoutes(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    reply.type(registry.contentType);
    return reply.send(await registry.metrics());
  });
}
