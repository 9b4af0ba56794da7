import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { RequestRecorder } from './api-requests/recorder.ts';
import type { AppOptions } from './app-core.ts';
import { ABOUT_COPIES, HOW_TO_MAKE_LIVE } from './backups/copies.ts';
import { HOURLY } from './clean-up.ts';
import { clamd } from './files/scanner.ts';
import { jobTypesOf } from './job-types.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { FailureLog } from './platform/process/failure-log.ts';
import { catchStrays } from './platform/process/last-net.ts';
import { LOG_OPTIONS, logDestination } from './platform/process/log.ts';
import { StartProblem } from './platform/start-problem.ts';
import { CLOCK_CHECK_INTERVAL_MS } from './platform/time/clock.ts';
import type { Config } from './start/config.ts';
import { openService, readDatabaseTime, type Service } from './start/open-service.ts';
import { startTelemetry } from './start/telemetry.ts';
import { Connections } from './webhooks/attempts/connections.ts';
import { guardedConnect } from './webhooks/guard/connector.ts';
import { type TargetPolicy, targetPolicy } from './webhooks/guard/target.ts';
import { startWorker } from './worker.ts';

export type Role = 'all' | 'api' | 'worker';

export type Server = {
  /** The address at which the service listens; null for a worker. */
  address: string | null;
  migrations: string[];
  /** Resolves when the service cannot continue. */
  failed: Promise<string>;
  /**
   * Finishes running work, then stops the worker, the API and, as its last user, the embedded
   * database.
   */
  stop(): Promise<void>;
};

/** The folder into which `npm start` builds the web interface. */
const WEB_PAGES = join(import.meta.dirname, '../../web/dist');

const DNS_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** The time that a stop gives to running requests, deliveries and other work. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts the service in one of its roles: the API, the delivery worker, or both. `stopping` ends
 * the wait for an absent database.
 */
export async function startServer(
  config: Config,
  role: Role,
  log = makeLog(config),
  stopping?: AbortSignal,
): Promise<Server | StartProblem> {
  const port = config.port === 0 ? await findFreePort(config) : config.port;
  if (port instanceof StartProblem) return port;
  config = { ...config, port, base_url: config.base_url.replace(/:0$/, `:${port}`) };
  const roles = role === 'all' ? (['api', 'worker'] as const) : [role];
  // Logged without stack: it would only show where our code lost the connection.
  const connecting = new FailureLog(log, 'keep every connection to the database', { isExpected: () => true });
  const lines = {
    line: (text: string) => log.info(text),
    error: (err: Error) => connecting.failed(err),
    connected: () => connecting.worked(),
  };
  const service = await openService(config, [...roles], lines, { stopping });
  if (service instanceof StartProblem) return service;

  // A start that throws must not leave the embedded database running.
  const parts = await startParts(config, role, service, log).catch(async (error) => {
    await service.close();
    throw error;
  });
  const stop = async () => {
    await stopParts(parts);
    await service.close();
    parts.takeNetAway();
  };
  if (parts.app instanceof StartProblem) {
    await stop();
    return parts.app;
  }
  const failed = Promise.race([
    service.databaseLost.then(
      (reason) => `The embedded database has stopped and cannot be reached. ${reason}`,
    ),
    parts.failure.then(
      ({ message }) =>
        `Rapport has an internal error and cannot continue (${message}). Nothing is lost: requests and deliveries under way are finished, the ` +
        'others made after the next start. Start Rapport again, and send the fatal line of the log to the maintainers.',
    ),
  ]);
  const stopInWords = async () => {
    // Without this line, the person who asked for the stop sees a process that goes on, and kills
    // it.
    log.info(`stopping: requests and deliveries under way get at most ${STOP_TIMEOUT_MS / 1000} s`);
    await stop();
    log.info('stopped');
  };
  return { address: parts.app && config.base_url, migrations: service.migrations, failed, stop: stopInWords };
}

/** Starts the parts of the role that use the database. They run until `stopParts`. */
async function startParts(config: Config, role: Role, service: Service, log: FastifyBaseLogger) {
  const stopping = new AbortController();
  const failure = Promise.withResolvers<Error>();
  const onFailure = (err: Error) => {
    log.fatal({ err }, 'a loop that must never end has ended, by an error of ours');
    failure.resolve(err);
  };
  const policy = policyOf(config);
  warnOfSettings(config, role, policy, log);
  if (service.is_copy) log.warn(`${ABOUT_COPIES}. ${HOW_TO_MAKE_LIVE}`);
  const mail_targets = mailPolicyOf(config);
  const connections = new Connections(
    guardedConnect({
      policy,
      dns_timeout_ms: DNS_TIMEOUT_MS,
      connect_timeout_ms: CONNECT_TIMEOUT_MS,
    }),
  );
  const telemetry = await startTelemetry(config, service, role, log);
  const { base_url, is_copy } = service;
  const mailer = openMailer({ ...config, base_url, is_copy }, log, telemetry.mailMetrics);
  const scanner = config.file_scanner && clamd(config.file_scanner, (why) => log.warn(why));
  const jobTypes = jobTypesOf({ ...service, mail_drop: config.mail_drop });
  const worker =
    role === 'api'
      ? null
      : await startWorker({
          ...config,
          ...service,
          ...telemetry,
          jobTypes: [...jobTypes, ...HOURLY],
          mailer,
          scanner,
          mail_targets,
          connections,
          log,
          onFailure,
        });
  const requestRecorder = new RequestRecorder(service.db, log);
  const clockChecks = keepTime(service, stopping.signal).catch(onFailure);
  const app =
    role === 'worker'
      ? null
      : await listen(config, {
          ...service,
          ...telemetry,
          mailer,
          scanner,
          jobTypes,
          requestRecorder,
          connections,
          targetPolicy: policy,
          mail_targets,
          log,
        });
  return {
    app,
    worker,
    takeNetAway: catchStrays(log, failure.resolve),
    requestRecorder,
    clockChecks,
    connections,
    telemetry,
    stopping,
    failure: failure.promise,
  };
}

