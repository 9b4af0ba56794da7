import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved } from './column-layout.ts';

test('a column takes the place of another, and the name of the record stays the first', () => {
  const names = ['name', 'a', 'b', 'c'];
  assert.deepEqual(moved(names, 'a', 'c'), ['name', 'b', 'c', 'a']);
  assert.deepEqual(moved(names, 'c', 'a'), ['name', 'c', 'a', 'b']);
  assert.deepEqual(moved(names, 'a', 'name'), names);
  assert.deepEqual(moved(names, 'name', 'c'), names);
});
