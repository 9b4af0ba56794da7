import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEED_ENTRIES_MAX } from '@rapport/contract/calendar-feeds';
import { plusDays } from '@rapport/contract/days';
import { type Current, type Entry, reconcile, sequenceOf } from './rules.ts';

const FROM = '2026-08-27';
const NOW = '2026-11-25T09:00:00.000+00:00';

const current = (uuid: string, fields: Partial<Current> = {}): Current => ({
  uuid,
  version: 1,
  starts_on: '2026-12-01',
  starts_at: null,
  ...fields,
});
const entry = (record_uuid: string, fields: Partial<Entry> = {}): Entry => ({
  record_uuid,
  version: 1,
  turns: 0,
  starts_on: '2026-12-01',
  starts_at: null,
  gone_at: null,
  ...fields,
});
const at = (entries: Entry[], records: Current[], now = NOW) =>
  reconcile(entries, records, { from: FROM, now });

test('what is as it was told is not written again', () => {
  const { written, forgotten, gone } = at([entry('a')], [current('a')]);
  assert.deepEqual([written, forgotten, gone], [[], [], []]);
});

test('what left is called off, with a higher sequence number, at the time that it was noticed', () => {
  const { written, gone } = at([entry('a', { version: 4 })], []);
  assert.deepEqual(gone, [entry('a', { version: 4, turns: 1, gone_at: NOW })]);
  assert.deepEqual(written, gone);
  assert.equal(sequenceOf(gone[0]!), 5);
});

test('what came back has a higher sequence number than when it was called off, even if nobody changed it', () => {
  const off = entry('a', { version: 4, turns: 1, gone_at: NOW });
  const { written, gone } = at([off], [current('a', { version: 4 })]);
  assert.deepEqual(gone, []);
  assert.deepEqual(written, [entry('a', { version: 4, turns: 2 })]);
  assert.ok(sequenceOf(written[0]!) > sequenceOf(off));
});

test('it stays called off for 30 days and is then forgotten', () => {
  const off = entry('a', { turns: 1, gone_at: NOW });
  const later = (days: number) => new Date(Date.parse(NOW) + days * 24 * 60 * 60 * 1000).toISOString();
  assert.deepEqual(at([off], [], later(30)).gone, [off]);
  assert.deepEqual(at([off], [], later(30)).written, []);
  assert.deepEqual(at([off], [], later(31)).forgotten, ['a']);
});

test('what became too old is forgotten, not called off', () => {
  const { forgotten, gone } = at([entry('a', { starts_on: plusDays(FROM, -1) })], []);
  assert.deepEqual([forgotten, gone], [['a'], []]);
});

test('a full feed calls nothing off that lies behind its end', () => {
  const full = Array.from({ length: FEED_ENTRIES_MAX }, (_, index) => current(`r${index}`));
  const entries = [
    entry('behind', { starts_on: '2027-01-01' }),
    entry('before', { starts_on: '2026-11-30' }),
  ];
  const { forgotten, gone } = at(entries, full);
  assert.deepEqual(forgotten, ['behind']);
  assert.deepEqual(
    gone.map(({ record_uuid }) => record_uuid),
    ['before'],
  );
});
