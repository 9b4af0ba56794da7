import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLimitTo } from './parse-limit.ts';

test('a limit is a whole number from 1 to the maximum', () => {
  const parse = parseLimitTo(200);
  assert.deepEqual(['1', '50', '200'].map(parse), [1, 50, 200]);
  for (const wrong of ['0', '201', '-1', '1.5', '1e2', '', 'all']) {
    assert.throws(() => parse(wrong), /It must be a number from 1 to 200\./, wrong);
  }
});
