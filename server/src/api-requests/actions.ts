import { API_REQUESTS_LIST, type ApiRequest } from '@rapport/contract/api-requests';
import type { Caller } from '../access/caller.ts';
import { momentOf } from '../access/days.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { newUuid } from '../platform/ids.ts';
import { type ListQuery, parseListQuery } from '../platform/lists/list-query.ts';
import type { Page } from '../platform/lists/page.ts';
import { Problem } from '../platform/problem.ts';
import { keptPath } from '../platform/secrets/mask.ts';
import type { Clock } from '../platform/time/clock.ts';
import * as queries from './queries.ts';
import type { RequestRecorder } from './recorder.ts';

const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;
const CLEAN_UP_BATCH = 10_000;

/** No honest path is longer, and a row stays small. */
const PATH_MAX_LENGTH = 500;

/**
 * Logs every request by a token or an application, also refused ones. Requests of the pages are not
 * logged.
 */
export function noteRequest({
  clock,
  requestRecorder,
}: {
  clock: Clock;
  requestRecorder: RequestRecorder;
}): Hook {
  return (request, reply) => {
    const { method, url, id: request_id } = request;
    const { asker, problem_code } = request.asked;
    if (asker === null || asker.credential === 'browser_session') return;
    const now = clock.now();
    const { user_uuid, credential_uuid, grant_uuid = null } = asker;
    requestRecorder.note({
      uuid: newUuid(now),
      user_uuid,
      token_uuid: grant_uuid === null ? credential_uuid : null,
      grant_uuid,
      method,
      path: keptPath(url).slice(0, PATH_MAX_LENGTH),
      status: reply.statusCode,
      problem_code,
      duration_ms: Math.round(reply.elapsedTime),
      request_id,
      created_at: now,
    });
  };
}

/**
 * The logged requests of the caller's tokens and applications. An application sees only its own.
 */
export async function listRequests(
  { db, clock }: Core,
  caller: Caller,
  query: ListQuery,
): Promise<Page<ApiRequest> | Problem> {
  const list = parseListQuery(API_REQUESTS_LIST, query, momentOf({ clock }, caller));
  if (list instanceof Problem) return list;
  return queries.listRequests(db, caller.user_uuid, caller.oauth_client_uuid, list);
}

/** Deletes one batch of logged requests older than three days; returns their number. */
export function forgetOldRequests(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - LIFETIME_MS);
  return queries.deleteOldRequests(db, before, CLEAN_UP_BATCH);
}
