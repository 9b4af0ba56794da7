import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf } from '../../texts/locale.ts';
import { readWhen } from './when.ts';

/** A Sunday afternoon. */
const NOW = new Date(2026, 10, 22, 15, 30);

function read(...typed: string[]): (string | null)[] {
  return typed.map((text) => readWhen(text, NOW));
}

test('a day is read from what people say for it', () => {
  assert.deepEqual(read('today', 'Tomorrow', 'yesterday'), ['2026-11-22', '2026-11-23', '2026-11-21']);
  assert.deepEqual(read('fri', 'next friday', 'sun'), ['2026-11-27', '2026-11-27', '2026-11-29']);
  assert.deepEqual(read('in 2w', '+3d', '10 days', 'in a month'), [
    '2026-12-06',
    '2026-11-25',
    '2026-12-02',
    '2026-12-22',
  ]);
  assert.deepEqual(read('next week', 'next month', 'eom'), ['2026-11-23', '2026-12-01', '2026-11-30']);
});

test('a date is read with and without its year, which is then the next', () => {
  assert.deepEqual(read('2026-12-24', '24.12.', '24.12.26', '24 dec', 'Dec 24, 2027', '1 may'), [
    '2026-12-24',
    '2026-12-24',
    '2026-12-24',
    '2026-12-24',
    '2027-12-24',
    '2027-05-01',
  ]);
});

test('a date with slashes is read if only one of its numbers can be the month', () => {
  assert.deepEqual(read('12/24/2026', '24/12/26', '12/24', '5/5/2027'), [
    '2026-12-24',
    '2026-12-24',
    '2026-12-24',
    '2027-05-05',
  ]);
  assert.deepEqual(read('12/11/2026', '24/25/2026', '0/13/2026', '31/4/2026'), [null, null, null, null]);
});

test('a time is read behind a day, and alone it is one of today', () => {
  const typed = ['tomorrow 9:00', 'tomorrow at 9', 'fri 2pm', 'mon at 12:15 am', '17:45', '2026-12-24 08:00'];
  assert.deepEqual(read(...typed), [
    '2026-11-23 09:00:00',
    '2026-11-23 09:00:00',
    '2026-11-27 14:00:00',
    '2026-11-23 00:15:00',
    '2026-11-22 17:45:00',
    '2026-12-24 08:00:00',
  ]);
});

test('the last day of a month stays the last one', () => {
  assert.equal(readWhen('in 1 month', new Date(2027, 0, 31)), '2027-02-28');
});

test('what is no day or no time is not guessed', () => {
  const none = ['', 'soon', '31.2.', '2026-02-30', '25:00', 'fri 13pm', '12/11', 'f', '5'];
  assert.deepEqual(
    read(...none),
    none.map(() => null),
  );
});

test('a day and a time are read as the page writes them, in each region', () => {
  const regions = ['US', 'GB', 'DE', 'FR', 'CA', 'DK', 'FI', 'IN', 'JP', 'PK', 'ZA', 'SE', 'BR'];
  for (const region of regions) {
    for (const [month, day, hour, minute] of [
      [0, 4, 14, 30],
      [8, 24, 9, 5],
      [2, 2, 0, 0],
    ] as const) {
      const at = new Date(2027, month, day, hour, minute);
      const locale = localeOf(`en-${region}`);
      const said = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
      const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
      const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
      const iso = `2027-0${month + 1}-${String(day).padStart(2, '0')}`;
      assert.deepEqual([said, ...read(said, days)], [said, `${iso} ${time}:00`, iso]);
    }
  }
});

test('of the past, a weekday and a day without a year are the last ones', () => {
  const past = (...typed: string[]) => typed.map((text) => readWhen(text, NOW, true));
  assert.deepEqual(past('fri', 'last friday', 'sun', 'yesterday'), [
    '2026-11-20',
    '2026-11-20',
    '2026-11-15',
    '2026-11-21',
  ]);
  assert.deepEqual(past('24.12.', '1 may', '22 nov', '12/24', '24 dec 2026'), [
    '2025-12-24',
    '2026-05-01',
    '2026-11-22',
    '2025-12-24',
    '2026-12-24',
  ]);
  assert.deepEqual(past('2 weeks ago', 'a month ago'), ['2026-11-08', '2026-10-22']);
});
