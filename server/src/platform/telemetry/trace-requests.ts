import type { FastifyInstance } from 'fastify';
import type { Span, Traces } from './traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request. The spans of its effects continue it. */
    span: Span | null;
  }
}

/** Makes a span for every request, which continues the caller's trace. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    request.span = traces.startSpan(name, 'server', typeof traceparent === 'string' ? traceparent : null);
  });
  app.addHook('onResponse', async (request, reply) => {
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? null,
      'http.response.status_code': reply.statusCode,
      'rapport.request_id': request.id,
    };
    request.span?.end(attributes, reply.statusCode >= 500);
  });
}
