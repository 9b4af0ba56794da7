import type { Hook } from '../http/server/hooks.ts';
import type { Span, Traces } from './traces.ts';

declare module '../http/server/asked.ts' {
  interface Asked {
    /** The span of this request. The spans of its effects continue it. */
    span?: Span | null;
  }
}

/** Makes a span for every request, which continues the caller's trace. */
export function beginSpan(traces: Traces): Hook {
  return (request) => {
    const { traceparent } = request.headers;
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    request.asked.span = traces.startSpan(
      name,
      'server',
      typeof traceparent === 'string' ? traceparent : null,
    );
  };
}

export const endSpan: Hook = (request, reply) => {
  const attributes = {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url ?? null,
    'http.response.status_code': reply.statusCode,
    'rapport.request_id': request.id,
  };
  request.asked.span?.end(attributes, reply.statusCode >= 500);
};
