import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockAt, dayAt, WEEK_STARTS } from '@rapport/contract/days';
import { isShowable, monthOf, movedTo, stepFrom, weekOf } from './days.ts';

test('a week has seven days and begins where the Account says', () => {
  const first = WEEK_STARTS.map((start) => weekOf('2026-11-25', start)[0]);
  assert.deepEqual(first, ['2026-11-23', '2026-11-20', '2026-11-21', '2026-11-22']);
  assert.equal(weekOf('2026-11-25', 'monday').at(-1), '2026-11-29');
});

test('a month is whole weeks with all of its days and no week without one of them', () => {
  for (const start of WEEK_STARTS)
    for (let month = 1; month <= 12; month++) {
      const first = `2027-${String(month).padStart(2, '0')}-01`;
      const days = monthOf(first, start);
      const own = days.filter((day) => day.startsWith(first.slice(0, 7)));
      assert.equal(own.length, new Date(Date.UTC(2027, month, 0)).getUTCDate());
      assert.equal(days.length % 7, 0);
      assert.ok(days.indexOf(own[0]!) < 7 && days.length - days.indexOf(own.at(-1)!) <= 7, first);
    }
});

test('February that begins with the week has four weeks, a long month may have six', () => {
  assert.equal(monthOf('2027-02-14', 'monday').length, 28);
  assert.equal(monthOf('2027-05-31', 'monday').length, 42);
});

test('a day of an address is shown unless there is none such, or none of its neighbours', () => {
  const days = ['2026-11-28', '1999-12-31', '2026-02-30', '0000-01-01', '9999-12-31', 'soon', undefined];
  assert.deepEqual(days.filter(isShowable), ['2026-11-28', '1999-12-31']);
});

test('the next month follows the one before also from its last day', () => {
  assert.equal(stepFrom('2027-01-31', 'month', 1), '2027-02-01');
  assert.equal(stepFrom('2027-03-31', 'month', -1), '2027-02-01');
  assert.equal(stepFrom('2026-12-28', 'week', 1), '2027-01-04');
});

for (const zone of [
  'Pacific/Honolulu',
  'America/St_Johns',
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
])
  test(`a time keeps its place on the clock of ${zone} when it is moved over a change of clocks`, () => {
    const due_at = '2026-10-20T21:30:00.000Z';
    for (const day of ['2026-10-25', '2026-11-01', '2027-03-14', '2027-03-28', '2027-03-29']) {
      const moved = movedTo({ due_at }, day, zone);
      assert.ok('due_at' in moved);
      const there = new Date(moved.due_at);
      assert.deepEqual([dayAt(there, zone), moved.due_on], [day, day]);
      assert.equal(clockAt(there, zone), clockAt(new Date(due_at), zone));
    }
  });

test('a time that the clock skips on the new day is an hour later there', () => {
  const moved = movedTo({ due_at: '2027-03-27T01:30:00.000Z' }, '2027-03-28', 'Europe/Berlin');
  assert.deepEqual(moved, { due_at: '2027-03-28T01:30:00.000Z', due_on: '2027-03-28' });
});

test('what has no time is moved as a day', () => {
  assert.deepEqual(movedTo({ due_at: null }, '2026-12-01', 'Asia/Tokyo'), { due_on: '2026-12-01' });
});
