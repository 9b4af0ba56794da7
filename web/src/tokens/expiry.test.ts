import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiresAt } from './expiry.ts';

const now = new Date('2026-03-20T10:00:00Z');

test('a token of ninety days ends at the same time of the day', () => {
  assert.equal(expiresAt({ expiry: '90', day: '' }, 'Europe/Berlin', now), '2026-06-18T10:00:00.000Z');
});

test('a token is good to the end of the chosen day where its User lives, also across the change of clocks', () => {
  const chosen = { expiry: 'custom', day: '2026-03-29' };
  assert.equal(expiresAt(chosen, 'Europe/Berlin', now), '2026-03-29T21:59:59.000Z');
  assert.equal(expiresAt(chosen, 'America/New_York', now), '2026-03-30T03:59:59.000Z');
});

test('a token that never ends has no end, even if a day was chosen before', () => {
  assert.equal(expiresAt({ expiry: 'never', day: '2026-03-29' }, 'UTC', now), null);
});
