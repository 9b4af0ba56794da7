import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import { kindOf } from '../fields/kind-of.ts';
import { plainViewAt } from '../plain-view.ts';
import { fieldOf } from '../view.ts';
import { changesOf, isEmpty, TAGS_TAKEN } from './edit.ts';

const view = plainViewAt('/clients')!;
const tags = fieldOf(view, 'tags')!;
const industry = fieldOf(view, 'industry')!;
const record = (own: object) => ({ tags: [], custom: {}, ...own }) as unknown as RecordData;
const change = (name: string, value: string) =>
  changesOf(name === TAGS_TAKEN ? tags : fieldOf(view, name)!, kindOf(fieldOf(view, name) ?? tags), {
    field: name,
    value,
  });

test('tags are added to those of each record, and none is there twice', () => {
  assert.deepEqual(change('tags', 'vip\noil')(record({ tags: ['Oil', 'old'] })), {
    tags: ['Oil', 'old', 'vip'],
  });
});

test('tags are taken away from the records that have them, however they are spelled', () => {
  assert.deepEqual(change(TAGS_TAKEN, 'OIL')(record({ tags: ['oil', 'vip'] })), { tags: ['vip'] });
  assert.deepEqual(change(TAGS_TAKEN, 'OIL')(record({ tags: ['vip'] })), { tags: ['vip'] });
});

test('a field gets the typed value', () => {
  assert.deepEqual(change('industry', 'Mining')(record({ industry: 'Oil' })), { industry: 'Mining' });
});

test('blank lines are no tags, and blanks are a text', () => {
  assert.equal(isEmpty(tags, ' \n '), true);
  assert.equal(isEmpty(tags, 'vip'), false);
  assert.equal(isEmpty(industry, ''), true);
});
