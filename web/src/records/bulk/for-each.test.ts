import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEach } from './for-each.ts';

test('one refusal does not stop the rest', async () => {
  const refuse3 = async (item: number) => {
    if (item === 3) throw new Error('no');
  };
  const { done, refusals } = await forEach([1, 2, 3, 4], refuse3, () => {}, new AbortController().signal);
  assert.deepEqual([done.sort(), refusals.length], [[1, 2, 4], 1]);
});
