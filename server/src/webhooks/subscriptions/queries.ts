import type { AccountWebhook } from '@rapport/contract/connections';
import { WEBHOOKS } from '@rapport/contract/scopes';
import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Caller } from '../../access/caller.ts';
import { hasAll, isWhole } from '../../access/scope.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { SLOTS_MAX } from '../queue/breaker.ts';
import { disable, FORGOTTEN } from '../queue/queries.ts';
import { patternsIn } from './rules.ts';

/** A subscription as it is kept: what its User wrote, and what the workers know of its receiver. */
type Shown = Omit<WebhookSubscription, 'signing_secret' | 'failing_warning' | 'disables_at'>;
export type SubscriptionRow = Shown & { signing_secret_encrypted: Buffer; oauth_client_uuid: string | null };

export type SubscriptionOwner = Pick<Caller, 'user_uuid' | 'oauth_client_uuid'> &
  Partial<Pick<Caller, 'actor' | 'scope' | 'account_uuids'>>;

const COLUMNS =
  raw(`uuid, url, events, description, account_uuids, skip_own, skip_imports, enabled, token_uuid, disabled_reason, disabled_at,
  signing_secret_encrypted, oauth_client_uuid, created_at, updated_at, last_outgoing_webhook_call_at, paused_until AS next_probe_at,
  CASE WHEN paused_until IS NOT NULL THEN failing_since END AS failing_since`);

const TABLES = raw('webhook_subscriptions JOIN webhook_endpoints ON subscription_uuid = uuid');

/** A User sees all their subscriptions; an application only those it made for that User. */
function ownedBy(owner: SubscriptionOwner): Sql {
  return sql`${everOwnedBy(owner)} AND deleted_at IS NULL`;
}

function everOwnedBy(owner: SubscriptionOwner): Sql {
  const { user_uuid, oauth_client_uuid } = owner;
  const byUser = sql`user_uuid = ${user_uuid}`;
  const mine =
    oauth_client_uuid === null ? byUser : sql`${byUser} AND oauth_client_uuid = ${oauth_client_uuid}`;
  return isWhole(owner) ? mine : sql`${mine} AND ${madeNarrow(owner)}`;
}

/**
 * Those that a narrow token may have: its own, of events and Accounts that are within its reach.
 * Whoever may point another subscription elsewhere gets all that this one is told.
 */
function madeNarrow({ actor, oauth_client_uuid, scope, account_uuids = null }: SubscriptionOwner): Sql {
  const own =
    oauth_client_uuid === null ? sql`oauth_client_uuid IS NULL AND token_uuid = ${actor!.uuid}` : sql`true`;
  const accounts = account_uuids === null ? sql`true` : sql`account_uuids <@ ${account_uuids}::uuid[]`;
  return sql`${own} AND events <@ ${patternsIn(scope)}::text[] AND ${accounts}`;
}

export function listSubscriptions(db: Queryable, owner: SubscriptionOwner): Promise<SubscriptionRow[]> {
  return db.query(sql`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${ownedBy(owner)} ORDER BY created_at, uuid`);
}

/** The subscriptions on the Account of those who have agreed to be its members. */
export function listSubscriptionsOfAccount(
  db: Queryable,
  account_uuid: string,
  oauth_client_uuid: string | null,
): Promise<(Omit<AccountWebhook, 'origin'> & { url: string })[]> {
  return db.query(sql`
    SELECT subscription.uuid, json_build_object('uuid', users.uuid, 'name', users.name, 'email', users.email) AS "user",
      CASE WHEN client.uuid IS NOT NULL
        THEN json_build_object('client_id', client.uuid, 'name', client.name, 'company', client.company) END AS application,
      subscription.url, subscription.events, subscription.enabled,
      last_outgoing_webhook_call_at, subscription.created_at
    FROM logins
    JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
    JOIN webhook_subscriptions AS subscription ON subscription.user_uuid = users.uuid
    JOIN webhook_endpoints ON subscription_uuid = subscription.uuid
    LEFT JOIN oauth_clients AS client ON client.uuid = subscription.oauth_client_uuid
    WHERE logins.account_uuid = ${account_uuid} AND logins.is_agreed AND subscription.deleted_at IS NULL
      AND (subscription.account_uuids IS NULL OR ${account_uuid} = ANY(subscription.account_uuids))
      AND (${oauth_client_uuid}::uuid IS NULL OR subscription.oauth_client_uuid = ${oauth_client_uuid}::uuid)
    ORDER BY subscription.created_at, subscription.uuid`);
}

