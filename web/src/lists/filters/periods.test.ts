import assert from 'node:assert/strict';
import { test } from 'node:test';
import { records } from '../../texts/records.ts';
import { periodOf, periodOptions, sayPeriod } from './periods.ts';

test('a month by name is from its first day to that of the next, also over the end of a year', () => {
  assert.deepEqual(periodOf('2026-12'), { gte: '2026-12-01', lt: '2027-01-01' });
  assert.equal(sayPeriod({ gte: '2026-12-01', lt: '2027-01-01' }), 'December 2026');
});

test('a period that moves on is said by its name, and any other pair of days is none', () => {
  assert.equal(sayPeriod({ gte: 'month', lt: 'month+1' }), records.periods.month);
  assert.equal(sayPeriod({ gte: 'today', lte: 'today+30d' }), records.periods.next_30);
  assert.equal(sayPeriod({ gte: '2026-12-02', lt: '2027-01-01' }), undefined);
});

test('the twelve months before and after this one are offered, and each is a period', () => {
  const [, months] = periodOptions(new Date('2026-11-25T12:00:00Z'));
  const values = months!.items.map(({ value }) => value);
  assert.deepEqual([values.length, values[0], values.at(-1)], [25, '2025-11', '2027-11']);
  assert.ok(values.every((value) => periodOf(value) !== undefined));
});

test('what is no period has none, such as a name of an inherited property', () => {
  for (const name of ['', 'toString', '2026', 'soon']) assert.equal(periodOf(name), undefined);
});
