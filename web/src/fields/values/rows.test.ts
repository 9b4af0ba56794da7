import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesFrom,
  firstOf,
  firstToCall,
  pointsFrom,
  readRows,
  sentIndex,
  toRowsText,
  withPrimary,
  withRow,
} from './rows.ts';

test('blank rows, blank labels and blanks around a value are not saved', () => {
  const typed = toRowsText([
    { value: ' a@example.com ', label: ' ' },
    { value: '  ', label: 'work' },
  ]);
  assert.deepEqual(pointsFrom(typed), [{ value: 'a@example.com' }]);
});

test('an address keeps each part where it was typed, and is none where only its label is', () => {
  const berlin = { street: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const typed = toRowsText([{ ...berlin, region: '', label: 'work' }, { label: 'home' }]);
  assert.deepEqual(addressesFrom(typed), [{ ...berlin, label: 'work' }]);
});

test('one row at most is used first', () => {
  const rows = withPrimary([{ value: 'a', primary: true }, { value: 'b' }], 1);
  assert.deepEqual(rows, [{ value: 'a' }, { value: 'b', primary: true }]);
  assert.equal(firstOf(rows)?.value, 'b');
});

test('one calls no fax, also where it is the primary number', () => {
  const numbers = [
    { value: '1', label: 'Telefax', primary: true },
    { value: '2', label: 'work' },
    { value: '3' },
  ];
  assert.equal(firstToCall(numbers)?.value, '2');
  assert.equal(firstToCall([{ value: '1', label: 'Work fax' }]), undefined);
});

test('a draft that is none of rows is no rows', () => {
  assert.deepEqual(readRows('Hauptstr. 5\n10115 Berlin'), []);
});

test('the message about a sent row stands beside it, although a blank row is above', () => {
  const rows = [{ value: 'a@x.example' }, { value: '' }, { value: 'b@x.example' }];
  const isBlank = ({ value }: { value: string }) => value === '';
  assert.deepEqual(
    rows.map((_, index) => sentIndex(rows, index, isBlank)),
    [0, 1, 1],
  );
});

test('typing changes one row and leaves the others the same objects', () => {
  const rows = [{ value: 'a' }, { value: 'b', label: 'work' }];
  const changed = withRow(rows, 1, { value: 'c' });
  assert.deepEqual(changed, [{ value: 'a' }, { value: 'c', label: 'work' }]);
  assert.equal(changed[0], rows[0]);
});
