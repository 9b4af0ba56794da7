import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import {
  countOf,
  filterOf,
  type Grouping,
  groupRows,
  groupsOf,
  NONE,
  OTHERS,
  partsOf,
  valuesOf,
} from './grouping.ts';

const CHOICES = { ada: 'Ada', bob: 'Bob' };
const rowOf = (owner_uuid: string | null) =>
  ({ uuid: `of ${owner_uuid}`, owner_uuid }) as unknown as RecordData;
const grouping: Grouping = {
  by: 'owner_uuid',
  choices: CHOICES,
  values: ['ada', 'bob', NONE, OTHERS],
  closed: ['bob'],
  totals: { ada: { count: 2 }, bob: { count: 0 }, [NONE]: { count: 1 } },
  isSparse: true,
};

test('records without a value stand in a group of their own, after all others that have a name', () => {
  const rows = groupRows([rowOf(null), rowOf('gone'), rowOf('bob'), rowOf('ada')], grouping);
  assert.deepEqual(
    rows.map(({ owner_uuid }) => owner_uuid),
    ['ada', null, 'gone'],
  );
  const labels = { [NONE]: 'No owner', [OTHERS]: 'No longer a member' };
  const groups = groupsOf(grouping, rows, labels).map(({ label, rows }) => [label, rows]);
  // Bob has no records.
  assert.deepEqual(groups, [
    ['Ada', [0]],
    ['No owner', [1]],
    ['No longer a member', [2]],
  ]);
});

test('each open group is asked for by a filter of its own', () => {
  assert.deepEqual(partsOf(grouping, {}), [
    { 'filter[owner_uuid]': 'ada' },
    { 'filter[owner_uuid][is_null]': 'true' },
    { 'filter[owner_uuid][is_null]': 'false', 'filter[owner_uuid][ne]': 'ada' },
  ]);
});

test('a filter of the list is never replaced by that of a group', () => {
  const ne = 'filter[owner_uuid][ne]';
  assert.equal(filterOf('owner_uuid', OTHERS, CHOICES, { [ne]: 'bob' })[ne], 'bob');
  const values = (search: Record<string, string>) => valuesOf('owner_uuid', CHOICES, true, search);
  assert.deepEqual(values({}), ['ada', 'bob', NONE]);
  assert.deepEqual(values({ 'filter[owner_uuid]': 'bob' }), ['bob']);
  assert.deepEqual(values({ 'filter[owner_uuid][is_null]': 'true' }), [NONE]);
  assert.deepEqual(values({ 'filter[owner_uuid][is_null]': 'false' }), ['ada', 'bob']);
});

test('the number of records in some groups is known when each of them is counted', () => {
  assert.equal(countOf(grouping, ['ada', NONE]), 3);
  assert.equal(countOf(grouping, ['ada', OTHERS]), undefined);
});
