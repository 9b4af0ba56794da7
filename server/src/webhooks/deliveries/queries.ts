import sql from 'sql-template-tag';
import type { Cause } from '../../access/caller.ts';
import { prepared, type Queryable } from '../../platform/database/database.ts';

/**
 * Plans one delivery for each event and each subscription that matches: its User has a login to the event's Account at this
 * moment, and its events and Accounts include the event's. Those that will not be sent are kept too, with the reason.
 * Returns how many wait to be sent.
 */
export async function insertDeliveries(
  tx: Queryable,
  events: { uuid: string; event: string; account_uuid: string }[],
  cause: Cause,
  now: string,
): Promise<number> {
  const column = <K extends 'uuid' | 'event' | 'account_uuid'>(name: K) => events.map((event) => event[name]);
  const [row] = await tx.query<{ waiting: number }>(sql`
    WITH event AS (
      SELECT uuid, event AS name, account_uuid, split_part(event, '.', 1) || '.*' AS family
      FROM unnest(${column('uuid')}::uuid[], ${column('event')}::text[], ${column('account_uuid')}::uuid[])
        AS event (uuid, event, account_uuid)
    ), planned AS (
      INSERT INTO webhook_deliveries (uuid, subscription_uuid, event_uuid, state, not_sent_reason, due_at, created_at, finished_at)
      SELECT new_uuid(${now}), subscription.uuid, event.uuid,
        CASE WHEN reason IS NULL THEN 'pending' ELSE 'not_sent' END, reason, ${now}, ${now},
        CASE WHEN reason IS NULL THEN NULL ELSE ${now}::timestamptz END
      FROM event
      JOIN logins ON logins.account_uuid = event.account_uuid
      JOIN webhook_subscriptions AS subscription ON subscription.user_uuid = logins.user_uuid
        AND subscription.deleted_at IS NULL
        AND (subscription.account_uuids IS NULL OR event.account_uuid = ANY (subscription.account_uuids))
        AND subscription.events && ARRAY[event.name, event.family, '*']
      CROSS JOIN LATERAL (SELECT CASE
        WHEN NOT subscription.enabled THEN 'subscription_disabled'
        WHEN subscription.skip_own AND subscription.user_uuid = ${cause.actor.user_uuid}
          AND subscription.oauth_client_uuid IS NOT DISTINCT FROM ${cause.oauth_client_uuid} THEN 'own_change'
        END) AS decision (reason)
      RETURNING state
    )
    SELECT count(*) FILTER (WHERE state = 'pending') AS waiting FROM planned`);
  return row!.waiting;
}

/** A delivery that this worker holds a lease on, with all that an attempt needs. */
export type ClaimedDelivery = {
  uuid: string;
  fence: number;
  attempt_count: number;
  event_uuid: string;
  event: string;
  body: string;
  subscription_uuid: string;
  url: string;
  signing_secret_encrypted: Buffer;
  /** Why it must not be sent any more; null when it may. */
  not_sent_reason: string | null;
};

/**
 * Leases up to `limit` due deliveries, those that waited longest first. A delivery whose lease has run out is due again: its worker
 * is gone. Each lease raises `fence`, so that a late worker cannot settle what another took over.
 */
export function claimDeliveries(
  db: Queryable,
  now: Date,
  lease_until: Date,
  limit: number,
): Promise<ClaimedDelivery[]> {
  return db.query(
    prepared(
      'claim_deliveries',
      sql`
    WITH due AS (
      SELECT uuid FROM webhook_deliveries
      WHERE state IN ('pending', 'sending') AND due_at <= ${now}
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), leased AS (
      UPDATE webhook_deliveries AS delivery SET state = 'sending', due_at = ${lease_until}, fence = fence + 1
      FROM due WHERE delivery.uuid = due.uuid
      RETURNING delivery.uuid, fence, attempt_count, event_uuid, subscription_uuid
    )
    SELECT leased.uuid, leased.fence, leased.attempt_count, leased.event_uuid, event.event, event.body,
      leased.subscription_uuid, subscription.url, subscription.signing_secret_encrypted,
      CASE
        WHEN subscription.deleted_at IS NOT NULL THEN 'subscription_deleted'
        WHEN NOT subscription.enabled THEN 'subscription_disabled'
        WHEN event.event <> 'account.deleted' AND NOT EXISTS (
          SELECT FROM logins WHERE user_uuid = subscription.user_uuid AND account_uuid = event.account_uuid) THEN 'access_lost'
      END AS not_sent_reason
    FROM leased
    JOIN events AS event ON event.uuid = leased.event_uuid
    JOIN webhook_subscriptions AS subscription ON subscription.uuid = leased.subscription_uuid
    ORDER BY leased.uuid`,
    ),
  );
}

