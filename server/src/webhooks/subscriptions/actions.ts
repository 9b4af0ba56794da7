import {
  SIGNING_SECRET_LENGTH,
  SUBSCRIPTIONS_MAX,
  type WebhookSubscription,
  type WebhookSubscriptionCreate,
  type WebhookSubscriptionUpdate,
} from '@rapport/contract/webhook-subscriptions';
import type { Caller } from '../../access/caller.ts';
import { toApiTime } from '../../platform/clock.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { randomBase62 } from '../../platform/secrets/random-tokens.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { TargetPolicy } from '../deliveries/guard/target.ts';
import * as queries from './queries.ts';
import { refuseSubscription } from './rules.ts';

export type SubscriptionCore = Core & { targetPolicy: TargetPolicy };

/** Creates a subscription with a new signing secret: 60 characters of A-Za-z0-9 (contract §2 and §8). */
export async function createSubscription(
  core: SubscriptionCore,
  caller: Caller,
  fields: WebhookSubscriptionCreate,
): Promise<WebhookSubscription | Problem> {
  const refusal = refuseSubscription(fields, caller, core.targetPolicy);
  if (refusal) return refusal;
  const uuid = newUuid();
  const now = toApiTime(core.clock.now());
  const enabled = fields.enabled ?? true;
  const row = {
    uuid,
    url: fields.url,
    events: fields.events,
    description: fields.description ?? null,
    account_uuids: fields.account_uuids ?? null,
    skip_own: fields.skip_own ?? false,
    enabled,
    disabled_reason: enabled ? null : ('by_user' as const),
    disabled_at: enabled ? null : now,
    signing_secret_encrypted: core.secretKey.encrypt(randomBase62(SIGNING_SECRET_LENGTH), uuid),
    created_at: now,
    updated_at: now,
  };
  return core.db.transaction(async (tx) => {
    if ((await queries.lockAndCountSubscriptions(tx, caller.user_uuid)) >= SUBSCRIPTIONS_MAX) {
      return new Problem(
        'limit_reached',
        `You have ${SUBSCRIPTIONS_MAX} webhook subscriptions, the most there can be. Delete one first.`,
      );
    }
    return present(core.secretKey, await queries.insertSubscription(tx, caller, row));
  });
}

/** All subscriptions that the caller may see, with their secrets; a list is never cut (contract §4). */
export async function listSubscriptions(
  { db, secretKey }: Core,
  caller: Caller,
): Promise<WebhookSubscription[]> {
  const rows = await queries.listSubscriptions(db, caller);
  return rows.map((row) => present(secretKey, row));
}

export async function getSubscription(
  { db, secretKey }: Core,
  caller: Caller,
  uuid: string,
): Promise<WebhookSubscription | Problem> {
  const row = await queries.findSubscription(db, caller, uuid);
  return row ? present(secretKey, row) : notFound('webhook subscription');
}

/** Changes the given fields. The secret stays: to replace it, delete the subscription and create a new one (contract §6). */
export async function updateSubscription(
  core: SubscriptionCore,
  caller: Caller,
  uuid: string,
  fields: WebhookSubscriptionUpdate,
): Promise<WebhookSubscription | Problem> {
  const refusal = refuseSubscription(fields, caller, core.targetPolicy);
  if (refusal) return refusal;
  const now = toApiTime(core.clock.now());
  const changes = { ...fields, ...enabledColumns(fields.enabled, now), updated_at: now };
  const row = await queries.updateSubscription(core.db, caller, uuid, changes);
  return row ? present(core.secretKey, row) : notFound('webhook subscription');
}

/** From now on nothing more is sent to it; what was waiting is logged as not sent. */
export async function deleteSubscription(
  { db, clock }: Core,
  caller: Caller,
  uuid: string,
): Promise<null | Problem> {
  const deleted = await queries.deleteSubscription(db, caller, uuid, toApiTime(clock.now()));
  return deleted ? null : notFound('webhook subscription');
}

/** Disables what an application subscribed to for a User (null: for anybody), because it was let in no longer. */
export function disableSubscriptions(
  { clock }: Pick<Core, 'clock'>,
  tx: Queryable,
  made: { oauth_client_uuid: string; user_uuid: string | null },
): Promise<void> {
  return queries.disableSubscriptions(tx, made, 'grant_revoked', toApiTime(clock.now()));
}

function enabledColumns(enabled: boolean | undefined, now: string) {
  if (enabled === undefined) return {};
  return enabled
    ? { disabled_reason: null, disabled_at: null }
    : { disabled_reason: 'by_user' as const, disabled_at: now };
}

function present(
  secretKey: SecretKey,
  { signing_secret_encrypted, ...row }: queries.SubscriptionRow,
): WebhookSubscription {
  return { ...row, signing_secret: secretKey.decrypt(signing_secret_encrypted, row.uuid) };
}
