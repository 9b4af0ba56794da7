import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLifetime, parseLifetime } from './lifetimes.ts';

test('a lifetime is a number of milliseconds or of calendar months', () => {
  assert.deepEqual(parseLifetime('6mo'), { months: 6 });
  assert.deepEqual(parseLifetime('1h'), { ms: 3_600_000 });
  for (const text of ['', '6', 'mo', '6 mo', '-1mo', '1.5h', '6months'])
    assert.equal(parseLifetime(text), undefined);
});

test('six months end on the same day of the month, or on its last day if that is missing', () => {
  const after = (day: string) =>
    addLifetime(new Date(`${day}T09:20:00.000Z`), { months: 6 })
      .toISOString()
      .slice(0, 10);
  assert.deepEqual(
    ['2026-11-20', '2026-08-31', '2027-08-31', '2026-08-28', '2026-12-31', '2026-03-31'].map(after),
    ['2027-05-20', '2027-02-28', '2028-02-29', '2027-02-28', '2027-06-30', '2026-09-30'],
  );
});
