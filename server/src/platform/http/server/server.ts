import { randomUUIDv7 } from 'node:crypto';
import accepts from '@fastify/accepts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { fieldsInvalid, Problem } from '../../problem.ts';
import { keptPath, withoutTokens } from '../../secrets/mask.ts';
import { refuseCoding } from './body-coding.ts';
import { endConnectionsAtStop } from './connections.ts';
import { answerUnchanged } from './etag.ts';
import { parseJsonBody } from './json-body.ts';
import { lingerAfterEarlyAnswers } from './lingering-close.ts';
import { isOfApi, refuseOddRequest } from './odd-requests.ts';
import { isOurProxy } from './our-proxy.ts';
import { answerBadAddress, answerProblems } from './problem-reply.ts';
import { collectRoutes, type RouteTable } from './route-table.ts';
import { buildSerializer } from './serialization.ts';
import { boundConnections, cutSlowBodies, STRANGER_MAX_MS } from './slow-strangers.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The caller for the log, without secrets. Null until the caller is known, and on public
     * routes.
     */
    asker: {
      user_uuid: string;
      credential: string;
      credential_uuid: string | null;
      grant_uuid?: string;
    } | null;
    /** The code of the answered refusal; null for other answers. */
    problem_code: string | null;
  }
}

/** The largest JSON body. The CSV import streams and has its own limit. */
const BODY_MAX_BYTES = 1024 * 1024;

/**
 * The time that a known caller has for sending a whole request. Slow senders must not hold
 * connections for ever.
 */
const REQUEST_TIMEOUT_MS = 300_000;

/** The interval at which Node looks for connections whose headers or request take too long. */
const TIMEOUT_CHECKS_MS = 5_000;

/** A browser that came by https uses nothing else for a year (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Makes the server, with the conventions of all routes: request ids, JSON, problem documents,
 * negotiation.
 */
export async function buildServer(
  log: FastifyBaseLogger,
  base_url: string,
): Promise<{ app: FastifyInstance; routes: RouteTable }> {
  const app = Fastify({
    loggerInstance: log,
    // We log one line of our own for each request, when it has ended.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: STRANGER_MAX_MS,
      connectionsCheckingInterval: TIMEOUT_CHECKS_MS,
    },
    // We do not speak TLS. With an https base URL there is a proxy, and the last address it reports
    // is the client's.
    trustProxy: base_url.startsWith('https:') ? isOurProxy : false,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? randomUUIDv7(),
    schemaController: { compilersFactory: { buildSerializer } },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: answerBadAddress,
    return503OnClosing: true,
  });
  boundConnections(app, base_url);
  endConnectionsAtStop(app);
  lingerAfterEarlyAnswers(app);
  const routes = collectRoutes(app);
  app.setValidatorCompiler(validatorCompiler);
  answerProblems(app, routes);
  answerUnchanged(app);
  acceptJsonOnly(app);
  await app.register(accepts);
  app.decorateRequest('asker', null);
  app.decorateRequest('problem_code', null);
  cutSlowBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    // Browsers must not guess another content type.
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    if (base_url.startsWith('https:')) reply.header('strict-transport-security', STRICT_TRANSPORT);
    // Answers of the API hold secrets and personal data, so no cache may keep them.
    if (isOfApi(request)) reply.header('cache-control', 'no-store');
    const refusal = refuseOddRequest(request);
    if (refusal) return reply.send(refusal);
  });
  app.addHook('onResponse', async (request, reply) =>
    logRequest(request, reply.statusCode, reply.elapsedTime),
  );
  return { app, routes };
}

/**
 * Keeps a request id from outside when it cannot break a log line or a header, and is no token:
 * events and the audit log keep it.
 */
function saneRequestId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^[A-Za-z0-9._-]{1,128}$/.test(header)) return undefined;
  return withoutTokens(header) === header ? header : undefined;
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => refuseCoding(request) ?? parseJsonBody(body),
  );
  app.addHook('preValidation', async (request, reply) => {
    // The parser returns its refusal as the body, which must not reach a schema or a handler.
    if (request.body instanceof Problem) return reply.send(request.body);
    const refusal = refuseUndescribedBody(request);
    if (refusal) return reply.send(refusal);
  });
}

/**
 * Refuses a body on a route that takes none, because its content would silently be ignored. An
 * empty object is accepted: many programs send one.
 */
function refuseUndescribedBody(request: FastifyRequest): Problem | null {
  const { body, routeOptions } = request;
  if (body === undefined || !isOfApi(request) || request.is404 || routeOptions.schema?.body) return null;
  if (JSON.stringify(body) === '{}') return null;
  const detail = 'This request takes no body. Leave it out.';
  return fieldsInvalid({ pointer: '', code: 'not_allowed', detail });
}

/**
 * Logs one line for each request, with the caller and their address. The query is left out: it may
 * hold secrets or personal data.
 */
function logRequest(request: FastifyRequest, status: number, elapsed_ms: number): void {
  request.log.info(
    {
      method: request.method,
      path: keptPath(request.url),
      status,
      duration_ms: Math.round(elapsed_ms * 10) / 10,
      address: request.ip,
      ...request.asker,
    },
    'request',
  );
}
