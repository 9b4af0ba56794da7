import type { AccountWebhook } from '@rapport/contract/connections';
import {
  SIGNING_SECRET_LENGTH,
  SUBSCRIPTIONS_MAX,
  type WebhookSubscription,
  type WebhookSubscriptionCreate,
  type WebhookSubscriptionUpdate,
} from '@rapport/contract/webhook-subscriptions';
import type { Caller } from '../../access/caller.ts';
import { invalidToken } from '../../access/challenge.ts';
import { refuseUnless } from '../../access/rules.ts';
import { isWhole } from '../../access/scope.ts';
import { recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { randomBase62 } from '../../platform/secrets/random-tokens.ts';
import { type Clock, toApiTime } from '../../platform/time/clock.ts';
import { openSigningSecret } from '../attempts/signing-secrets.ts';
import type { TargetPolicy } from '../guard/target.ts';
import { DELIVERIES_CHANNEL, hastenRetries } from '../queue/actions.ts';
import { FAILING_MAX_MS, failingWarning } from '../queue/breaker.ts';
import { LOG_LIFETIME_MAX_MS } from '../queue/partitions.ts';
import * as queries from './queries.ts';
import { changesNothing, refuseSubscription } from './rules.ts';

/** A subscription with its secret, unless that was damaged or written under a key that is lost. */
export type Subscription = Omit<WebhookSubscription, 'signing_secret'> &
  Partial<Pick<WebhookSubscription, 'signing_secret'>>;

/** `targetPolicy` is null for a relay, whose URL nothing of ours calls. */
export type SubscriptionCore = Core & { targetPolicy: TargetPolicy | null };

const PURGE_BATCH = 1000;

/** Creates a subscription with a new signing secret of 60 characters (contract §2 and §8). */
export async function createSubscription(
  core: SubscriptionCore,
  caller: Caller,
  fields: WebhookSubscriptionCreate,
): Promise<Subscription | Problem> {
  const refusal = refuseSubscription(fields, caller, core.targetPolicy);
  if (refusal) return refusal;
  const uuid = newUuid(core.clock.now());
  const now = toApiTime(core.clock.now());
  const row = {
    description: null,
    account_uuids: caller.account_uuids ?? null,
    skip_own: false,
    skip_imports: false,
    ...fields,
    ...enabledColumns(fields.enabled ?? true, now),
    uuid,
    oauth_client_uuid: caller.oauth_client_uuid,
    token_uuid: caller.actor.type === 'personal_access_token' ? caller.actor.uuid : null,
    signing_secret_encrypted: core.secretKey.encrypt(randomBase62(SIGNING_SECRET_LENGTH), uuid),
    created_at: now,
    updated_at: now,
  };
  return core.db.transaction(async (tx) => {
    if (!(await queries.lockGrant(tx, caller))) return disconnected();
    if ((await queries.lockAndCountSubscriptions(tx, caller.user_uuid)) >= SUBSCRIPTIONS_MAX) {
      return new Problem(
        'limit_reached',
        `The User has ${SUBSCRIPTIONS_MAX} webhook subscriptions, those of their applications among them: the most there can be. Let the User delete one first.`,
      );
    }
    const inserted = await queries.insertSubscription(tx, caller, row);
    await auditSubscription(core, tx, caller, 'webhook_subscription.created', inserted);
    return present(core, inserted);
  });
}

function disconnected(): Problem {
  return invalidToken('The application has just been disconnected. Send the User to authorize again.');
}

function applicationDisconnected(): Problem {
  return new Problem(
    'subscription_disabled',
    'The application that made this subscription is disconnected, so nothing can be sent to it. Connect it again first, or delete ' +
      'the subscription and create one of your own.',
  );
}

/** All subscriptions that the caller may see, with their secrets (contract §4). */
export async function listSubscriptions(core: Core, caller: Caller): Promise<Subscription[]> {
  const rows = await queries.listSubscriptions(core.db, caller);
  return rows.map((row) => present(core, row));
}

/** The webhooks that members have on the Account. An application sees those it made. */
export async function listWebhooksOfAccount(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<AccountWebhook[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_logins', 'Account');
  if (refusal) return refusal;
  const rows = await queries.listSubscriptionsOfAccount(db, account_uuid, caller.oauth_client_uuid);
  return rows.map(({ url, ...webhook }) => ({ ...webhook, origin: new URL(url).origin }));
}

/** The hosts that a User lets Rapport send events to, each once. A path can be secret. */
export async function listReceiversOfUser(db: Queryable, user_uuid: string): Promise<string[]> {
  const rows = await queries.listSubscriptions(db, { user_uuid, oauth_client_uuid: null });
  return [...new Set(rows.flatMap(({ enabled, url }) => (enabled ? [new URL(url).origin] : [])))];
}

export async function getSubscription(
  core: Core,
  caller: Caller,
  uuid: string,
): Promise<Subscription | Problem> {
  const row = await queries.findSubscription(core.db, caller, uuid);
  return row ? present(core, row) : notFound('webhook subscription');
}

/**
 * Changes the given fields; the secret stays (contract §6). When a subscription is enabled or gets
 * another url, its receiver starts anew, and waiting deliveries are sent at once. What an
 * application made can be enabled only while its User lets the application in.
 */
export async function updateSubscription(
  core: SubscriptionCore,
  caller: Caller,
  uuid: string,
  fields: WebhookSubscriptionUpdate,
): Promise<Subscription | Problem> {
  const refusal = refuseSubscription(fields, caller, core.targetPolicy);
  if (refusal) return refusal;
  const now = toApiTime(core.clock.now());
  const { enabled } = fields;
  const changes = { ...fields, ...(enabled !== undefined && enabledColumns(enabled, now)), updated_at: now };
  return core.db.transaction(async (tx) => {
    if (!(await queries.lockGrant(tx, caller))) return disconnected();
    // It is read after the lock, because another change may come first.
    await queries.lockEndpoint(tx, caller, uuid);
    const before = await queries.findSubscription(tx, caller, uuid);
    if (!before) return notFound('webhook subscription');
    if (changesNothing(before, fields)) return present(core, before);
    const application = { ...caller, oauth_client_uuid: before.oauth_client_uuid };
    if (enabled && !(await queries.lockGrant(tx, application))) return applicationDisconnected();
    const disabled = enabled === undefined ? null : !enabled;
    if (disabled !== null || (fields.url ?? before.url) !== before.url) {
      await queries.resetEndpoint(tx, caller, uuid, disabled);
      await hastenRetries(core, tx, before.uuid);
    }
    const row = await queries.updateSubscription(tx, caller, uuid, changes);
    if (!row) return notFound('webhook subscription');
    await auditSubscription(core, tx, caller, 'webhook_subscription.updated', row);
    return present(core, row);
  });
}

/**
 * Disables the subscriptions that an application made for a User, when its grant is revoked; all of
 * the User's, when the operator gives them to somebody else.
 */
export async function disableSubscriptions(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  owner: queries.SubscriptionOwner,
  reason: 'grant_revoked' | 'by_user',
): Promise<void> {
  await queries.disableSubscriptions(tx, owner, reason, clock.now());
  tx.notifyAfterCommit(DELIVERIES_CHANNEL);
}

/**
 * Disables those subscriptions of an application that are told of more than its User allows it from
 * now on.
 */
export async function disableBeyond(
  { clock }: Pick<Core, 'clock'>,
  tx: Transaction,
  owner: queries.SubscriptionOwner,
  allowed: { scope: string[]; account_uuids: string[] | null },
): Promise<void> {
  if (isWhole(allowed)) return;
  await queries.disableBeyond(tx, owner, allowed, clock.now());
  tx.notifyAfterCommit(DELIVERIES_CHANNEL);
}

/** Deletes a subscription of the caller, with an entry in their audit log. */
export async function deleteOwnSubscription(
  core: Pick<Core, 'db' | 'clock'>,
  caller: Caller,
  uuid: string,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findSubscription(tx, caller, uuid);
    const refusal = await deleteSubscription({ ...core, db: tx }, caller, uuid);
    if (row && !refusal) await auditSubscription(core, tx, caller, 'webhook_subscription.deleted', row);
    return refusal;
  });
}

