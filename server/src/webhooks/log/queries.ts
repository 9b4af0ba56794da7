import { DELIVERIES_LIST } from '@rapport/contract/lists';
import { RECORDS } from '@rapport/contract/records/all';
import type { WebhookAttempt, WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { eachAccount, ofRead, type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import { cursorAfter } from '../../platform/lists/cursor.ts';
import { matching } from '../../platform/lists/filter-sql.ts';
import type { ListRequest } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/page.ts';
import { CHANGED, FORGOTTEN } from '../queue/queries.ts';
import { ATTEMPT_COLUMNS, type LoggedAttempt, reopenSql } from '../queue/settle-queries.ts';

/** The subscriptions whose deliveries are seen, and the Accounts whose records are named. */
export type Owner = { subscription_uuids: string[]; reach: Reach; is_whole: boolean };

const COLUMNS =
  raw(`uuid, created_at, account_uuid, subscription_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail,
  attempt_count, CASE state WHEN 'pending' THEN due_at END AS next_attempt_at, finished_at, last_started_at, last_status,
  last_error_kind`);

/** The deliveries with the error kind of their latest attempt, if there can be one. */
const DELIVERIES = raw(`(
  SELECT *, CASE WHEN state <> 'succeeded' AND attempt_count > 0 THEN coalesce(last_error_kind, (
    SELECT error_kind FROM webhook_attempts WHERE delivery_uuid = planned.uuid ORDER BY number DESC LIMIT 1)) END AS error_kind
  FROM webhook_deliveries AS planned) AS delivery`);

/** Joins the latest attempt of a delivery whose own row does not hold it. */
const LATEST_ATTEMPT = sql`LEFT JOIN LATERAL (
    SELECT response_status, error_kind, started_at FROM webhook_attempts
    WHERE delivery_uuid = delivery.uuid AND last_started_at IS NULL ORDER BY number DESC LIMIT 1) AS latest ON true`;

/** The name of the field that names a record, for each kind. */
const NAMED_BY = JSON.stringify(Object.fromEntries(RECORDS.map(({ name, named_by }) => [name, named_by])));

/** The longest name of a record that is shown; a longer one is cut. */
const NAME_MAX_LENGTH = 200;

/** The record that a delivery is about, if its body is whole; a Login has its User's name. */
function recordOf({ reach }: Owner): Sql {
  const field = sql`coalesce(${NAMED_BY}::json ->> split_part(delivery.event, '.', 1), 'name')`;
  return sql`LEFT JOIN LATERAL (
    SELECT resource_uuid AS record_uuid,
      left(coalesce(body::json -> 'data' ->> ${field}, body::json #>> '{data,user,name}'), ${NAME_MAX_LENGTH}::int) AS record_name
    FROM events WHERE uuid = delivery.event_uuid AND ${within(reach)} ${ofRead(reach)}) AS record ON true`;
}

const WITH_LATEST =
  raw(`uuid, created_at, account_uuid, subscription_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail, attempt_count,
  next_attempt_at, finished_at, record_uuid, record_name, coalesce(last_status, latest.response_status) AS response_status,
  coalesce(last_error_kind, latest.error_kind) AS error_kind,
  greatest(created_at, finished_at, last_started_at, latest.started_at) AS updated_at`);

/**
 * Returns a page of deliveries. A uuid begins with the time of creation, so it gives the order and
 * the bounds of time. A page is then read from the index of uuids alone, whatever the size of the
 * log.
 */
export async function listDeliveries(
  db: Queryable,
  owner: Owner,
  list: ListRequest,
): Promise<Page<WebhookDelivery>> {
  const { subscription_uuids } = owner;
  const descending = list.sort[0]!.descending;
  const order = raw(`uuid ${descending ? 'DESC' : 'ASC'}`);
  const last = list.after?.at(-1);
  const beyond = last === undefined ? empty : sql`AND uuid ${raw(descending ? '<' : '>')} ${last}::uuid`;
  const where = sql`${matching(DELIVERIES_LIST, list)} ${failed(list)} ${uuidBounds(list)} ${inAccount(list)} ${seenBy(owner)}`;
  const rows = await db.query<WebhookDelivery>(sql`
    SELECT ${WITH_LATEST} FROM (
      SELECT page.* FROM unnest(${subscription_uuids}::uuid[]) AS owner (owner_uuid)
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${DELIVERIES} WHERE subscription_uuid = owner_uuid ${where} ${beyond}
        ORDER BY ${order} LIMIT ${list.limit + 1}
      ) AS page ORDER BY ${order} LIMIT ${list.limit + 1}
    ) AS delivery ${LATEST_ATTEMPT} ${recordOf(owner)} ORDER BY ${order}`);
  const data = rows.slice(0, list.limit);
  const next_cursor = rows.length > list.limit ? cursorAfter(list, data.at(-1)!) : null;
  if (list.include === null) return { data, next_cursor };
  const [count] = await db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM ${DELIVERIES} WHERE subscription_uuid = ANY(${subscription_uuids}::uuid[]) ${where}`);
  return { data, next_cursor, [list.include]: count!.total };
}

export async function findDelivery(
  db: Queryable,
  owner: Owner,
  uuid: string,
): Promise<WebhookDelivery | undefined> {
  const [row] = await db.query<WebhookDelivery>(sql`
    SELECT ${WITH_LATEST} FROM (
      SELECT ${COLUMNS} FROM webhook_deliveries
      WHERE subscription_uuid = ANY(${owner.subscription_uuids}::uuid[]) AND uuid = ${uuid} ${seenBy(owner)}
    ) AS delivery ${LATEST_ATTEMPT} ${recordOf(owner)}`);
  return row;
}

/** How far back the newest event of a kind is looked for, in events of each Account. */
const LOOKED_THROUGH = 1000;

/** The body of the newest event about a record, by its name; null when there is none. */
export async function findNewestBody(
  db: Queryable,
  reach: Reach,
  event: string,
  account_uuids: string[] | null,
): Promise<Record<string, unknown> | null> {
  const [row] = await db.query<{ body: string }>(sql`
    SELECT newest.body FROM ${eachAccount(reach)}
    CROSS JOIN LATERAL (
      SELECT uuid, event, body FROM events WHERE account_uuid = owner.account_uuid
      ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT ${LOOKED_THROUGH}::int
    ) AS newest
    WHERE newest.event = ${event} AND newest.body IS NOT NULL ${ofRead(reach, 'newest.event')}
      AND (${account_uuids}::uuid[] IS NULL OR owner.account_uuid = ANY(${account_uuids}::uuid[]))
    ORDER BY newest.uuid DESC LIMIT 1`);
  return row ? JSON.parse(row.body) : null;
}

/** The bytes of an event of one of these Accounts; null when it is of another. */
export async function findBody(db: Queryable, reach: Reach, uuid: string): Promise<string | null> {
  const [event] = await db.query<{ body: string }>(sql`
    SELECT body FROM events WHERE uuid = ${uuid} AND ${within(reach)} ${ofRead(reach)}`);
  return event?.body ?? null;
}

/** An attempt as it is kept; `request_headers` are those of a relay. */
export type AttemptRow = Omit<WebhookAttempt, 'request_headers'> &
  Pick<LoggedAttempt, 'signature' | 'standard_signature'> & {
    request_headers: Record<string, string> | null;
  };

/** All attempts of a delivery of the caller. An ended one has its last attempt in its own row. */
export function listAttempts(db: Queryable, delivery: WebhookDelivery): Promise<AttemptRow[]> {
  const { uuid, subscription_uuid } = delivery;
  return db.query(sql`
    SELECT number, ${ATTEMPT_COLUMNS} FROM webhook_attempts WHERE delivery_uuid = ${uuid}
    UNION ALL
    SELECT attempt_count, ${ATTEMPT_COLUMNS} FROM webhook_finished_deliveries
    WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid} AND started_at IS NOT NULL
    ORDER BY number`);
}

/**
 * Makes a delivery the next attempt while its receiver fails, also in the pause. Call it before the
 * delivery is changed: workers lock the receiver's row first, too.
 */
export async function putFirst(tx: Queryable, subscription_uuid: string, uuid: string): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_endpoints SET probe_uuid = CASE WHEN paused_until IS NOT NULL THEN ${uuid}::uuid END, ${CHANGED}
    WHERE subscription_uuid = ${subscription_uuid}`);
}

