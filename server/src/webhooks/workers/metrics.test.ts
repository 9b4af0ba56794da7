// In a process of its own: it replaces `performance.now`.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Registry } from 'prom-client';
import type { Queryable } from '../../platform/database/database.ts';
import { SettableClock } from '../../platform/time/clock.ts';
import { queueMetrics } from './metrics.ts';

const HEALTH = {
  new: 4,
  waiting: 2,
  sending: 3,
  worker_lag_ms: 0,
  orphaned_since: null,
  workers: 1,
  failing_receivers: 0,
  recovering_receivers: 0,
};

/** The metrics of a database that `answer` stands for; each call is one look of Prometheus. */
function metricsOf(answer: () => Promise<object[]>): () => Promise<string[]> {
  const registry = new Registry();
  queueMetrics(registry, { query: () => answer() } as unknown as Queryable, new SettableClock());
  return async () => (await registry.metrics()).split('\n').filter((line) => /^rapport/.test(line));
}

const refuses = () => Promise.reject(new Error('connect ECONNREFUSED'));

test('while the database does not answer, that is all that is told', async () => {
  let answer: () => Promise<object[]> = refuses;
  let now_ms = 0;
  mock.method(performance, 'now', () => now_ms);
  const look = metricsOf(() => answer());
  assert.deepEqual(await look(), ['rapport_database_up 0']);
  answer = async () => [HEALTH];
  now_ms += 1_000;
  const [up, ...queue] = await look();
  assert.equal(up, 'rapport_database_up 1');
  assert.deepEqual(queue, [
    'rapport_webhook_deliveries_open{state="new"} 1',
    'rapport_webhook_deliveries_open{state="waiting"} 2',
    'rapport_webhook_deliveries_open{state="sending"} 3',
    'rapport_webhook_lag_seconds 0',
    'rapport_webhook_workers 1',
    'rapport_webhook_receivers{state="failing"} 0',
    'rapport_webhook_receivers{state="recovering"} 0',
  ]);
  answer = refuses;
  now_ms += 1_000;
  assert.deepEqual(await look(), ['rapport_database_up 0']);
  mock.restoreAll();
});

test('however many ask at once, and within a second, the database is asked once', async () => {
  let looks = 0;
  const look = metricsOf(async () => {
    looks += 1;
    return [HEALTH];
  });
  await Promise.all([look(), look(), look()]);
  assert.equal((await look())[0], 'rapport_database_up 1');
  assert.equal(looks, 1);
});

test('a database that hangs is told as long as Prometheus listens', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const looked = metricsOf(() => new Promise(() => {}))();
  mock.timers.tick(5_000);
  assert.deepEqual(await looked, ['rapport_database_up 0']);
  mock.timers.reset();
});
