import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDateOrTime, sayGermanDay, sayGermanTime, sayTime } from './times.ts';

for (const time of [
  '2026-11-20',
  '2026-11-20T09:20Z',
  '2026-11-20T09:20:00.123456789+15:59',
  '2024-02-29T23:59:59-08:00',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00-12:00',
  '9999-12-31T23:59:59+12:00',
  '2026-11-20t09:20:00z',
]) {
  test(`${time} is a date or a time`, () => assert.equal(isDateOrTime(time), true));
}

for (const time of [
  '',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-11-00',
  '0000-01-01',
  '0000-12-31T23:00:00-12:00',
  '0001-01-01T00:00:00+12:00',
  '9999-12-31T23:59:59-12:00',
  '2026-11-20T24:00:00Z',
  '2026-11-20T09:60Z',
  '2026-11-20T09:20:60Z',
  '2026-11-20T09:20:00',
  '2026-11-20T09:20:00+16:00',
  '2026-11-20 09:20:00Z',
  '20261120',
  '+02026-11-20',
  '1e3',
  'infinity',
]) {
  test(`"${time}" is neither a date nor a time`, () => assert.equal(isDateOrTime(time), false));
}

test('a mail shows a time without fractions and offset', () => {
  assert.equal(sayTime('2027-02-21T16:23:27.904+00:00'), '2027-02-21 16:23 UTC');
});

test('a German mail says a day and a time as one writes them', () => {
  assert.equal(sayGermanDay('2026-12-01'), '1. Dezember 2026');
  assert.equal(sayGermanTime('2027-02-21T16:23:27.904+00:00'), '21. Februar 2027, 16:23 Uhr UTC');
});
