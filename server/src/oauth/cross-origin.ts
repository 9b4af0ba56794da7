import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../platform/core.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { isOfApi } from '../platform/http/server/odd-requests.ts';
import { isAllowedOrigin } from './applications/look-ups.ts';

/**
 * The time for which a browser keeps a preflight answer. It is short, so that a removed origin is
 * soon refused.
 */
const PREFLIGHT_MAX_AGE_S = 600;

/** `*` stands for every header except Authorization (Fetch Standard, CORS protocol). */
const PREFLIGHT_ANSWER = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
};

/**
 * Answers requests from pages of other origins. Any origin may read the public parts: discovery and
 * the key set. Origins that an application has registered may call the API with a token, but never
 * with cookies: `Access-Control-Allow-Credentials` is not sent. The authorization and the token
 * endpoint have no CORS (RFC 9700 §2.6).
 */
export function answerOtherOrigin({ db, base_url }: Pick<Core, 'db' | 'base_url'>): Hook {
  const own = new URL(base_url).origin;
  return (request, reply) => {
    const { origin } = request.headers;
    if (isForAnybody(request)) return answer(request, reply, '*');
    if (origin === undefined || !isForTokens(request)) return null;
    reply.header('vary', 'origin');
    // Browsers send it with each change of our own pages, which need no answer of the database.
    if (origin === own) return null;
    return isAllowedOrigin(db, origin).then((isAllowed) =>
      isAllowed ? answer(request, reply, origin) : null,
    );
  };
}

function isForAnybody({ url }: FastifyRequest): boolean {
  const path = url.split('?')[0]!;
  return path.includes('/.well-known/o') || path === '/oauth/jwks';
}

function isForTokens(request: FastifyRequest): boolean {
  return isOfApi(request) || ['/oauth/userinfo', '/mcp'].includes(request.url.split('?')[0]!);
}

function answer(request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply | undefined {
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' });
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  return isPreflight ? reply.code(204).headers(PREFLIGHT_ANSWER).send() : undefined;
}
