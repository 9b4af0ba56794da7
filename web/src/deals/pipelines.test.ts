import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import { inOrder } from './pipelines.ts';

it('pipelines without a position come last, as in the lists of stages', () => {
  const made = (name: string, position: number | null) => ({ name, position }) as Pipeline;
  const ordered = inOrder([made('Renewals', null), made('Later', 2), made('Sales', 1), made('New', null)]);
  assert.deepEqual(
    ordered.map(({ name }) => name),
    ['Sales', 'Later', 'Renewals', 'New'],
  );
});
