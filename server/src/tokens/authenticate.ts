import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCookie } from '../identity/sessions/cookie.ts';
import type { Core } from '../platform/core.ts';
import { timesSent } from '../platform/http/odd-requests.ts';
import { originOf } from '../platform/http/origin.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { refuseCrossSite } from '../platform/http/same-origin.ts';
import { Problem } from '../platform/problem.ts';
import { findCaller, findSessionCaller, noteUse, type TokenCaller } from './actions.ts';
import { readBearerToken, refuseScope, sentTwice } from './rules.ts';

/** When the personal access token of the request stops working. */
const EXPIRY_HEADER = 'x-token-expires-at';

/** A body that took longer than this to come was not sent by whoever had the rights when it began, as far as we know. */
const BODY_SOON_MS = 1_000;

/**
 * Makes every route of `api` need a bearer token or the session of a browser: `request.caller` is set before the handler runs, and
 * the body is not even read for a request without one. Also limits the requests of each token, grant of an application, and session.
 */
export function requireCaller(api: FastifyInstance, core: Core, limiter: RateLimiter): void {
  api.addHook('onRequest', async (request, reply) => {
    const asked_at = core.clock.now();
    const askWho = async () =>
      (await authenticateSession(core, request)) ?? (await authenticate(core, request, '*'));
    const caller = await askWho();
    if (caller instanceof Problem) return reply.send(caller);
    if (caller.token_expires_at !== null && caller.actor.type === 'personal_access_token')
      reply.header(EXPIRY_HEADER, caller.token_expires_at);

    // Not by the token of an application: one that refreshes it would begin anew each time.
    const rate = limiter.take(caller.grant_uuid ?? caller.actor.uuid ?? caller.user_uuid);
    reply.headers(rate.headers);
    if (!rate.allowed) {
      const who = caller.grant_uuid === null ? 'The token' : 'The application';
      const detail = `${who} has made too many requests. Wait ${rate.headers['retry-after']} s, and spread them out.`;
      return reply.send(new Problem('rate_limited', detail, { headers: rate.headers }));
    }
    const traceparent = request.span?.traceparent ?? null;
    request.maybeCaller = { ...caller, traceparent };
    request.caller_asked_at = asked_at;
    request.callerNow = async () => {
      const now = await askWho();
      return now instanceof Problem ? now : { ...now, traceparent };
    };
    rememberUse(core, request, caller);
  });

  api.addHook('preHandler', async (request, reply) => {
    if (core.clock.now().getTime() - request.caller_asked_at.getTime() < BODY_SOON_MS) return;
    const caller = await request.callerNow();
    if (caller instanceof Problem) return reply.send(caller);
    request.maybeCaller = caller;
  });
}

/** Who is calling with a bearer token that was given for `scope`: 400, 401 or 403 otherwise (RFC 6750 §3.1). */
export async function authenticate(
  core: Core,
  request: FastifyRequest,
  scope: string,
): Promise<TokenCaller | Problem> {
  const times = timesSent(request, 'authorization');
  const token = times > 1 ? sentTwice() : readBearerToken(request.headers.authorization, request.query);
  const caller = token instanceof Problem ? token : await findCaller(core, token, originOf(request));
  if (caller instanceof Problem) return caller;
  tellLog(request, caller);
  return refuseScope(caller.scope, scope) ?? caller;
}

/**
 * Who is calling from a browser; undefined when there is no session cookie, or when a bearer token says who is calling. A request
 * that changes something must come from our own pages.
 */
async function authenticateSession(
  core: Core,
  request: FastifyRequest,
): Promise<TokenCaller | Problem | undefined> {
  const cookie = readCookie(request, core.base_url, 'session');
  if (cookie === undefined || request.headers.authorization !== undefined) return undefined;
  const caller = await findSessionCaller(core, cookie, originOf(request));
  if (!caller) return undefined;
  tellLog(request, caller);
  return refuseCrossSite(request, core.base_url) ?? caller;
}

/** So that the operator can follow who did what, and end what they did it with. */
function tellLog(request: FastifyRequest, { user_uuid, actor, grant_uuid }: TokenCaller): void {
  const grant = grant_uuid === null ? {} : { grant_uuid };
  request.asker = { user_uuid, credential: actor.type, credential_uuid: actor.uuid, ...grant };
}

/** Beside the request: nobody should wait for it, and its failure is no failure of the request. */
function rememberUse(core: Core, request: FastifyRequest, caller: TokenCaller): void {
  const from = { address: request.ip, user_agent: request.headers['user-agent'] };
  noteUse(core, caller, from).catch((err) => request.log.warn({ err }, 'could not note the use of a token'));
}

/** Declares `maybeCaller` and `caller` on every request; `caller` is for routes behind `requireCaller`. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('maybeCaller', null);
  app.decorateRequest('callerNow');
  app.decorateRequest('caller_asked_at');
  app.decorateRequest('caller', {
    getter() {
      const caller = (this as FastifyRequest).maybeCaller;
      if (caller === null) throw new Error('a public route asked for its caller');
      return caller;
    },
  });
}
