import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { prepared } from '../../platform/database/statements.ts';
import { ownerSql } from '../../platform/workers/ownership-queries.ts';
import type { Attempt } from '../attempts/send.ts';
import type { EndpointState } from './breaker.ts';

/** An attempt in the log, with the signatures alone: the delivery gives the other headers. */
export type LoggedAttempt = Omit<Attempt, 'retry_after_ms' | 'log_detail' | 'request_headers'> & {
  signature: string | null;
  standard_signature: string | null;
};

/** The outcome of one delivery. Without an attempt, the columns of the attempt are null. */
export type Settlement = {
  uuid: string;
  subscription_uuid: string;
  state: 'waiting' | 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason: string | null;
  not_sent_detail: string | null;
  /** When it is due again, or when it ended. */
  at: Date;
  /** The number of the attempt, from 1. An attempt is written once, however often this is tried. */
  number: number;
  /** The version that was sent. A failure of it changes nothing if a User has sent it again. */
  version: string;
  /** The version of the receiver by which the outcome was judged; null if it holds for any. */
  endpoint_version: string | null;
} & { [Field in keyof LoggedAttempt]: LoggedAttempt[Field] | null };

/** A receiver's new state after a batch. `probed` is the delivery sent again by hand. */
type EndpointChange = EndpointState & { subscription_uuid: string; version: string; probed: string | null };

/** The rows that were written. `is_owner` is false when the worker has lost the right to write. */
type Settled<Row> = { is_owner: boolean; settled: Row[] };

const ATTEMPT_TYPES = {
  started_at: 'timestamptz',
  duration_ms: 'integer',
  dns_ms: 'integer',
  connect_ms: 'integer',
  first_byte_ms: 'integer',
  response_status: 'smallint',
  error_kind: 'text',
  error_detail: 'text',
  signature: 'text',
  standard_signature: 'text',
  response_excerpt: 'text',
};

export const NO_ATTEMPT = Object.fromEntries(Object.keys(ATTEMPT_TYPES).map((field) => [field, null])) as {
  [Field in keyof LoggedAttempt]: null;
};

/** The columns that `webhook_attempts` and the log have in common. */
export const ATTEMPT_COLUMNS = raw([...Object.keys(ATTEMPT_TYPES), 'request_headers'].join(', '));

/** The columns that a worker writes, without those that only a relay reports. */
const OUR_COLUMNS = raw(Object.keys(ATTEMPT_TYPES).join(', '));

const DELIVERY_COLUMNS =
  raw(`uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason,
  not_sent_detail, attempt_count, created_at, finished_at`);

const SETTLEMENT_TYPES = {
  uuid: 'uuid',
  subscription_uuid: 'uuid',
  state: 'text',
  not_sent_reason: 'text',
  not_sent_detail: 'text',
  at: 'timestamptz',
  number: 'integer',
  version: 'xid8',
  endpoint_version: 'xid8',
  ...ATTEMPT_TYPES,
};

const CHANGE_TYPES = {
  subscription_uuid: 'uuid',
  version: 'xid8',
  probed: 'uuid',
  slots: 'smallint',
  consecutive_failures: 'integer',
  failing_since: 'timestamptz',
  probe_count: 'smallint',
  paused_until: 'timestamptz',
  disabled_reason: 'text',
};

/** Moves deliveries that have ended to the log, each as one row. Returns their uuids. */
export function endDeliveries(db: Queryable, worker_uuid: string, settlements: Settlement[]) {
  const statement = sql`
    WITH ${ownerSql(worker_uuid)}, ended AS (
      DELETE FROM webhook_open_deliveries AS delivery USING ${rowsSql('outcome', settlements, SETTLEMENT_TYPES)}
      WHERE delivery.subscription_uuid = outcome.subscription_uuid AND delivery.uuid = outcome.uuid
        AND EXISTS (SELECT FROM owner)
        AND (endpoint_version IS NULL OR delivery.transaction_id = outcome.version AND EXISTS (
          SELECT FROM webhook_endpoints AS endpoint WHERE endpoint.subscription_uuid = outcome.subscription_uuid
            AND endpoint.transaction_id = endpoint_version))
      RETURNING outcome.*, account_uuid, event_uuid, event, attempt_count, created_at
    ), logged AS (
      INSERT INTO webhook_finished_deliveries (${DELIVERY_COLUMNS}, ${OUR_COLUMNS})
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail,
        attempt_count + (started_at IS NOT NULL)::integer, created_at, at, ${OUR_COLUMNS} FROM ended
      RETURNING uuid
    )
    SELECT EXISTS (SELECT FROM owner) AS is_owner, ARRAY(SELECT uuid FROM logged) AS settled`;
  return write<string>(db, 'end_deliveries', settlements, statement);
}

