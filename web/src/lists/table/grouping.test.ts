import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../../fields/data.ts';
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
/** A page of a list, of the part of a group if there is one. */
const pageOf = (data: RecordData[], group?: string, next_cursor: string | null = null) => ({
  data,
  next_cursor,
  ...(group !== undefined && { group }),
});
const grouping: Grouping = {
  by: 'owner_uuid',
  choices: CHOICES,
  values: ['ada', 'bob', NONE, OTHERS],
  closed: ['bob'],
  totals: { ada: { count: 2 }, bob: { count: 0 }, [NONE]: { count: 1 } },
  isSparse: true,
};

test('records without a value stand in a group of their own, after all others that have a name', () => {
  const rows = groupRows([pageOf([rowOf(null), rowOf('gone'), rowOf('bob'), rowOf('ada')])], grouping);
  assert.deepEqual(
    rows.map(({ record }) => record.owner_uuid),
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
    { group: 'ada', filter: { 'filter[owner_uuid]': 'ada' } },
    { group: NONE, filter: { 'filter[owner_uuid][is_null]': 'true' } },
    { group: OTHERS, filter: { 'filter[owner_uuid][is_null]': 'false', 'filter[owner_uuid][ne]': 'ada' } },
  ]);
});

test('a filter of the list is never replaced by that of a group', () => {
  const ne = 'filter[owner_uuid][ne]';
  assert.equal(filterOf('owner_uuid', OTHERS, CHOICES, { [ne]: 'bob' })[ne], 'bob');
  const values = (search: Record<string, string>) => valuesOf(grouping, true, search);
  assert.deepEqual(values({}), ['ada', 'bob', NONE]);
  assert.deepEqual(values({ 'filter[owner_uuid]': 'bob' }), ['bob']);
  assert.deepEqual(values({ 'filter[owner_uuid][is_null]': 'true' }), [NONE]);
  assert.deepEqual(values({ 'filter[owner_uuid][is_null]': 'false' }), ['ada', 'bob']);
});

test('the number of records in some groups is known when each of them is counted', () => {
  assert.equal(countOf(grouping, ['ada', NONE]), 3);
  assert.equal(countOf(grouping, ['ada', OTHERS]), undefined);
});

/** A table grouped by what its records are used for, of which one may have several. */
const uses: Grouping = {
  by: 'custom.uses',
  custom_key: 'uses',
  isOfSeveral: true,
  choices: { milk: 'Milk', beer: 'Beer', ink: 'Ink' },
  values: ['milk', 'beer', 'ink', NONE],
  closed: [],
  totals: {},
  isSparse: false,
};
const used = (uuid: string, ...keys: string[]) => ({ uuid, custom: { uses: keys } }) as unknown as RecordData;
const both = used('both', 'beer', 'milk');
const shown = (grouping: Grouping, ...pages: ReturnType<typeof pageOf>[]) =>
  groupRows(pages, grouping).map(({ id }) => id);

test('a record of several choices stands in the group of each, and has a row with an id in each', () => {
  const pages = [
    pageOf([used('a', 'milk'), both], 'milk'),
    pageOf([both, used('z', 'beer')], 'beer'),
    pageOf([], 'ink'),
    pageOf([used('none')], NONE),
  ];
  assert.deepEqual(shown(uses, ...pages), ['a milk', 'both milk', 'both beer', 'z beer', 'none -']);
  assert.deepEqual(shown({ ...uses, closed: ['milk'] }, ...pages), ['both beer', 'z beer', 'none -']);
  const groups = groupsOf({ ...uses, archived: ['ink'] }, groupRows(pages, uses), { [NONE]: 'None' });
  assert.deepEqual(
    groups.map(({ label, rows }) => [label, rows]),
    [
      ['Milk', [0, 1]],
      ['Beer', [2, 3]],
      ['None', [4]],
    ],
  );
});

test('a record stands in its further groups in the order of the list, as soon as they are read', () => {
  const milk = pageOf([both], 'milk');
  assert.deepEqual(shown(uses, milk), ['both milk']);
  assert.deepEqual(shown(uses, milk, pageOf([used('a', 'beer')], 'beer', 'more')), ['both milk', 'a beer']);
});

test('a record that gets or loses a choice comes to the end of its group, or leaves it', () => {
  const changed = used('both', 'ink');
  const pages = [pageOf([changed], 'milk'), pageOf([changed], 'beer'), pageOf([used('i', 'ink')], 'ink')];
  assert.deepEqual(shown(uses, ...pages), ['i ink', 'both ink']);
});

test('the rows of an earlier list are grouped until those of the new one are there', () => {
  assert.deepEqual(shown(uses, pageOf([both])), ['both milk', 'both beer']);
});

test('a value from before its field stands under none, as its filter finds it', () => {
  const odd = { uuid: 'odd', custom: { uses: ['milk', 'old'] } } as unknown as RecordData;
  assert.deepEqual(shown(uses, pageOf([odd], NONE)), ['odd -']);
});

test('a list of one of several choices is grouped by the others as well', () => {
  const search = { 'filter[custom.uses]': 'milk' };
  assert.deepEqual(valuesOf(uses, true, search), ['milk', 'beer', 'ink']);
  assert.deepEqual(filterOf('custom.uses', 'milk', uses.choices, search), search);
  assert.deepEqual(filterOf('custom.uses', 'beer', uses.choices, search), {
    'filter[custom.uses][in]': 'beer',
  });
});
