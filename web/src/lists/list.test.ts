import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainViewAt } from '../fields/plain-view.ts';
import { cleared, filtersOf, isNarrowed, listParameters, pageAddress } from './list.ts';

const view = plainViewAt('/deals')!;

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
