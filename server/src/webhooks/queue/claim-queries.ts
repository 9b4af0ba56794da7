import sql from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { type ClaimRequest, claimStatement } from './claim-statement.ts';
import type { EndpointRow } from './endpoints.ts';

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
  /** The same bytes for all deliveries of an event. Null when the Account or the record is purged, and its events with it. */
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