/** Finishes running work, within the time limit of a stop. */
async function stopParts(parts: Awaited<ReturnType<typeof startParts>>): Promise<void> {
  const { app, worker, requestRecorder, clockChecks, connections, telemetry, stopping } = parts;
  stopping.abort();
  const closed = app instanceof StartProblem || app === null ? null : close(app);
  const finished = Promise.all([closed, worker?.stop(), clockChecks]).then(() => requestRecorder.flush());
  // Not awaited for longer: a loop that queries a silent database would take much longer.
  await Promise.race([finished, delay(STOP_TIMEOUT_MS, null, { ref: false })]);
  await connections.destroy();
  await telemetry.close();
}

/** Warns of settings that are allowed but rarely intended. */
function warnOfSettings(
  { base_url, metrics_port, metrics_token }: Config,
  role: Role,
  { loopback_allowed }: TargetPolicy,
  log: FastifyBaseLogger,
): void {
  if (base_url.startsWith('http:') && !loopback_allowed) {
    log.warn(
      'RAPPORT_BASE_URL is http: passwords and tokens can be read on the way. Put a proxy with TLS in front, and set https.',
    );
  }
  if (new URL(base_url).pathname !== '/') {
    log.warn(
      'RAPPORT_BASE_URL has a path: the API and OAuth work there when a proxy removes it, but the pages only work at the root of a host.',
    );
  }
  if (role !== 'worker' && metrics_port === null && metrics_token === null && !loopback_allowed) {
    log.warn(
      'Everybody who reaches the API can read its numbers at /metrics. Set RAPPORT_METRICS_TOKEN, or RAPPORT_METRICS_PORT to move them to another port.',
    );
  }
}

function policyOf({ allowed_targets, base_url, loopback_targets }: Config): TargetPolicy {
  const policy = targetPolicy(allowed_targets, new URL(base_url));
  return { ...policy, loopback_allowed: policy.loopback_allowed && loopback_targets };
}

/** Mailboxes have a list of their own: who may be sent webhooks keeps no mail for Users. */
function mailPolicyOf(config: Config): TargetPolicy {
  return { ...policyOf(config), allowed: config.mail_allowed_targets };
}

/** Makes a log with one JSON object on each line. `destination` is a file descriptor. */
export function makeLog({ log_level }: Pick<Config, 'log_level'>, destination: 1 | 2 = 1): FastifyBaseLogger {
  return pino({ ...LOG_OPTIONS, level: log_level }, logDestination(destination));
}

async function listen(
  config: Config,
  options: Omit<
    AppOptions,
    | 'rate_limit'
    | 'lifetimes'
    | 'revoke_on_password_change'
    | 'mcp'
    | 'mail_drop'
    | 'mail_providers'
    | 'client_document_hosts'
    | 'file_max_bytes'
    | 'pages'
  >,
): Promise<FastifyInstance | StartProblem> {
  // Only here: a worker answers nobody, and is 10 MB smaller without routes and pages.
  const { buildApp } = await import('./app.ts');
  const { readWebPages } = await import('./platform/http/pages/web-pages.ts');
  const { app } = await buildApp({
    ...options,
    rate_limit: config.rate_limit,
    lifetimes: config.lifetimes,
    revoke_on_password_change: config.revoke_on_password_change,
    file_max_bytes: config.file_max_bytes,
    mcp: config.mcp,
    mail_drop: options.is_copy ? null : config.mail_drop,
    mail_providers: options.is_copy ? [] : config.mail_providers,
    client_document_hosts: config.client_document_hosts,
    pages: readWebPages(WEB_PAGES),
  });
  try {
    await app.listen({ port: config.port, host: config.host });
    return app;
  } catch (error) {
    await app.close();
    return cannotListen(config, error as NodeJS.ErrnoException);
  }
}

function cannotListen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { code, message }: NodeJS.ErrnoException,
): StartProblem {
  const where = `Rapport cannot listen on ${host}:${port}`;
  return new StartProblem(
    code === 'EADDRINUSE'
      ? `${where}: another program uses it. Choose another port, for example PORT=${port + 1}.`
      : `${where}: ${message}. Check HOST and PORT; HOST=127.0.0.1 always works.`,
  );
}

/**
 * Stops the server and answers the running requests. Requests that do not end, such as a stalled
 * upload, are cut off.
 */
async function close(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
  await app.close();
  clearTimeout(cutOff);
}

/**
 * Keeps our clock in step with the database's. After a failed check, the last distance is used
 * until the next one.
 */
async function keepTime({ db, clock }: Service, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await clock.waitUntil(new Date(clock.now().getTime() + CLOCK_CHECK_INTERVAL_MS), stopping);
    if (!stopping.aborted) await clock.synchronise(() => readDatabaseTime(db)).catch(() => {});
  }
}

/** Finds a free port for PORT=0: the base URL must name it before we listen. */
function findFreePort({ host }: Config): Promise<number | StartProblem> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', (error) => resolve(cannotListen({ host, port: 0 }, error)));
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