/** A delivery that waits again. */
export type PutOff = { uuid: string; schedule_step: number; due_at: string };

/**
 * Postpones deliveries whose attempt failed, and logs the attempt. A delivery that a User has had
 * sent again meanwhile keeps the time that this gave it. The receivers are locked, so that a User
 * who changes the URL at this moment finds the postponed deliveries.
 */
export function putOffDeliveries(db: Queryable, worker_uuid: string, settlements: Settlement[]) {
  const statement = sql`
    WITH ${ownerSql(worker_uuid)}, outcome AS MATERIALIZED (
      SELECT * FROM ${rowsSql('outcome', settlements, SETTLEMENT_TYPES)}
    ), receiver AS MATERIALIZED (
      SELECT subscription_uuid, transaction_id FROM webhook_endpoints
      WHERE subscription_uuid IN (SELECT subscription_uuid FROM outcome) AND EXISTS (SELECT FROM owner)
      ORDER BY subscription_uuid FOR SHARE
    ), again AS (
      UPDATE webhook_open_deliveries AS delivery SET attempt_count = number, sending_by = NULL,
        due_at = CASE WHEN delivery.transaction_id = version THEN at ELSE due_at END,
        schedule_step = schedule_step + (delivery.transaction_id = version)::integer
      FROM outcome JOIN receiver ON receiver.subscription_uuid = outcome.subscription_uuid
        AND receiver.transaction_id = endpoint_version
      WHERE delivery.subscription_uuid = outcome.subscription_uuid AND delivery.uuid = outcome.uuid
        AND attempt_count = number - 1
      RETURNING delivery.uuid, delivery.schedule_step, delivery.due_at
    ), attempted AS (
      INSERT INTO webhook_attempts (delivery_uuid, number, ${OUR_COLUMNS})
      SELECT uuid, number, ${OUR_COLUMNS} FROM again JOIN outcome USING (uuid)
    )
    SELECT EXISTS (SELECT FROM owner) AS is_owner,
      coalesce((SELECT json_agg(json_build_object('uuid', uuid, 'schedule_step', schedule_step, 'due_at', due_at))
        FROM again), '[]') AS settled`;
  return write<PutOff>(db, 'put_off_deliveries', settlements, statement);
}

/** Writes the state of receivers that no User has changed meanwhile; returns which. */
export function keepEndpoints(db: Queryable, worker_uuid: string, changes: EndpointChange[], now: Date) {
  const statement = sql`
    WITH ${ownerSql(worker_uuid)}, change AS MATERIALIZED (
      SELECT * FROM ${rowsSql('change', changes, CHANGE_TYPES)}
    ), receiver AS MATERIALIZED (
      SELECT subscription_uuid, transaction_id FROM webhook_endpoints
      WHERE subscription_uuid IN (SELECT subscription_uuid FROM change) AND EXISTS (SELECT FROM owner)
      ORDER BY subscription_uuid FOR NO KEY UPDATE
    ), kept AS (
      UPDATE webhook_endpoints AS endpoint SET slots = change.slots, consecutive_failures = change.consecutive_failures,
        failing_since = change.failing_since, probe_count = change.probe_count, paused_until = change.paused_until,
        probe_uuid = nullif(endpoint.probe_uuid, change.probed), disabled = endpoint.disabled OR disabled_reason IS NOT NULL,
        transaction_id = CASE WHEN disabled_reason IS NULL THEN endpoint.transaction_id ELSE pg_current_xact_id() END
      FROM change JOIN receiver USING (subscription_uuid)
      WHERE endpoint.subscription_uuid = change.subscription_uuid AND receiver.transaction_id = change.version
      RETURNING endpoint.subscription_uuid, disabled_reason
    ), disabled AS (
      UPDATE webhook_subscriptions AS subscription
      SET enabled = false, disabled_reason = kept.disabled_reason, disabled_at = ${now}, updated_at = ${now}
      FROM kept
      WHERE kept.disabled_reason IS NOT NULL AND subscription.uuid = kept.subscription_uuid AND subscription.enabled
    )
    SELECT EXISTS (SELECT FROM owner) AS is_owner, ARRAY(SELECT subscription_uuid FROM kept) AS settled`;
  return write<string>(db, 'keep_endpoints', changes, statement);
}

