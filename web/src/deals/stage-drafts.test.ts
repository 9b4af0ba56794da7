import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { draftOf, fieldsOf, moved } from './stage-drafts.ts';

test('a stage moves to another position, but not beyond the ends', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a']);
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 2), ['a', 'b']);
});

test('an untouched stage is sent as it was read, and an emptied number as null', () => {
  const stages = [{ uuid: 's', name: 'Offer', probability: 50, rot_days: null }];
  const draft = draftOf({ name: 'Sales', stages } as unknown as Pipeline);
  assert.deepEqual(fieldsOf(draft), { name: 'Sales', stages });
  const emptied = { ...draft, stages: [{ ...draft.stages[0]!, probability: '' }] };
  assert.equal(fieldsOf(emptied).stages[0]!.probability, null);
});
