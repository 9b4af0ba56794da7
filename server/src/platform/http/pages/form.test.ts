import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseForm } from './form.ts';

test('a needless ampersand makes no parameter', () => {
  for (const text of ['a=1&&b=2&&', '&&a=1&b=2', 'a=1&b=2&&&']) {
    assert.deepEqual({ ...parseForm(text)?.values }, { a: '1', b: '2' }, text);
    assert.deepEqual(parseForm(text)?.repeated, [], text);
  }
});

test('a repeated name is reported, even when it is empty or has no value', () => {
  assert.deepEqual(parseForm('a=1&a=2')?.repeated, ['a']);
  assert.deepEqual(parseForm('a&a=')?.repeated, ['a']);
  assert.deepEqual(parseForm('=1&=2')?.repeated, ['']);
});
