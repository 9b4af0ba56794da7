import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hour, periodOf } from './rules.ts';

const NOW = new Date('2026-11-20T09:20:00Z');
const hour = (
  time: string,
  succeeded: number,
  failed: number,
  duration_ms: number,
  duration_max_ms: number,
): Hour => ({
  hour: time,
  succeeded,
  failed,
  duration_ms,
  duration_max_ms,
});

test('a day is 24 steps, and the last one is the hour that is not over', () => {
  const { steps } = periodOf([], NOW, 24, 1);
  assert.equal(steps.length, 24);
  assert.equal(steps[0]!.since, '2026-11-19T10:00:00.000+00:00');
  assert.equal(steps.at(-1)!.since, '2026-11-20T09:00:00.000+00:00');
});

test('the rate is of attempts, the mean is of all of them together, and the longest stays', () => {
  const hours = [
    hour('2026-11-20T08:00:00Z', 9, 1, 1000, 400),
    hour('2026-11-20T09:00:00Z', 0, 10, 4000, 900),
  ];
  const { steps, ...all } = periodOf(hours, NOW, 24, 1);
  assert.deepEqual(all, {
    succeeded_count: 9,
    failed_count: 11,
    success_rate: 0.45,
    mean_ms: 250,
    max_ms: 900,
  });
  assert.equal(steps.at(-2)!.success_rate, 0.9);
  assert.equal(steps.at(-1)!.success_rate, 0);
});

test('what lies before the period is not counted', () => {
  const old = [hour('2026-11-19T09:00:00Z', 5, 0, 5, 1)];
  assert.equal(periodOf(old, NOW, 24, 1).succeeded_count, 0);
  assert.equal(periodOf(old, NOW, 30, 24).succeeded_count, 5);
});

test('without any attempt there is no rate, which is not the same as none that succeeded', () => {
  assert.equal(periodOf([], NOW, 30, 24).success_rate, null);
});
