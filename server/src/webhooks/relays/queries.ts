import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { CHANGED } from '../queue/queries.ts';

/** Makes a relay of a new subscription. Its receiver has no slot, so workers send nothing to it. */
export async function insertRelay(
  tx: Queryable,
  subscription_uuid: string,
  lease_until: Date,
): Promise<void> {
  await tx.query(sql`
    WITH relay AS (INSERT INTO webhook_relays (subscription_uuid, lease_until) VALUES (${subscription_uuid}, ${lease_until}))
    UPDATE webhook_endpoints SET slots = 0, ${CHANGED} WHERE subscription_uuid = ${subscription_uuid}`);
}

/** False when the subscription belongs to no relay. */
export async function renewLease(
  db: Queryable,
  subscription_uuid: string,
  lease_until: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE webhook_relays SET lease_until = ${lease_until} WHERE subscription_uuid = ${subscription_uuid} RETURNING 1`);
  return rows.length === 1;
}

/** What waits at a relay, the oldest first: handed out again until its attempt is reported. */
export function listWaiting(
  db: Queryable,
  subscription_uuid: string,
  limit: number,
): Promise<{ uuid: string; subscription_uuid: string }[]> {
  return db.query(sql`
    SELECT uuid, subscription_uuid FROM webhook_open_deliveries
    WHERE subscription_uuid = ${subscription_uuid} ORDER BY uuid LIMIT ${limit}`);
}

/** Takes one relay whose lease has run out, and says whose it is; undefined when there is none. */
export async function takeAbandoned(
  tx: Queryable,
  now: Date,
): Promise<{ subscription_uuid: string; user_uuid: string } | undefined> {
  const [row] = await tx.query<{ subscription_uuid: string; user_uuid: string }>(sql`
    DELETE FROM webhook_relays USING webhook_subscriptions
    WHERE subscription_uuid = (SELECT subscription_uuid FROM webhook_relays WHERE lease_until <= ${now} LIMIT 1 FOR UPDATE SKIP LOCKED)
      AND uuid = subscription_uuid
    RETURNING subscription_uuid, user_uuid`);
  return row;
}
