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

test('this month, those to come and those gone are offered, for a time those gone first', () => {
  const monthsOf = (isPast: boolean) =>
    periodOptions(isPast, new Date('2026-11-25T12:00:00Z'))[1]!.items.map(({ value }) => value);
  const values = monthsOf(false);
  const [length, first, second, last] = [values.length, values[0], values[1], values.at(-1)];
  assert.deepEqual([length, first, second, last], [25, '2026-11', '2026-12', '2025-11']);
  assert.deepEqual(monthsOf(true).slice(0, 2), ['2026-11', '2026-10']);
  assert.ok(values.every((value) => periodOf(value) !== undefined));
});

test('what is no period has none, such as a name of an inherited property', () => {
  for (const name of ['', 'toString', '2026', 'soon']) assert.equal(periodOf(name), undefined);
});
