import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Cause } from '../access/caller.ts';
import type { Change } from './change.ts';
import { BODY_MAX_BYTES, eventBody } from './rules.ts';

const cause: Cause = {
  actor: { type: 'operator', uuid: null, user_uuid: null, name: 'test' },
  request_id: 'request',
  change_uuid: 'change',
  source: 'cli',
  oauth_client_uuid: null,
  address: null,
};
const RECORD = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';
const URL = `https://crm.example.com/api/v2/clients/${RECORD}`;

function bodyOf(
  record: object,
  previous: Change['previous'] = null,
): { text: string; body: Record<string, unknown> } {
  const change: Change = {
    event: previous === null ? 'client.created' : 'client.updated',
    account_uuid: 'account',
    record: { uuid: RECORD, ...record },
    previous,
  };
  const { body: text } = eventBody(change, 'event', '2026-11-20T09:20:00.000+00:00', cause, URL);
  return { text, body: JSON.parse(text) };
}

test('the body of a delivery has its fields in the documented order', () => {
  const { body } = bodyOf({ name: 'After' }, { name: 'Before' });
  assert.deepEqual(Object.entries(body), [
    ['uuid', 'event'],
    ['event', 'client.updated'],
    ['created_at', '2026-11-20T09:20:00.000+00:00'],
    ['account_uuid', 'account'],
    ['request_id', 'request'],
    ['change_uuid', 'change'],
    ['actor', { ...cause.actor, client_id: null }],
    ['data', { uuid: RECORD, name: 'After' }],
    ['previous', { name: 'Before' }],
    ['changed_fields', ['name']],
  ]);
});

test('a created record has no previous values and no changed fields', () => {
  const { body } = bodyOf({});
  assert.deepEqual([body.previous, body.changed_fields, 'truncated' in body], [null, [], false]);
});

/** A description that makes the body exactly this many bytes long. */
function descriptionFor(bytes: number): string {
  return 'x'.repeat(bytes - bodyOf({ description: '' }).text.length);
}

test('a body of exactly 256 KiB is complete, and one byte more cuts the record to uuid and url', () => {
  const whole = bodyOf({ description: descriptionFor(BODY_MAX_BYTES) });
  assert.equal(whole.text.length, BODY_MAX_BYTES);
  assert.equal(whole.body.truncated, undefined);
  const cut = bodyOf({ description: descriptionFor(BODY_MAX_BYTES + 1) });
  assert.deepEqual([cut.body.data, cut.body.truncated], [{ uuid: RECORD, url: URL }, true]);
  assert.equal(cut.body.previous, null);
});

test('a cut body still names the changed fields', () => {
  const large = 'x'.repeat(BODY_MAX_BYTES);
  const { body } = bodyOf({ name: 'After' }, { name: large, tags: [] });
  assert.deepEqual([body.previous, body.changed_fields, body.truncated], [{}, ['name', 'tags'], true]);
});

test('a body never has more than 256 KiB, counted in bytes instead of characters', () => {
  const letter = fc.constantFrom('x', 'é', '﹀', '😀', '\u0001', '"');
  fc.assert(
    fc.property(letter, fc.integer({ min: 20_000, max: 270_000 }), (letter, count) => {
      const { text, body } = bodyOf({ description: letter.repeat(count) });
      assert.ok(Buffer.byteLength(text) <= BODY_MAX_BYTES);
      const whole =
        Buffer.byteLength(bodyOf({ description: '' }).text) +
        (Buffer.byteLength(JSON.stringify(letter)) - 2) * count;
      assert.equal(body.truncated ?? false, whole > BODY_MAX_BYTES);
    }),
    { numRuns: 40 },
  );
});
