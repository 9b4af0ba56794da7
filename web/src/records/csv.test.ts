import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv, withoutGuard } from './csv.ts';

test('a value that a spreadsheet would run is kept as text, and comes back as it was', () => {
  for (const value of ['=1+1', '@SUM(A1)', '-cmd', "'=already"]) {
    const written = toCsv([[value]]).trim();
    assert.ok(written.startsWith("'"), written);
    assert.equal(withoutGuard(written), value);
  }
});

test('numbers and telephone numbers are written as they are', () => {
  assert.equal(toCsv([['-5', '+49 30 1234', '+1 (0)2-3']]), '-5,+49 30 1234,+1 (0)2-3\r\n');
});

test('what would end a value, or be trimmed from it, is quoted', () => {
  assert.equal(toCsv([['a,b', 'c"d', ' e', 'f\ng']]), '"a,b","c""d"," e","f\ng"\r\n');
});
