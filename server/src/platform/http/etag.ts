import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/** The versions that `If-Match` names, null where any will do (no header, or `*`), or 400 (RFC 9110 §13.1.1). */
export function ifMatch(request: FastifyRequest): number[] | null | Problem {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  // A weak tag never matches here (RFC 9110 §13.1.1), so it is read as version 0, which no record has.
  const versions = header
    .split(',')
    .map((tag) => (/^W\/"\d{1,9}"$/.test(tag.trim()) ? '0' : /^"(\d{1,9})"$/.exec(tag.trim())?.[1]));
  if (versions.some((version) => version === undefined)) {
    const detail = `If-Match is ${header}, which no record has. Send the ETag of the record as you got it, such as "3".`;
    return new Problem('header_invalid', detail);
  }
  return versions.map(Number);
}

/** 412 when the record is no longer one of the versions that the caller has seen. */
export function versionMismatch(version: number, expected: number[] | null): Problem | null {
  if (expected === null || expected.includes(version)) return null;
  return new Problem(
    'version_mismatch',
    `The record is now at version ${version}. Read it again, apply your change to what it says now, and send that.`,
    { headers: { etag: `"${version}"` } },
  );
}

export function setEtag<T extends { version: number }>(
  reply: FastifyReply,
  record: T | Problem,
): T | Problem {
  if (!(record instanceof Problem)) reply.header('etag', `"${record.version}"`);
  return record;
}