/** Makes an ended delivery wait again, at the start of its schedule. False when it is gone. */
export async function reopenDelivery(
  tx: Queryable,
  subscription_uuid: string,
  uuid: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    WITH delivery AS (
      DELETE FROM webhook_finished_deliveries WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid} RETURNING *
    ), ${reopenSql('delivery', now)}
    SELECT FROM opened`);
  return rows.length === 1;
}

/** Makes a waiting delivery due now, at the start of its schedule. False when sent or gone. */
export async function hastenDelivery(
  tx: Queryable,
  subscription_uuid: string,
  uuid: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE webhook_open_deliveries SET due_at = ${now}, schedule_step = 0, ${CHANGED}
    WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid}
      AND NOT EXISTS (SELECT FROM workers AS worker WHERE worker.uuid = sending_by) RETURNING 1`);
  return rows.length === 1;
}

/** Notes the time of a test's attempt, because no worker settles it. */
export async function noteCall(db: Queryable, subscription_uuid: string, called_at: Date): Promise<void> {
  await db.query(sql`
    UPDATE webhook_endpoints SET last_outgoing_webhook_call_at = greatest(last_outgoing_webhook_call_at, ${called_at})
    WHERE subscription_uuid = ${subscription_uuid}`);
}

/**
 * Notes that the receiver at `url` has answered well. If it was failing, it starts with one attempt
 * at a time. False, and nothing noted, when the subscription has another URL by now.
 */
