import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, ConnectionError } from './errors.ts';
import { delayBeforeRetry, type Repeat } from './retries.ts';

const lost = new ConnectionError('lost');

const refused = (
  status: number,
  retry_after_ms: number | null = null,
  code: ApiError['code'] = 'unavailable',
) => new ApiError({ status, code, message: '', request_id: null, errors: [], retry_after_ms });

describe('the wait before the next try', () => {
  it('doubles from half a second to half a minute', () => {
    const delays_ms = [1, 2, 3, 6, 7, 20].map((attempt) => delayBeforeRetry(lost, attempt, 'always', 1));
    assert.deepEqual(delays_ms, [500, 1000, 2000, 16_000, 30_000, 30_000]);
  });

  it('is a random part of that', () => {
    assert.equal(delayBeforeRetry(lost, 2, 'always', 0.25), 250);
  });

  it('is never before the time that the service asks for', () => {
    assert.equal(delayBeforeRetry(refused(429, 7000), 1, 'always', 0), 7000);
    assert.ok(delayBeforeRetry(refused(503, 7000), 1, 'always', 1)! > 7000);
  });

  it('does not exist when the service asks for more than a minute', () => {
    assert.equal(delayBeforeRetry(refused(429, 61_000), 1, 'always', 0), null);
  });

  const cases: [string, Error, Repeat, boolean][] = [
    ['429', refused(429), 'never', true],
    ['503 to what may be repeated', refused(503), 'always', true],
    ['503 to what must not be repeated', refused(503), 'never', false],
    ['502 of a proxy to what may be repeated', refused(502), 'always', true],
    ['504 of a proxy to what must not be repeated', refused(504), 'never', false],
    ['a fault of the network for what may be repeated', lost, 'always', true],
    ['a fault of the network for what must not be repeated', lost, 'never', false],
    [
      'the first try, which is under way still',
      refused(409, 1000, 'idempotency_key_running'),
      'always',
      true,
    ],
    ['any other conflict', refused(409, null, 'conflict'), 'always', false],
    ['an answer that cannot be read, to what may be repeated', refused(200), 'always', true],
    ['an answer that cannot be read, to what must not be repeated', refused(200), 'never', false],
    ['500', refused(500), 'always', false],
    ['404', refused(404), 'always', false],
  ];
  for (const [name, fault, repeat, isRetried] of cases) {
    it(`${isRetried ? 'exists' : 'does not exist'} after ${name}`, () => {
      assert.equal(delayBeforeRetry(fault as ApiError, 1, repeat, 0) !== null, isRetried);
    });
  }
});
