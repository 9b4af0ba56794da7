import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseLastOwner, refuseOwnerChange, refuseUnconfirmed } from './rules.ts';

test('the last owner stays one, and of two one may go', () => {
  assert.equal(refuseLastOwner('owner', 1, null)?.code, 'last_owner');
  assert.equal(refuseLastOwner('owner', 1, 'admin')?.code, 'last_owner');
  assert.equal(refuseLastOwner('owner', 1, 'owner'), null);
  assert.equal(refuseLastOwner('owner', 2, null), null);
  assert.equal(refuseLastOwner('admin', 1, null), null);
});

test('only an owner makes owners and changes them', () => {
  assert.equal(refuseOwnerChange('admin', 'member', 'owner')?.code, 'role_insufficient');
  assert.equal(refuseOwnerChange('admin', 'owner', 'member')?.code, 'role_insufficient');
  assert.equal(refuseOwnerChange('admin', 'member', 'admin'), null);
  assert.equal(refuseOwnerChange('owner', 'owner', 'member'), null);
});

test('an Account is deleted only by its exact name', () => {
  assert.equal(refuseUnconfirmed('Lovelace Engines', 'Lovelace Engines'), null);
  for (const wrong of ['', 'lovelace engines', 'Lovelace Engines ', 'yes']) {
    assert.equal(refuseUnconfirmed('Lovelace Engines', wrong)?.errors[0]?.pointer, 'confirm_name');
  }
});