/** Runs one of these statements, unless there is nothing to write. */
async function write<Row>(
  db: Queryable,
  name: string,
  { length }: object[],
  statement: Sql,
): Promise<Settled<Row>> {
  if (length === 0) return { is_owner: true, settled: [] };
  const [row] = await db.query<Settled<Row>>(prepared(name, statement));
  return row!;
}

/** Reads the deliveries that are still open, by their uuid. */
export async function readOpen(
  db: Queryable,
  keys: { subscription_uuid: string; uuid: string }[],
): Promise<Map<string, PutOff & { version: string; attempt_count: number }>> {
  const rows = await db.query<PutOff & { version: string; attempt_count: number }>(sql`
    SELECT uuid, schedule_step, due_at, attempt_count, transaction_id::text AS version
    FROM ${rowsSql('asked', keys, { subscription_uuid: 'uuid', uuid: 'uuid' })}
    JOIN webhook_open_deliveries USING (subscription_uuid, uuid)`);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** The columns of a relay's attempt. It has headers: a relay may sign with another secret. */
const TOLD_TYPES = {
  started_at: 'timestamptz',
  duration_ms: 'integer',
  first_byte_ms: 'integer',
  response_status: 'smallint',
  error_kind: 'text',
  error_detail: 'text',
  request_headers: 'json',
  response_excerpt: 'text',
};

const TOLD = raw(Object.keys(TOLD_TYPES).join(', '));

/** The end of a relay's delivery, with its attempt; none if it was not sent. */
export type Ending = {
  uuid: string;
  subscription_uuid: string;
  state: 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason?: string;
  not_sent_detail?: string | null;
  attempts: Record<keyof typeof TOLD_TYPES, unknown>[];
};

/** Moves a delivery of a relay to the log. False when it is there already. */
export async function endRelayed(db: Queryable, ending: Ending, now: Date): Promise<boolean> {
  const { uuid, subscription_uuid, state, not_sent_reason, not_sent_detail, attempts } = ending;
  const rows = await db.query(sql`
    WITH ended AS (
      DELETE FROM webhook_open_deliveries WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid} RETURNING *
    )
    INSERT INTO webhook_finished_deliveries (${DELIVERY_COLUMNS}, ${TOLD})
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, ${state}, ${not_sent_reason}, ${not_sent_detail},
      attempt_count + ${attempts.length}, created_at, ${now}, ${TOLD}
    FROM ended LEFT JOIN ${rowsSql('attempt', attempts, TOLD_TYPES)} ON true RETURNING 1`);
  return rows.length === 1;
}

/** SQL that makes the ended deliveries of `taken` wait again and keeps their last attempts. */
export function reopenSql(taken: string, now: Date): Sql {
  return sql`kept AS (
      INSERT INTO webhook_attempts (delivery_uuid, number, ${ATTEMPT_COLUMNS})
      SELECT uuid, attempt_count, ${ATTEMPT_COLUMNS} FROM ${raw(taken)} WHERE started_at IS NOT NULL
    ), opened AS (
      INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count,
        schedule_step, due_at, created_at)
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, attempt_count, 0, ${now}, created_at
      FROM ${raw(taken)} RETURNING 1
    )`;
}
