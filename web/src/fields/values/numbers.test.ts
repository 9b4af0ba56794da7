import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import { measure } from './field-kinds.ts';
import { amountFault } from './number-faults.ts';
import { type Marks, marksOf, readNumber, toTyped, withoutZeros } from './numbers.ts';

const EN = marksOf('en');
const DE = marksOf('de');
const FR = marksOf('fr');

const read = (marks: Marks, ...typed: string[]) =>
  typed.map((text) => {
    const found = readNumber(text, marks);
    return found && (found.other ? [found.value, found.other] : found.value);
  });

test('a mark that can be either is read by the language, which names the other reading too', () => {
  assert.deepEqual(read(EN, '1.500', '1,500', '0.125'), [['1.500', '1500'], '1500', '0.125']);
  assert.deepEqual(read(DE, '1.500', '1,500', '0,125'), ['1500', ['1.500', '1500'], '0.125']);
});

test('a mark that the language does not have is left open', () => {
  assert.deepEqual(readNumber('1.500', FR), { value: '1.500', other: '1500', isForeign: true });
  assert.deepEqual(read(FR, '1,500', '1,5', '1.5', '1 500,25'), [['1.500', '1500'], '1.5', '1.5', '1500.25']);
});

test('a text with only one reading is read in every language', () => {
  for (const marks of [EN, DE, FR])
    assert.deepEqual(
      read(marks, '1.234,50', '1,234.50', '1.234.567', '12.5', '12,50', "1'234.5", '.5', '007'),
      ['1234.50', '1234.50', '1234567', '12.5', '12.50', '1234.5', '0.5', '7'],
    );
  assert.deepEqual(read(marksOf('en-IN'), '12,34,567.5'), ['1234567.5']);
});

test('digits and marks of other scripts are read as well', () => {
  assert.deepEqual(read(marksOf('ar-EG'), '١٬٢٣٤٫٥٠', '-۱۲', '\uff11\uff12.5'), ['1234.50', '-12', '12.5']);
});

test('a sign is kept, but not that of zero', () => {
  assert.deepEqual(read(EN, '-5', '\u22125.25', '+5', '-0.00'), ['-5', '-5.25', '5', '0.00']);
});

test('what is no number is not guessed, and nothing typed is no number', () => {
  const none = [
    '12 50',
    '1,2,3',
    '1.23.456',
    '1e3',
    '0x10',
    'Infinity',
    '5.',
    '.',
    '-',
    '1.5k',
    '5 %',
    '€5',
    '--5',
  ];
  assert.deepEqual(
    read(EN, ...none),
    none.map(() => undefined),
  );
  assert.deepEqual(read(EN, '', '  '), [null, null]);
});

test('a number of the API is edited as the language writes it, and read back the same', () => {
  for (const marks of [EN, DE, FR])
    assert.equal(readNumber(toTyped('1234.50', marks), marks)!.value, '1234.50');
  assert.deepEqual([toTyped('1.500', DE), toTyped(null, DE), toTyped(3, DE)], ['1,500', '', '3']);
  assert.deepEqual(['1.500', '1.00', '100', '0.05'].map(withoutZeros), ['1.5', '1', '100', '0.05']);
});

test('an amount with too many decimals is told of those of its currency, or of any number', () => {
  assert.equal(amountFault('0.1250', 'EUR'), 'EUR has at most 2 decimals.');
  for (const none of ['', null]) {
    assert.equal(amountFault('0.1250', none), 'This number has at most 2 decimals.');
  }
});

test('a number too large or too fine for a declared field is told what is kept', () => {
  const fault = (typed: string) => measure.fault!(typed, { custom: {} } as RecordData);
  assert.equal(fault('999999999999999'), null);
  assert.equal(fault('0.1234567'), 'This number has at most 6 decimals.');
  for (const typed of ['1000000000000000', '-100000000000000000000', '12345678901234567'])
    assert.match(fault(typed)!, /largest is 999.999.999.999.999\./);
});
