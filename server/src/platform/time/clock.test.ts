import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseClock, SettableClock, toApiTime } from './clock.ts';

const never = new AbortController().signal;
const inMs = (clock: { now(): Date }, ms: number) => new Date(clock.now().getTime() + ms);

test('a moment is written with milliseconds and an offset', () => {
  assert.equal(toApiTime(new Date('2026-11-20T09:20:00Z')), '2026-11-20T09:20:00.000+00:00');
});

test('the settable clock stands still, and ends waits whose moment has come', async () => {
  const clock = new SettableClock(new Date('2026-01-01T00:00:00Z'));
  const woken: string[] = [];
  const early = clock.waitUntil(inMs(clock, 1000), never).then(() => woken.push('early'));
  const late = clock.waitUntil(inMs(clock, 2000), never).then(() => woken.push('late'));
  clock.advance(999);
  await clock.waitUntil(clock.now(), never);
  assert.deepEqual(woken, []);
  clock.advance(1);
  await early;
  assert.deepEqual(woken, ['early']);
  clock.advance(5000);
  await late;
  assert.deepEqual(woken, ['early', 'late']);
  assert.equal(clock.now().toISOString(), '2026-01-01T00:00:06.000Z');
});

for (const clock of [new SettableClock(), new DatabaseClock()]) {
  const name = clock.constructor.name;
  test(`${name}: a wait ends at once when it is aborted, also before its beginning`, async () => {
    const controller = new AbortController();
    const waiting = clock.waitUntil(inMs(clock, 3_600_000), controller.signal);
    controller.abort();
    await waiting;
    await clock.waitUntil(inMs(clock, 3_600_000), controller.signal);
  });

  test(`${name}: a wait for a past moment ends at once`, async () => {
    await clock.waitUntil(inMs(clock, -1), never);
  });
}

test("our clock follows the database's, corrected by half of the round trip", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const clock = new DatabaseClock();
  const ahead_ms = 3_600_000;
  await clock.synchronise(async () => {
    t.mock.timers.tick(200);
    const time = new Date(Date.now() + ahead_ms);
    t.mock.timers.tick(200);
    return time;
  });
  assert.equal(clock.offset_ms, ahead_ms);
  assert.equal(clock.now().getTime(), Date.now() + ahead_ms);
});

test('a slow check moves the clock only as far as necessary', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const clock = new DatabaseClock();
  const ahead_ms = 60_000;
  await clock.synchronise(async () => new Date(Date.now() + ahead_ms));
  await clock.synchronise(async () => {
    t.mock.timers.tick(4_000);
    return new Date(Date.now() + ahead_ms);
  });
  assert.equal(clock.offset_ms, ahead_ms);
});

test('a wait ends after its duration, even when the clock is set back meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const clock = new DatabaseClock();
  const waiting = clock.waitUntil(inMs(clock, 15), never);
  t.mock.timers.setTime(1_000_000);
  await waiting;
});

test('a failed check leaves the clock unchanged', async () => {
  const clock = new DatabaseClock();
  await clock.synchronise(async () => new Date(Date.now() + 60_000));
  const before_ms = clock.offset_ms;
  await assert.rejects(clock.synchronise(() => Promise.reject(new Error('no database'))));
  assert.equal(clock.offset_ms, before_ms);
});

test("a wait on the database's clock ends when its moment has come there", async () => {
  const clock = new DatabaseClock();
  const moment = inMs(clock, 15);
  await clock.waitUntil(moment, never);
  assert.ok(clock.now() >= moment);
});
