import sql, { raw, type Sql } from 'sql-template-tag';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import type { Attempt } from '../attempts/send.ts';
import type { EndpointState } from './breaker.ts';
import type { ClaimedDelivery } from './claim.ts';

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

export const DELIVERY_COLUMNS =
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

/** Writes a batch of outcomes, in the parts that are told below. Of a receiver that has changed meanwhile nothing is written. */
export function settleStatement(settlements: Settlement[], endpoints: EndpointChange[], now: Date): Sql {
  return sql`
    WITH ${outcomes(settlements, endpoints)}, ${settled(settlements)}, ${logged()}, ${receivers(now)}
    SELECT ARRAY(SELECT uuid FROM checked WHERE settled) AS uuids, (SELECT min(claim_at) FROM freed) AS next_claim_at`;
}

/** What is to be written, and the locked rows of its receivers, of those that are still at the revision that the outcomes were read against. */
function outcomes(settlements: Settlement[], endpoints: EndpointChange[]): Sql {
  return sql`
    outcome AS MATERIALIZED (
      SELECT * FROM ${rowsSql('outcome', settlements, OUTCOME_TYPES)}
    ), change AS MATERIALIZED (
      SELECT * FROM ${rowsSql('change', endpoints, CHANGE_TYPES)}
    ), endpoint AS MATERIALIZED (
      SELECT endpoint.subscription_uuid FROM webhook_endpoints AS endpoint JOIN change USING (subscription_uuid)
      WHERE endpoint.subscription_uuid = ANY (${endpoints.map((change) => change.subscription_uuid)}::uuid[])
        AND endpoint.revision = change.revision ORDER BY 1 FOR NO KEY UPDATE OF endpoint
    )`;
}

/**
 * The deliveries whose lease is still ours: they end, or wait again.
 *
 * They are found by their place in the table (ctid), and `state || ''` fits no index: see `claimStatement`. `(… IN (…)) IS TRUE` is one look into a
 * hash table for each row. Without the IS TRUE it would be a join, which is planned for one row, because that is all the planner can know of the
 * list, and compares each row of a batch with each other. So does a join with what was written.
 */
function settled(settlements: Settlement[]): Sql {
  return sql`
    ended AS (
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
    )`;
}

function tidsOfEnded(settlements: Settlement[]): string[] {
  return settlements.filter(({ state }) => state !== 'waiting').map(({ tid }) => tid);
}

/** One row for each: in the log for a delivery that ended, among its attempts for one that waits again. */
function logged(): Sql {
  return sql`
    logged AS (
      INSERT INTO webhook_finished_deliveries (${DELIVERY_COLUMNS}, ${OUR_COLUMNS})
      SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail,
        attempt_count, fence, created_at, at, ${OUR_COLUMNS}
      FROM outcome WHERE ((uuid, fence) IN (SELECT uuid, fence FROM ended)) IS TRUE
    ), attempted AS (
      INSERT INTO webhook_attempts (delivery_uuid, number, ${OUR_COLUMNS})
      SELECT uuid, number, ${OUR_COLUMNS}
      FROM outcome WHERE number IS NOT NULL AND ((uuid, fence) IN (SELECT uuid, fence FROM again)) IS TRUE
    )`;
}

/**
 * The receivers: their slots are free again, and what is known of them is brought up to date. What waits for a disabled one is due at once: none
 * of it will be sent. What its User sent again by hand (`probe_uuid`) stays the next attempt until one is made of it, or none must be.
 */
function receivers(now: Date): Sql {
  return sql`
    freed AS (
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
    )`;
}
