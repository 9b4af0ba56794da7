import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainViewAt } from '../../fields/plain-view.ts';
import type { Field } from '../../fields/values/field.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf } from '../../fields/view.ts';
import { actOf, isEmpty, mayEmpty, TAGS_TAKEN } from './edit.ts';

const view = plainViewAt('/clients')!;
const tags = fieldOf(view, 'tags')!;
const industry = fieldOf(view, 'industry')!;
const act = (field: Field, draft: { field?: string; value: string; isEmptied?: boolean }) =>
  actOf(field, kindOf(field), { field: field.name, ...draft });

test('tags are added or taken away, and a field gets the typed value', () => {
  const value = 'vip\noil\nvip';
  assert.deepEqual(act(tags, { value }), { action: 'update', add_tags: ['vip', 'oil'] });
  assert.deepEqual(act(tags, { value, field: TAGS_TAKEN }), {
    action: 'update',
    remove_tags: ['vip', 'oil'],
  });
  assert.deepEqual(act(industry, { value: 'Mining' }).data, { industry: 'Mining' });
});

test('blank lines are no tags, and blanks are a text', () => {
  assert.equal(isEmpty(tags, ' \n '), true);
  assert.equal(isEmpty(tags, 'vip'), false);
  assert.equal(isEmpty(industry, ''), true);
});

test('a field that may have no value is emptied, a day with its time, and one of an Account by its key', () => {
  const emptied = (field: Field) => act(field, { value: '', isEmptied: true }).data;
  assert.deepEqual(emptied(industry), { industry: null });
  const due = fieldOf(plainViewAt('/tasks')!, 'due_on')!;
  assert.deepEqual(emptied({ ...due, time: 'due_at' }), { due_on: null, due_at: null });
  const tier: Field = { ...industry, name: 'custom.tier', custom_key: 'tier' };
  assert.deepEqual(emptied(tier), { custom: { tier: null } });
  assert.deepEqual([industry, tags, fieldOf(view, 'name')!, { ...tier, isRequired: true }].map(mayEmpty), [
    true,
    false,
    false,
    false,
  ]);
});
