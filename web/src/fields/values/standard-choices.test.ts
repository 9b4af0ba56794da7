import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countries, optionsOf } from '../../layout/standards.ts';
import { sayCountry } from './standard-choices.ts';

test('a country is said by its name, whether it is stored as a code or as a name', () => {
  assert.deepEqual(['DE', 'Germany', 'QQ'].map(sayCountry), ['Germany', 'Germany', 'QQ']);
});

test('a country that is stored by its name stays, and is not offered twice', () => {
  const options = optionsOf(countries(), 'Germany');
  assert.deepEqual(options[0], { value: 'Germany', label: 'Germany' });
  assert.equal(options.filter(({ label }) => label === 'Germany').length, 1);
  assert.equal(optionsOf(countries(), 'Elbonia')[0]!.value, 'Elbonia');
});