/** All subscriptions of the owner, also deleted ones as long as the log has something of them. */
export async function listSubscriptionUuids(db: Queryable, owner: SubscriptionOwner): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(
    sql`SELECT uuid FROM webhook_subscriptions WHERE ${everOwnedBy(owner)}`,
  );
  return rows.map((row) => row.uuid);
}

export async function findSubscription(
  db: Queryable,
  owner: SubscriptionOwner,
  uuid: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.query<SubscriptionRow>(
    sql`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${ownedBy(owner)} AND uuid = ${uuid}`,
  );
  return row;
}

/**
 * True when the User lets the application in; the lock keeps it so until this transaction ends.
 * Otherwise an application that is being disconnected could leave a subscription behind, whose
 * deliveries go on.
 */
export async function lockGrant(tx: Queryable, owner: SubscriptionOwner): Promise<boolean> {
  if (owner.oauth_client_uuid === null) return true;
  const rows = await tx.query(sql`
    SELECT 1 FROM oauth_grants
    WHERE user_uuid = ${owner.user_uuid} AND oauth_grants.client_uuid = ${owner.oauth_client_uuid} AND revoked_at IS NULL FOR SHARE`);
  return rows.length === 1;
}

/** Counts the subscriptions of a User. Until this transaction ends, nobody else can. */
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
  row: Omit<SubscriptionRow, 'last_outgoing_webhook_call_at' | 'failing_since' | 'next_probe_at'>,
): Promise<SubscriptionRow> {
  await tx.query(sql`
    WITH endpoint AS (INSERT INTO webhook_endpoints (subscription_uuid, disabled) VALUES (${row.uuid}, ${!row.enabled}))
    INSERT INTO webhook_subscriptions (uuid, user_uuid, oauth_client_uuid, token_uuid, url, events, description, account_uuids, skip_own,
      skip_imports, enabled, disabled_reason, disabled_at, signing_secret_encrypted, created_at, updated_at)
    VALUES (${row.uuid}, ${owner.user_uuid}, ${row.oauth_client_uuid}, ${row.token_uuid}, ${row.url}, ${row.events}, ${row.description},
      ${row.account_uuids}, ${row.skip_own}, ${row.skip_imports}, ${row.enabled}, ${row.disabled_reason}, ${row.disabled_at},
      ${row.signing_secret_encrypted}, ${row.created_at}, ${row.updated_at})`);
  return (await findSubscription(tx, owner, row.uuid))!;
}

