import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { RecordData } from './data.ts';
import {
  cleared,
  filtersOf,
  isNarrowed,
  listParameters,
  pageAddress,
  readAfterMany,
  updateInLists,
} from './list.ts';
import { plainViewAt } from './plain-view.ts';
import { queryKey } from './view.ts';

const view = plainViewAt('/deals')!;
const row = (uuid: string, version = 1) => ({ uuid, version }) as RecordData;

/** Pages of a list, as they stand in the cache. */
const pagesOf = (...pages: RecordData[][]) => ({
  pages: pages.map((data) => ({ data, next_cursor: null })),
  pageParams: pages.map((_, part) => ({ part, cursor: '' })),
});

function withList(list: ReturnType<typeof pagesOf>) {
  const client = new QueryClient();
  const key = queryKey(view, 'list', {});
  client.setQueryData(key, list);
  const uuids = () =>
    (client.getQueryData(key) as typeof list).pages.map(({ data }) =>
      data.map(({ uuid, version }) => `${uuid}${version}`),
    );
  return { client, uuids };
}

test('a list sends the words, the order, the Account and the filters of its address, and nothing else', () => {
  const search = {
    view: 'v',
    group: 'status',
    q: 'oil',
    'filter[status]': 'open',
    sort: '',
    account_uuid: 'a',
  };
  assert.deepEqual(listParameters(search), { account_uuid: 'a', 'filter[status]': 'open', q: 'oil' });
});

test('the same search gives the same parameters in whatever order it was typed', () => {
  const [one, other] = [
    { q: 'a', 'filter[x]': '1' },
    { 'filter[x]': '1', q: 'a' },
  ].map(listParameters);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});

test('a list is narrowed by words or filters, not by its order or Account', () => {
  assert.equal(isNarrowed({ sort: 'title', account_uuid: 'a' }), false);
  assert.equal(isNarrowed({ q: 'oil' }), true);
  assert.equal(isNarrowed({ 'filter[status]': 'open' }), true);
});

test('clearing removes all filters and keeps the words', () => {
  const search = { q: 'oil', 'filter[status]': 'open', 'filter[amount][gte]': '5' };
  assert.deepEqual(cleared(search), { 'filter[status]': undefined, 'filter[amount][gte]': undefined });
  assert.deepEqual(Object.keys(filtersOf(search)), ['filter[amount][gte]', 'filter[status]']);
});

test('only the first page of a list asks for its count', () => {
  assert.match(
    pageAddress(view, { q: 'oil' }, '', true),
    /^\/api\/v2\/deals\?q=oil&limit=200&include=count$/,
  );
  assert.match(pageAddress(view, {}, 'c1', false), /^\/api\/v2\/deals\?limit=200&cursor=c1$/);
});

test('a changed record takes its place in every list that has it', () => {
  const { client, uuids } = withList(pagesOf([row('a'), row('b')], [row('c')]));
  updateInLists(client, view, row('b', 2));
  assert.deepEqual(uuids(), [['a1', 'b2'], ['c1']]);
});

test('a long list keeps its rows after a change of some, without those that were deleted', async () => {
  const { client, uuids } = withList(pagesOf([row('a')], [row('b')], [row('c')], [], [], []));
  const changed = new Map([
    ['a', row('a', 2)],
    ['b', null],
  ]);
  await readAfterMany(client, view, changed, false);
  assert.deepEqual(uuids(), [['a2'], [], ['c1'], [], [], []]);
});

test('a long list begins at its first page again after a change of all that were selected', async () => {
  const { client, uuids } = withList(pagesOf([row('a')], [row('b')], [], [], [], []));
  await readAfterMany(client, view, new Map(), true);
  assert.deepEqual(uuids(), [['a1']]);
});
