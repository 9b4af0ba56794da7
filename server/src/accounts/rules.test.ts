import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseUnconfirmed } from './rules.ts';

test('an Account is deleted only by its exact name', () => {
  assert.equal(refuseUnconfirmed('Lovelace Engines', 'Lovelace Engines'), null);
  for (const wrong of ['', 'lovelace engines', 'Lovelace Engines ', 'yes']) {
    assert.equal(refuseUnconfirmed('Lovelace Engines', wrong)?.errors[0]?.pointer, 'confirm_name');
  }
});