export async function noteSuccess(tx: Queryable, subscription_uuid: string, url: string): Promise<boolean> {
  const noted = await tx.query(sql`
    UPDATE webhook_endpoints SET slots = CASE WHEN paused_until IS NULL THEN slots ELSE 1 END, ${FORGOTTEN}
    WHERE subscription_uuid = ${subscription_uuid}
      AND EXISTS (SELECT FROM webhook_subscriptions WHERE uuid = ${subscription_uuid} AND url = ${url})
    RETURNING 1`);
  return noted.length > 0;
}

/** The channel on which pages that show a subscription hear of its tests, which are in no table. */
export const TESTS_CHANNEL = 'webhook_tests';

/** Tells a step of a test to the pages that show its subscription, in any process. */
export async function tellWatchers(db: Queryable, test: WebhookLiveTest): Promise<void> {
  await db.query(sql`SELECT pg_notify(${TESTS_CHANNEL}, ${JSON.stringify(test)})`);
}

/** A narrow token sees no delivery from a time when its subscription was told of more. */
function seenBy({ reach, is_whole }: Owner): Sql {
  return is_whole ? empty : sql`AND ${within(reach)} ${ofRead(reach)}`;
}

function inAccount({ account_uuid }: ListRequest): Sql {
  return account_uuid === null ? empty : sql`AND account_uuid = ${account_uuid}`;
}

/** Says that failed deliveries have not succeeded, so that PostgreSQL uses their index. */
function failed({ conditions }: ListRequest): Sql {
  const isAsked = conditions.some(({ field, operator }) => field === 'error_kind' && operator !== 'ne');
  return isAsked ? sql`AND state <> 'succeeded'` : empty;
}

function uuidBounds({ conditions }: ListRequest): Sql {
  const bounds = conditions
    .filter(({ field }) => field === 'created_at')
    .flatMap(({ operator, values }) => {
      const moment_ms = Date.parse(values[0]!);
      // A time may be finer than the milliseconds of a uuid. So the bounds are a millisecond wide,
      // and the condition itself is exact.
      const from = sql`AND uuid >= ${firstUuidAt(new Date(moment_ms))}::uuid`;
      const until = sql`AND uuid < ${firstUuidAt(new Date(moment_ms + 1))}::uuid`;
      if (operator === 'eq') return [from, until];
      return operator.startsWith('g') ? [from] : [until];
    });
  return bounds.length > 0 ? join(bounds, ' ') : empty;
}
