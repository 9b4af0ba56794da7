import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from './breaker.ts';
import { KEPT_MAX, type KnownEndpoint, Receiver } from './receiver.ts';
import { Receivers } from './receivers.ts';

// Shows which receiver gets a turn when more is due than can be sent.

const NOW_MS = Date.parse('2026-11-20T09:20:00Z');

let made = 0;

function endpoint(fields: Partial<KnownEndpoint> = {}): KnownEndpoint {
  const subscription_uuid = `receiver ${++made}`;
  return {
    ...HEALTHY,
    subscription_uuid,
    url: 'http://a.test',
    disabled: false,
    probe_uuid: null,
    version: '1',
    ...fields,
  };
}

/** A receiver for which these deliveries wait, as they were read from the table. */
function waiting(count: number, fields: Partial<KnownEndpoint> = {}): Receiver {
  const receiver = new Receiver(endpoint(fields));
  const first = Array.from({ length: count }, (_, n) => fresh(n));
  receiver.refill({ after: receiver.beginRefill(), first, retries: [] }, NOW_MS);
  return receiver;
}

function fresh(n: number) {
  return { uuid: uuid(n), due_at: null };
}

function uuid(n: number): string {
  return `d${String(n).padStart(4, '0')}`;
}

function together(...list: Receiver[]): Receivers {
  const receivers = new Receivers({ now: () => new Date(NOW_MS) });
  for (const receiver of list) {
    receivers.put(receiver.endpoint);
    const own = receivers.get(receiver.uuid)!;
    const first: ReturnType<typeof fresh>[] = [];
    for (let next = receiver.take(NOW_MS); next !== null; next = receiver.take(NOW_MS)) {
      receiver.attempted();
      first.push({ uuid: next, due_at: null });
    }
    own.refill({ after: own.beginRefill(), first, retries: [] }, NOW_MS);
    receivers.place(own);
  }
  return receivers;
}

test('each receiver has its turn before any has its second', () => {
  const flooded = Array.from({ length: 5 }, () => waiting(20));
  const receivers = together(...flooded, waiting(1));
  const names = receivers.take(6).map(({ receiver }) => receiver.uuid);
  assert.equal(new Set(names).size, 6);
  const rest = receivers.take(256);
  assert.equal(rest.length, 5 * 7);
});

test('a receiver gets as many at a time as it has slots, and one more for each that ends', () => {
  const receivers = together(waiting(20));
  const [first] = receivers.take(256);
  assert.equal(receivers.take(256).length, 0);
  first!.receiver.attempted();
  receivers.place(first!.receiver);
  assert.equal(receivers.take(256).length, 1);
});

test('deliveries of a receiver go in the order of their events, in whatever order they were found', () => {
  const receiver = waiting(0);
  for (const n of [3, 1, 2, 0, 2]) receiver.add(uuid(n));
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => receiver.take(NOW_MS)),
    [uuid(0), uuid(1), uuid(2), uuid(3), null],
  );
});

test('of a long line a few are kept, and what comes before those is kept in their place', () => {
  const receiver = waiting(0);
  for (let n = 100; n > 0; n--) receiver.add(uuid(n));
  const kept: (string | null)[] = [];
  while (!receiver.isHungry(NOW_MS)) {
    kept.push(receiver.take(NOW_MS));
    receiver.attempted();
  }
  assert.deepEqual(
    kept,
    Array.from({ length: kept.length }, (_, n) => uuid(n + 1)),
  );
  assert.ok(kept.length < KEPT_MAX);
  const after = receiver.beginRefill();
  assert.equal(after, uuid(KEPT_MAX));
});

test('a retry has one turn in four', () => {
  const receiver = new Receiver(endpoint());
  const retries = Array.from({ length: 8 }, (_, n) => ({
    uuid: `r${n}`,
    due_at: new Date(NOW_MS).toISOString(),
  }));
  const first = Array.from({ length: 20 }, (_, n) => fresh(n));
  receiver.refill({ after: receiver.beginRefill(), first, retries }, NOW_MS);
  const taken = Array.from({ length: 8 }, () => receiver.take(NOW_MS)!);
  assert.equal(taken.filter((name) => name.startsWith('r')).length, 2);
});

test('in a pause nothing is taken but what is sent again by hand', () => {
  const paused_until = new Date(NOW_MS + 60_000);
  const paused = waiting(5, { paused_until, slots: 1 });
  assert.equal(paused.take(NOW_MS), null);
  assert.equal(paused.take(paused_until.getTime()), uuid(0));
  const byHand = waiting(5, { paused_until, slots: 1, probe_uuid: uuid(3) });
  assert.equal(byHand.take(NOW_MS), uuid(3));
  byHand.attempted();
  assert.equal(byHand.take(NOW_MS), null);
  byHand.settled(uuid(3));
  assert.equal(byHand.take(NOW_MS), null);
});

test('a retry that is put off while others are read is not forgotten', () => {
  const receiver = waiting(0);
  const after = receiver.beginRefill();
  receiver.addRetry(NOW_MS + 5_000);
  receiver.refill({ after, first: [], retries: [] }, NOW_MS);
  assert.equal(receiver.wakesAt_ms(NOW_MS), NOW_MS + 5_000);
});
