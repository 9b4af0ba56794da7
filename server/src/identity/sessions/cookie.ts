import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/time/clock.ts';

/**
 * The cookies of a browser. `session`: a signed-in User. `half`: a User who has yet to give their
 * second factor. `form`: recognises the browser that a form was made for.
 *
 * Over https the names carry the `__Host-` prefix: no other host, not even a subdomain, can set
 * such cookies. Plain http is for loopback only, where browsers refuse that prefix.
 */
type CookieKind = 'session' | 'half' | 'form';

export function readCookie(request: FastifyRequest, base_url: string, kind: CookieKind): string | undefined {
  return request.cookies[cookieName(base_url, kind)];
}

/**
 * Sets a cookie. Without `expires_at` the browser deletes it when it closes. The browser is told
 * how long it lasts and not until when, because the clock of a browser may be wrong.
 */
export function setCookie(
  reply: FastifyReply,
  { base_url, clock }: { base_url: string; clock: Clock },
  kind: CookieKind,
  value: string,
  expires_at?: string,
): void {
  const lasts_ms = expires_at === undefined ? undefined : Date.parse(expires_at) - clock.now().getTime();
  const maxAge = lasts_ms && Math.max(0, Math.floor(lasts_ms / 1000));
  reply.setCookie(cookieName(base_url, kind), value, { ...attributes(base_url), maxAge });
}

export function clearCookie(reply: FastifyReply, base_url: string, kind: CookieKind): void {
  reply.clearCookie(cookieName(base_url, kind), attributes(base_url));
}

function cookieName(base_url: string, kind: CookieKind): string {
  return `${isSecure(base_url) ? '__Host-' : ''}rapport_${kind}`;
}

/**
 * The attributes of our cookies. `Lax`: the browser sends the cookie when an application links to
 * us, but not with a form from another site.
 */
function attributes(base_url: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(base_url) };
}

function isSecure(base_url: string): boolean {
  return base_url.startsWith('https:');
}
