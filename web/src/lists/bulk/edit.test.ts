import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../../fields/data.ts';
import { plainViewAt } from '../../fields/plain-view.ts';
import type { Field } from '../../fields/values/field.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf } from '../../fields/view.ts';
import { changesOf, isEmpty, mayEmpty, TAGS_TAKEN } from './edit.ts';

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

test('a field that may have no value is emptied, a day with its time, and one of an Account with its key', () => {
  const emptied = (field: Field) =>
    changesOf(field, kindOf(field), { field: field.name, value: '', isEmptied: true });
  assert.deepEqual(emptied(industry)(record({ industry: 'Oil' })), { industry: null });
  const due = fieldOf(plainViewAt('/tasks')!, 'due_on')!;
  assert.deepEqual(emptied({ ...due, time: 'due_at' })(record({})), { due_on: null, due_at: null });
  const tier: Field = { ...industry, name: 'custom.tier', custom_key: 'tier' };
  assert.deepEqual(emptied(tier)(record({ custom: { tier: 'gold', seats: 3 } })), {
    custom: { seats: 3, tier: null },
  });
  assert.deepEqual([industry, tags, fieldOf(view, 'name')!, { ...tier, isRequired: true }].map(mayEmpty), [
    true,
    false,
    false,
    false,
  ]);
});
