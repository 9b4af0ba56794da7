import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomField } from '@rapport/contract/custom-fields';
import { columnFor, optionOf } from './column-options.ts';

const renewal = { key: 'renewal', label: 'Renewal', type: 'date' } as CustomField;
const declared = new Map([['renewal', renewal]]);

test('a column of a field that the Account has is shown as that field, not as a new one', () => {
  const planned = { column: 'Renewal', to: 'custom', key: 'renewal', type: 'date' as const };
  assert.equal(optionOf(planned, declared), 'field:renewal');
  assert.equal(optionOf({ column: 'renewal', to: 'custom', type: 'user' }, declared), 'field:renewal');
  assert.equal(optionOf(planned, new Map()), 'new:date');
  assert.equal(optionOf({ column: 'Note', to: 'custom', type: null }, declared), 'field:Note');
  assert.equal(optionOf({ column: 'Name', to: 'name' }, declared), 'name');
});

test('a field that is chosen brings its type, and a new one gets a key of its own', () => {
  const chosen = columnFor({ column: 'Until', to: null }, 'field:renewal', declared);
  assert.deepEqual(chosen, { column: 'Until', to: 'custom', key: 'renewal', type: 'date' });
  assert.deepEqual(columnFor(chosen, 'new:text', declared), { column: 'Until', to: 'custom', type: 'text' });
  const second = { column: 'Fee', to: 'custom', key: 'Fee 2', type: null };
  assert.equal(columnFor(second, 'new:number', declared).key, 'Fee 2');
});
