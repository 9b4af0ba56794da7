import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IN_FLIGHT_MAX, InFlight, LEASED_MAX } from './in-flight.ts';

test('attempts make room when they are sent, and their leases when they are settled', () => {
  const inFlight = new InFlight(() => {});
  const batches = Array.from({ length: LEASED_MAX / IN_FLIGHT_MAX }, () => {
    assert.equal(inFlight.room, IN_FLIGHT_MAX);
    const batch = inFlight.add(IN_FLIGHT_MAX);
    assert.equal(inFlight.room, 0);
    for (let n = 0; n < IN_FLIGHT_MAX; n++) batch.sent();
    return batch;
  });
  assert.equal(inFlight.room, 0);
  batches[0]!.settled();
  assert.equal(inFlight.room, 1);
});

test('attempts that take long make room for others, and are not counted twice when they end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const inFlight = new InFlight(() => {});
  const slow = inFlight.add(200);
  t.mock.timers.tick(50);
  assert.equal(inFlight.room, IN_FLIGHT_MAX);
  inFlight.add(100);
  slow.sent();
  slow.settled();
  assert.equal(inFlight.room, IN_FLIGHT_MAX - 100);
});
