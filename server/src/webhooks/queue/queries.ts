import sql, { raw, type Sql } from 'sql-template-tag';
import type { Origin } from '../../access/caller.ts';
import { hiddenFrom, kindOfEvent } from '../../access/seen-rows.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { frequent } from '../../platform/database/statements.ts';
import { FAILING_MAX_MS, SLOTS_MAX } from './breaker.ts';

/**
 * Plans one delivery for each event and each matching subscription, whose User has a Login to the
 * Account now and sees the record. Those that will not be sent go to the log at once. `then` hears
 * how many wait. It locks no row of another table: writers never wait for each other, nor for
 * workers.
 *
 * A delivery's uuid begins like its event's, so deliveries sort as events do. A subscriber's own
 * change came with the same token or application, never from the pages. Who subscribed on the pages
 * means all personal tokens of theirs.
 */
export function insertDeliveries(
  tx: Transaction,
  events: { uuid: string; event: string; account_uuid: string; resource_uuid: string }[],
  cause: Origin,
  now: string,
  then: (waiting: number) => void,
): void {
  const cameWithToken = ['personal_access_token', 'oauth_access_token'].includes(cause.actor.type);
  const statement = frequent(sql`
    WITH event AS (
      SELECT uuid, event AS name, account_uuid, resource_uuid, split_part(event, '.', 1) || '.*' AS family
      FROM ${rowsSql('event', events, { uuid: 'uuid', event: 'text', account_uuid: 'uuid', resource_uuid: 'uuid' })}
    ), delivery AS MATERIALIZED (
      SELECT (left(event.uuid::text, 18) || right(gen_random_uuid()::text, 18))::uuid AS uuid, subscription.uuid AS subscription_uuid, event.account_uuid, event.uuid AS event_uuid,
        event.name AS event, CASE
          WHEN NOT subscription.enabled THEN 'subscription_disabled'
          WHEN subscription.skip_own AND ${cameWithToken} AND subscription.user_uuid = ${cause.actor.user_uuid}
            AND subscription.oauth_client_uuid IS NOT DISTINCT FROM ${cause.oauth_client_uuid}
            AND coalesce(subscription.token_uuid = ${cause.actor.uuid}, true) THEN 'own_change'
          WHEN subscription.skip_imports AND ${cause.source === 'import'} THEN 'imported'
        END AS not_sent_reason
      FROM event
      JOIN logins ON logins.account_uuid = event.account_uuid
      JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
      JOIN webhook_subscriptions AS subscription ON subscription.user_uuid = logins.user_uuid
        AND subscription.deleted_at IS NULL
        AND (subscription.account_uuids IS NULL OR event.account_uuid = ANY (subscription.account_uuids))
        AND subscription.events && ARRAY[event.name, event.family, '*']
      WHERE NOT ${hiddenFrom(raw('subscription.user_uuid'), raw('event.account_uuid'), raw('event.resource_uuid'), kindOfEvent('event.name'))}
    ), not_sent AS (
      INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason,
        attempt_count, created_at, finished_at)
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, 'not_sent', not_sent_reason, 0, ${now}, ${now}
      FROM delivery WHERE not_sent_reason IS NOT NULL
    ), planned AS (
      INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event,
        attempt_count, schedule_step, due_at, created_at)
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, 0, 0, ${now}, ${now}
      FROM delivery WHERE not_sent_reason IS NULL
      RETURNING 1
    )
    SELECT count(*) AS waiting FROM planned`);
  tx.send<{ waiting: number }>(statement, ([row]) => then(row!.waiting));
}

/** Gives a row a new version: its worker reads it again before it settles earlier attempts. */
export const CHANGED = sql`transaction_id = pg_current_xact_id()`;

/** Forgets all failures of a receiver. */
export const FORGOTTEN = sql`consecutive_failures = 0, failing_since = NULL, probe_count = 0, paused_until = NULL, ${CHANGED}`;

/**
 * Disables a batch of subscriptions whose receivers have only failed for FAILING_MAX_MS, also those
 * without deliveries; returns how many. A row that a worker holds waits for the next look.
 */
export function disableFailing(db: Queryable, now: Date, limit: number): Promise<number> {
  const failing = sql`paused_until IS NOT NULL AND failing_since <= ${new Date(now.getTime() - FAILING_MAX_MS)}
    AND NOT disabled ORDER BY failing_since LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`;
  return disable(db, failing, 'failing', now);
}

/** Disables the subscriptions of the receivers that `locked` finds and locks; returns how many. */
export async function disable(db: Queryable, locked: Sql, reason: string, now: Date): Promise<number> {
  const rows = await db.query(sql`
    WITH endpoint AS MATERIALIZED (SELECT subscription_uuid FROM webhook_endpoints WHERE ${locked}), ended AS (
      UPDATE webhook_endpoints SET disabled = true, slots = ${SLOTS_MAX}, ${FORGOTTEN}, probe_uuid = NULL
      WHERE subscription_uuid IN (SELECT subscription_uuid FROM endpoint)
    )
    UPDATE webhook_subscriptions SET enabled = false, disabled_reason = ${reason}, disabled_at = ${now}, updated_at = ${now}
    WHERE uuid IN (SELECT subscription_uuid FROM endpoint) AND enabled
    RETURNING 1`);
  return rows.length;
}

/** The most retries that a receiver gets at once when it is back. The rest come at their time. */
const HASTENED_MAX = 1000;

/** Makes retries due now. The caller has locked the receiver before, as all others do. */
export async function hastenRetries(tx: Queryable, subscription_uuid: string, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_open_deliveries SET due_at = ${now}, ${CHANGED}
    WHERE subscription_uuid = ${subscription_uuid} AND uuid IN (
      SELECT uuid FROM webhook_open_deliveries
      WHERE subscription_uuid = ${subscription_uuid} AND schedule_step > 0 AND due_at > ${now}
      ORDER BY due_at LIMIT ${HASTENED_MAX})`);
}
