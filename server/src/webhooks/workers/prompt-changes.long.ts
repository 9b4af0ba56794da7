import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  planTestDeliveries,
  readDeliveries,
  subscribe,
  untilDeliveries,
} from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { withReceivers } from '../testing/with-receivers.ts';

// Measures how soon a User's change holds while a worker sends thousands of deliveries.

const LIMIT_MS = 1_000;
const WAITING = 6_000;
/** With eight at a time a receiver gets some 400 a second, so the flood outlasts the test. */
const ANSWER_AFTER_MS = 20;

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
withReceivers((given) => {
  ({ app, receiver, ada, account_uuid } = given);
});

const others: TestReceiver[] = [];
after(() => Promise.all(others.map((other) => other.close())));

test('a new URL gets what waits within a second, and the old one nothing more', async (t) => {
  const { path, arrivals } = await flooded();
  const other = await another();
  const there = answerSlowly(other);
  const changed_ms = await change('PATCH', path, { url: other.url });
  await delay(3 * LIMIT_MS);
  const [first_ms, last_ms] = [there[0]! - changed_ms, arrivals.at(-1)! - changed_ms];
  t.diagnostic(JSON.stringify({ first_ms, last_ms }));
  assert.ok(first_ms < LIMIT_MS && last_ms < LIMIT_MS);
});

for (const [name, method, body] of [
  ['disabled', 'PATCH', { enabled: false }],
  ['deleted', 'DELETE', undefined],
] as const) {
  test(`a subscription that is ${name} gets nothing more within a second`, async (t) => {
    const { path, arrivals } = await flooded();
    const changed_ms = await change(method, path, body);
    await delay(3 * LIMIT_MS);
    const last_ms = arrivals.at(-1)! - changed_ms;
    t.diagnostic(JSON.stringify({ last_ms }));
    assert.ok(last_ms < LIMIT_MS);
  });
}

test('a delivery sent again, and what a recovery finds, arrive within a second beside a flood', async (t) => {
  const other = await another();
  const { uuid } = await subscribe(app, ada, other.url);
  const since = app.clock.now().toISOString();
  const before = await app.startWorker();
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await untilDeliveries(app.db, uuid, { succeeded: 1 });
  await before.stop();
  // The other subscription gets what comes from now on.
  await change('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { events: ['account.deleted'] });
  await flooded();
  const [delivery] = await readDeliveries(app.db, uuid);
  const arrivals = answerSlowly(other);
  const resent_ms = await change('POST', `/api/v2/webhook-deliveries/${delivery!.uuid}/resend`, undefined);
  await other.untilReceived(2);
  const again_ms = arrivals[0]! - resent_ms;
  app.clock.advance(1_000);
  const range = { since, only_failed: false };
  const asked_ms = await change('POST', `/api/v2/webhook-subscriptions/${uuid}/recover`, range);
  await other.untilReceived(3);
  const recovered_ms = arrivals[1]! - asked_ms;
  t.diagnostic(JSON.stringify({ again_ms, recovered_ms }));
  assert.ok(again_ms < LIMIT_MS && recovered_ms < LIMIT_MS);
});

/** A second receiver. It closes after all workers have ended. */
async function another(): Promise<TestReceiver> {
  const other = await startTestReceiver();
  others.push(other);
  return other;
}

/** Has a worker send thousands of deliveries to the receiver. Returns when some have arrived. */
async function flooded(): Promise<{ path: string; arrivals: number[] }> {
  const arrivals = answerSlowly(receiver);
  const { uuid } = await subscribe(app, ada, receiver.url);
  await planTestDeliveries({ ...app, account_uuid }, WAITING);
  await app.startWorker();
  await receiver.untilReceived(100);
  return { path: `/api/v2/webhook-subscriptions/${uuid}`, arrivals };
}

/** Returns the times of the next arrivals, in milliseconds. */
function answerSlowly(at: TestReceiver): number[] {
  const arrivals: number[] = [];
  at.handle((response) => {
    arrivals.push(Date.now());
    setTimeout(() => response.end(), ANSWER_AFTER_MS);
  });
  return arrivals;
}

/** Makes a change. Returns the time at which it was confirmed. */
async function change(method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object): Promise<number> {
  const answer = await app.call(method, path, { as: ada, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return Date.now();
}
