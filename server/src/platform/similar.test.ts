import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostSimilar } from './similar.ts';

test('a misspelt name finds the one that was meant, and another name none', () => {
  const names = ['title', 'duration_min', 'due_on', 'due_at'];
  const meant = ['duration_minutes', 'duration', 'titel', 'due_day', 'amount', 'a'.repeat(10_000)];
  assert.deepEqual(
    meant.map((name) => mostSimilar(name, names)),
    ['duration_min', 'duration_min', 'title', 'due_at', null, null],
  );
});
