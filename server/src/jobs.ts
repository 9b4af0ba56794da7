import type { FastifyBaseLogger } from 'fastify';
import { purgeDeletedAccounts } from './accounts/actions.ts';
import { forgetExpiredInvitations } from './accounts/invitations/actions.ts';
import { forgetOldRequests } from './api-requests/actions.ts';
import { KINDS } from './crm/kinds.ts';
import { forgetExpiredLinks } from './identity/links/actions.ts';
import { forgetExpiredSessions, forgetOldHosts } from './identity/sessions/actions.ts';
import { forgetHalfSessions } from './identity/sessions/half-sessions.ts';
import { forgetOldTries } from './identity/sessions/limits.ts';
import { OAUTH_JOBS } from './oauth/cleanup/actions.ts';
import { rotateKeys } from './oauth/openid/actions.ts';
import type { Core } from './platform/core.ts';
import type { Queryable } from './platform/database/database.ts';
import { forgetOldAnswers } from './platform/idempotency/actions.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Clock } from './platform/time/clock.ts';
import { purgeRecordsOf } from './records/purge.ts';
import { forgetEndedTokens } from './tokens/actions.ts';
import { warnOfEndingTokens } from './tokens/personal/warnings.ts';
import { forgetOldDeliveries } from './webhooks/queue/actions.ts';
import { purgeDeletedSubscriptions } from './webhooks/subscriptions/actions.ts';
import { warnOfFailingReceivers } from './webhooks/subscriptions/warnings.ts';

const INTERVAL_MS = 60 * 60 * 1000;

/**
 * The clean-up jobs. Each deletes one batch of old rows and returns its size; it is called until
 * nothing is left. They are named functions, because the log names a failed one.
 */
export const JOBS: ((db: Queryable, clock: Clock) => Promise<number>)[] = [
  forgetOldAnswers,
  forgetEndedTokens,
  forgetOldDeliveries,
  purgeDeletedSubscriptions,
  forgetExpiredSessions,
  forgetHalfSessions,
  forgetOldHosts,
  forgetOldTries,
  forgetOldRequests,
  forgetExpiredLinks,
  forgetExpiredInvitations,
  ...OAUTH_JOBS,
  purgeDeletedRecords,
  purgeDeletedAccounts,
];

async function purgeDeletedRecords(db: Queryable, clock: Clock): Promise<number> {
  let purged = 0;
  for (const kind of KINDS) purged += await purgeRecordsOf(kind, db, clock);
  return purged;
}

/**
 * Runs all clean-up jobs until nothing is left to delete or `stopping` aborts. Several processes
 * may do so at once. A failed job does not stop the others; one fails, for example, while a backup
 * locks its table.
 */
export async function runCleanupJobs(
  db: Queryable,
  clock: Clock,
  log: FastifyBaseLogger,
  stopping: AbortSignal,
): Promise<void> {
  for (const job of JOBS) {
    try {
      while (!stopping.aborted && (await job(db, clock)) > 0);
    } catch (err) {
      log.error({ err, job: job.name }, 'could not delete old data; trying again in an hour');
    }
  }
}

/**
 * Runs the clean-up jobs, renews the signing keys, and warns of ending tokens and failing
 * receivers. It does so now and every hour until `stopping` aborts.
 */
export async function runHourlyJobs(
  core: Core & { mailer: Mailer },
  log: FastifyBaseLogger,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = core;
  while (!stopping.aborted) {
    await runCleanupJobs(db, clock, log, stopping);
    await rotateKeys(core).catch((err) =>
      log.error({ err }, 'could not renew the signing keys; trying again in an hour'),
    );
    await warnOfEndingTokens(core, stopping).catch((err) =>
      log.error({ err }, 'could not warn of ending tokens; trying again in an hour'),
    );
    await warnOfFailingReceivers(core, stopping).catch((err) =>
      log.error({ err }, 'could not warn of failing receivers; trying again in an hour'),
    );
    await clock.waitUntil(new Date(clock.now().getTime() + INTERVAL_MS), stopping);
  }
}
