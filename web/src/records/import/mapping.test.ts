import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordView } from '../view.ts';
import { guessMapping, mappingFault } from './mapping.ts';

const LABELS = {
  name: 'Name',
  email: 'E-mail',
  postal_code: 'Postal code',
  city: 'City',
  custom: 'Custom field',
};
const view = { import_fields: LABELS, identifying_fields: ['name'] } as unknown as RecordView;

test('columns are guessed by name and label, in any spelling, and each field once', () => {
  assert.deepEqual(guessMapping(view, ['E-Mail', 'postal code', 'Name', 'name', 'Shoe size']), {
    'E-Mail': 'email',
    'postal code': 'postal_code',
    Name: 'name',
    name: 'custom',
    'Shoe size': 'custom',
  });
});

test('an import begins with a column for the name, and one column for each field but custom ones', () => {
  assert.match(mappingFault(view, { a: 'city' })!, /holds the name/);
  assert.match(mappingFault(view, { a: 'name', b: 'city', c: 'city' })!, /City/);
  assert.equal(mappingFault(view, { a: 'name', b: 'custom', c: 'custom' }), null);
});
