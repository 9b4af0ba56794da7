import sql, { raw, type Sql } from 'sql-template-tag';
import { hiddenFrom, kindOfEvent } from '../../access/seen-rows.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { prepared } from '../../platform/database/statements.ts';
import { isOfShards } from '../../platform/workers/ownership-queries.ts';
import type { Order } from '../attempts/send.ts';
import { KEPT_MAX, type KnownEndpoint, RETRIES_MAX } from './receiver.ts';

/** A delivery that is new or changed by a User, or a receiver (`uuid` null) changed by a User. */
export type Change = { subscription_uuid: string; uuid: string | null; due_at: string | null };

export type Look = {
  changes: Change[];
  /** The snapshot of this look, for the next one to go on from. */
  snapshot: string;
  /** The process of the database that answered. Another one may give transaction ids again. */
  backend: number;
};

/**
 * Returns the changes committed since the snapshot `last`, in any order. Their transactions began
 * after that snapshot or were still open in it. It returns at most `limit` rows of each kind,
 * writes nothing and passes no dead rows. Rows copied from another database may have higher
 * transaction ids: only a scan finds them.
 */
export async function lookForChanges(
  db: Queryable,
  last: string,
  shards: number[],
  limit: number,
): Promise<Look> {
  const delivery = raw('uuid, CASE WHEN schedule_step > 0 THEN due_at END');
  const receiver = raw('NULL::uuid, NULL::timestamptz');
  const statement = sql`
      SELECT NULL::uuid AS subscription_uuid, NULL::uuid AS uuid, NULL::timestamptz AS due_at,
        pg_current_snapshot()::text AS snapshot, pg_backend_pid() AS backend
      UNION ALL ${since(raw('webhook_open_deliveries'), delivery)}
      UNION ALL ${since(raw('webhook_endpoints'), receiver)}`;
  const rows = await db.query<Change & Omit<Look, 'changes'>>(prepared('look_for_changes', statement));
  const [head, ...changes] = rows;
  return { changes, snapshot: head!.snapshot, backend: head!.backend };

  function since(table: Sql, columns: Sql): Sql {
    const select = sql`SELECT subscription_uuid, ${columns}, NULL, NULL::integer FROM ${table} WHERE ${isOfShards('subscription_uuid', shards)}`;
    return sql`
      (${select} AND transaction_id >= pg_snapshot_xmax(${last}::pg_snapshot)
         AND transaction_id < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY transaction_id LIMIT ${limit})
      UNION ALL
      (${select} AND transaction_id = ANY (ARRAY(SELECT pg_snapshot_xip(${last}::pg_snapshot))) LIMIT ${limit})`;
  }
}

type Receiver = { subscription_uuid: string };

/** Returns a page of receivers with open deliveries, by uuid, each by one step of the index. */
export function listReceivers(db: Queryable, after: string, limit: number): Promise<Receiver[]> {
  const statement = sql`
    WITH RECURSIVE receiver AS (
      (SELECT subscription_uuid FROM webhook_open_deliveries
       WHERE subscription_uuid > ${after} ORDER BY subscription_uuid LIMIT 1)
      UNION ALL
      SELECT next.subscription_uuid FROM receiver CROSS JOIN LATERAL (
        SELECT subscription_uuid FROM webhook_open_deliveries
        WHERE subscription_uuid > receiver.subscription_uuid ORDER BY subscription_uuid LIMIT 1) AS next
    )
    SELECT subscription_uuid FROM receiver LIMIT ${limit}`;
  return db.query(prepared('list_receivers', statement));
}

/** The state of these receivers. */
export async function readEndpoints(db: Queryable, subscription_uuids: string[]): Promise<KnownEndpoint[]> {
  const statement = sql`
    SELECT subscription_uuid, url, disabled, slots, consecutive_failures, failing_since, probe_count, paused_until,
      probe_uuid, transaction_id::text AS version
    FROM webhook_endpoints JOIN webhook_subscriptions ON uuid = subscription_uuid
    WHERE subscription_uuid = ANY (${subscription_uuids}::uuid[])`;
  type Row = Omit<KnownEndpoint, 'failing_since' | 'paused_until' | 'disabled_reason'> & {
    failing_since: string | null;
    paused_until: string | null;
  };
  const rows = await db.query<Row>(prepared('read_endpoints', statement));
  return rows.map(({ failing_since, paused_until, ...row }) => ({
    ...row,
    failing_since: failing_since === null ? null : new Date(failing_since),
    paused_until: paused_until === null ? null : new Date(paused_until),
    disabled_reason: null,
  }));
}

/** Returns the next deliveries: first attempts behind `after` in feed order, retries by time. */
export function readNext(
  db: Queryable,
  asked: { subscription_uuid: string; after: string }[],
): Promise<{ subscription_uuid: string; uuid: string; due_at: string | null }[]> {
  const statement = sql`
    SELECT asked.subscription_uuid, line.uuid, line.due_at
    FROM ${rowsSql('asked', asked, { subscription_uuid: 'uuid', after: 'uuid' })}
    CROSS JOIN LATERAL (
      (SELECT uuid, NULL::timestamptz AS due_at FROM webhook_open_deliveries
       WHERE subscription_uuid = asked.subscription_uuid AND uuid > asked.after AND schedule_step = 0
       ORDER BY uuid LIMIT ${KEPT_MAX})
      UNION ALL
      (SELECT uuid, due_at FROM webhook_open_deliveries
       WHERE subscription_uuid = asked.subscription_uuid AND schedule_step > 0
       ORDER BY due_at LIMIT ${RETRIES_MAX})
    ) AS line`;
  return db.query(prepared('read_next', statement));
}

