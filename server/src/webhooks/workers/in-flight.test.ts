import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODIES_MAX_BYTES, IN_FLIGHT_MAX, InFlight, TAKEN_MAX } from './in-flight.ts';

test('attempts make room when they are sent, and their deliveries when they are settled', () => {
  const inFlight = new InFlight(() => {});
  const batches = Array.from({ length: TAKEN_MAX / IN_FLIGHT_MAX }, () => {
    assert.equal(inFlight.room, IN_FLIGHT_MAX);
    const batch = inFlight.add(nothing(IN_FLIGHT_MAX));
    assert.equal(inFlight.room, 0);
    for (let n = 0; n < IN_FLIGHT_MAX; n++) batch.sent();
    return batch;
  });
  assert.equal(inFlight.room, 0);
  batches[0]!.settled(null);
  assert.equal(inFlight.room, 1);
});

test('attempts that take long make room for others, and are not counted twice when they end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const inFlight = new InFlight(() => {});
  const slow = inFlight.add(nothing(200));
  t.mock.timers.tick(50);
  assert.equal(inFlight.room, IN_FLIGHT_MAX);
  inFlight.add(nothing(100));
  slow.sent();
  slow.settled(null);
  assert.equal(inFlight.room, IN_FLIGHT_MAX - 100);
});

test('large bodies under way leave no room for more, and each is counted once, however many receivers it goes to', () => {
  const inFlight = new InFlight(() => {});
  const half = Buffer.alloc(BODIES_MAX_BYTES / 2);
  const shared = inFlight.add([half, half, half]);
  assert.equal(inFlight.room, IN_FLIGHT_MAX - 3);
  const other = Buffer.alloc(BODIES_MAX_BYTES / 2);
  const last = inFlight.add([other]);
  assert.equal(inFlight.room, 0);
  shared.settled(half);
  shared.settled(half);
  assert.equal(inFlight.room, 0);
  shared.settled(half);
  assert.equal(inFlight.room, IN_FLIGHT_MAX - 4);
  last.settled(other);
  assert.equal(inFlight.room, IN_FLIGHT_MAX - 4);
});

function nothing(count: number): null[] {
  return Array(count).fill(null);
}
