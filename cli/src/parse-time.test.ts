import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidArgumentError } from 'commander';
import { parseTime } from './parse-time.ts';

test('a date begins in UTC, and a time has its offset', () => {
  assert.equal(parseTime('2026-11-20').toISOString(), '2026-11-20T00:00:00.000Z');
  assert.equal(parseTime('2026-11-20T09:20:00+02:00').toISOString(), '2026-11-20T07:20:00.000Z');
});

for (const text of ['2', 'yesterday', '2026-02-31', '2026-11-20T09:20:00', '20 Nov 2026', '']) {
  test(`"${text}" is no time, and the refusal shows the form of one`, () => {
    assert.throws(
      () => parseTime(text),
      (error) => error instanceof InvalidArgumentError && /2026-11-20T09:20:00Z/.test(error.message),
    );
  });
}
