import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { isOfApi } from './odd-requests.ts';

/**
 * A weak tag never matches in `If-Match` (RFC 9110 §13.1.1), so it is read as a version that no
 * record has.
 */
const WEAK = 0;

/**
 * The versions that `If-Match` names; null when any will do (no header, or `*`); 400 for a broken
 * header (RFC 9110 §13.1.1).
 */
export function ifMatch(request: FastifyRequest): number[] | null | Problem {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const versions = header
    .split(',')
    .map((tag) => (/^W\/"\d{1,9}"$/.test(tag.trim()) ? String(WEAK) : /^"(\d{1,9})"$/.exec(tag.trim())?.[1]));
  if (versions.some((version) => version === undefined)) {
    const detail = `If-Match is ${header}, which no record has. Send the ETag of the record as you got it, such as "3".`;
    return new Problem('header_invalid', detail);
  }
  return versions.map(Number);
}

/** 412 when the record is no longer one of the versions that the caller has seen. */
export function versionMismatch(version: number, expected: number[] | null): Problem | null {
  if (expected === null || expected.includes(version)) return null;
  const detail = expected.includes(WEAK)
    ? `If-Match has a weak ETag, W/"…", which never matches: it needs the strong form. The record is at version ${version}. If that is the one you have read, send If-Match: "${version}", without W/.`
    : `The record is now at version ${version}. Read it again, apply your change to what it says now, and send that.`;
  return new Problem('version_mismatch', detail, { headers: { etag: `"${version}"` } });
}

/**
 * Answers 304 without a body when a read's `If-None-Match` names the ETag of the answer (RFC 9110
 * §13.1.2). A program with a copy learns that the copy is still right. Call before the routes.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const [header, etag] = [request.headers['if-none-match'], reply.getHeader('etag')];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (header === undefined || typeof etag !== 'string' || !isRead || reply.statusCode !== 200)
      return payload;
    if (!isOfApi(request) || !noneMatchNames(header, etag)) return payload;
    reply.code(304).removeHeader('content-type');
    // Fastify itself drops the body of HEAD, and needs its length before.
    return request.method === 'HEAD' ? payload : null;
  });
}

/**
 * Whether an `If-None-Match` names a tag, weak or strong, or any by `*`. A broken header names
 * none, so the read is answered.
 */
export function noneMatchNames(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const tags = [...header.matchAll(LISTED_TAG)];
  const isList = tags.reduce((length, [text]) => length + text.length, 0) === header.length;
  return isList && tags.some(([, opaque]) => opaque === etag.replace(/^W\//, ''));
}

/** A tag of a list (RFC 9110 §8.8.3) with the comma behind it. Elements may be empty (§5.6.1). */
const LISTED_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/gy;

/**
 * Puts the version of a record into the ETag of the answer, for a later If-Match. Returns the
 * record.
 */
export function setEtag<T extends { version: number }>(
  reply: FastifyReply,
  record: T | Problem,
): T | Problem {
  if (!(record instanceof Problem)) reply.header('etag', `"${record.version}"`);
  return record;
}
