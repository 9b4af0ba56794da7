import sql, { type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import type { EndpointRow } from './endpoints.ts';
import { isOfShare, type Share } from './share.ts';

/** A delivery that this worker holds a lease on, and what is known of its receiver. */
type LeasedRow = {
  uuid: string;
  subscription_uuid: string;
  account_uuid: string;
  event_uuid: string;
  event: string;
  created_at: string;
  attempt_count: number;
  schedule_step: number;
  fence: number;
  /** Where the row stands in its table: settling finds it there without an index, as long as the lease holds. */
  tid: string;
  /** The delivery that its User sent again by hand while the receiver was failing. */
  probe_uuid: string | null;
} & Omit<EndpointRow, 'url'>;

export type ClaimRequest = {
  now: Date;
  lease_until: Date;
  limit: number;
  /** The receivers to claim for; the others are left to other workers. */
  share: Share;
  /** Where to go on in the round of those with new deliveries: after this `subscription_uuid`; null at its beginning. */
  after: string | null;
};

/** What a claim came upon, beside what it leased. */
export type Round = {
  /** Where the next claim goes on; null when this one came to the end of the round. */
  after: string | null;
  /** Whether new deliveries may have been left because the slots of their receivers are taken. */
  left_new: boolean;
  /** Whether others may have been left that have slots. */
  more: boolean;
  /** When there will be more in the backlogs that have slots; null when nothing waits there. */
  next_claim_at: Date | null;
};

/** Leases up to `limit` deliveries that are due: see `claimStatement`. */
export async function leaseDeliveries(
  db: Queryable,
  request: ClaimRequest,
): Promise<{ leases: LeasedRow[]; round: Round }> {
  const rows = await db.query<LeasedRow & Omit<Round, 'next_claim_at'> & { next_claim_at: string | null }>(
    prepared('lease_deliveries', claimStatement(request)),
  );
  const { after, left_new, more, next_claim_at } = rows[0]!;
  return {
    leases: rows.filter((row) => row.uuid !== null),
    round: {
      after,
      left_new,
      more,
      next_claim_at: next_claim_at === null ? null : new Date(next_claim_at),
    },
  };
}

/** What is to be sent for a lease, or why nothing must be any more. */
export type Task = {
  delivery_uuid: string;
  url: string;
  signing_secret_encrypted: Buffer;
  /** The same bytes for all deliveries of an event. Null when the Account or the Client is purged, and its events with it. */
  body: Buffer | null;
  traceparent: string | null;
  not_sent_reason: string | null;
  not_sent_detail: string | null;
};

type TaskKey = 'uuid' | 'event_uuid' | 'account_uuid' | 'subscription_uuid';

/** Whether an event is what took the access away, of which a User is told all the same: how else should they learn of it? */
const isOfOwnLeave = sql`event.event = 'account.deleted'
  OR event.event = 'login.deleted' AND event.body::json #>> '{data,user_uuid}' = subscription.user_uuid::text`;

/**
 * Reads what is to be sent, the body of each event once: it may have 256 KiB and go to a hundred receivers. Not prepared: a plan that was
 * made while there were few events would be kept, and read all of them when there are many.
 */
export async function readTasks(db: Queryable, leases: Pick<LeasedRow, TaskKey>[]): Promise<Task[]> {
  const carrierOf = new Map(leases.map((lease) => [lease.event_uuid, lease.uuid]));
  const asked = leases.map(({ uuid, event_uuid, account_uuid, subscription_uuid }) => {
    return {
      uuid,
      event_uuid,
      account_uuid,
      subscription_uuid,
      with_body: carrierOf.get(event_uuid) === uuid,
    };
  });
  const lease = rowsSql('lease', asked, {
    uuid: 'uuid',
    event_uuid: 'uuid',
    account_uuid: 'uuid',
    subscription_uuid: 'uuid',
    with_body: 'boolean',
  });
  const rows = await db.query<Omit<Task, 'body'> & { event_uuid: string; body: string | null }>(sql`
    SELECT lease.uuid AS delivery_uuid, lease.event_uuid, url, signing_secret_encrypted, event.traceparent,
      CASE WHEN with_body THEN event.body END AS body,
      CASE WHEN subscription.uuid IS NULL OR subscription.deleted_at IS NOT NULL THEN 'subscription_deleted'
        WHEN NOT enabled THEN 'subscription_disabled'
        WHEN event.uuid IS NULL OR NOT (${isOfOwnLeave}) AND NOT EXISTS (
          SELECT FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
          WHERE logins.user_uuid = subscription.user_uuid AND logins.account_uuid = lease.account_uuid)
          OR EXISTS (SELECT FROM users WHERE users.uuid = subscription.user_uuid AND deactivated_at IS NOT NULL)
          OR client.disabled_at IS NOT NULL OR client.deleted_at IS NOT NULL
          THEN 'access_lost'
      END AS not_sent_reason,
      CASE WHEN subscription.deleted_at IS NOT NULL OR NOT enabled THEN NULL
        WHEN client.deleted_at IS NOT NULL THEN 'The operator has deleted the application that made the subscription.'
        WHEN client.disabled_at IS NOT NULL THEN 'The operator has disabled the application that made the subscription.'
      END AS not_sent_detail
    FROM ${lease}
    LEFT JOIN webhook_subscriptions AS subscription ON subscription.uuid = lease.subscription_uuid
    LEFT JOIN oauth_clients AS client ON client.uuid = subscription.oauth_client_uuid
    LEFT JOIN events AS event ON event.uuid = lease.event_uuid`);
  const bodies = new Map<string, Buffer>();
  for (const { event_uuid, body } of rows) if (body !== null) bodies.set(event_uuid, Buffer.from(body));
  return rows.map(({ event_uuid, ...row }) => ({ ...row, body: bodies.get(event_uuid) ?? null }));
}

/** Backlogs that are looked at for those of one's own share. */
const BACKLOGS_MAX = 4096;

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Leases up to `limit` deliveries that are due, in one statement whose cost depends on `limit` and the number of workers, not on what waits.
 *
 * It goes round the receivers that have new deliveries, from one to the next by an index, and takes of each what there are free slots for, but not
 * more than twice its part; and it looks at the backlogs whose time has come. What waits comes before what is new, but retries only now and
 * then as long as there are first attempts. Of all that is found the first of every subscription is taken, then the second, …, and what is under
 * way counts as taken: the oldest of all would else be those of receivers with long backlogs in every claim. The next claim goes on where
 * this one ended. So the flood of an import, to however many receivers, stands before nobody else's delivery.
 *
 * What is new for a receiver that fails, or that no worker sends to, moves to its backlog, where it costs claims nothing. So does what is new for
 * those whose slots are all taken, when they are more than half of `limit`: they may hang. Else it stays, and is written once less.
 *
 * Of a receiver that is failing it takes what its User has sent again by hand (`probe_uuid`), and nothing beside it, also before the pause
 * ends. The row names it until it is settled, so that it is the next attempt again when its worker is gone. Of one that is disabled it takes
 * whatever waits, also what is not due yet: none of it will be sent.
 *
 * The rows of `webhook_endpoints` are locked in the order of their uuid, here and in settling; whoever holds one may change the
 * deliveries of its subscription. Our snapshot is older than the lock, so states are checked again when they are changed, and a
 * backlog is declared empty only if its row is still the one we saw (xmin).
 *
 * What waited, was taken and was moved is counted for each receiver in one list: joined one by one, each of them is expected to be one row, and
 * compared with each receiver. (`locked` as text: a pair is compared by an order, which transaction ids do not have.)
 *
 * Deliveries are updated by their place in the table (ctid): a plan that joins instead may be made while the table is small, be kept,
 * and read a million rows a claim later. `state || ''` fits no index, and `uuid_send(subscription_uuid)` only that of what is new: whatever its
 * statistics say, the planner has no other way to go round. By the column itself it took the primary key, and read all that a receiver has.
 */
export function claimStatement({ now, lease_until, limit, share, after }: ClaimRequest): Sql {
  const places = limit * share.count;
  const backlogs = share.count > 1 ? BACKLOGS_MAX : limit;
  return sql`
    WITH RECURSIVE round AS (
      (SELECT subscription_uuid, event_uuid FROM webhook_open_deliveries
       WHERE state = 'new' AND uuid_send(subscription_uuid) > uuid_send(${after ?? FIRST_UUID})
       ORDER BY uuid_send(subscription_uuid), event_uuid LIMIT 1)
      UNION ALL
      SELECT next.* FROM round CROSS JOIN LATERAL (
        SELECT subscription_uuid, event_uuid FROM webhook_open_deliveries
        WHERE state = 'new' AND uuid_send(subscription_uuid) > uuid_send(round.subscription_uuid)
        ORDER BY uuid_send(subscription_uuid), event_uuid LIMIT 1) AS next
    ), visited AS MATERIALIZED (
      SELECT * FROM round LIMIT ${places}
    ), receiver AS MATERIALIZED (
      SELECT visited.*, endpoint.free, endpoint.put_off FROM visited CROSS JOIN LATERAL (
        SELECT CASE WHEN disabled THEN ${limit} ELSE greatest(slots - in_flight, 0) END AS free,
          NOT disabled AND (slots = 0 OR probe_uuid IS NOT NULL OR paused_until > ${now}) IS TRUE AS put_off
        FROM webhook_endpoints WHERE subscription_uuid = visited.subscription_uuid LIMIT 1) AS endpoint
      WHERE ${isOfShare(share)}
    ), visits AS MATERIALIZED (
      SELECT ceil(${limit} * 2.0 / greatest(count(*), 1))::integer AS part, count(*) FILTER (WHERE free = 0 AND NOT put_off) AS busy FROM receiver
    ), offer AS MATERIALIZED (
      SELECT subscription_uuid, event_uuid, free, put_off OR free = 0 AS put_off,
        CASE WHEN put_off OR free = 0 AND busy * 2 > ${limit} THEN part ELSE least(free, part) END AS size
      FROM receiver CROSS JOIN visits
    ), fresh AS MATERIALIZED (
      SELECT offer.subscription_uuid, free, put_off, size, line.* FROM offer CROSS JOIN LATERAL (
        SELECT uuid, due_at, ctid AS tid FROM webhook_open_deliveries
        WHERE state = 'new' AND uuid_send(subscription_uuid) = uuid_send(offer.subscription_uuid) AND event_uuid >= offer.event_uuid
        ORDER BY uuid_send(subscription_uuid), event_uuid LIMIT offer.size) AS line
    ), filled AS MATERIALIZED (
      SELECT NOT put_off AND free > size AS more FROM fresh GROUP BY subscription_uuid, free, put_off, size HAVING count(*) = size
    ), backlog AS MATERIALIZED (
      SELECT subscription_uuid, claim_at, disabled, xmin AS seen FROM webhook_endpoints WHERE claim_at <= ${now} ORDER BY claim_at LIMIT ${backlogs}
    ), due AS MATERIALIZED (
      SELECT subscription_uuid, seen FROM backlog WHERE ${isOfShare(share)}
      ORDER BY claim_at LIMIT ${limit}
    ), endpoint AS MATERIALIZED (
      SELECT *, xmin AS locked, CASE WHEN disabled THEN ${limit}
        WHEN paused_until > ${now} AND probe_uuid IS NULL THEN 0
        ELSE greatest(slots - in_flight, 0) END AS free,
        CASE WHEN disabled OR probe_uuid IS NOT NULL THEN 'infinity' ELSE ${now}::timestamptz END AS due_until
      FROM webhook_endpoints
      WHERE subscription_uuid = ANY (ARRAY(SELECT subscription_uuid FROM fresh UNION SELECT subscription_uuid FROM due))
      ORDER BY subscription_uuid FOR NO KEY UPDATE
    ), waiting AS MATERIALIZED (
      SELECT endpoint.subscription_uuid, line.* FROM endpoint
      CROSS JOIN LATERAL (
        (SELECT uuid, due_at, ctid AS tid, -1::double precision AS turn FROM webhook_open_deliveries
         WHERE subscription_uuid = endpoint.subscription_uuid AND uuid = endpoint.probe_uuid AND state || '' = 'waiting'
          
         LIMIT endpoint.free)
        UNION ALL
        (SELECT uuid, due_at, ctid, NULL FROM webhook_open_deliveries
         WHERE subscription_uuid = endpoint.subscription_uuid AND state = 'waiting' AND schedule_step = 0
           AND due_at <= endpoint.due_until AND endpoint.probe_uuid IS NULL
         ORDER BY due_at, uuid LIMIT endpoint.free)
        UNION ALL
        (SELECT uuid, due_at, ctid, row_number() OVER (ORDER BY due_at) * 4 * random() FROM webhook_open_deliveries
         WHERE subscription_uuid = endpoint.subscription_uuid AND state = 'waiting' AND schedule_step > 0
           AND due_at <= endpoint.due_until AND endpoint.probe_uuid IS NULL
         ORDER BY due_at LIMIT endpoint.free)
      ) AS line
      WHERE endpoint.backlog_due_at <= ${now}
    ), candidate AS (
      SELECT subscription_uuid, uuid, tid, fresh, put_off, due_at, coalesce(turn,
        row_number() OVER (PARTITION BY subscription_uuid, turn IS NULL ORDER BY fresh, due_at, uuid)) AS turn
      FROM (
        SELECT subscription_uuid, uuid, tid, false AS fresh, false AS put_off, due_at, turn FROM waiting
        UNION ALL
        SELECT subscription_uuid, uuid, tid, true, put_off, due_at, NULL FROM fresh
      ) AS line
    ), ranked AS MATERIALIZED (
      SELECT candidate.*, CASE WHEN fresh AND probe_uuid IS NOT NULL THEN 0 ELSE endpoint.free END AS free, in_flight,
        row_number() OVER (PARTITION BY subscription_uuid ORDER BY turn) AS place
      FROM candidate JOIN endpoint USING (subscription_uuid)
    ), taken AS MATERIALIZED (
      SELECT tid FROM ranked WHERE place <= free ORDER BY in_flight + place, due_at LIMIT ${limit}
    ), blocked AS MATERIALIZED (
      SELECT tid FROM ranked WHERE put_off AND place > free
    ), leased AS (
      UPDATE webhook_open_deliveries AS delivery SET state = 'sending', due_at = ${lease_until}, fence = fence + 1
      WHERE ctid = ANY (ARRAY(SELECT tid FROM taken)) AND (state = 'new' OR state = 'waiting' AND (due_at <= ${now}
        OR (subscription_uuid IN (SELECT subscription_uuid FROM endpoint WHERE due_until = 'infinity')) IS TRUE))
      RETURNING delivery.*, ctid::text AS tid
    ), overflow AS (
      UPDATE webhook_open_deliveries SET state = 'waiting'
      WHERE ctid = ANY (ARRAY(SELECT tid FROM blocked)) AND state || '' = 'new'
      RETURNING subscription_uuid, due_at
    ), counted AS (
      UPDATE webhook_endpoints SET in_flight = webhook_endpoints.in_flight + change.leased,
        backlog_due_at = least(change.backlog_due_at, change.overflow_due_at), probe_uuid = change.probe_uuid
      FROM (
        SELECT subscription_uuid, coalesce(line.leased, 0) AS leased, line.overflow_due_at,
          CASE WHEN NOT as_seen THEN backlog_due_at
            WHEN coalesce(line.waiting, 0) >= free OR line.waiting > line.waited OR probe_uuid IS NOT NULL THEN ${now}
            ELSE least((SELECT min(due_at) FROM webhook_open_deliveries
              WHERE subscription_uuid = endpoint.subscription_uuid AND state = 'waiting' AND schedule_step > 0 AND due_at > due_until),
              (SELECT min(due_at) FROM webhook_open_deliveries
              WHERE subscription_uuid = endpoint.subscription_uuid AND state = 'waiting' AND schedule_step = 0 AND due_at > due_until))
            END AS backlog_due_at,
          CASE WHEN as_seen AND coalesce(line.waiting, 0) = 0 THEN NULL ELSE probe_uuid END AS probe_uuid
        FROM (SELECT *, ((subscription_uuid, locked::text) IN (SELECT subscription_uuid, seen::text FROM due)) IS TRUE AS as_seen FROM endpoint) AS endpoint
        LEFT JOIN (
          SELECT subscription_uuid, sum(waiting) AS waiting, sum(leased) AS leased, sum(waited) AS waited, min(overflow_due_at) AS overflow_due_at
          FROM (
            SELECT subscription_uuid, 1 AS waiting, 0 AS leased, 0 AS waited, NULL::timestamptz AS overflow_due_at FROM waiting
            UNION ALL
            SELECT subscription_uuid, 0, 1, (((subscription_uuid, uuid) IN (SELECT subscription_uuid, uuid FROM waiting)) IS TRUE)::integer, NULL FROM leased
            UNION ALL
            SELECT subscription_uuid, 0, 0, 0, due_at FROM overflow
          ) AS line GROUP BY 1
        ) AS line USING (subscription_uuid)
      ) AS change
      WHERE webhook_endpoints.subscription_uuid = change.subscription_uuid
      RETURNING claim_at
    )
    SELECT ahead.*, leased.uuid, leased.subscription_uuid, leased.account_uuid, leased.event_uuid, leased.event,
      leased.created_at, leased.attempt_count, leased.schedule_step, leased.fence, leased.tid, endpoint.slots,
      endpoint.consecutive_failures, endpoint.failing_since, endpoint.probe_count, endpoint.paused_until, endpoint.probe_uuid,
      endpoint.disabled, endpoint.revision
    FROM (SELECT (SELECT subscription_uuid FROM visited ORDER BY subscription_uuid OFFSET ${places} - 1 LIMIT 1) AS after,
      (SELECT busy > 0 FROM visits) OR EXISTS (SELECT FROM filled) OR EXISTS (SELECT FROM ranked WHERE fresh AND NOT put_off AND place > free) AS left_new,
      (SELECT count(*) FROM due) = ${limit} OR EXISTS (SELECT FROM filled WHERE more) AS more, least((SELECT min(claim_at) FROM counted),
      (SELECT min(claim_at) FROM webhook_endpoints WHERE claim_at > ${now} AND ${isOfShare(share)})) AS next_claim_at) AS ahead
    LEFT JOIN (leased JOIN endpoint USING (subscription_uuid)) ON true`;
}
