import sql, { type Sql } from 'sql-template-tag';
import { isOfShare, type Share } from './share.ts';

export type ClaimRequest = {
  now: Date;
  lease_until: Date;
  limit: number;
  /** The receivers to claim for; the others are left to other workers. */
  share: Share;
  /** Where to go on in the round of those with new deliveries: after this `subscription_uuid`; null at its beginning. */
  after: string | null;
};

/** Backlogs that are looked at for those of one's own share. */
const BACKLOGS_MAX = 4096;

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Leases up to `limit` deliveries that are due, in one statement whose cost depends on `limit` and the number of workers, not on what waits. Each of
 * its parts is told below. The next claim goes on where this one ended.
 */
export function claimStatement(request: ClaimRequest): Sql {
  const { now, limit, share } = request;
  return sql`
    WITH RECURSIVE ${roundOfNew(request)}, ${dueBacklogs(request)}, ${lockedReceivers(request)}, ${whatWaits(request)},
      ${turns(request)}, ${changes(request)}, ${counted(request)}
    SELECT ahead.*, leased.uuid, leased.subscription_uuid, leased.account_uuid, leased.event_uuid, leased.event,
      leased.created_at, leased.attempt_count, leased.schedule_step, leased.fence, leased.tid, endpoint.slots,
      endpoint.consecutive_failures, endpoint.failing_since, endpoint.probe_count, endpoint.paused_until, endpoint.probe_uuid,
      endpoint.disabled, endpoint.revision
    FROM (SELECT (SELECT subscription_uuid FROM visited ORDER BY subscription_uuid OFFSET ${placesOf(request)} - 1 LIMIT 1) AS after,
      (SELECT busy > 0 FROM visits) OR EXISTS (SELECT FROM filled) OR EXISTS (SELECT FROM ranked WHERE fresh AND NOT put_off AND place > free) AS left_new,
      (SELECT count(*) FROM due) = ${limit} OR EXISTS (SELECT FROM filled WHERE more) AS more, least((SELECT min(claim_at) FROM counted),
      (SELECT min(claim_at) FROM webhook_endpoints WHERE claim_at > ${now} AND ${isOfShare(share)})) AS next_claim_at) AS ahead
    LEFT JOIN (leased JOIN endpoint USING (subscription_uuid)) ON true`;
}

/**
 * The round: the receivers with new deliveries, from one to the next by an index, and for each how many of them to look at. That is what there are free
 * slots for, but at most twice its part of the claim, so that the flood of an import, to however many receivers, stands before nobody else's delivery.
 *
 * What is new for a receiver that fails, or that no worker sends to, is put off to its backlog, where it costs claims nothing. So is what is new for
 * receivers whose slots are all taken, when they are more than half of `limit`: they may hang. Else it stays, and is written once less.
 *
 * `uuid_send(subscription_uuid)` fits the index of new deliveries alone. With the bare column PostgreSQL took the primary key, and read the whole
 * backlog of a receiver.
 */
function roundOfNew({ now, limit, share, after }: ClaimRequest): Sql {
  return sql`
    round AS (
      (SELECT subscription_uuid, event_uuid FROM webhook_open_deliveries
       WHERE state = 'new' AND uuid_send(subscription_uuid) > uuid_send(${after ?? FIRST_UUID})
       ORDER BY uuid_send(subscription_uuid), event_uuid LIMIT 1)
      UNION ALL
      SELECT next.* FROM round CROSS JOIN LATERAL (
        SELECT subscription_uuid, event_uuid FROM webhook_open_deliveries
        WHERE state = 'new' AND uuid_send(subscription_uuid) > uuid_send(round.subscription_uuid)
        ORDER BY uuid_send(subscription_uuid), event_uuid LIMIT 1) AS next
    ), visited AS MATERIALIZED (
      SELECT * FROM round LIMIT ${placesOf({ limit, share })}
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
    )`;
}

/** Receivers that a round goes past: this worker's share of them fills a claim. */
function placesOf({ limit, share }: Pick<ClaimRequest, 'limit' | 'share'>): number {
  return limit * share.count;
}

