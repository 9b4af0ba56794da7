import type { WebhookRecovery } from '@rapport/contract/webhook-deliveries';
import sql, { empty, raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import { ATTEMPTS_MAX } from '../log/rules.ts';
import { reopenSql } from '../queue/settle-queries.ts';

type Missed = Pick<WebhookRecovery, 'created_at' | 'subscription_uuid' | 'since' | 'until' | 'only_failed'>;

const COLUMNS =
  raw(`uuid, created_at, updated_at, subscription_uuid, state, since, until, only_failed, delivery_count,
  recovered_count, finished_at`);

/** Missed deliveries, without what the subscription skips and those out of attempts. */
const MISSED = raw(
  `coalesce(not_sent_reason, '') NOT IN ('own_change', 'imported') AND attempt_count < ${ATTEMPTS_MAX}`,
);

/** Counts the deliveries to send again. Failed ones are read from their own index. */
export async function countMissed(db: Queryable, missed: Missed): Promise<number> {
  const failed = missed.only_failed ? sql`AND state <> 'succeeded'` : empty;
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*) FROM webhook_finished_deliveries
    WHERE subscription_uuid = ${missed.subscription_uuid} AND uuid >= ${firstUuidAt(new Date(missed.since))}
      AND uuid < ${firstUuidAt(new Date(missed.until))} AND finished_at <= ${missed.created_at} AND ${MISSED} ${failed}`);
  return row!.count;
}

/**
 * Lets nobody else begin a recovery of the subscription until the transaction ends. An advisory
 * lock gives the transaction no number, for whose end the event feed would wait (decision 0007).
 */
export async function waitForOtherStarts(tx: Queryable, subscription_uuid: string): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('recoveries of ' || ${subscription_uuid}, 0))`,
  );
}

export async function isAnyRunning(db: Queryable, subscription_uuid: string): Promise<boolean> {
  const running = await db.query(sql`
    SELECT FROM webhook_recoveries WHERE subscription_uuid = ${subscription_uuid} AND state = 'running'`);
  return running.length > 0;
}

export async function insertRecovery(
  db: Queryable,
  row: Missed & { uuid: string; delivery_count: number },
): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_recoveries (uuid, subscription_uuid, state, since, until, only_failed, delivery_count, recovered_count,
      next_uuid, end_uuid, created_at, updated_at)
    VALUES (${row.uuid}, ${row.subscription_uuid}, 'running', ${row.since}, ${row.until}, ${row.only_failed}, ${row.delivery_count}, 0,
      ${firstUuidAt(new Date(row.since))}, ${firstUuidAt(new Date(row.until))}, ${row.created_at}, ${row.created_at})`);
}

export async function findRecovery(
  db: Queryable,
  subscription_uuids: string[],
  uuid: string,
): Promise<WebhookRecovery | undefined> {
  const [row] = await db.query<WebhookRecovery>(sql`
    SELECT ${COLUMNS} FROM webhook_recoveries WHERE subscription_uuid = ANY(${subscription_uuids}::uuid[]) AND uuid = ${uuid}`);
  return row;
}

/** Lists the latest fifty recoveries of a subscription. */
export function listRecoveries(db: Queryable, subscription_uuid: string): Promise<WebhookRecovery[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM webhook_recoveries WHERE subscription_uuid = ${subscription_uuid} ORDER BY uuid DESC LIMIT 50`);
}

/** Ends a recovery whose job was cancelled or has failed. */
export async function endRecovery(db: Queryable, uuid: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE webhook_recoveries SET state = 'cancelled', updated_at = ${now}, finished_at = ${now}
    WHERE uuid = ${uuid} AND state = 'running'`);
}

/**
 * Makes one step of a recovery: moves up to `limit` deliveries, of those that ended before its
 * start, back from the log. Cancels it if its subscription is disabled. Returns how many it moved,
 * and its state then; it is cancelled as well when it is no more.
 */
export async function stepRecovery(
  db: Queryable,
  uuid: string,
  now: Date,
  limit: number,
): Promise<{ moved: number; state: WebhookRecovery['state'] }> {
  const [row] = await db.query<{ moved: number; state: WebhookRecovery['state'] }>(sql`
    WITH job AS MATERIALIZED (
      SELECT recovery.*, endpoint.disabled FROM webhook_recoveries AS recovery
      JOIN webhook_endpoints AS endpoint USING (subscription_uuid)
      WHERE recovery.uuid = ${uuid} AND state = 'running' FOR NO KEY UPDATE OF recovery
    ), batch AS MATERIALIZED (
      SELECT delivery.subscription_uuid, delivery.uuid FROM job CROSS JOIN LATERAL (
        SELECT subscription_uuid, uuid FROM webhook_finished_deliveries
        WHERE subscription_uuid = job.subscription_uuid AND uuid > job.next_uuid AND uuid < job.end_uuid AND NOT job.disabled
          AND finished_at <= job.created_at AND ${MISSED} AND (NOT job.only_failed OR state <> 'succeeded')
        ORDER BY uuid LIMIT ${limit}
      ) AS delivery
    ), moved AS (
      DELETE FROM webhook_finished_deliveries AS delivery USING batch
      WHERE delivery.subscription_uuid = batch.subscription_uuid AND delivery.uuid = batch.uuid
      RETURNING delivery.*
    ), ${reopenSql('moved', now)}, progress AS (SELECT (SELECT count(*) FROM batch) AS seen, (SELECT count(*) FROM moved) AS moved)
    UPDATE webhook_recoveries AS recovery
    SET recovered_count = recovery.recovered_count + progress.moved, updated_at = ${now},
      -- What ended just before the start may have been written down only after the count.
      delivery_count = greatest(recovery.delivery_count, recovery.recovered_count + progress.moved),
      -- What comes next is behind it. It may be there again already, sent again and finished.
      next_uuid = coalesce((SELECT max(uuid::text)::uuid FROM batch), recovery.next_uuid),
      state = CASE WHEN job.disabled THEN 'cancelled' WHEN progress.seen < ${limit} THEN 'finished' ELSE 'running' END,
      finished_at = CASE WHEN job.disabled OR progress.seen < ${limit} THEN ${now}::timestamptz END
    FROM job, progress WHERE recovery.uuid = job.uuid
    RETURNING progress.moved, recovery.state`);
  return row ?? { moved: 0, state: 'cancelled' };
}
