import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUuidAt, isUuid, madeAt, newUuid } from './ids.ts';

const NOW = new Date('2026-11-20T09:20:00.123Z');

test('a new uuid has version 7 and the given time', () => {
  const uuid = newUuid(NOW);
  assert.ok(isUuid(uuid));
  assert.match(uuid, /^.{14}7.{4}[89ab]/);
  assert.deepEqual(madeAt(uuid), NOW);
  assert.deepEqual(madeAt(newUuid(new Date(NOW.getTime() - 1))), new Date(NOW.getTime() - 1));
});

test('uuids made within one millisecond sort in order', () => {
  const uuids = Array.from({ length: 10_000 }, () => newUuid(NOW));
  assert.deepEqual(uuids, uuids.toSorted());
  assert.equal(new Set(uuids).size, uuids.length);
});

test('a uuid may be in upper case, and has no other spelling', () => {
  assert.ok(isUuid('01A0C5D2-6B1E-7C3A-9F42-5D1C8E0B7A64'));
  for (const text of [
    '',
    '01a0c5d26b1e7c3a9f425d1c8e0b7a64',
    '{01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64}',
    'urn:uuid:01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
    '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64\n',
  ]) {
    assert.equal(isUuid(text), false, JSON.stringify(text));
  }
});

test('the first uuid of a moment is that of RFC 9562 with only the time in it', () => {
  assert.equal(firstUuidAt(new Date(0x017f22e279b0)), '017f22e2-79b0-0000-0000-000000000000');
});

test('the time of a uuid can be read from it', () => {
  assert.equal(madeAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f').getTime(), 0x017f22e279b0);
});
