import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Heard } from './heard.ts';
import type { Note } from './nudge.ts';

let now_ms = 0;
const note = (resource: string): Note => ({
  resource,
  account_uuid: 'here',
  uuids: null,
  change_uuid: null,
  user_uuid: null,
});

test('a reader that was away for a moment gets what was heard meanwhile, and a late note as well', () => {
  const heard = new Heard(() => now_ms);
  now_ms = 10_000;
  heard.add([note('old')]);
  now_ms = 14_000;
  heard.add([note('late')]);
  now_ms = 16_000;
  heard.add([note('new')]);
  assert.deepEqual(
    heard.ofLast(500)!.map(({ resource }) => resource),
    ['late', 'new'],
  );
});

test('a reader that was away before all was heard reads all again', () => {
  const heard = new Heard(() => now_ms);
  now_ms += 5_000;
  assert.deepEqual(heard.ofLast(1_000), []);
  assert.equal(heard.ofLast(4_000), null);
  heard.begin();
  assert.equal(heard.ofLast(0), null);
});

test('neither old notes nor too many are kept, and a reader that needs them reads all again', () => {
  const heard = new Heard(() => now_ms);
  heard.add([note('old')]);
  now_ms += 61_000;
  heard.add([note('new')]);
  assert.equal(heard.ofLast(62_000), null);
  assert.equal(heard.ofLast(10_000)!.length, 1);
  heard.add(Array.from({ length: 3_000 }, () => note('many')));
  assert.equal(heard.ofLast(1_000), null);
});
