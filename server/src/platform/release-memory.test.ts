import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { releaseMemoryOfStart } from './release-memory.ts';

test('what a start leaves behind is given back, and the young generation shrinks', () => {
  const kept: object[] = [];
  // What lives through a collection makes the young generation grow.
  for (let n = 0; n < 200_000; n++) kept.push({ n, text: `${n}` });
  const grown = sizeOfYoungGeneration();
  assert.equal(kept.splice(0).length, 200_000);

  releaseMemoryOfStart();

  assert.ok(sizeOfYoungGeneration() < grown / 4, `${sizeOfYoungGeneration()} of ${grown} bytes`);
});

function sizeOfYoungGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}
