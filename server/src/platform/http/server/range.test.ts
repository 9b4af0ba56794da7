import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from './range.ts';

const cases: [string | undefined, ReturnType<typeof rangeOf>][] = [
  [undefined, null],
  ['bytes=0-', { start: 0, end: 10 }],
  ['bytes=4-', { start: 4, end: 10 }],
  ['bytes=4-6', { start: 4, end: 7 }],
  ['bytes=9-99', { start: 9, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=6-4', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['lines=1-2', null],
  ['bytes=1e3-', null],
];

for (const [header, part] of cases) {
  test(`the range ${header} of ten bytes is ${JSON.stringify(part)}`, () => {
    assert.deepEqual(rangeOf(header, 10), part);
  });
}
