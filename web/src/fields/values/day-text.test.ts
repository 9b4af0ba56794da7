import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayFault, sayTyped, toDay, withDay } from './day-text.ts';

test('a typed day is kept in the form of the API, and what is none stays as it was typed', () => {
  const typed = ['2027-03-01', '2027-02-30', 'soonish', '31.2.', ' ', '0026-01-05'];
  const kept = typed.map((text) => toDay(text, false));
  assert.deepEqual(kept, ['2027-03-01', '2027-02-30', 'soonish', '31.2.', '', '0026-01-05']);
  assert.deepEqual(
    kept.map((value) => dayFault(value, false) === null),
    [true, false, false, false, true, true],
  );
});

test('a time is kept where there may be one, also midnight, and is not dropped where there may not', () => {
  const at = new Date(2027, 2, 1).toISOString();
  assert.equal(toDay('2027-03-01 0:00', true), at);
  assert.equal(dayFault(at, true), null);
  assert.equal(toDay('2027-03-01 9:00', false), '2027-03-01 9:00');
  assert.match(dayFault('2027-03-01 9:00', false)!, /not a valid day/);
  assert.match(dayFault(at, false)!, /not a valid day/);
});

test('a day chosen in the calendar keeps the time of the former value', () => {
  const at = new Date(2027, 2, 1, 9, 30).toISOString();
  assert.equal(withDay('2027-03-05', at), new Date(2027, 2, 5, 9, 30).toISOString());
  assert.equal(withDay('2027-03-05', '2027-03-01'), '2027-03-05');
  assert.equal(sayTyped('2027-02-30'), '2027-02-30');
});
