import assert from 'node:assert/strict';
import { test } from 'node:test';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { nameFault, sizeFault, undeclaredKind } from './custom.ts';

const record = (custom: Record<string, unknown>) => ({ custom }) as RecordData;

test('a text stays a text, even one that reads as a number', () => {
  const kind = undeclaredKind('code', '0042');
  assert.equal(kind.toText('0042' as never), '0042');
  assert.equal(kind.fromText(' 0043 ', '0042' as never), '0043');
});

test('a number stays a number, and a text in its place is a fault', () => {
  const kind = undeclaredKind('rank', 4);
  assert.equal(kind.fromText('5', 4 as never), 5);
  assert.equal(kind.fault!('five', record({})), records.noNumber);
  assert.equal(kind.fault!('', record({})), records.noNumber);
});

test('a value that a program wrote is typed as JSON, and other text in its place is a fault', () => {
  const kind = undeclaredKind('seats', { used: 3 });
  assert.deepEqual(kind.fromText('{"used": 4}', {} as never), { used: 4 });
  assert.equal(kind.fault!('{"used": ', record({})), records.jsonFault);
});

test('a text of several lines keeps the space around it', () => {
  assert.equal(undeclaredKind('note', 'a\nb').fromText(' a\n', '' as never), ' a\n');
});

test('a new field needs a name that no other has', () => {
  assert.equal(nameFault('', record({})), records.fieldNameRequired);
  assert.equal(nameFault('seats', record({ seats: 1 })), records.fieldNameTaken('seats'));
  assert.equal(nameFault('toString', record({})), null);
});

test('custom fields are too long together beyond 64 KiB', () => {
  assert.equal(sizeFault({ a: 'x'.repeat(1000) }), null);
  assert.notEqual(sizeFault({ a: 'é'.repeat(40_000) }), null);
});
