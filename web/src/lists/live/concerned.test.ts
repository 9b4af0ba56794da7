import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Nudge } from '@rapport/contract/live';
import { isAtOnce, isConcerned, isOfMany } from './concerned.ts';

const nudge = (resource: string, ...uuids: string[]): Nudge => ({
  resource,
  account_uuid: 'here',
  uuids: uuids.length > 0 ? uuids : null,
  change_uuid: null,
});

/** The queries of these that are asked again after the nudge. */
const askedAgain = (keys: string[][], told: Nudge) =>
  keys.filter((key) => isConcerned(key, told)).map(String);

const DEALS = [
  ['/deals', 'list'],
  ['/deals', 'board', 'pipeline'],
  ['/deals', 'totals'],
  ['/deals', 'without-step'],
  ['/deals', 'record', 'a'],
  ['/deals', 'timeline', 'a'],
];

test('a changed Deal is read again in lists, on the board, on Today, in sums and on its own page', () => {
  assert.deepEqual(askedAgain(DEALS, nudge('deal', 'a')), DEALS.map(String));
});

test('another Deal concerns the lists, but not the page of this one', () => {
  assert.deepEqual(askedAgain(DEALS, nudge('deal', 'b')), DEALS.slice(0, 4).map(String));
});

test('a task concerns Deals, which show their next one, and a Client does not', () => {
  assert.deepEqual(askedAgain(DEALS, nudge('task', 't')), DEALS.map(String));
  assert.deepEqual(askedAgain(DEALS, nudge('client', 'c')), ['/deals,timeline,a']);
});

test('who edits a record is told of its changes alone', () => {
  const edited = ['/deals', 'meanwhile', 'a', '3'];
  assert.deepEqual(askedAgain([edited], nudge('deal', 'a')), [edited.join()]);
  assert.deepEqual(askedAgain([edited], nudge('deal', 'b')), []);
  assert.deepEqual(askedAgain([edited], nudge('task', 't')), []);
});

test('who edits is told at once, and the bell as well, whatever is in use', () => {
  const atOnce = [
    ['/deals', 'meanwhile', 'a', '3'],
    ['notifications', 'unread'],
  ];
  assert.deepEqual([...atOnce, ...DEALS, ['notifications', 'list']].filter(isAtOnce), atOnce);
});

test('a change of many records slows reading down, and what is told at the bell does not', () => {
  assert.deepEqual([nudge('deal'), nudge('deal', 'a'), nudge('notification')].map(isOfMany), [
    true,
    false,
    false,
  ]);
});

test('a name is read again where the record is named', () => {
  const named = [
    ['referred', 'client', 'c'],
    ['referred', 'client', 'd'],
    ['related', 'deal', 'client_uuid', 'c'],
  ];
  assert.deepEqual(askedAgain(named, nudge('client', 'c')), ['referred,client,c']);
  assert.deepEqual(askedAgain(named, nudge('deal')), ['related,deal,client_uuid,c']);
});

test('what somebody chooses from stays, and so do reports', () => {
  const kept = [
    ['/clients', 'to-choose'],
    ['/clients', 'similar'],
    ['reports', 'pipeline'],
    ['palette', 'a'],
  ];
  assert.deepEqual(askedAgain(kept, nudge('client')), []);
});

test('what is no record has a place of its own', () => {
  const places = [['custom-fields'], ['accounts'], ['notifications', 'unread'], ['saved-views'], ['tags']];
  assert.deepEqual(askedAgain(places, nudge('custom_field', 'f')), ['custom-fields']);
  assert.deepEqual(askedAgain(places, nudge('login', 'l')), ['accounts']);
  assert.deepEqual(askedAgain(places, nudge('notification')), ['notifications,unread']);
  assert.deepEqual(askedAgain(places, nudge('view', 'v')), ['saved-views']);
  assert.deepEqual(askedAgain(places, nudge('tag', 't')), ['tags']);
  const undone = [['changes', 'c'], ['imports', 'i'], ['/clients']];
  assert.deepEqual(askedAgain(undone, nudge('change', 'c')), ['changes,c', 'imports,i']);
});
