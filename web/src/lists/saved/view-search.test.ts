import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { View } from '@rapport/contract/views';
import { addressAfter, isOutdated, queryText, searchAt, viewAlone } from './view-search.ts';

const view = {
  uuid: 'v',
  account_uuid: 'a',
  query: 'filter%5Bstatus%5D=open&filter%5Bclosed_at%5D%5Bgte%5D=month%2B1&sort=-amount',
  group_by: 'owner_uuid',
  faults: [],
} as unknown as View;
const address = { view: 'v', account_uuid: 'a' };
const shown = {
  ...address,
  'filter[status]': 'open',
  'filter[closed_at][gte]': 'month+1',
  sort: '-amount',
  group: 'owner_uuid',
};

test('the address of a view shows its filters, order and grouping', () => {
  assert.deepEqual(searchAt(address, view), shown);
});

test('a change makes a draft that says all by itself, and the way back makes the view again', () => {
  const draft = addressAfter(address, view, { sort: 'title' });
  assert.deepEqual(draft, { ...shown, sort: 'title', draft: draft.draft });
  assert.ok(draft.draft);
  assert.deepEqual(searchAt(draft, view), draft);
  const back = addressAfter(draft, view, { sort: '-amount' });
  assert.deepEqual(searchAt(back, view), searchAt(viewAlone(draft), view));
  assert.equal(back.draft, undefined);
});

test('a view without any of its filters is a draft, and not the view', () => {
  const all = Object.fromEntries(Object.keys(shown).map((name) => [name, undefined]));
  const draft = addressAfter(address, view, { ...all, ...address });
  assert.ok(draft.draft);
  assert.equal(queryText(searchAt(draft, view)), '');
});

test('a draft is outdated once its view asks for something else, and not by a new name', () => {
  const draft = addressAfter(address, view, { sort: 'title' });
  assert.equal(isOutdated(draft, view), false);
  assert.equal(isOutdated(draft, { ...view, name: 'Another', version: 7 }), false);
  const changed = { ...view, query: 'filter%5Bstatus%5D=won' };
  assert.equal(isOutdated(draft, changed), true);
  // Further changes do not make it a draft of what its User has not seen.
  assert.equal(isOutdated(addressAfter(draft, changed, { q: 'a' }), changed), true);
  const same = { ...view, query: queryText(draft) };
  assert.equal(isOutdated(draft, same), false);
});

test('the query of a search is what the view keeps of it', () => {
  assert.equal(queryText(shown), view.query);
});

test('what the list no longer has is left out', () => {
  const faults = [{ pointer: 'filter[status]', code: 'not_allowed', detail: 'Gone.' }] as View['faults'];
  assert.equal(searchAt(address, { ...view, faults })['filter[status]'], undefined);
});
