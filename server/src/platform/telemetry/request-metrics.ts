import { Counter, Histogram, type Registry } from 'prom-client';
import type { Hook } from '../http/server/hooks.ts';
import { readWait } from '../http/server/waiting.ts';

/** The measurement of requests by method, route and status. */
export type RequestMetrics = {
  answered(labels: { method: string; route: string; status: number }, duration_s: number): void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The numbers of requests, in the `registry` that /metrics shows. Each route has a few series: a
 * histogram of each route and status would have a dozen for each.
 */
export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'rapport_http_requests_total',
    help: 'Requests by method, route and class of status; the route "none" is for addresses where there is nothing.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const time = new Counter({
    name: 'rapport_http_request_seconds_total',
    help: 'The time that all requests to a route took together; by their count, the mean time of one.',
    labelNames: ['method', 'route'],
    registers,
  });
  const durations = new Histogram({
    name: 'rapport_http_request_duration_seconds',
    help: 'How long requests took to be answered, by method.',
    labelNames: ['method'],
    buckets: SECONDS,
    registers,
  });
  return {
    answered: ({ method, route, status }, duration_s) => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      time.inc({ method, route }, duration_s);
      durations.observe({ method }, duration_s);
    },
  };
}

/**
 * Counts complete answers, except for requests that wait on purpose. The label is the pattern of
 * the route, because the number of addresses is unlimited; odd methods share one.
 */
export function countRequest(metrics: RequestMetrics): Hook {
  return ({ method, routeOptions, headers }, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (isStream || readWait(headers.prefer as string | undefined) > 0) return;
    metrics.answered({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000);
  };
}
