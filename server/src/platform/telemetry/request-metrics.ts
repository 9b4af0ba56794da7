import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { readWait } from '../http/server/waiting.ts';

/** The measurement of requests by method, route and status. */
export type RequestMetrics = {
  answered(labels: { method: string; route: string; status: number }, duration_s: number): void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The histogram of requests, in the `registry` that /metrics shows. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'rapport_http_request_duration_seconds',
    help: 'How long requests took to be answered, by method, route and status; the route "none" is for addresses where there is nothing.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return { answered: (labels, duration_s) => durations.observe(labels, duration_s) };
}

/**
 * Counts complete answers, except for requests that wait on purpose. The label is the pattern of
 * the route, because the number of addresses is unlimited.
 */
export function countRequests(app: FastifyInstance, metrics: RequestMetrics): void {
  app.addHook('onResponse', async ({ method, routeOptions, headers }, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (isStream || readWait(headers.prefer as string | undefined) > 0) return;
    metrics.answered({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000);
  });
}
