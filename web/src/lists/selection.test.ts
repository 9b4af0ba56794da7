import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../fields/data.ts';
import { between, isSelected, selectionOf, toggled, wholeAfter } from './selection.ts';

const rowsOf = (...ids: string[]) =>
  ids.map((id) => ({ id, record: { uuid: id.slice(0, 1) } as RecordData, group: id.slice(2) }));
const rows = rowsOf('a', 'b', 'c', 'd');

test('a row is selected, and unselected when it is toggled again', () => {
  const once = toggled(new Set(), ['b'], 'b');
  assert.deepEqual([...once], ['b']);
  assert.deepEqual([...toggled(once, ['b'], 'b')], []);
});

test('a range goes from the last toggled row to this one, in either direction', () => {
  assert.deepEqual(between(rows, 'b', 'd'), ['b', 'c', 'd']);
  assert.deepEqual(between(rows, 'd', 'b'), ['b', 'c', 'd']);
});

test('a range whose first row has gone is only the toggled row', () => {
  assert.deepEqual(between(rows, 'x', 'c'), ['c']);
  assert.deepEqual(between(rows, null, 'c'), ['c']);
});

test('a range of rows of which two are one record has that record, from the row that was toggled', () => {
  const grouped = rowsOf('a milk', 'b milk', 'c milk', 'b beer', 'd beer');
  assert.deepEqual(between(grouped, 'b beer', 'd beer'), ['b', 'd']);
  assert.deepEqual([...toggled(new Set(), between(grouped, 'b milk', 'b beer'), 'b')], ['b', 'c']);
});

test('a range to a selected row unselects all of it', () => {
  assert.deepEqual([...toggled(new Set(['b', 'd']), ['b', 'c', 'd'], 'd')], []);
});

test('the selection of before is not changed itself', () => {
  const before = new Set(['a']);
  toggled(before, ['b'], 'b');
  assert.deepEqual([...before], ['a']);
});

test('all of a list is selected but for what the User has unselected meanwhile, loaded or not', () => {
  const whole = { listKey: 'all', parts: [], count: 9 };
  const selected = wholeAfter(selectionOf(['a', 'c', 'd']), whole, { listKey: 'all', rows });
  assert.deepEqual(
    ['a', 'b', 'not loaded'].map((uuid) => isSelected(selected, uuid)),
    [true, false, true],
  );
  const again = { ...selected, uuids: toggled(selected.uuids, ['b'], 'b') };
  assert.equal(isSelected(again, 'b'), true);
});

test('a list that was left, or whose selection was cleared, is not selected any more', () => {
  const whole = { listKey: 'all', parts: [], count: 9 };
  const some = selectionOf(['a']);
  assert.equal(wholeAfter(some, whole, { listKey: 'another', rows }), some);
  const none = selectionOf([]);
  assert.equal(wholeAfter(none, whole, { listKey: 'all', rows }), none);
});