/**
 * The backlogs whose time has come; their rows as they are now (`seen`).
 */
function dueBacklogs({ now, limit, share }: ClaimRequest): Sql {
  return sql`
    backlog AS MATERIALIZED (
      SELECT subscription_uuid, claim_at, disabled, xmin AS seen FROM webhook_endpoints WHERE claim_at <= ${now} ORDER BY claim_at LIMIT ${share.count > 1 ? BACKLOGS_MAX : limit}
    ), due AS MATERIALIZED (
      SELECT subscription_uuid, seen FROM backlog WHERE ${isOfShare(share)}
      ORDER BY claim_at LIMIT ${limit}
    )`;
}

/**
 * The rows of all these receivers, locked in the order of their uuid, here and in settling. Whoever holds one may change the deliveries of its
 * subscription. Our snapshot is older than the lock, so states are checked again when they are changed.
 *
 * A failing receiver has a slot when its pause is over, or when its User sent something again by hand (`probe_uuid`). Of a disabled one all is taken:
 * none of it will be sent.
 */
function lockedReceivers({ now, limit }: ClaimRequest): Sql {
  return sql`
    endpoint AS MATERIALIZED (
      SELECT *, xmin AS locked, CASE WHEN disabled THEN ${limit}
        WHEN paused_until > ${now} AND probe_uuid IS NULL THEN 0
        ELSE greatest(slots - in_flight, 0) END AS free,
        CASE WHEN disabled OR probe_uuid IS NOT NULL THEN 'infinity' ELSE ${now}::timestamptz END AS due_until
      FROM webhook_endpoints
      WHERE subscription_uuid = ANY (ARRAY(SELECT subscription_uuid FROM fresh UNION SELECT subscription_uuid FROM due))
      ORDER BY subscription_uuid FOR NO KEY UPDATE
    )`;
}

/**
 * What waits in the backlogs of these receivers and is due: what was sent again by hand and nothing beside it, else first attempts and retries.
 * A retry has a turn among four first attempts. `state || ''` fits no index, so that the one row is found by its key.
 */
function whatWaits({ now }: ClaimRequest): Sql {
  return sql`
    waiting AS MATERIALIZED (
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
    )`;
}

/**
 * Who goes first: what waits before what is new; then the first delivery of every receiver, the second, …, where what is under way counts as
 * taken. By age alone, receivers with long backlogs would fill every claim.
 */
function turns({ limit }: ClaimRequest): Sql {
  return sql`
    candidate AS (
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
    )`;
}

/**
 * The leases, and what moves to its backlog. Deliveries are found by their place in the table (ctid): a plan that joins instead may be made while the
 * table is small, be kept, and read a million rows a claim later.
 */
function changes({ now, lease_until }: ClaimRequest): Sql {
  return sql`
    leased AS (
      UPDATE webhook_open_deliveries AS delivery SET state = 'sending', due_at = ${lease_until}, fence = fence + 1
      WHERE ctid = ANY (ARRAY(SELECT tid FROM taken)) AND (state = 'new' OR state = 'waiting' AND (due_at <= ${now}
        OR (subscription_uuid IN (SELECT subscription_uuid FROM endpoint WHERE due_until = 'infinity')) IS TRUE))
      RETURNING delivery.*, ctid::text AS tid
    ), overflow AS (
      UPDATE webhook_open_deliveries SET state = 'waiting'
      WHERE ctid = ANY (ARRAY(SELECT tid FROM blocked)) AND state || '' = 'new'
      RETURNING subscription_uuid, due_at
    )`;
}

/**
 * What the receivers have under way now, and when they have more. A backlog is declared empty only if its row is still the one we saw (xmin).
 * What waited, was taken and was moved is counted in one list: joined one by one, the planner expects one row of each, and compares it with each receiver.
 * (`locked` as text: a pair is compared by an order, which transaction ids do not have.)
 */
function counted({ now }: ClaimRequest): Sql {
  return sql`
    counted AS (
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
    )`;
}
