import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { backupGauge } from '../backups/last-backup.ts';
import { type JobMetrics, jobGauges, jobMetrics } from '../jobs/metrics.ts';
import { type MailMetrics, mailMetrics } from '../platform/mail/metrics.ts';
import { FailureLog } from '../platform/process/failure-log.ts';
import { diskGauge } from '../platform/telemetry/disk-metrics.ts';
import { mayReadNumbers, type NumbersSource, WRONG_TOKEN } from '../platform/telemetry/metrics-routes.ts';
import { type RequestMetrics, requestMetrics } from '../platform/telemetry/request-metrics.ts';
import { exportTraces, noTraces, type Traces } from '../platform/telemetry/traces.ts';
import { type DeliveryMetrics, queueMetrics, workerMetrics } from '../webhooks/workers/metrics.ts';
import type { Config } from './config.ts';
import type { Service } from './open-service.ts';

type Telemetry = {
  traces: Traces;
  deliveryMetrics: DeliveryMetrics;
  jobMetrics: JobMetrics;
  requestMetrics: RequestMetrics;
  mailMetrics: MailMetrics;
  /**
   * The registry for the API to serve at /metrics; null when RAPPORT_METRICS_PORT serves it on its
   * own port.
   */
  metrics: NumbersSource | null;
  close(): Promise<void>;
};

/** Starts to count, and exports traces when a collector is set. */
export async function startTelemetry(
  config: Pick<
    Config,
    'host' | 'metrics_port' | 'metrics_token' | 'otlp_endpoint' | 'otlp_headers' | 'data_dir' | 'database_url'
  >,
  { db, clock, is_copy }: Pick<Service, 'db' | 'clock' | 'is_copy'>,
  role: string,
  log: FastifyBaseLogger,
): Promise<Telemetry> {
  const registry = new Registry();
  // The lag of the event loop is measured every 10 ms, which costs 0.3 % of a core. With longer
  // intervals, the interval itself would appear as lag.
  collectDefaultMetrics({ register: registry });
  queueMetrics(registry, db, clock);
  jobGauges(registry, db, clock);
  // Nobody needs a backup of a copy.
  if (!is_copy) backupGauge(registry, db, clock);
  if (config.database_url === null) diskGauge(registry, config.data_dir);
  const traces = config.otlp_endpoint
    ? exportTraces(config.otlp_endpoint, role, exportLog(config.otlp_endpoint, log), config.otlp_headers)
    : noTraces;
  const server =
    config.metrics_port === null ? null : await serveMetrics(registry, config, config.metrics_port, log);
  const close = async () => {
    server?.close();
    await traces.close();
  };
  return {
    traces,
    deliveryMetrics: workerMetrics(registry),
    jobMetrics: jobMetrics(registry),
    requestMetrics: requestMetrics(registry),
    mailMetrics: mailMetrics(registry),
    metrics: server ? null : { registry, token: config.metrics_token },
    close,
  };
}

/**
 * Logs failed exports as warnings. Traces are not worth an error, and the cause is never in our
 * code.
 */
function exportLog(endpoint: string, log: FastifyBaseLogger): FailureLog {
  return new FailureLog(log, `export traces to ${new URL(endpoint).host}`, {
    level: 'warn',
    advice: 'check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS',
    isExpected: () => true,
  });
}

/**
 * Serves /metrics on a port of its own. A worker has no API, and a public API should not show its
 * numbers.
 */
async function serveMetrics(
  registry: Registry,
  { host, metrics_token: token }: Pick<Config, 'host' | 'metrics_token'>,
  port: number,
  log: FastifyBaseLogger,
): Promise<HttpServer> {
  // Loaded on demand: this import loads all of fetch and WebSocket, which a server without this
  // port does not need.
  const { createServer } = await import('node:http');
  const server = createServer(async (request, response) => {
    if (!/^\/metrics(\?|$)/.test(request.url ?? '')) return response.writeHead(404).end();
    if (!mayReadNumbers(token, request.headers.authorization)) {
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(WRONG_TOKEN);
    }
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  // A taken port is only a warning. Processes of one machine may share their settings, and
  // deliveries matter more than numbers.
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const why = code === 'EADDRINUSE' ? 'another program uses the port' : message;
    log.error(
      `Nobody can read the numbers of this process on ${host}:${port}: ${why}. It continues without them; choose another RAPPORT_METRICS_PORT.`,
    );
  });
  await new Promise((resolve) => server.once('error', resolve).listen(port, host, () => resolve(null)));
  return server;
}
