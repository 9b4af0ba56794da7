import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import { plainViewAt } from '../plain-view.ts';
import { fieldOf } from '../view.ts';
import { kindWhileOpen, undeclaredNames } from './undeclared.ts';

const view = plainViewAt('/clients')!;
const record = { custom: { size: 3, colour: 'red' } } as unknown as RecordData;
const NONE = new Map<string, unknown>();

test('keys that no field declares are listed by name', () => {
  assert.deepEqual(undeclaredNames(view, record, NONE), ['colour', 'size']);
});

test('a key that a field declares is among the details, and not listed again', () => {
  const declared = { ...view, own_fields: ['custom.colour'] };
  assert.deepEqual(undeclaredNames(declared, record, NONE), ['size']);
});

test('a key in editing stays when somebody else removes it', () => {
  assert.deepEqual(undeclaredNames(view, record, new Map([['zone', 1]])), ['colour', 'size', 'zone']);
});

test('a number stays a number in editing, although somebody else made it a text', () => {
  const field = fieldOf(view, 'custom.size')!;
  const changed = { custom: { size: 'large' } } as unknown as RecordData;
  const kept = kindWhileOpen(changed, field, new Map([['size', 3]]));
  assert.equal(kept.fromText('4', [] as never), 4);
  assert.equal(kindWhileOpen(changed, field, NONE).fromText('4', [] as never), '4');
});
