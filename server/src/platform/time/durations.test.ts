import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration_ms } from './durations.ts';

test('a whole number with a unit is a duration', () => {
  const read = ['0s', '250ms', '60s', ' 5m ', '2h', '90d'].map(parseDuration_ms);
  assert.deepEqual(read, [0, 250, 60_000, 300_000, 7_200_000, 7_776_000_000]);
});

for (const text of ['', '5', 's', '1.5h', '-1s', '5 m', '1w', '1h30m', '5M', '1234567890s', '٣s']) {
  test(`"${text}" is not a duration`, () => assert.equal(parseDuration_ms(text), undefined));
}
