import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  assert.deepEqual(read('tomorrow 9:00', 'fri 2pm', 'mon at 12:15 am', '17:45', '2026-12-24 08:00'), [
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
