import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients } from '../crm/clients/kind.ts';
import { selectionOf } from '../records/columns.ts';
import type { AnyKind } from '../records/kind.ts';
import { madeOnce } from './made-once.ts';

test('what is made of a key is made once', () => {
  let count = 0;
  const numberOf = madeOnce((_: object) => ++count);
  const key = {};
  assert.deepEqual([numberOf(key), numberOf(key), numberOf({})], [1, 1, 2]);
});

test('a kind with one more field gets columns of its own, although it has the same name', () => {
  const before = selectionOf(clients);
  const fields = { ...clients.definition.fields, rank: clients.definition.fields.name };
  const wider = { ...clients, definition: { ...clients.definition, fields } } as AnyKind;
  assert.match(selectionOf(wider), /\brank\b/);
  assert.equal(selectionOf(clients), before);
});