/** Makes others who change the subscription, or settle for it, wait for this transaction. */
export async function lockEndpoint(tx: Queryable, owner: SubscriptionOwner, uuid: string): Promise<void> {
  await tx.query(sql`
    SELECT FROM webhook_endpoints
    WHERE subscription_uuid = (SELECT uuid FROM webhook_subscriptions WHERE ${ownedBy(owner)} AND uuid = ${uuid}) FOR NO KEY UPDATE`);
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
    UPDATE webhook_subscriptions SET ${join(assignments)} FROM webhook_endpoints
    WHERE ${ownedBy(owner)} AND uuid = ${uuid} AND subscription_uuid = uuid RETURNING ${COLUMNS}`);
  return row;
}

/**
 * Has the receiver forget its failures; the receiver of a relay has no slot for the workers.
 * `disabled` true, also for a deleted subscription, ends what waits as not sent; null leaves it as
 * it is. Call it before the subscription is changed: workers lock the two in this order.
 */
export async function resetEndpoint(
  tx: Queryable,
  owner: SubscriptionOwner,
  uuid: string,
  disabled: boolean | null,
): Promise<void> {
  const forRelay = sql`EXISTS (SELECT FROM webhook_relays WHERE webhook_relays.subscription_uuid = webhook_endpoints.subscription_uuid)`;
  const isDisabled = sql`coalesce(${disabled}::boolean, disabled)`;
  const slots = sql`CASE WHEN ${forRelay} AND NOT ${isDisabled} THEN 0 ELSE ${SLOTS_MAX} END`;
  await tx.query(sql`
    UPDATE webhook_endpoints SET disabled = ${isDisabled}, slots = ${slots}, ${FORGOTTEN}, probe_uuid = NULL
    WHERE subscription_uuid = (SELECT uuid FROM webhook_subscriptions WHERE ${ownedBy(owner)} AND uuid = ${uuid})`);
}

/** Disables all of an owner's subscriptions. Relays get slots: workers end what waits. */
export async function disableSubscriptions(
  tx: Queryable,
  owner: SubscriptionOwner,
  reason: 'grant_revoked' | 'by_user',
  now: Date,
): Promise<void> {
  // The rows are locked in the order of the workers, or the two could wait for each other.
  const own = sql`subscription_uuid IN (SELECT uuid FROM webhook_subscriptions WHERE ${ownedBy(owner)} AND enabled)
    ORDER BY subscription_uuid FOR NO KEY UPDATE`;
  await disable(tx, own, reason, now);
}

/** Disables an application's subscriptions that are beyond what it is allowed. */
export async function disableBeyond(
  tx: Queryable,
  owner: SubscriptionOwner,
  allowed: Pick<SubscriptionOwner, 'scope' | 'account_uuids'>,
  now: Date,
): Promise<void> {
  const mayBeTold = hasAll(allowed.scope) || allowed.scope!.includes(WEBHOOKS);
  const beyond = sql`subscription_uuid IN (SELECT uuid FROM webhook_subscriptions WHERE ${ownedBy(owner)} AND enabled
    AND (${mayBeTold} AND ${madeNarrow({ ...owner, ...allowed })}) IS NOT TRUE) ORDER BY subscription_uuid FOR NO KEY UPDATE`;
  await disable(tx, beyond, 'grant_revoked', now);
}

/** Deletes a subscription; false when this owner has none of this uuid. */
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

/** Purges a batch of those deleted before `before` with nothing on its way; returns how many. */
export async function purgeDeletedSubscriptions(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM webhook_subscriptions WHERE uuid IN (
      SELECT uuid FROM webhook_subscriptions AS subscription
      WHERE deleted_at < ${before}
        AND NOT EXISTS (SELECT FROM webhook_open_deliveries WHERE subscription_uuid = subscription.uuid)
      LIMIT ${limit})
    RETURNING 1`);
  return rows.length;
}

/** A subscription whose owner is to be told that it fails or is disabled since `warned_of`. */
export type FailingSubscription = {
  uuid: string;
  user_uuid: string;
  url: string;
  email: string;
  warning: 'half' | 'soon' | 'disabled';
  warned_of: string;
};

/**
 * Takes a subscription that has failed since `half` or `soon`, or was disabled for it, and whose
 * owner was not told yet. A row that a worker holds waits for the next time.
 */
export async function takeFailingSubscription(
  db: Queryable,
  { half, soon }: { half: Date; soon: Date },
): Promise<FailingSubscription | undefined> {
  const [subscription] = await db.query<FailingSubscription>(sql`
    WITH stand AS (
      SELECT uuid, user_uuid, url, email, CASE WHEN enabled THEN failing_since ELSE disabled_at END AS warned_of,
        CASE WHEN NOT enabled THEN 'disabled' WHEN failing_since <= ${soon} THEN 'soon' ELSE 'half' END AS warning
      FROM webhook_subscriptions AS subscription
      JOIN webhook_endpoints ON subscription_uuid = subscription.uuid
      JOIN (SELECT uuid AS user_uuid, email FROM users WHERE deactivated_at IS NULL) AS owner USING (user_uuid)
      WHERE deleted_at IS NULL AND (enabled AND paused_until IS NOT NULL AND failing_since <= ${half} OR disabled_reason IN ('failing', 'gone'))
    ), due AS MATERIALIZED (
      SELECT stand.* FROM stand JOIN webhook_endpoints AS endpoint ON endpoint.subscription_uuid = stand.uuid
      WHERE (stand.warning, stand.warned_of) IS DISTINCT FROM (endpoint.warning, endpoint.warned_of)
      ORDER BY stand.uuid LIMIT 1 FOR NO KEY UPDATE OF endpoint SKIP LOCKED
    )
    UPDATE webhook_endpoints SET warning = due.warning, warned_of = due.warned_of FROM due
    WHERE subscription_uuid = due.uuid
    RETURNING due.uuid, due.user_uuid, due.url, due.email, due.warning, due.warned_of`);
  return subscription;
}
