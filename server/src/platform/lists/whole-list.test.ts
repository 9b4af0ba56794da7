import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problem.ts';
import { pageOfWhole } from './whole-list.ts';

const RECORDS = ['a', 'b', 'c'].map((uuid) => ({ uuid }));
const [A, B, C] = RECORDS;

test('without a limit the list is one page', () => {
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', {}), { data: RECORDS, next_cursor: null });
  assert.deepEqual(pageOfWhole([], 'uuid', {}), { data: [], next_cursor: null });
});

test('with a limit the list has pages, and the last has no cursor', () => {
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', { limit: 2 }), { data: [A, B], next_cursor: 'b' });
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', { limit: 2, cursor: 'b' }), { data: [C], next_cursor: null });
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', { limit: 3 }), { data: RECORDS, next_cursor: null });
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', { limit: 1, cursor: 'c' }), { data: [], next_cursor: null });
  assert.deepEqual(pageOfWhole(RECORDS, 'uuid', { cursor: 'a' }), { data: [B, C], next_cursor: null });
});

test('a cursor of a missing record is refused', () => {
  const refused = pageOfWhole(RECORDS, 'uuid', { limit: 1, cursor: 'd' });
  assert.ok(refused instanceof Problem);
  assert.equal(refused.code, 'cursor_invalid');
});
