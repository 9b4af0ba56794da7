import sql, { join, raw, type Sql } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { type EndpointRow, type KnownEndpoint, toEndpoint } from './endpoints.ts';
import {
  ATTEMPT_COLUMNS,
  DELIVERY_COLUMNS,
  type EndpointChange,
  type Settlement,
  settleStatement,
} from './settle-statement.ts';

/**
 * Settles a batch: see `settleStatement`. Returns the uuids of the deliveries that were settled, and when there is more to claim of their receivers
 * (null: nothing, or no slot for it).
 */
export async function settleDeliveries(
  db: Queryable,
  settlements: Settlement[],
  endpoints: EndpointChange[],
  now: Date,
): Promise<{ uuids: Set<string>; next_claim_at: Date | null }> {
  const [row] = await db.query<{ uuids: string[]; next_claim_at: string | null }>(
    prepared('settle_deliveries', settleStatement(settlements, endpoints, now)),
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
