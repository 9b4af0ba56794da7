import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAttempt, type EndpointState, failingWarning, HEALTHY } from './breaker.ts';
import type { Outcome } from './policy.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const START = new Date('2026-11-20T09:20:00.000Z');
const schedule_ms = [0, 5 * SECOND, MINUTE, HOUR];

const success: Outcome = { error_kind: null, response_status: 200, retry_after_ms: null };
const failure: Outcome = { error_kind: 'http_status', response_status: 500, retry_after_ms: null };

test('each of four failures in a row takes a slot, the fifth leaves one and pauses', () => {
  const slots = [1, 2, 3, 4].map((failures) => fail(HEALTHY, failures).slots);
  assert.deepEqual(slots, [7, 6, 5, 4]);
  const four = fail(HEALTHY, 4);
  assert.deepEqual([four.paused_until, four.failing_since], [null, null]);
  const five = fail(four, 1);
  assert.deepEqual([five.slots, five.paused_until, five.failing_since], [1, at(5 * SECOND), START]);
});

test('a success between failures begins the count anew, and gives one slot back', () => {
  const endpoint = afterAttempt(fail(HEALTHY, 4), success, false, schedule_ms, START, 0);
  assert.deepEqual([endpoint.consecutive_failures, endpoint.slots], [0, 5]);
  assert.deepEqual([fail(endpoint, 4).slots, fail(endpoint, 4).paused_until], [1, null]);
});

test('a receiver that fails every other time keeps nearly all of its slots', () => {
  let endpoint = HEALTHY;
  for (const outcome of Array.from({ length: 50 }, () => [failure, success]).flat()) {
    endpoint = afterAttempt(endpoint, outcome, false, schedule_ms, START, 0);
    assert.ok(endpoint.slots >= 7, `${endpoint.slots}`);
  }
});

test('each failed probe makes the next pause one step of the schedule longer, up to its longest', () => {
  let endpoint = fail(HEALTHY, 5);
  for (const pause_ms of [MINUTE, HOUR, HOUR, HOUR]) {
    endpoint = afterAttempt(endpoint, failure, true, schedule_ms, START, 0);
    assert.deepEqual(endpoint.paused_until, at(pause_ms));
  }
});

test('attempts that were under way when it went down do not lengthen the pause', () => {
  const endpoint = fail(HEALTHY, 8);
  assert.deepEqual([endpoint.paused_until, endpoint.probe_count], [at(5 * SECOND), 0]);
});

test('the pause is never shorter than the receiver asked for, nor than five seconds', () => {
  const asked = { ...failure, response_status: 503, retry_after_ms: 10 * MINUTE };
  assert.deepEqual(
    afterAttempt(fail(HEALTHY, 4), asked, false, schedule_ms, START, 0).paused_until,
    at(10 * MINUTE),
  );
  assert.deepEqual(
    afterAttempt(fail(HEALTHY, 4), failure, false, [0], START, 0).paused_until,
    at(5 * SECOND),
  );
});

test('a receiver that is back gets one slot more for each success', () => {
  let endpoint = fail(HEALTHY, 5);
  const slots = Array.from({ length: 9 }, () => {
    endpoint = afterAttempt(endpoint, success, true, schedule_ms, START, 0);
    return endpoint.slots;
  });
  assert.deepEqual(slots, [2, 3, 4, 5, 6, 7, 8, 8, 8]);
  assert.deepEqual(endpoint, HEALTHY);
});

const ladder: [after_ms: number, disabled: 'failing' | null, warning: 'half' | 'soon' | null][] = [
  [0, null, null],
  [2.4 * DAY, null, null],
  [2.5 * DAY, null, 'half'],
  [4.4 * DAY, null, 'half'],
  [4.5 * DAY, null, 'soon'],
  [5 * DAY - 1, null, 'soon'],
  [5 * DAY, 'failing', 'soon'],
];
for (const [after_ms, disabled_reason, warning] of ladder) {
  test(`after ${after_ms / DAY} days of failures only: warning ${warning}, disabled ${disabled_reason}`, () => {
    const endpoint = afterAttempt(fail(HEALTHY, 5), failure, true, schedule_ms, at(after_ms), 0);
    assert.equal(endpoint.disabled_reason, disabled_reason);
    assert.equal(failingWarning(START, at(after_ms)), warning);
  });
}

test('a receiver that is seldom called has five days from its fifth failure, whenever the first was', () => {
  const fifth = afterAttempt(fail(HEALTHY, 4), failure, false, schedule_ms, at(6 * DAY), 0);
  assert.deepEqual([fifth.disabled_reason, fifth.failing_since], [null, at(6 * DAY)]);
  const probe = (after_ms: number) => afterAttempt(fifth, failure, true, schedule_ms, at(after_ms), 0);
  assert.equal(probe(11 * DAY - 1).disabled_reason, null);
  assert.equal(probe(11 * DAY).disabled_reason, 'failing');
});

test('however many probes fail, their count stays as small as the schedule is long', () => {
  let endpoint = fail(HEALTHY, 5);
  for (let n = 0; n < 100; n++) endpoint = afterAttempt(endpoint, failure, true, schedule_ms, START, 0);
  assert.deepEqual([endpoint.probe_count, endpoint.paused_until], [schedule_ms.length, at(HOUR)]);
});

test('410 disables at once', () => {
  const gone = { ...failure, response_status: 410 };
  assert.deepEqual(afterAttempt(HEALTHY, gone, false, schedule_ms, START, 0), {
    ...HEALTHY,
    disabled_reason: 'gone',
  });
});

function fail(endpoint: EndpointState, times: number): EndpointState {
  for (let n = 0; n < times; n++) endpoint = afterAttempt(endpoint, failure, false, schedule_ms, START, 0);
  return endpoint;
}

function at(after_ms: number): Date {
  return new Date(START.getTime() + after_ms);
}
