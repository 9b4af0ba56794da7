import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartProblem } from '../../platform/start-problem.ts';
import { parseDuration_ms } from '../../platform/time/durations.ts';
import { readConfig } from '../../start/config.ts';
import { nextState, type Outcome, SCHEDULE_DEFAULT } from './policy.ts';

const NOW = new Date('2026-11-20T09:20:00.000Z');
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const schedule_ms = SCHEDULE_DEFAULT.split(',').map((step) => parseDuration_ms(step)!);

const failure: Outcome = { error_kind: 'http_status', response_status: 500, retry_after_ms: null };

test('a success ends the delivery, whatever the attempt', () => {
  const success = { error_kind: null, response_status: 204, retry_after_ms: null };
  for (const attempt of [1, 5, 11])
    assert.deepEqual(nextState(success, attempt, schedule_ms, NOW, 0), { state: 'succeeded' });
});

test('the eleven attempts of the default schedule take about 76 hours', () => {
  const waits = schedule_ms.map((_, n) => wait_ms(failure, n + 1, 0));
  const expected = [
    5 * SECOND,
    MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    DAY,
  ];
  assert.deepEqual(waits, [...expected, null]);
  const total_ms = expected.reduce((sum, wait) => sum + wait);
  assert.ok(Math.abs(total_ms - 76 * HOUR) < HOUR);
});

test('a retry is never early and at most a tenth late', () => {
  assert.equal(wait_ms(failure, 4, 0), 30 * MINUTE);
  assert.equal(wait_ms(failure, 4, 1), 33 * MINUTE);
});

// The receiver's answers to the first attempt, after which the schedule alone would wait 5 s.
const hints: [what: string, outcome: Partial<Outcome>, wait_ms: number][] = [
  ['500', { response_status: 500 }, 5 * SECOND],
  ['a connection that was reset', { error_kind: 'connection_reset', response_status: null }, 5 * SECOND],
  ['429 without a hint', { response_status: 429 }, MINUTE],
  ['429 that asks for 10 s', { response_status: 429, retry_after_ms: 10 * SECOND }, MINUTE],
  ['429 that asks for 10 min', { response_status: 429, retry_after_ms: 10 * MINUTE }, 10 * MINUTE],
  ['503 that asks for 1 s', { response_status: 503, retry_after_ms: SECOND }, 5 * SECOND],
  ['503 that asks for an hour', { response_status: 503, retry_after_ms: HOUR }, HOUR],
  ['no answer in time', { error_kind: 'timeout', response_status: null }, MINUTE],
  ['no connection in time', { error_kind: 'connect_timeout', response_status: null }, MINUTE],
  ['no address in time', { error_kind: 'dns_timeout', response_status: null }, MINUTE],
  ['an answer that did not end in time', { error_kind: 'timeout', response_status: 200 }, MINUTE],
];
for (const [what, outcome, expected] of hints) {
  test(`after ${what} the next attempt is ${expected / 1000} s later`, () => {
    assert.equal(wait_ms({ ...failure, ...outcome }, 1, 0), expected);
  });
}

test('a hint does not shorten the schedule', () => {
  assert.equal(wait_ms({ ...failure, response_status: 429, retry_after_ms: MINUTE }, 5, 0), 2 * HOUR);
});

test('a hint is spread like the schedule, but waits no longer than a day in all', () => {
  const asks = (retry_after_ms: number) => ({ ...failure, response_status: 503, retry_after_ms });
  assert.equal(wait_ms(asks(10 * HOUR), 1, 1), 11 * HOUR);
  assert.equal(wait_ms(asks(DAY), 1, 1), DAY);
});

test('a delivery whose address is not allowed waits like any that fails, and ends as not sent', () => {
  const refused = { error_kind: 'target_not_allowed', response_status: null, retry_after_ms: null } as const;
  assert.deepEqual(nextState(refused, 1, [0, 5_000], NOW, 0), {
    state: 'waiting',
    due_at: new Date(NOW.getTime() + 5_000),
  });
  assert.deepEqual(nextState(refused, 2, [0, 5_000], NOW, 0), { state: 'not_sent' });
});

test('a receiver that is gone gets nothing more', () => {
  assert.deepEqual(nextState({ ...failure, response_status: 410 }, 1, schedule_ms, NOW, 0), {
    state: 'failed',
  });
});

const schedules: [text: string, isAllowed: boolean][] = [
  ['0s', true],
  ['0s,1m', true],
  ['0s, 10s', true],
  ['5s,10s', false],
  ['', true],
  ['0s,7d', true],
  ['0s,8d', false],
  ['0s,', false],
  ['0s,soon', false],
  ['0s,-5s', false],
  ['0s,1.5s', false],
  [`0s,${Array(29).fill('1s').join(',')}`, true],
  [`0s,${Array(30).fill('1s').join(',')}`, false],
  ['0s,5d,5d,5d,5d,1s', false],
];
for (const [text, isAllowed] of schedules) {
  test(`RAPPORT_WEBHOOK_SCHEDULE="${text.slice(0, 30)}" (${text.split(',').length} waits) is ${isAllowed ? 'taken' : 'refused with what is allowed'}`, () => {
    const config = readConfig({ RAPPORT_WEBHOOK_SCHEDULE: text });
    if (isAllowed) return assert.ok(!(config instanceof StartProblem));
    assert.ok(config instanceof StartProblem);
    assert.match(config.message, /1 to 30 waits .* at most 7d, together at most 20d/s);
  });
}

function wait_ms(outcome: Outcome, attempt: number, random: number): number | null {
  const next = nextState(outcome, attempt, schedule_ms, NOW, random);
  return next.state === 'waiting' ? next.due_at.getTime() - NOW.getTime() : null;
}
