import sql, { join, raw, type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import type { Attempt } from '../attempts/send.ts';
import type { EndpointState } from './breaker.ts';
import type { ClaimedDelivery } from './claim.ts';
import { type EndpointRow, type KnownEndpoint, toEndpoint } from './endpoints.ts';

/** The outcome of one attempt, or of the decision not to make one (`number` and all that is known of an attempt null). */
export type Settlement = Pick<
  ClaimedDelivery,
  'uuid' | 'subscription_uuid' | 'account_uuid' | 'event_uuid' | 'event' | 'created_at' | 'fence' | 'tid'
> & {
  /** How many attempts there were, this one with them. */
  attempt_count: number;
  state: 'waiting' | 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason: string | null;
  not_sent_detail: string | null;
  /** When it is due again, or when it ended. */
  at: Date;
  number: number | null;
} & (LoggedAttempt | { [Field in keyof LoggedAttempt]: null });

/** An attempt as the log keeps it: of its headers the signatures, as the others follow from the delivery. */
export type LoggedAttempt = Omit<Attempt, 'retry_after_ms' | 'log_detail' | 'request_headers'> & {
  signature: string | null;
  standard_signature: string | null;
};

/** What a batch of settlements makes of one receiver; it holds only while the receiver is still at `revision`. */
export type EndpointChange = EndpointState & {
  subscription_uuid: string;
  revision: number;
  changed: boolean;
  called_at: Date | null;
};

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

/** The columns that `webhook_attempts` and the log have in common. */
export const ATTEMPT_COLUMNS = raw([...Object.keys(ATTEMPT_TYPES), 'request_headers'].join(', '));

/** The same without what only a relay tells. */
const OUR_COLUMNS = raw(Object.keys(ATTEMPT_TYPES).join(', '));

const DELIVERY_COLUMNS =
  raw(`uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail,
  attempt_count, fence, created_at, finished_at`);

const OUTCOME_TYPES = {
  uuid: 'uuid',
  subscription_uuid: 'uuid',
  account_uuid: 'uuid',
  event_uuid: 'uuid',
  event: 'text',
  created_at: 'timestamptz',
  attempt_count: 'smallint',
  fence: 'integer',
  tid: 'tid',
  state: 'text',
  not_sent_reason: 'text',
  not_sent_detail: 'text',
  at: 'timestamptz',
  number: 'smallint',
  ...ATTEMPT_TYPES,
};

const CHANGE_TYPES = {
  subscription_uuid: 'uuid',
  revision: 'integer',
  changed: 'boolean',
  called_at: 'timestamptz',
  slots: 'smallint',
  consecutive_failures: 'integer',
  failing_since: 'timestamptz',
  probe_count: 'smallint',
  paused_until: 'timestamptz',
  disabled_reason: 'text',
};

/**
 * Writes a batch of outcomes in one statement: deliveries whose lease is still ours move to the log, as one row with their last attempt, or back to
 * their backlog, with the attempt in `webhook_attempts`; their slots are free again and what is known of their receivers is brought up to date.
 * Of a receiver that is no longer at the revision given nothing is written. What waits for one that is disabled is due at once: none of it
 * will be sent. What its User sent again by hand (`probe_uuid`) stays the next attempt until one is made of it, or none must be.
 *
 * `(… IN (…)) IS TRUE` is one look into a hash table for each row. Without the IS TRUE it would be a join, which is planned for one row,
 * because that is all the planner can know of the list, and compares each row of a batch with each other. So does a join with what was
 * written; with all of the list, of which it expects ten rows, it is made by a hash table as well.
 *
 * `state || ''`: see `claimStatement`.
 *
 * Returns the uuids of the deliveries that were settled, and when there is more to claim of their receivers (null: nothing, or no slot for it).
 */
export async function settleDeliveries(
  db: Queryable,
  settlements: Settlement[],
  endpoints: EndpointChange[],
  now: Date,
): Promise<{ uuids: Set<string>; next_claim_at: Date | null }> {
  const [row] = await db.query<{ uuids: string[]; next_claim_at: string | null }>(
    prepared(
      'settle_deliveries',
      sql`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM ${rowsSql('outcome', settlements, OUTCOME_TYPES)}
    ), change AS MATERIALIZED (
      SELECT * FROM ${rowsSql('change', endpoints, CHANGE_TYPES)}
    ), endpoint AS MATERIALIZED (
      SELECT endpoint.subscription_uuid FROM webhook_endpoints AS endpoint JOIN change USING (subscription_uuid)
      WHERE endpoint.subscription_uuid = ANY (${endpoints.map((change) => change.subscription_uuid)}::uuid[])
        AND endpoint.revision = change.revision ORDER BY 1 FOR NO KEY UPDATE OF endpoint
    ), ended AS (
      DELETE FROM webhook_open_deliveries
      WHERE ctid = ANY (${tidsOfEnded(settlements)}::tid[]) AND state || '' = 'sending'
        AND ((uuid, fence) IN (SELECT uuid, fence FROM outcome)) IS TRUE
        AND (subscription_uuid IN (SELECT subscription_uuid FROM endpoint)) IS TRUE
      RETURNING uuid, fence
    ), again AS (
      UPDATE webhook_open_deliveries AS delivery SET state = 'waiting', due_at = outcome.at,
        attempt_count = outcome.attempt_count, schedule_step = delivery.schedule_step + (number IS NOT NULL)::integer
      FROM outcome
      WHERE outcome.state = 'waiting' AND delivery.ctid = outcome.tid
        AND delivery.subscription_uuid = outcome.subscription_uuid AND delivery.uuid = outcome.uuid
        AND delivery.fence = outcome.fence AND delivery.state || '' = 'sending'
        AND (delivery.subscription_uuid IN (SELECT subscription_uuid FROM endpoint)) IS TRUE
      RETURNING delivery.uuid, delivery.fence
    ), checked AS MATERIALIZED (
      SELECT uuid, fence, subscription_uuid, state, number, at,
        ((uuid, fence) IN (SELECT uuid, fence FROM ended UNION ALL SELECT uuid, fence FROM again)) IS TRUE AS settled
      FROM outcome
    ), logged AS (
      INSERT INTO webhook_finished_deliveries (${DELIVERY_COLUMNS}, ${OUR_COLUMNS})
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail,
        attempt_count, fence, created_at, at, ${OUR_COLUMNS}
      FROM outcome WHERE ((uuid, fence) IN (SELECT uuid, fence FROM ended)) IS TRUE
    ), attempted AS (
      INSERT INTO webhook_attempts (delivery_uuid, number, ${OUR_COLUMNS})
      SELECT uuid, number, ${OUR_COLUMNS}
      FROM outcome WHERE number IS NOT NULL AND ((uuid, fence) IN (SELECT uuid, fence FROM again)) IS TRUE
    ), freed AS (
      UPDATE webhook_endpoints AS endpoint SET in_flight = in_flight - freed.count,
        backlog_due_at = CASE WHEN endpoint.disabled OR change.disabled_reason IS NOT NULL THEN ${now}
          ELSE least(backlog_due_at, freed.due_at) END,
        last_outgoing_webhook_call_at = greatest(last_outgoing_webhook_call_at, called_at),
        slots = change.slots, consecutive_failures = change.consecutive_failures, failing_since = change.failing_since,
        probe_count = change.probe_count, paused_until = change.paused_until,
        probe_uuid = CASE WHEN (probe_uuid IN (SELECT uuid FROM checked WHERE settled AND (state <> 'waiting' OR number IS NOT NULL)))
          IS NOT TRUE THEN probe_uuid END,
        disabled = endpoint.disabled OR change.disabled_reason IS NOT NULL,
        revision = endpoint.revision + change.changed::integer
      FROM change JOIN (
        SELECT subscription_uuid, count(*) FILTER (WHERE settled) AS count, min(at) FILTER (WHERE settled AND state = 'waiting') AS due_at
        FROM checked GROUP BY 1) AS freed USING (subscription_uuid)
      WHERE endpoint.subscription_uuid = change.subscription_uuid
        AND (change.subscription_uuid IN (SELECT subscription_uuid FROM endpoint)) IS TRUE
      RETURNING endpoint.claim_at
    ), disabled AS (
      UPDATE webhook_subscriptions AS subscription
      SET enabled = false, disabled_reason = change.disabled_reason, disabled_at = ${now}, updated_at = ${now}
      FROM change
      WHERE change.disabled_reason IS NOT NULL AND (change.subscription_uuid IN (SELECT subscription_uuid FROM endpoint)) IS TRUE
        AND subscription.uuid = change.subscription_uuid AND subscription.enabled
    )
    SELECT ARRAY(SELECT uuid FROM checked WHERE settled) AS uuids, (SELECT min(claim_at) FROM freed) AS next_claim_at`,
    ),
  );
  const { uuids, next_claim_at } = row!;
  return { uuids: new Set(uuids), next_claim_at: next_claim_at === null ? null : new Date(next_claim_at) };
}

/** Those of the leases that still hold, by the delivery's uuid: where the row stands now, and what is known of the receiver. */
export async function readLeases(
  db: Queryable,
  leases: { uuid: string; subscription_uuid: string; fence: number }[],
): Promise<Map<string, { tid: string; endpoint: KnownEndpoint }>> {
  const rows = await db.query<EndpointRow & { uuid: string; tid: string }>(sql`
    SELECT delivery.uuid, delivery.ctid::text AS tid, url, slots, consecutive_failures, failing_since, probe_count, paused_until, disabled, revision
    FROM ${rowsSql('lease', leases, { uuid: 'uuid', subscription_uuid: 'uuid', fence: 'integer' })}
    JOIN webhook_open_deliveries AS delivery USING (subscription_uuid, uuid, fence)
    JOIN webhook_endpoints USING (subscription_uuid)
    JOIN webhook_subscriptions AS subscription ON subscription.uuid = subscription_uuid
    WHERE delivery.state = 'sending'`);
  return new Map(rows.map((row) => [row.uuid, { tid: row.tid, endpoint: toEndpoint(row) }]));
}

function tidsOfEnded(settlements: Settlement[]): string[] {
  return settlements.filter(({ state }) => state !== 'waiting').map(({ tid }) => tid);
}

/** How a delivery ended that no worker had claimed. */
export type Ending = {
  uuid: string;
  subscription_uuid: string;
  state: 'succeeded' | 'failed' | 'not_sent';
  not_sent_reason: string | null;
  not_sent_detail: string | null;
  /** What its owner tells of the one attempt, with the headers as they sent them; null when there was none. */
  attempt: Record<(typeof TOLD)[number], unknown> | null;
};

/** A relay does not measure how its connection came about, and its signatures may be by another secret. */
const TOLD = [
  'started_at',
  'duration_ms',
  'first_byte_ms',
  'response_status',
  'error_kind',
  'error_detail',
  'request_headers',
  'response_excerpt',
] as const;

/** Moves a delivery that waits to the log. False when it is there already, or a worker has it. */
export async function settleUnclaimed(db: Queryable, ending: Ending, now: Date): Promise<boolean> {
  const { uuid, subscription_uuid, state, not_sent_reason, not_sent_detail, attempt } = ending;
  const told = TOLD.map((field) =>
    field === 'request_headers' ? jsonOf(attempt?.[field]) : (attempt?.[field] ?? null),
  );
  const rows = await db.query(sql`
    WITH ended AS (
      DELETE FROM webhook_open_deliveries
      WHERE subscription_uuid = ${subscription_uuid} AND uuid = ${uuid} AND state IN ('new', 'waiting') RETURNING *
    )
    INSERT INTO webhook_finished_deliveries (${DELIVERY_COLUMNS}, ${raw(TOLD.join(', '))})
    SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, ${state}, ${not_sent_reason}, ${not_sent_detail},
      attempt_count + ${attempt === null ? 0 : 1}, fence, created_at, ${now}, ${join(told)}
    FROM ended RETURNING 1`);
  return rows.length === 1;
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/**
 * A part of a statement that takes ended deliveries back out of the log: the last attempt of each goes to those before it. `taken` names the rows.
 */
export function keepLastAttempts(taken: string): Sql {
  return sql`
    INSERT INTO webhook_attempts (delivery_uuid, number, ${ATTEMPT_COLUMNS})
    SELECT uuid, attempt_count, ${ATTEMPT_COLUMNS} FROM ${raw(taken)} WHERE started_at IS NOT NULL`;
}