/** A delivery whose turn has come. A User who has it sent again makes another version. */
export type Delivery = Order & {
  account_uuid: string;
  created_at: string;
  due_at: string;
  schedule_step: number;
  version: string;
  traceparent: string | null;
};

type DeliveryRow = Omit<Delivery, 'traceparent' | 'task'> & {
  url: string;
  signing_secret_encrypted: Buffer;
  not_sent_reason: string | null;
  not_sent_detail: string | null;
};

/** Reads deliveries whose turn has come, with all that decides what is sent, but no ended ones. */
export async function readDeliveries(
  db: Queryable,
  keys: { subscription_uuid: string; uuid: string }[],
): Promise<Delivery[]> {
  const statement = sql`
    SELECT delivery.uuid, delivery.subscription_uuid, delivery.account_uuid, delivery.event_uuid, delivery.event,
      delivery.created_at, delivery.due_at, delivery.attempt_count, delivery.schedule_step,
      delivery.transaction_id::text AS version, url, signing_secret_encrypted,
      CASE WHEN subscription.uuid IS NULL OR subscription.deleted_at IS NOT NULL THEN 'subscription_deleted'
        WHEN NOT enabled THEN 'subscription_disabled'
        WHEN NOT (${isOfOwnLeave}) AND NOT EXISTS (
          SELECT FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
          WHERE logins.user_uuid = subscription.user_uuid AND logins.account_uuid = delivery.account_uuid)
          OR users.deactivated_at IS NOT NULL OR client.disabled_at IS NOT NULL OR client.deleted_at IS NOT NULL
          THEN 'access_lost'
        WHEN EXISTS (SELECT FROM events WHERE events.uuid = delivery.event_uuid AND ${isHidden}) THEN 'out_of_reach'
      END AS not_sent_reason,
      CASE WHEN subscription.deleted_at IS NOT NULL OR NOT enabled THEN NULL
        WHEN client.deleted_at IS NOT NULL THEN 'The operator has deleted the application that made the subscription.'
        WHEN client.disabled_at IS NOT NULL THEN 'The operator has disabled the application that made the subscription.'
      END AS not_sent_detail
    FROM ${rowsSql('asked', keys, { subscription_uuid: 'uuid', uuid: 'uuid' })}
    JOIN webhook_open_deliveries AS delivery USING (subscription_uuid, uuid)
    LEFT JOIN webhook_subscriptions AS subscription ON subscription.uuid = asked.subscription_uuid
    LEFT JOIN users ON users.uuid = subscription.user_uuid
    LEFT JOIN oauth_clients AS client ON client.uuid = subscription.oauth_client_uuid`;
  const rows = await db.query<DeliveryRow>(prepared('read_deliveries', statement));
  if (rows.length === 0) return [];
  const events = await readEvents(db, [...new Set(rows.map(({ event_uuid }) => event_uuid))]);
  return rows.map(({ url, signing_secret_encrypted, not_sent_reason, not_sent_detail, ...row }) => {
    const event = events.get(row.event_uuid);
    // An event that is missing was purged with its Account or its record.
    const task =
      not_sent_reason === null && event
        ? { url, body: event.body, signing_secret_encrypted }
        : { not_sent_reason: not_sent_reason ?? 'access_lost', not_sent_detail };
    return { ...row, traceparent: event?.traceparent ?? null, task };
  });
}

/** True when the event ended the User's access, of which only the delivery can tell them. */
const isOfOwnLeave = sql`delivery.event = 'account.deleted' OR delivery.event = 'login.deleted' AND (
  SELECT body::json #>> '{data,user_uuid}' FROM events WHERE uuid = delivery.event_uuid) = subscription.user_uuid::text`;

/** True when the User does not see the record of the event any more. */
const isHidden = hiddenFrom(
  raw('subscription.user_uuid'),
  raw('delivery.account_uuid'),
  raw('events.resource_uuid'),
  kindOfEvent('events.event'),
);

/** The body of an event is read once for all its receivers: it may have 256 KiB. */
async function readEvents(db: Queryable, uuids: string[]) {
  const statement = sql`
    SELECT uuid, traceparent, body FROM events WHERE uuid = ANY (${uuids}::uuid[]) AND body IS NOT NULL`;
  type Row = { uuid: string; traceparent: string | null; body: string };
  const rows = await db.query<Row>(prepared('read_events', statement));
  return new Map(rows.map(({ uuid, traceparent, body }) => [uuid, { traceparent, body: Buffer.from(body) }]));
}

/** Shows slow deliveries as being sent. One with another attempt count waits again instead. */
export async function showAsSending(
  db: Queryable,
  worker_uuid: string,
  deliveries: Pick<Delivery, 'subscription_uuid' | 'uuid' | 'attempt_count'>[],
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_open_deliveries AS delivery SET sending_by = ${worker_uuid}
    FROM ${rowsSql('slow', deliveries, { subscription_uuid: 'uuid', uuid: 'uuid', attempt_count: 'smallint' })}
    WHERE delivery.subscription_uuid = slow.subscription_uuid AND delivery.uuid = slow.uuid
      AND delivery.attempt_count = slow.attempt_count`);
}
