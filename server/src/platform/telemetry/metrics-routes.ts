import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** The numbers, and the token to read them with; null: everybody may. */
export type NumbersSource = { registry: Registry; token: string | null };

export const WRONG_TOKEN = 'Send the token in RAPPORT_METRICS_TOKEN as Authorization: Bearer TOKEN.';

/**
 * The route `/metrics` in the text format of Prometheus. It holds numbers only, and no data of an
 * Account.
 */
export function metricsRoutes(app: FastifyInstance, { registry, token }: NumbersSource): void {
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadNumbers(token, request.headers.authorization)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send(WRONG_TOKEN);
    }
    reply.type(registry.contentType);
    return reply.send(await registry.metrics());
  });
}

/** Whether the header `authorization` has the token. The comparison takes the same time for all. */
export function mayReadNumbers(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? ''));
}
