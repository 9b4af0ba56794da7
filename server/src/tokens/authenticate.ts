import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../identity/sessions/cookie.ts';
import type { Core } from '../platform/core.ts';
import type { RateLimiter } from '../platform/http/api/rate-limit.ts';
import { refuseCrossSite } from '../platform/http/pages/same-origin.ts';
import { timesSent } from '../platform/http/server/odd-requests.ts';
import { requestOriginOf } from '../platform/http/server/request-origin.ts';
import { Turns } from '../platform/limits/turns.ts';
import { Problem } from '../platform/problem.ts';
import { findCaller, findSessionCaller, noteUse, type TokenCaller } from './actions.ts';
import { readBearerToken, refuseScope, sentTwice } from './rules.ts';

/** When the personal access token of the request stops working. */
const EXPIRY_HEADER = 'x-token-expires-at';

/**
 * A request whose body took longer than this to come, or its turn, was not made by whoever had the rights when it began, as far as we
 * know.
 */
const SOON_MS = 1_000;

/**
 * Requests of one User that are worked on at a time. A process has 8 connections to the database (open-service.ts): of two Users who
 * ask for all they can get two are left for everybody else, and with more of them one waits for a statement or two, not for a line.
 * Three keep this thread and the database busy all the same: more at a time would not be done sooner.
 */
const AT_WORK_MAX = 3;

/**
 * Further ones of that User that wait: twice the burst that the rate limit lets through for a token by default. Each may hold its body
 * of up to 1 MiB, so they must not be many more.
 */
const LINE_MAX = 200;

/**
 * So many times the limit of a token is that of the pages: 10,000 records are read, changed and set back by a hundred
 * and fifty requests, while somebody goes on with their work. What they cost is bounded by the turns.
 */
const PAGES_TIMES = 4;

/** The line is not long gone by then, but shorter; the pages wait so long by themselves. */
const LINE_RETRY_AFTER_S = 5;

/**
 * Makes every route of `api` need a bearer token or the session of a browser: `request.caller` is set before the handler runs, and
 * the body is not even read for a request without one. Also limits the requests of each token, grant of an application, and session, and has the
 * requests of each User take turns. What needs no caller takes none: it asks for a row or two by an index, and what costs more than
 * that, such as a password, has limits of its own.
 */
export function requireCaller(api: FastifyInstance, core: Core & { requestsByCaller: RateLimiter }): void {
  const turns = new Turns({ at_work_max: AT_WORK_MAX, line_max: LINE_MAX });

  api.addHook('onRequest', async (request, reply) => {
    const asked_at = core.clock.now();
    const askWho = async () =>
      (await authenticateSession(core, request)) ?? (await authenticate(core, request, '*'));
    const caller = await askWho();
    if (caller instanceof Problem) return reply.send(caller);
    if (caller.token_expires_at !== null && caller.actor.type === 'personal_access_token')
      reply.header(EXPIRY_HEADER, caller.token_expires_at);

    const refusal = refuseFlood(core, caller, reply);
    if (refusal) return reply.send(refusal);
    const { span } = request;
    request.maybeCaller = { ...caller, span };
    request.caller_asked_at = asked_at;
    request.callerNow = async () => {
      const now = await askWho();
      return now instanceof Problem ? now : { ...now, span };
    };
    rememberUse(core, request, caller);
  });

  // Not before the body is there: an upload that is slow works on nothing.
  api.addHook('preHandler', async (request, reply) => {
    const turn = await turns.begin(request.caller.user_uuid);
    if (turn === null) return reply.send(lineFull());
    request.turn = turn;
    if (core.clock.now().getTime() - request.caller_asked_at.getTime() < SOON_MS) return;
    const caller = await request.callerNow();
    if (caller instanceof Problem) return reply.send(caller);
    request.maybeCaller = caller;
  });

  // Not after it was read: who reads slowly, or a stream, asks nothing of us but to wait.
  api.addHook('onSend', (request, _reply, payload, done) => {
    request.turn?.end();
    done(null, payload);
  });
  // One place too few would be one for ever.
  api.addHook('onResponse', (request, _reply, done) => {
    request.turn?.end();
    done();
  });
}

/** Counts the request of the caller: 429 when there were too many. The reply says in any case how many are left. */
export function refuseFlood(
  { requestsByCaller }: { requestsByCaller: RateLimiter },
  { grant_uuid, actor, user_uuid }: TokenCaller,
  reply: FastifyReply,
): Problem | null {
  // Not by the token of an application: one that refreshes it would begin anew each time.
  const times = actor.type === 'browser_session' ? PAGES_TIMES : 1;
  const rate = requestsByCaller.take(grant_uuid ?? actor.uuid ?? user_uuid, times);
  reply.headers(rate.headers);
  if (rate.allowed) return null;
  const who = grant_uuid === null ? 'The token' : 'The application';
  const detail = `${who} has made too many requests. Wait ${rate.headers['retry-after']} s, and spread them out.`;
  return new Problem('rate_limited', detail, { headers: rate.headers });
}

function lineFull(): Problem {
  const detail =
    `${LINE_MAX} of your requests wait already, those of all your tokens, applications and sessions together; ${AT_WORK_MAX} are worked on ` +
    `at a time. This one was not begun. Wait ${LINE_RETRY_AFTER_S} s, and send fewer at a time.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(LINE_RETRY_AFTER_S) } });
}

/** Who is calling with a bearer token that was given for `scope`: 400, 401 or 403 otherwise (RFC 6750 §3.1). */
export async function authenticate(
  core: Core,
  request: FastifyRequest,
  scope: string,
): Promise<TokenCaller | Problem> {
  const times = timesSent(request, 'authorization');
  const token = times > 1 ? sentTwice() : readBearerToken(request.headers.authorization, request.query);
  const caller = token instanceof Problem ? token : await findCaller(core, token, requestOriginOf(request));
  if (caller instanceof Problem) return caller;
  tellLog(request, caller);
  return refuseScope(caller, scope) ?? caller;
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
  const caller = await findSessionCaller(core, cookie, requestOriginOf(request));
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

/** Declares `maybeCaller`, `turn` and `caller` on every request; `caller` and `turn` are for routes behind `requireCaller`. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('maybeCaller', null);
  app.decorateRequest('callerNow');
  app.decorateRequest('turn');
  app.decorateRequest('caller_asked_at');
  app.decorateRequest('caller', {
    getter() {
      const caller = (this as FastifyRequest).maybeCaller;
      if (caller === null) throw new Error('a public route asked for its caller');
      return caller;
    },
  });
}
