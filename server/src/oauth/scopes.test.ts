import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScope } from './scopes.ts';

test('with openid, values that are not ours are left out', () => {
  assert.deepEqual(parseScope('openid offline_access email groups'), { scope: ['openid', 'email'] });
  assert.deepEqual(parseScope('address openid'), { scope: ['openid'] });
});

test('without openid, a value that is not ours is refused', () => {
  assert.deepEqual(parseScope('* offline_access'), { unknown: 'offline_access' });
});

test('no scope means all rights in the API', () => {
  assert.deepEqual(parseScope(undefined), { scope: ['*'] });
});
