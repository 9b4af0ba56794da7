import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromInput, toInput } from './local-time.ts';

test('a typed time is the time of the zone, on both sides of a change of the clock', () => {
  for (const [text, instant] of [
    ['2026-10-24T12:00', '2026-10-24T10:00:00.000Z'],
    ['2026-10-26T12:00', '2026-10-26T11:00:00.000Z'],
  ] as const) {
    assert.equal(fromInput(text, 'Europe/Berlin').toISOString(), instant);
    assert.equal(toInput(new Date(instant), 'Europe/Berlin'), text);
  }
});

test('a day without a time begins at midnight, and an invalid time is an empty input', () => {
  assert.equal(fromInput('2026-03-01', 'Asia/Tokyo').toISOString(), '2026-02-28T15:00:00.000Z');
  assert.equal(toInput(new Date(Number.NaN)), '');
});
