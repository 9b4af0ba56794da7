import type { BrowserSession } from '@rapport/contract/sessions';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import { notFound, type Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import * as queries from './queries.ts';

/** The sessions of the caller; `current_uuid` is the one in this browser. */
export async function listSessions(
  { db, clock }: Core,
  user_uuid: string,
  current_uuid: string | null,
): Promise<BrowserSession[]> {
  const sessions = await queries.listSessions(db, user_uuid, toApiTime(clock.now()));
  return sessions.map((session) => ({ ...session, is_current: session.uuid === current_uuid }));
}

/** Ends one of the caller's sessions, perhaps the one in this browser. */
export async function endSession(
  core: Core,
  cause: AuditCause,
  user_uuid: string,
  uuid: string,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    if (!(await queries.deleteSessionOf(tx, user_uuid, uuid))) return notFound('session');
    if (uuid === cause.actor.uuid) await recordAudit(core, tx, cause, 'sign_out.succeeded', { user_uuid });
    else await recordAudit(core, tx, cause, 'session.ended', { user_uuid, details: { session_uuid: uuid } });
    return null;
  });
}

/** Ends all of the caller's sessions except `kept_uuid`. */
export async function endOtherSessions(
  core: Core,
  cause: AuditCause,
  user_uuid: string,
  kept_uuid: string | null,
): Promise<void> {
  await core.db.transaction(async (tx) => {
    const count = await queries.deleteOtherSessions(tx, user_uuid, kept_uuid);
    if (count > 0) await recordAudit(core, tx, cause, 'session.ended', { user_uuid, details: { count } });
  });
}
