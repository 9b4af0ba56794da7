import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { draftOf, fieldsOf, newStage, withStage } from './stage-drafts.ts';

test('an untouched stage is sent as it was read, and an emptied number as null', () => {
  const stages = [{ uuid: 's', name: 'Offer', probability: 50, rot_days: null }];
  const draft = draftOf({ name: 'Sales', stages } as unknown as Pipeline);
  assert.deepEqual(fieldsOf(draft), { name: 'Sales', stages });
  const emptied = { ...draft, stages: [{ ...draft.stages[0]!, probability: '' }] };
  assert.equal(fieldsOf(emptied).stages[0]!.probability, null);
});

test('a change of one stage leaves the others as they are', () => {
  const [first, second] = [newStage(), newStage()];
  assert.deepEqual(withStage([first, second], second.key, { name: 'Offer' }), [
    first,
    { ...second, name: 'Offer' },
  ]);
});
