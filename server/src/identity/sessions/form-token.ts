import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../../platform/core.ts';
import { randomBase62 } from '../../platform/secrets/random-tokens.ts';
import { readCookie, setCookie } from './cookie.ts';

/**
 * Makes a token against forged forms: a code that only we can compute, over the subject of the form
 * and a secret cookie of its browser. A form from another site or another browser has no valid
 * token.
 */
export function formToken(core: Core, request: FastifyRequest, reply: FastifyReply, about: string): string {
  const known = readCookie(request, core.base_url, 'form');
  const cookie = known ?? randomBase62(30);
  if (known === undefined) setCookie(reply, core, 'form', cookie);
  return tokenFor(core, cookie, about);
}

/** True when the posted token is the one that `formToken` made for this browser and `about`. */
export function formTokenMatches(
  core: Core,
  request: FastifyRequest,
  about: string,
  posted: string | undefined,
): boolean {
  const cookie = readCookie(request, core.base_url, 'form');
  if (cookie === undefined || posted === undefined) return false;
  const expected = Buffer.from(tokenFor(core, cookie, about));
  const given = Buffer.from(posted);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function tokenFor(core: Core, cookie: string, about: string): string {
  return core.secretKey.mac('form', `${cookie} ${about}`).subarray(0, 32).toString('base64url');
}
