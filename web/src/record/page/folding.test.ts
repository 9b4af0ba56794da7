import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedOf } from './folding.ts';

test('empty fields are folded where that saves space, but for the one to edit', () => {
  assert.deepEqual(foldedOf(['phones', 'website', 'source'], undefined), ['phones', 'website', 'source']);
  assert.deepEqual(foldedOf(['phones', 'website', 'source', 'language'], 'source'), [
    'phones',
    'website',
    'language',
  ]);
  assert.deepEqual(foldedOf(['phones', 'website', 'source'], 'source'), []);
});