/** Tells the audit log what goes where, but not the path of the address: it may be secret. */
async function auditSubscription(
  core: Pick<Core, 'clock'>,
  tx: Transaction,
  caller: Caller,
  action: `webhook_subscription.${'created' | 'updated' | 'deleted'}`,
  { uuid, url, events, enabled, account_uuids }: queries.SubscriptionRow,
): Promise<void> {
  const details = { subscription_uuid: uuid, origin: new URL(url).origin, events, enabled };
  const { user_uuid, oauth_client_uuid } = caller;
  for (const account_uuid of account_uuids ?? [null])
    await recordAudit(core, tx, caller, action, { user_uuid, oauth_client_uuid, account_uuid, details });
}

/** Deletes a subscription. Its waiting deliveries are logged as not sent. */
export async function deleteSubscription(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  owner: queries.SubscriptionOwner,
  uuid: string,
): Promise<null | Problem> {
  return db.transaction(async (tx) => {
    await queries.resetEndpoint(tx, owner, uuid, true);
    const deleted = await queries.deleteSubscription(tx, owner, uuid, toApiTime(clock.now()));
    if (!deleted) return notFound('webhook subscription');
    await hastenRetries({ clock }, tx, uuid);
    return null;
  });
}

/** Deletes subscriptions for good, once the log holds nothing of them. Returns how many. */
export function purgeDeletedSubscriptions(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - LOG_LIFETIME_MAX_MS);
  return queries.purgeDeletedSubscriptions(db, before, PURGE_BATCH);
}

function enabledColumns(enabled: boolean, now: string) {
  if (enabled) return { enabled, disabled_reason: null, disabled_at: null };
  return { enabled, disabled_reason: 'by_user' as const, disabled_at: now };
}

function present(
  { secretKey, clock }: Core,
  { signing_secret_encrypted, oauth_client_uuid: _, ...row }: queries.SubscriptionRow,
): Subscription {
  const failing_since = row.failing_since === null ? null : new Date(row.failing_since);
  const signing_secret = openSigningSecret(secretKey, signing_secret_encrypted, row.uuid);
  return {
    ...row,
    failing_warning: failingWarning(failing_since, clock.now()),
    disables_at: failing_since && toApiTime(new Date(failing_since.getTime() + FAILING_MAX_MS)),
    // It is shown without a readable secret too, so that its owner can delete it.
    ...(signing_secret === null ? {} : { signing_secret }),
  };
}
