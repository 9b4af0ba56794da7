import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDay } from '../fields/values/day-text.ts';
import { dueInTitle } from './due-in-title.ts';

test('the end of a title names a time, with or without its day', () => {
  for (const [title, when] of [
    ['Call Anna back at 15:00', 'today 15:00'],
    ['Call Anna back tomorrow at 15:00', 'tomorrow 15:00'],
    ['Call Anna 3pm', 'today 15:00'],
    ['Meet Ben next friday at 9:30', 'fri 9:30'],
  ] as const)
    assert.equal(dueInTitle(title), toDay(when, true), title);
});

test('a title without a time, or of nothing but one, names none', () => {
  for (const title of ['Plan for tomorrow', 'Read chapter 15', 'Buy 3 at 25:00', '15:00', ''])
    assert.equal(dueInTitle(title), null, title);
});
