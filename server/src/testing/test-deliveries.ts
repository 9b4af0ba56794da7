import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import sql from 'sql-template-tag';
import { operator } from '../access/caller.ts';
import { recordEvents } from '../events/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { TestApp, TestUser } from './test-app.ts';
import { until } from './until.ts';

/** Helpers for the tests and benchmarks of deliveries. */

/** Subscribes a User to the events of Clients; `fields` replace the defaults. */
export async function subscribe(
  app: TestApp,
  as: TestUser,
  url: string,
  fields: object = {},
): Promise<WebhookSubscription> {
  const body = { url, events: ['client.*'], ...fields };
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', { as, body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}

/** Records `count` events `client.created` in the Account at once, which plans their deliveries. */
export async function planTestDeliveries(
  { account_uuid, ...core }: Core & { account_uuid: string },
  count: number,
): Promise<void> {
  const changes = Array.from({ length: count }, (_, n) => ({
    event: 'client.created' as const,
    account_uuid,
    record: { uuid: newUuid(core.clock.now()), name: `Client ${n}` },
    previous: null,
  }));
  await core.db.transaction(async (tx) => recordEvents(core, tx, operator('test'), changes));
}

type DeliveryRow = {
  uuid: string;
  state: string;
  not_sent_reason: string | null;
  attempt_count: number;
  due_at: string | null;
};

export function readDeliveries(db: Queryable, subscription_uuid: string): Promise<DeliveryRow[]> {
  return db.query(
    sql`SELECT * FROM webhook_deliveries WHERE subscription_uuid = ${subscription_uuid} ORDER BY uuid`,
  );
}

/** Resolves when the deliveries of a subscription have exactly these states. */
export async function untilDeliveries(
  db: Queryable,
  subscription_uuid: string,
  expected: Record<string, number>,
): Promise<void> {
  const count = async () => {
    const states = await db.query<{ state: string; count: number }>(sql`
      SELECT state, count(*) FROM webhook_deliveries WHERE subscription_uuid = ${subscription_uuid} GROUP BY 1`);
    return Object.fromEntries(states.map(({ state, count }) => [state, count]));
  };
  const what = `the deliveries of ${subscription_uuid} to be ${inspect(expected)}`;
  await until(what, count, (counts) => isDeepStrictEqual(counts, expected));
}
