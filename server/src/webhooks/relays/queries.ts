import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { CHANGED } from '../queue/queries.ts';

/** How long a relay lives after its owner was last heard of: longer than our restart takes. */
const LEASE_MS = 2 * 60_000;

/** Makes a relay of a new subscription. Its receiver has no slot, so workers send nothing to it. */
export async function insertRelay(tx: Queryable, subscription_uuid: string, now: Date): Promise<void> {
  await tx.query(sql`
    WITH relay AS (INSERT INTO webhook_relays (subscription_uuid, lease_until) VALUES (${subscription_uuid}, ${leaseUntil(now)}))
    UPDATE webhook_endpoints SET slots = 0, ${CHANGED} WHERE subscription_uuid = ${subscription_uuid}`);
}

/** Renews the lease of a relay. False when the subscription belongs to none. */
export async function renewLease(db: Queryable, subscription_uuid: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE webhook_relays SET lease_until = ${leaseUntil(now)} WHERE subscription_uuid = ${subscription_uuid} RETURNING 1`);
  return rows.length === 1;
}

function leaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Deliveries handed out at once: few, so that the lease lasts even if each times out. */
const PAGE_SIZE = 4;

type Key = { uuid: string; subscription_uuid: string };

/** Returns a relay's waiting deliveries, oldest first. Each comes until its attempt is reported. */
export function listWaiting(db: Queryable, subscription_uuid: string): Promise<Key[]> {
  return db.query(sql`
    SELECT uuid, subscription_uuid FROM webhook_open_deliveries
    WHERE subscription_uuid = ${subscription_uuid} ORDER BY uuid LIMIT ${PAGE_SIZE}`);
}

type Abandoned = { subscription_uuid: string; user_uuid: string };

/** Takes one relay whose lease has run out, with its owner; undefined when there is none. */
export async function takeAbandoned(tx: Queryable, now: Date): Promise<Abandoned | undefined> {
  const [row] = await tx.query<Abandoned>(sql`
    DELETE FROM webhook_relays USING webhook_subscriptions
    WHERE subscription_uuid = (SELECT subscription_uuid FROM webhook_relays WHERE lease_until <= ${now} LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND uuid = subscription_uuid
    RETURNING subscription_uuid, user_uuid`);
  return row;
}
