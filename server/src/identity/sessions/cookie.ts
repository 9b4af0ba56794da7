import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookies of a browser. `session`: a signed-in User. `half`: a User who has yet to give their
 * second factor. `form`: tells whether the browser that posts a form is the one that got it.
 *
 * Over https they carry the `__Host-` prefix: no other host, not even a subdomain, can set them.
 * Plain http is loopback only, where browsers refuse that prefix.
 */
type CookieKind = 'session' | 'half' | 'form';

export function readCookie(request: FastifyRequest, base_url: string, kind: CookieKind): string | undefined {
  return request.cookies[cookieName(base_url, kind)];
}

/** Without `expires_at` the cookie goes when the browser is closed. */
export function setCookie(
  reply: FastifyReply,
  base_url: string,
  kind: CookieKind,
  value: string,
  expires_at?: string,
): void {
  const expires = expires_at === undefined ? undefined : new Date(expires_at);
  reply.setCookie(cookieName(base_url, kind), value, { ...attributes(base_url), expires });
}

export function clearCookie(reply: FastifyReply, base_url: string, kind: CookieKind): void {
  reply.clearCookie(cookieName(base_url, kind), attributes(base_url));
}

function cookieName(base_url: string, kind: CookieKind): string {
  return `${isSecure(base_url) ? '__Host-' : ''}rapport_${kind}`;
}

/**
 * Lax: the browser sends the cookie when an application sends the User here, but not with a form
 * from another site.
 */
function attributes(base_url: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(base_url) };
}

function isSecure(base_url: string): boolean {
  return base_url.startsWith('https:');
}
