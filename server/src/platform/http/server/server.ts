import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import accepts from '@fastify/accepts';
import cookie from '@fastify/cookie';
import Fastify, {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { fieldsInvalid, Problem } from '../../problem.ts';
import { keptPath, withoutTokens } from '../../secrets/mask.ts';
import { rememberAsked } from './asked.ts';
import { refuseCoding } from './body-coding.ts';
import { endConnectionsAtStop } from './connections.ts';
import { addHooks, type Hook, type Hooks } from './hooks.ts';
import { parseJsonBody } from './json-body.ts';
import { lingerAfterEarlyAnswers } from './lingering-close.ts';
import { isOfApi } from './odd-requests.ts';
import { isOurProxy } from './our-proxy.ts';
import { answerBadAddress, answerProblems } from './problem-reply.ts';
import { collectRoutes, type RouteTable } from './route-table.ts';
import { buildSerializer } from './serialization.ts';
import { boundConnections, STRANGER_MAX_MS } from './slow-strangers.ts';
import { validatorCompiler } from './validation.ts';

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
 * negotiation. All requests pass the given hooks.
 */
export async function buildServer(
  log: FastifyBaseLogger,
  base_url: string,
  hooks: Hooks,
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
    // Without a validator here, Fastify loads one of its own. Its type names that one's pool.
    schemaController: {
      compilersFactory: { buildValidator: (() => validatorCompiler) as never, buildSerializer },
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: answerBadAddress,
    return503OnClosing: true,
  });
  boundConnections(app, base_url);
  endConnectionsAtStop(app);
  lingerAfterEarlyAnswers(app);
  const routes = collectRoutes(app);
  answerProblems(app, routes);
  acceptJsonOnly(app);
  rememberAsked(app);
  await app.register(accepts);
  await app.register(cookie);
  addHooks(app, hooks);
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
  app.addContentTypeParser('*', refuseUnlessEmpty);
}

/**
 * Refuses a body of another type at its first byte. An empty one is no body, whatever its type:
 * many programs send the same type with every request.
 */
async function refuseUnlessEmpty({ is404 }: FastifyRequest, body: IncomingMessage): Promise<void> {
  if (is404) return;
  for await (const _bytes of body.iterator({ destroyOnReturn: false }))
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
}

/** Sets the headers of every answer. */
export function beginAnswer(base_url: string): Hook {
  const isStrict = base_url.startsWith('https:');
  return (request, reply) => {
    // Browsers must not guess another content type.
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    if (isStrict) reply.header('strict-transport-security', STRICT_TRANSPORT);
    // Answers of the API hold secrets and personal data, so no cache may keep them.
    if (isOfApi(request)) reply.header('cache-control', 'no-store');
  };
}

/** The parser returns its refusal as the body, which must not reach a schema or a handler. */
export const refuseUnreadBody: Hook = ({ body }) => (body instanceof Problem ? body : null);

/**
 * Refuses a body on a route that takes none, because its content would silently be ignored. An
 * empty object is accepted: many programs send one.
 */
export function refuseUndescribedBody(request: FastifyRequest): Problem | null {
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
export function logRequest(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      path: keptPath(request.url),
      status: statusCode,
      duration_ms: Math.round(elapsedTime * 10) / 10,
      address: request.ip,
      ...request.asked.asker,
    },
    'request',
  );
}
