import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Queryable } from '../platform/database/database.ts';
import { untilDeliveries } from './test-deliveries.ts';
import { startTestReceiver } from './test-receiver.ts';
import { LIMIT_MS, until } from './until.ts';

/** Lets the time limit pass before the next look at the time. */
function letTimePass(t: TestContext): void {
  let now = 0;
  t.mock.method(performance, 'now', () => {
    now += LIMIT_MS;
    return now;
  });
}

test('until returns the value as soon as it is there', async () => {
  let asked = 0;
  assert.equal(await until('three', async () => ++asked === 3 && 'three'), 'three');
  assert.equal(
    await until(
      'five',
      async () => ++asked,
      (seen) => seen === 5,
    ),
    5,
  );
});

test('until reports the last value when it gives up', async (t) => {
  letTimePass(t);
  let asked = 0;
  const never = until(
    'a thousand',
    async () => ({ asked: ++asked }),
    () => false,
  );
  await assert.rejects(never, { message: 'waited 60 s for a thousand, in vain; last seen: { asked: 2 }' });
});

test('untilDeliveries reports the last states of the deliveries', async (t) => {
  letTimePass(t);
  const db = { query: async () => [{ state: 'sending', count: 3 }] } as unknown as Queryable;
  await assert.rejects(untilDeliveries(db, 'x', { succeeded: 3 }), {
    message: 'waited 60 s for the deliveries of x to be { succeeded: 3 }, in vain; last seen: { sending: 3 }',
  });
});

test('a test receiver reports how many requests it got when it gives up waiting', async (t) => {
  const receiver = await startTestReceiver();
  try {
    await fetch(receiver.url, { method: 'POST', body: '{}' });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const second = receiver.untilReceived(2);
    t.mock.timers.tick(LIMIT_MS);
    await assert.rejects(second, {
      message: 'waited 60 s for 2 requests at the receiver, in vain; last seen: 1',
    });
  } finally {
    t.mock.timers.reset();
    await receiver.close();
  }
});
