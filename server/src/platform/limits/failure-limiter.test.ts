import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettableClock } from '../time/clock.ts';
import { FailureLimiter } from './failure-limiter.ts';

const MINUTE_MS = 60_000;

test('after its limit of failures a key waits until the oldest leaves the window; other keys do not', () => {
  const clock = new SettableClock();
  const limiter = new FailureLimiter(2, MINUTE_MS, clock);
  limiter.noteFailure('ada');
  clock.advance(20_000);
  assert.equal(limiter.wait_s('ada'), 0);
  limiter.noteFailure('ada');
  assert.deepEqual([limiter.wait_s('ada'), limiter.wait_s('grace')], [40, 0]);
  clock.advance(39_999);
  assert.equal(limiter.wait_s('ada'), 1);
  clock.advance(1);
  assert.equal(limiter.wait_s('ada'), 0);
});

test('one failure can be taken back, or all forgotten', () => {
  const limiter = new FailureLimiter(2, MINUTE_MS, new SettableClock());
  for (let i = 0; i < 2; i++) limiter.noteFailure('ada');
  limiter.takeBack('ada');
  assert.equal(limiter.wait_s('ada'), 0);
  limiter.noteFailure('ada');
  assert.notEqual(limiter.wait_s('ada'), 0);
  limiter.forgive('ada');
  assert.equal(limiter.wait_s('ada'), 0);
});
