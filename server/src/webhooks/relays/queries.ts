import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { ATTEMPT_TYPES, type AttemptRow } from '../queue/settle-queries.ts';

/** Makes a relay of a new subscription: without a slot for them, the workers send none of its deliveries. */
export async function insertRelay(
  tx: Queryable,
  subscription_uuid: string,
  lease_until: Date,
): Promise<void> {
  await tx.query(sql`
    WITH relay AS (INSERT INTO webhook_relays (subscription_uuid, lease_until) VALUES (${subscription_uuid}, ${lease_until}))
    UPDATE webhook_endpoints SET slots = 0 WHERE subscription_uuid = ${subscription_uuid}`);
}

/** False when the subscription is none of a relay. */
export async function renewLease(
  db: Queryable,
  subscription_uuid: string,
  lease_until: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE webhook_relays SET lease_until = ${lease_until} WHERE subscription_uuid = ${subscription_uuid} RETURNING 1`);
  return rows.length === 1;
}

export type WaitingRow = {
  uuid: string;
  subscription_uuid: string;
  account_uuid: string;
  event_uuid: string;
  event: string;
  attempt_count: number;
};

/** What waits at a relay, the oldest first. Nothing is locked or leased: until its attempt is reported, it is handed out again. */
export function listWaiting(db: Queryable, subscription_uuid: string, limit: number): Promise<WaitingRow[]> {
  return db.query(sql`
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count FROM webhook_open_deliveries
    WHERE subscription_uuid = ${subscription_uuid} AND state IN ('new', 'waiting') ORDER BY uuid LIMIT ${limit}`);
}

type Ending = {
  uuid: string;
  subscription_uuid: string;
  state: 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason: string | null;
  not_sent_detail: string | null;
  attempt: Omit<AttemptRow, 'number' | 'dns_ms' | 'connect_ms'> | null;
};

/** A relay does not measure how its connection came about. */
const { dns_ms: _, connect_ms: __, ...REPORTED_TYPES } = ATTEMPT_TYPES;

/** Moves a delivery that waits at a relay to the log, with its attempt. False when it is there already. */
export async function endDelivery(db: Queryable, ending: Ending, now: Date): Promise<boolean> {
  const { uuid, subscription_uuid, state, not_sent_reason, not_sent_detail, attempt } = ending;
  const rows = await db.query(sql`
    WITH attempt AS (
      SELECT * FROM ${rowsSql('attempt', attempt ? [attempt] : [], REPORTED_TYPES)}
    ), ended AS (
      DELETE FROM webhook_open_deliveries
      WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid} AND state IN ('new', 'waiting') RETURNING *
    ), attempted AS (
      INSERT INTO webhook_attempts (delivery_uuid, number, started_at, duration_ms, first_byte_ms, response_status, error_kind,
        error_detail, request_headers, response_excerpt)
      SELECT uuid, attempt_count + 1, started_at, duration_ms, first_byte_ms, response_status, error_kind,
        error_detail, request_headers, response_excerpt
      FROM ended CROSS JOIN attempt
    )
    INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason,
      not_sent_detail, attempt_count, fence, created_at, finished_at)
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, ${state}, ${not_sent_reason}, ${not_sent_detail},
      attempt_count + (SELECT count(*) FROM attempt), fence, created_at, ${now}
    FROM ended RETURNING 1`);
  return rows.length === 1;
}

/** Takes one relay whose lease has run out, and says whose it is; undefined when there is none. */
export async function takeAbandoned(
  tx: Queryable,
  now: Date,
): Promise<{ subscription_uuid: string; user_uuid: string } | undefined> {
  const [row] = await tx.query<{ subscription_uuid: string; user_uuid: string }>(sql`
    DELETE FROM webhook_relays USING webhook_subscriptions
    WHERE subscription_uuid = (SELECT subscription_uuid FROM webhook_relays WHERE lease_until <= ${now} LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND uuid = subscription_uuid
    RETURNING subscription_uuid, user_uuid`);
  return row;
}
