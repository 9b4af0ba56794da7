import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettableClock } from '../../time/clock.ts';
import { RateLimiter } from './rate-limit.ts';

test('a burst up to the limit is allowed, and the next request refused with the seconds to wait', () => {
  const limiter = new RateLimiter(5, new SettableClock());
  const left = Array.from({ length: 5 }, () => limiter.take('ada').headers.ratelimit);
  assert.deepEqual(left, [
    '"default";r=4;t=2',
    '"default";r=3;t=4',
    '"default";r=2;t=6',
    '"default";r=1;t=8',
    '"default";r=0;t=10',
  ]);
  assert.deepEqual(limiter.take('ada'), {
    allowed: false,
    headers: {
      'ratelimit-policy': '"default";q=5;w=10',
      ratelimit: '"default";r=0;t=10',
      'retry-after': '2',
    },
  });
});

test('a caller who waits for Retry-After is let in, once', () => {
  const clock = new SettableClock();
  const limiter = new RateLimiter(5, clock);
  for (let i = 0; i < 5; i++) limiter.take('ada');
  clock.advance(1999);
  assert.equal(limiter.take('ada').headers['retry-after'], '1');
  clock.advance(1);
  assert.equal(limiter.take('ada').allowed, true);
  assert.equal(limiter.take('ada').allowed, false);
});

test('a bucket never holds more than the limit, however long the caller waits', () => {
  const clock = new SettableClock();
  const limiter = new RateLimiter(3, clock);
  limiter.take('ada');
  clock.advance(86_400_000);
  const allowed = Array.from({ length: 5 }, () => limiter.take('ada').allowed);
  assert.deepEqual(allowed, [true, true, true, false, false]);
});

test('each caller has a separate bucket', () => {
  const limiter = new RateLimiter(1, new SettableClock());
  assert.deepEqual(
    ['ada', 'grace', 'ada', 'grace'].map((key) => limiter.take(key).allowed),
    [true, true, false, false],
  );
});

test('refused requests cost nothing: a caller who keeps trying is let in as soon as one who waits', () => {
  const clock = new SettableClock();
  const limiter = new RateLimiter(1, clock);
  limiter.take('ada');
  for (let second = 0; second < 9; second++) {
    clock.advance(1000);
    assert.equal(limiter.take('ada').allowed, false);
  }
  clock.advance(1000);
  assert.equal(limiter.take('ada').allowed, true);
});

test('a limit of 0 allows everything and sends no headers', () => {
  const limiter = new RateLimiter(0, new SettableClock());
  for (let i = 0; i < 1000; i++) assert.deepEqual(limiter.take('ada'), { allowed: true, headers: {} });
});
