import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { readAfterMany, updateInLists } from './cached-lists.ts';
import type { RecordData } from './data.ts';
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
