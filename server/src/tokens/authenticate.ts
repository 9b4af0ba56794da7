import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidToken } from '../access/challenge.ts';
import { takeTimeZone } from '../access/days.ts';
import { NEEDS_EVERYTHING, type Needed, refuseScope } from '../access/scope.ts';
import { isThroughMcp } from '../access/through-mcp.ts';
import { readCookie } from '../identity/sessions/cookie.ts';
import type { Core } from '../platform/core.ts';
import type { RateLimiter } from '../platform/http/api/rate-limit.ts';
import { refuseCrossSite } from '../platform/http/pages/same-origin.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { timesSent } from '../platform/http/server/odd-requests.ts';
import { agentOf, requestOriginOf } from '../platform/http/server/request-origin.ts';
import { Turns } from '../platform/limits/turns.ts';
import { Problem } from '../platform/problem.ts';
import { findCaller, findSessionCaller, noteUse, type TokenCaller } from './actions.ts';
import { readBearerToken, sentTwice } from './rules.ts';

/** The header that says when the request's personal access token expires. */
const EXPIRY_HEADER = 'x-token-expires-at';

/**
 * When the body or the turn took longer than this, the caller's rights may have changed, and are
 * read again.
 */
const SOON_MS = 1_000;

/**
 * The number of a User's requests that run at a time. With eight connections to the database
 * (open-service.ts) and three per User, two greedy Users leave two for everybody else. With more
 * such Users a request waits for a statement or two, not for all of their requests. Three keep the
 * thread and the database busy: more would not finish sooner.
 */
const AT_WORK_MAX = 3;

/**
 * The number of a User's requests on quick routes that run at a time. They take none of the eight
 * connections, and share one on which each takes a fraction of a millisecond.
 */
const QUICK_AT_WORK_MAX = 8;

/**
 * The number of a User's requests that wait: twice the default burst of a token. Each may hold a
 * body of 1 MiB, so there are not many more.
 */
const LINE_MAX = 200;

/**
 * A browser session may send this many times the requests of a token. Changing 10,000 records and
 * undoing it takes 150 requests, while the User works on. Turns bound their cost.
 */
const PAGES_TIMES = 4;

/** By then fewer requests wait. The pages retry after this time by themselves. */
const LINE_RETRY_AFTER_S = 5;

/**
 * Finds the caller by a bearer token or a browser session, before the body is read; refuses a
 * request without credentials. Also limits the requests of each token, grant and session.
 */
export function findCallerOf(core: Core & { requestsByCaller: RateLimiter }): Hook {
  return async (request, reply) => {
    const { asked } = request;
    const { needed = NEEDS_EVERYTHING } = request.routeOptions.config;
    const asked_at = core.clock.now();
    const askWho = async () =>
      (await authenticateSession(core, request)) ?? (await authenticate(core, request, needed));
    const caller = await askWho();
    if (caller instanceof Problem) return caller;
    if (caller.token_expires_at !== null && caller.actor.type === 'personal_access_token')
      reply.header(EXPIRY_HEADER, caller.token_expires_at);

    const refusal = refuseFlood(core, caller, reply);
    if (refusal) return refusal;
    const asked_time_zone = takeTimeZone(request.query);
    if (asked_time_zone instanceof Problem) return asked_time_zone;
    const own = { span: asked.span, ...(asked_time_zone !== undefined && { asked_time_zone }) };
    asked.caller = { ...caller, ...own };
    asked.caller_at = asked_at;
    asked.callerNow = async () => {
      const now = await askWho();
      return now instanceof Problem ? now : { ...now, ...own };
    };
    rememberUse(core, request, caller);
    return null;
  };
}

/**
 * Lets the requests of each User take turns. The turn begins after the body has arrived: a slow
 * upload must not hold one. Public routes take no turns: they read a row or two by an index, and
 * costly ones, such as the check of a password, have limits of their own.
 */
