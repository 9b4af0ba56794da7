import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { AnswerHook } from './hooks.ts';
import { isOfApi } from './odd-requests.ts';

/**
 * A version that no record has. It stands for a weak tag, which never matches in `If-Match` (RFC
 * 9110 §13.1.1).
 */
const WEAK = 0;

/**
 * The versions in `If-Match`; null when any version will do (no header, or `*`). 400 for a broken
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

/** 412 when the record has changed since the versions that the caller knows. */
export function versionMismatch(version: number, expected: number[] | null): Problem | null {
  if (expected === null || expected.includes(version)) return null;
  const detail = expected.includes(WEAK)
    ? `If-Match has a weak ETag, W/"…", which never matches: it needs the strong form. The record is at version ${version}. If that is the one you have read, send If-Match: "${version}", without W/.`
    : `The record is now at version ${version}. Read it again, apply your change to the present version, and send that.`;
  return new Problem('version_mismatch', detail, { headers: { etag: `"${version}"` } });
}

/**
 * Answers 304 without a body when a read's `If-None-Match` has the ETag of the answer (RFC 9110
 * §13.1.2): the program's copy is still right.
 */
export const answerUnchanged: AnswerHook = (request, reply, payload) => {
  const [header, etag] = [request.headers['if-none-match'], reply.getHeader('etag')];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (header === undefined || typeof etag !== 'string' || !isRead || reply.statusCode !== 200) return payload;
  if (!isOfApi(request) || !noneMatchNames(header, etag)) return payload;
  reply.code(304).removeHeader('content-type');
  // Fastify drops the body of HEAD itself, and needs its length before.
  return request.method === 'HEAD' ? payload : null;
};

/**
 * True when an `If-None-Match` has the tag, weak or strong, or is `*`. A broken header matches
 * nothing, so the read is answered in full.
 */
export function noneMatchNames(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const tags = [...header.matchAll(LISTED_TAG)];
  const isList = tags.reduce((length, [text]) => length + text.length, 0) === header.length;
  return isList && tags.some(([, opaque]) => opaque === etag.replace(/^W\//, ''));
}

/** One tag of a list (RFC 9110 §8.8.3) with the comma after it. Elements may be empty (§5.6.1). */
const LISTED_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/gy;

/**
 * Sets the ETag of the answer to the record's version, for a later If-Match. Returns the record.
 */
export function setEtag<T extends { version: number }>(
  reply: FastifyReply,
  record: T | Problem,
): T | Problem {
  if (!(record instanceof Problem)) reply.header('etag', `"${record.version}"`);
  return record;
}
