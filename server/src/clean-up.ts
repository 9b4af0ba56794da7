import { purgeDeletedAccounts } from './accounts/actions.ts';
import { forgetExpiredInvitations } from './accounts/invitations/actions.ts';
import { forgetOldRequests } from './api-requests/actions.ts';
import { KINDS } from './crm/kinds.ts';
import { forgetOldExports } from './exports/actions.ts';
import { forgetFiles } from './files/clean-up.ts';
import { forgetExpiredLinks } from './identity/links/actions.ts';
import { forgetExpiredSessions, forgetOldHosts } from './identity/sessions/actions.ts';
import { forgetHalfSessions } from './identity/sessions/half-sessions.ts';
import { forgetOldTries } from './identity/sessions/limits.ts';
import { forgetOldImports } from './imports/forget.ts';
import { forgetEndedJobs } from './jobs/actions.ts';
import type { JobType } from './jobs/job-type.ts';
import { forgetHeld } from './mail/drop/held/queries.ts';
import { emptyUnheld } from './mail/mails/actions.ts';
import { forgetEndedOutgoing } from './mail/sending/clean-up.ts';
import { forgetOldNotifications } from './notifications/forget.ts';
import { cleanUpOAuth } from './oauth/cleanup/actions.ts';
import { rotateKeys } from './oauth/openid/actions.ts';
import type { Core } from './platform/core.ts';
import type { Queryable } from './platform/database/database.ts';
import { forgetOldAnswers } from './platform/idempotency/actions.ts';
import type { Clock } from './platform/time/clock.ts';
import { forgetOutcomes } from './records/changes/outcomes.ts';
import { forgetEndedProposals } from './records/proposals/forget.ts';
import { purgeRecordsOf } from './records/purge.ts';
import { forgetEndedTokens } from './tokens/actions.ts';
import { warnOfEndingTokens } from './tokens/personal/warnings.ts';
import { forgetViewChanges } from './views/changed-views.ts';
import { forgetOldDeliveries } from './webhooks/queue/actions.ts';
import { purgeDeletedSubscriptions } from './webhooks/subscriptions/actions.ts';
import { warnOfFailingReceivers } from './webhooks/subscriptions/warnings.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** Deletes one batch of old rows and returns its size: 0 when nothing is left. */
type CleanUp = (db: Queryable, clock: Clock) => Promise<number>;

const CLEAN_UPS: Record<string, CleanUp> = {
  forget_old_answers: forgetOldAnswers,
  forget_ended_tokens: forgetEndedTokens,
  forget_old_deliveries: forgetOldDeliveries,
  purge_deleted_subscriptions: purgeDeletedSubscriptions,
  forget_expired_sessions: forgetExpiredSessions,
  forget_half_sessions: forgetHalfSessions,
  forget_old_hosts: forgetOldHosts,
  forget_old_tries: forgetOldTries,
  forget_old_requests: forgetOldRequests,
  forget_expired_links: forgetExpiredLinks,
  forget_expired_invitations: forgetExpiredInvitations,
  forget_old_imports: forgetOldImports,
  forget_old_exports: forgetOldExports,
  forget_ended_jobs: forgetEndedJobs,
  forget_old_notifications: forgetOldNotifications,
  forget_undo_outcomes: forgetOutcomes,
  forget_view_changes: forgetViewChanges,
  forget_ended_proposals: forgetEndedProposals,
  clean_up_oauth: cleanUpOAuth,
  purge_deleted_records: purgeDeletedRecords,
  forget_files: forgetFiles,
  empty_unheld_mails: emptyUnheld,
  forget_held_mails: forgetHeld,
  forget_ended_outgoing_mails: forgetEndedOutgoing,
  purge_deleted_accounts: purgeDeletedAccounts,
};

async function purgeDeletedRecords(db: Queryable, clock: Clock): Promise<number> {
  let purged = 0;
  for (const kind of KINDS) purged += await purgeRecordsOf(kind, db, clock);
  return purged;
}

/**
 * The jobs that the service gives itself again and again, most of them every hour. Each is one of
 * its own, so that a failed one stops no other; one fails, for example, while a backup locks its
 * table.
 */
export const HOURLY: JobType<object, Core>[] = [
  ...Object.entries(CLEAN_UPS).map(([name, cleanUp]) => hourly(name, ({ db, clock }) => cleanUp(db, clock))),
  hourly('rotate_keys', async (core) => {
    await rotateKeys(core);
    return 0;
  }),
  hourly('warn_of_ending_tokens', warnOfEndingTokens),
  // Who waits for deliveries must not wait an hour to hear that none come.
  recurring('warn_of_failing_receivers', warnOfFailingReceivers, MINUTE_MS),
];

function hourly(name: string, work: (core: Core) => Promise<number>): JobType<object, Core> {
  return recurring(name, work, HOUR_MS);
}

/** A job that does `work` until it returns 0, and again after a while. */
function recurring(
  name: string,
  work: (core: Core) => Promise<number>,
  every_ms: number,
): JobType<object, Core> {
  return {
    name,
    is_shown: false,
    every_ms,
    run: async (core) => {
      if ((await work(core)) > 0) return { next: {} };
      return { next: {}, due_at: new Date(core.clock.now().getTime() + every_ms) };
    },
  };
}
