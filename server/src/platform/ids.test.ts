import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstUuidAt, isUuid, madeAt, newUuid } from './ids.ts';

test('a new uuid is of version 7, and those of later milliseconds sort after', () => {
  const uuids = Array.from({ length: 1000 }, newUuid);
  for (const uuid of uuids) {
    assert.ok(isUuid(uuid));
    assert.match(uuid, /^.{14}7.{4}[89ab]/);
  }
  const times = uuids.map((uuid) => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
  assert.deepEqual(times, times.toSorted());
  assert.ok(Math.abs(times[0]! - Date.now()) < 60_000);
  assert.equal(new Set(uuids).size, uuids.length);
});

test('a uuid in upper case is one, and other spellings are none', () => {
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

test('the first uuid of a moment is that of RFC 9562 with nothing but the time in it', () => {
  assert.equal(firstUuidAt(new Date(0x017f22e279b0)), '017f22e2-79b0-0000-0000-000000000000');
});

test('a uuid tells when it was made', () => {
  assert.equal(madeAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f').getTime(), 0x017f22e279b0);
});
