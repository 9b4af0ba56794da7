import type { FastifyRequest } from 'fastify';
import { isUuid, isUuidV7, loneUuid, madeAt } from '../../ids.ts';
import { Problem } from '../../problem.ts';

/** The header in which a request may name its change, and in which its answer does. */
export const CHANGE_HEADER = 'x-change-uuid';

/** The time for which requests can be added to a change. */
const CHANGE_OPEN_MS = 24 * 60 * 60 * 1000;

/** The clock of a client may be ahead of ours by this much. */
const AHEAD_MAX_MS = 5 * 60 * 1000;

/** The change that a request is a part of: see `beginChange`. Else one of its own. */
export function changeUuidOf(request: FastifyRequest): string {
  request.asked.change_uuid ??= loneUuid(new Date());
  return request.asked.change_uuid;
}

/**
 * Gives the request the change that its header names, or a new one. 400 for a header that names
 * none. The caller must check that the change is not somebody else's.
 */
export function beginChange(request: FastifyRequest, now: Date): Problem | null {
  const given = request.headers[CHANGE_HEADER];
  const uuid = given === undefined ? loneUuid(now) : String(given).toLowerCase();
  if (!isUuid(uuid) || !isUuidV7(uuid)) {
    return new Problem(
      'header_invalid',
      'X-Change-Uuid must be a UUIDv7 of your own. Send the same one with each request of the change, or none.',
    );
  }
  const age_ms = now.getTime() - madeAt(uuid).getTime();
  if (age_ms > CHANGE_OPEN_MS || age_ms < -AHEAD_MAX_MS) {
    return new Problem(
      'header_invalid',
      'The time in X-Change-Uuid must be within the last day. Make a new UUIDv7 for a new change.',
    );
  }
  request.asked.change_uuid = uuid;
  return null;
}

/** The SQLSTATE with which `join_change` fails. */
export const CHANGE_ENDED = 'RP001';

/** The refusal of a request that would add to a change which is taken back. */
export function changeEnded(): Problem {
  return new Problem(
    'header_invalid',
    'The change of X-Change-Uuid has been taken back. Make a new UUIDv7 for what comes after.',
  );
}

/** True when the request names a change of its own. */
export function namesChange(request: FastifyRequest): boolean {
  return request.headers[CHANGE_HEADER] !== undefined;
}

/** True for a request that may write. */
export function mayWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}