/** The outcome of one attempt, or of the decision not to make one (`attempt` null). */
export type Settlement = {
  uuid: string;
  fence: number;
  state: 'pending' | 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason: string | null;
  due_at: Date;
  finished_at: Date | null;
  attempt: {
    uuid: string;
    number: number;
    started_at: Date;
    duration_ms: number;
    response_status: number | null;
    error_kind: string | null;
    error_detail: string | null;
    request_headers: Record<string, string>;
    response_excerpt: string | null;
  } | null;
};

/**
 * Writes a batch of outcomes in one statement: deliveries whose lease is still ours, their attempts, and the time of the last call on their
 * subscriptions. Returns the uuids that were settled; the others were taken over by another worker.
 */
export async function settleDeliveries(db: Queryable, settlements: Settlement[]): Promise<string[]> {
  const rows = JSON.stringify(
    settlements.map(({ attempt, ...rest }) => ({
      ...rest,
      attempted: attempt !== null,
      ...prefixed(attempt),
    })),
  );
  const settled = await db.query<{ uuid: string }>(
    prepared(
      'settle_deliveries',
      sql`
    WITH outcome AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS outcome (
        uuid uuid, fence integer, state text, not_sent_reason text, due_at timestamptz, finished_at timestamptz, attempted boolean,
        attempt_uuid uuid, attempt_number smallint, attempt_started_at timestamptz, attempt_duration_ms integer,
        attempt_response_status smallint, attempt_error_kind text, attempt_error_detail text,
        attempt_request_headers jsonb, attempt_response_excerpt text)
    ), settled AS (
      UPDATE webhook_deliveries AS delivery
      SET state = outcome.state, not_sent_reason = outcome.not_sent_reason, due_at = outcome.due_at,
        finished_at = outcome.finished_at, attempt_count = delivery.attempt_count + outcome.attempted::integer
      FROM outcome
      WHERE delivery.uuid = outcome.uuid AND delivery.fence = outcome.fence AND delivery.state = 'sending'
      RETURNING outcome.*, delivery.subscription_uuid
    ), attempted AS (
      INSERT INTO webhook_attempts (uuid, delivery_uuid, number, started_at, duration_ms, response_status, error_kind, error_detail,
        request_headers, response_excerpt)
      SELECT attempt_uuid, uuid, attempt_number, attempt_started_at, attempt_duration_ms, attempt_response_status,
        attempt_error_kind, attempt_error_detail, attempt_request_headers, attempt_response_excerpt
      FROM settled WHERE attempted
    ), called AS (
      UPDATE webhook_subscriptions AS subscription SET last_outgoing_webhook_call_at = call.at
      FROM (SELECT subscription_uuid, max(attempt_started_at) AS at FROM settled WHERE attempted GROUP BY 1) AS call
      WHERE subscription.uuid = call.subscription_uuid
        AND (last_outgoing_webhook_call_at IS NULL OR last_outgoing_webhook_call_at < call.at)
    )
    SELECT uuid FROM settled`,
    ),
  );
  return settled.map((row) => row.uuid);
}

/** When the next delivery is due, or null when none waits. */
export async function nextDueAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ due_at: string | null }>(
    sql`SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE state IN ('pending', 'sending')`,
  );
  return row?.due_at ? new Date(row.due_at) : null;
}

/** Deletes at most `limit` deliveries, with their attempts, that ended before `before`; returns how many. */
export async function deleteFinishedDeliveries(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM webhook_deliveries WHERE uuid IN (
      SELECT uuid FROM webhook_deliveries WHERE finished_at < ${before} LIMIT ${limit})
    RETURNING 1`);
  return rows.length;
}

function prefixed(attempt: Settlement['attempt']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attempt ?? {}).map(([name, value]) => [`attempt_${name}`, value]));
}
