import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Caller } from '../../access/caller.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type SubscriptionRow = Omit<WebhookSubscription, 'signing_secret'> & {
  signing_secret_encrypted: Buffer;
};

export type SubscriptionOwner = Pick<Caller, 'user_uuid' | 'oauth_client_uuid'>;

const COLUMNS =
  raw(`uuid, url, events, description, account_uuids, skip_own, enabled, disabled_reason, disabled_at,
  signing_secret_encrypted, last_outgoing_webhook_call_at, created_at, updated_at`);

/** A User sees all of theirs; an application only those it made for that User. */
function ownedBy(owner: SubscriptionOwner): Sql {
  const byUser = sql`user_uuid = ${owner.user_uuid} AND deleted_at IS NULL`;
  return owner.oauth_client_uuid === null
    ? byUser
    : sql`${byUser} AND oauth_client_uuid = ${owner.oauth_client_uuid}`;
}

export function listSubscriptions(db: Queryable, owner: SubscriptionOwner): Promise<SubscriptionRow[]> {
  return db.query(
    sql`SELECT ${COLUMNS} FROM webhook_subscriptions WHERE ${ownedBy(owner)} ORDER BY created_at, uuid`,
  );
}

export async function findSubscription(
  db: Queryable,
  owner: SubscriptionOwner,
  uuid: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.query<SubscriptionRow>(
    sql`SELECT ${COLUMNS} FROM webhook_subscriptions WHERE ${ownedBy(owner)} AND uuid = ${uuid}`,
  );
  return row;
}

/** Counts the subscriptions of a User, and makes others who count them wait until this transaction ends. */
export async function lockAndCountSubscriptions(tx: Queryable, user_uuid: string): Promise<number> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_subscriptions ${user_uuid}`}, 0))`,
  );
  const [row] = await tx.query<{ count: number }>(
    sql`SELECT count(*) FROM webhook_subscriptions WHERE user_uuid = ${user_uuid} AND deleted_at IS NULL`,
  );
  return row!.count;
}

export async function insertSubscription(
  tx: Queryable,
  owner: SubscriptionOwner,
  row: Omit<SubscriptionRow, 'last_outgoing_webhook_call_at'>,
): Promise<SubscriptionRow> {
  const [inserted] = await tx.query<SubscriptionRow>(sql`
    INSERT INTO webhook_subscriptions (uuid, user_uuid, oauth_client_uuid, url, events, description, account_uuids, skip_own,
      enabled, disabled_reason, disabled_at, signing_secret_encrypted, created_at, updated_at)
    VALUES (${row.uuid}, ${owner.user_uuid}, ${owner.oauth_client_uuid}, ${row.url}, ${row.events}, ${row.description},
      ${row.account_uuids}, ${row.skip_own}, ${row.enabled}, ${row.disabled_reason}, ${row.disabled_at},
      ${row.signing_secret_encrypted}, ${row.created_at}, ${row.updated_at})
    RETURNING ${COLUMNS}`);
  return inserted!;
}

/** Sets the given columns; undefined when there is no such subscription of this owner. */
export async function updateSubscription(
  db: Queryable,
  owner: SubscriptionOwner,
  uuid: string,
  fields: Partial<SubscriptionRow>,
): Promise<SubscriptionRow | undefined> {
  const assignments = Object.entries(fields).map(([column, value]) => sql`${raw(column)} = ${value}`);
  const [row] = await db.query<SubscriptionRow>(sql`
    UPDATE webhook_subscriptions SET ${join(assignments)} WHERE ${ownedBy(owner)} AND uuid = ${uuid} RETURNING ${COLUMNS}`);
  return row;
}

/** False when there is no such subscription of this owner. */
export async function deleteSubscription(
  db: Queryable,
  owner: SubscriptionOwner,
  uuid: string,
  deleted_at: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE webhook_subscriptions SET deleted_at = ${deleted_at} WHERE ${ownedBy(owner)} AND uuid = ${uuid} RETURNING 1`);
  return rows.length === 1;
}

/** Disables the enabled subscriptions that an application made, for one User or for all. */
export async function disableSubscriptions(
  tx: Queryable,
  made: { oauth_client_uuid: string; user_uuid: string | null },
  disabled_reason: 'grant_revoked',
  now: string,
): Promise<void> {
  const user = made.user_uuid === null ? sql`true` : sql`user_uuid = ${made.user_uuid}`;
  await tx.query(sql`
    UPDATE webhook_subscriptions
    SET enabled = false, disabled_reason = ${disabled_reason}, disabled_at = ${now}, updated_at = ${now}
    WHERE oauth_client_uuid = ${made.oauth_client_uuid} AND ${user} AND enabled AND deleted_at IS NULL`);
}
