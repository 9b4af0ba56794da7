import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES, type Role } from '@rapport/contract/accounts';
import { Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';
import { accountsIn, type Permission, type Reach } from './reach.ts';
import { accountToWrite, reachIn, refuseUnless } from './rules.ts';

const HERE = '01a0c5d2-6b1e-7c3a-9f42-00000000000a';
const THERE = '01a0c5d2-6b1e-7c3a-9f42-00000000000b';
const FOREIGN = '01a0c5d2-6b1e-7c3a-9f42-00000000000c';

function caller(...logins: [account_uuid: string, role: Role][]): Caller {
  return {
    actor: { type: 'personal_access_token', uuid: 'token', user_uuid: 'user', name: 'test' },
    request_id: 'test',
    change_uuid: 'change',
    source: 'api',
    oauth_client_uuid: null,
    address: null,
    user_uuid: 'user',
    logins: logins.map(([account_uuid, role]) => ({ uuid: `login-${role}`, account_uuid, role })),
  };
}

const allowed: Record<Permission, Role[]> = {
  read: ['viewer', 'member', 'admin', 'owner'],
  propose: ['member', 'admin', 'owner'],
  write_records: ['member', 'admin', 'owner'],
  write_all: ['member', 'admin', 'owner'],
  manage_records: ['admin', 'owner'],
  manage_logins: ['admin', 'owner'],
  manage_fields: ['admin', 'owner'],
  manage_account: ['owner'],
  manage_owners: ['owner'],
};
for (const [permission, roles] of Object.entries(allowed) as [Permission, Role[]][]) {
  test(`only ${roles.join(', ')} may ${permission}`, () => {
    const may = ROLES.filter(
      (role) => refuseUnless(caller([HERE, role]), HERE, permission, 'client') === null,
    );
    assert.deepEqual(may.toSorted(), roles.toSorted());
  });
}

test('a refusal for a role names the role that is needed', () => {
  const refusal = refuseUnless(caller([HERE, 'viewer']), HERE, 'manage_logins', 'login');
  assert.equal(refusal?.code, 'role_insufficient');
  assert.match(refusal?.detail ?? '', /needs the role admin in the Account, and yours is viewer/);
});

test('a role in one Account gives no rights in another, whose records look missing', () => {
  const ada = caller([HERE, 'owner'], [THERE, 'viewer']);
  assert.equal(refuseUnless(ada, THERE, 'write_records', 'client')?.code, 'role_insufficient');
  assert.equal(refuseUnless(ada, FOREIGN, 'read', 'client')?.code, 'not_found');
  assert.equal(refuseUnless(caller(), HERE, 'read', 'client')?.code, 'not_found');
});

/** The Accounts that a list shows. */
function inReach(caller: Caller, account_uuid: string | null): string[] {
  return accountsIn(reachIn(caller, account_uuid) as Reach);
}

test('a caller may name an Account by a uuid in upper case', () => {
  const ada = caller([HERE, 'owner']);
  assert.deepEqual(inReach(ada, HERE.toUpperCase()), [HERE]);
  assert.equal(accountToWrite(ada, HERE.toUpperCase(), 'read'), HERE);
});

test('lists show all Accounts of the caller, or the one in the request', () => {
  const ada = caller([HERE, 'owner'], [THERE, 'viewer']);
  assert.deepEqual(inReach(ada, null), [HERE, THERE]);
  assert.deepEqual(inReach(ada, THERE), [THERE]);
  assert.deepEqual(inReach(caller(), null), []);
  const foreign = reachIn(ada, FOREIGN);
  assert.ok(foreign instanceof Problem && foreign.code === 'not_found');
});

test('with one Account a caller need not name it, with several they must', () => {
  assert.equal(accountToWrite(caller([HERE, 'member']), undefined, 'write_records'), HERE);
  for (const user of [caller([HERE, 'owner'], [THERE, 'owner']), caller()]) {
    const refusal = accountToWrite(user, undefined, 'write_records');
    assert.ok(refusal instanceof Problem);
    assert.deepEqual(refusal.errors[0]?.pointer, '/account_uuid');
    assert.match(refusal.detail, new RegExp(`You have ${user.logins.length} Accounts`));
  }
});

test('a viewer who names no Account is refused like one who names it', () => {
  const refusal = accountToWrite(caller([HERE, 'viewer']), undefined, 'write_records');
  assert.ok(refusal instanceof Problem && refusal.code === 'role_insufficient');
});

test('a record that names no Account is created in the default one, and refused when that is out of reach', () => {
  const two = caller([HERE, 'owner'], [THERE, 'viewer']);
  assert.equal(accountToWrite({ ...two, default_account_uuid: HERE }, undefined, 'write_records'), HERE);
  assert.equal(accountToWrite({ ...two, default_account_uuid: THERE }, HERE, 'write_records'), HERE);
  for (const ada of [two, caller([HERE, 'owner'])]) {
    const refusal = accountToWrite({ ...ada, default_account_uuid: FOREIGN }, undefined, 'write_records');
    assert.ok(refusal instanceof Problem);
    assert.match(refusal.detail, /Your default Account is out of reach/);
  }
});
