import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseLastOwner, refuseOwnerChange } from './rules.ts';

test('the last owner cannot leave, and one of two can', () => {
  assert.equal(refuseLastOwner('owner', 1, null)?.code, 'last_owner');
  assert.equal(refuseLastOwner('owner', 1, 'admin')?.code, 'last_owner');
  assert.equal(refuseLastOwner('owner', 1, 'owner'), null);
  assert.equal(refuseLastOwner('owner', 2, null), null);
  assert.equal(refuseLastOwner('admin', 1, null), null);
});

test('only an owner makes or changes owners', () => {
  assert.equal(refuseOwnerChange(false, 'member', 'owner')?.code, 'role_insufficient');
  assert.equal(refuseOwnerChange(false, 'owner', 'member')?.code, 'role_insufficient');
  assert.equal(refuseOwnerChange(false, 'member', 'admin'), null);
  assert.equal(refuseOwnerChange(true, 'owner', 'member'), null);
});