export function takeTurn(core: Core): Hook {
  const turns = new Turns({ at_work_max: AT_WORK_MAX, line_max: LINE_MAX });
  const quickTurns = new Turns({ at_work_max: QUICK_AT_WORK_MAX, line_max: LINE_MAX });
  return async (request) => {
    const { asked } = request;
    const { quick } = request.routeOptions.config;
    const turn = await (quick ? quickTurns : turns).begin(request.caller.user_uuid);
    if (turn === null) return lineFull();
    asked.turn = turn;
    if (core.clock.now().getTime() - asked.caller_at.getTime() < SOON_MS) return null;
    const caller = await asked.callerNow();
    if (caller instanceof Problem) return caller;
    asked.caller = caller;
    return null;
  };
}

/**
 * Ends the turn: before the client reads the answer, as a slow reader or a stream must not hold
 * one, and when an answer was never sent.
 */
export function endTurn({ asked }: FastifyRequest): void {
  asked.turn?.end();
}

/**
 * Counts the caller's request; 429 when there were too many. The reply always says how many are
 * left.
 */
export function refuseFlood(
  { requestsByCaller }: { requestsByCaller: RateLimiter },
  { grant_uuid, actor, user_uuid }: TokenCaller,
  reply: FastifyReply,
): Problem | null {
  // Counted by grant instead of token, because a refreshed token would begin with a new count.
  const times = actor.type === 'browser_session' ? PAGES_TIMES : 1;
  const rate = requestsByCaller.take(grant_uuid ?? actor.uuid ?? user_uuid, times);
  reply.headers(rate.headers);
  if (rate.allowed) return null;
  const who = grant_uuid === null ? 'The token' : 'The application';
  const detail = `${who} has made too many requests. Wait ${rate.headers['retry-after']} s, and send them more slowly.`;
  return new Problem('rate_limited', detail, { headers: rate.headers });
}

function lineFull(): Problem {
  const detail =
    `${LINE_MAX} of your requests are waiting, over all your tokens, applications and sessions; a few run ` +
    `at a time. This one was not started. Wait ${LINE_RETRY_AFTER_S} s, and send fewer at a time.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(LINE_RETRY_AFTER_S) } });
}

/**
 * Returns the caller with a bearer token that has what is `needed`; 400, 401 or 403 otherwise (RFC
 * 6750 §3.1).
 */
export async function authenticate(
  core: Core,
  request: FastifyRequest,
  needed: Needed,
): Promise<TokenCaller | Problem> {
  const times = timesSent(request, 'authorization');
  const token = times > 1 ? sentTwice() : readBearerToken(request.headers.authorization, request.query);
  const found = token instanceof Problem ? token : await findCaller(core, token, requestOriginOf(request));
  const caller = found instanceof Problem ? found : atThisDoor(found);
  if (caller instanceof Problem) return caller;
  tellLog(request, caller);
  return refuseScope(caller, needed) ?? caller;
}

/**
 * The caller as far as they get at `/mcp`, or elsewhere: a token for the one does not work at the
 * other (RFC 8707 §2), and Accounts can be shut to assistants.
 */
function atThisDoor(caller: TokenCaller): TokenCaller | Problem {
  const isHere = isThroughMcp();
  if (caller.for_mcp !== null && caller.for_mcp !== isHere) {
    const where = isHere ? 'the API, and does not work at /mcp' : '/mcp, and works only there';
    return invalidToken(`The token is for ${where}. Ask for another with the resource that it is for.`);
  }
  if (!isHere) return caller;
  return { ...caller, logins: caller.logins.filter(({ mcp_enabled }) => mcp_enabled) };
}

/**
 * Returns the caller with a browser session. Undefined without a session cookie, or when there is a
 * bearer token. A request that changes something must come from our own pages.
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

/** Adds the User and their token or session to the log, so that the operator can end it. */
function tellLog(request: FastifyRequest, { user_uuid, actor, grant_uuid }: TokenCaller): void {
  const grant = grant_uuid === null ? {} : { grant_uuid };
  request.asked.asker = { user_uuid, credential: actor.type, credential_uuid: actor.uuid, ...grant };
}

/** Notes the last use in the background: no request waits for it or fails with it. */
function rememberUse(core: Core, request: FastifyRequest, caller: TokenCaller): void {
  const from = { address: request.ip, user_agent: agentOf(request) };
  noteUse(core, caller, from).catch((err) => request.log.warn({ err }, 'could not note the use of a token'));
}
