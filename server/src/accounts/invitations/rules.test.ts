import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES } from '@rapport/contract/accounts';
import { mayInvite } from './rules.ts';

test('owners invite to every role, admins to all but owner, and other roles to none', () => {
  const invites = (senderRole: Parameters<typeof mayInvite>[0]) =>
    ROLES.filter((role) => mayInvite(senderRole, role)).toSorted();
  assert.deepEqual(invites('owner'), ROLES.toSorted());
  assert.deepEqual(invites('admin'), ['admin', 'member', 'viewer']);
  for (const role of ['member', 'viewer', null] as const) assert.deepEqual(invites(role), []);
});
