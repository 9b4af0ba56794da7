import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { buildServer } from '../platform/http/server/server.ts';
import type { RequestMetrics } from '../platform/telemetry/request-metrics.ts';
import type { Traces } from '../platform/telemetry/traces.ts';
import { everyRequest } from '../request-hooks.ts';

/** A server that has the hooks of every request, and no routes. */
export function buildBareServer(log: FastifyBaseLogger, base_url = 'http://localhost') {
  const traces = { startSpan: () => null } as unknown as Traces;
  const requestMetrics: RequestMetrics = { answered: () => {} };
  const nothing = {
    db: undefined as unknown as Database,
    pages: null,
    mails: 'kept' as const,
    mcp: false,
    mail_drop: null,
    mail_providers: [],
    is_copy: false,
  };
  return buildServer(log, base_url, everyRequest({ base_url, traces, requestMetrics, ...nothing }));
}
