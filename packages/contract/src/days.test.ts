import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt, dayAt, instantOf } from './days.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

test('the clock of a place shows a day and time at its instant, also on the first and last day', () => {
  for (const zone of ZONES) {
    for (const day of ['0001-01-02', '1900-01-01', '2026-11-25', '9999-12-30', '9999-12-31']) {
      const instant = instantOf(day, '12:00:00', zone);
      assert.deepEqual([dayAt(instant, zone), clockAt(instant, zone)], [day, '12:00:00'], `${day} ${zone}`);
    }
  }
});

test('a time that the clock skips is read by the offset before it, and of two the first is meant', () => {
  const berlin = (day: string, clock: string) => instantOf(day, clock, 'Europe/Berlin').toISOString();
  assert.equal(berlin('2026-03-29', '02:30:00'), '2026-03-29T01:30:00.000Z');
  assert.equal(berlin('2026-10-25', '02:30:00'), '2026-10-25T00:30:00.000Z');
});
