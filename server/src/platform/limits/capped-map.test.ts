import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEYS_MAX, setCapped } from './capped-map.ts';

test('a full map drops only the key that was set longest ago', () => {
  const map = new Map<string, number>();
  for (let i = 0; i < KEYS_MAX; i++) setCapped(map, `key ${i}`, i);
  setCapped(map, 'key 0', 7);
  setCapped(map, 'another', 8);
  assert.equal(map.size, KEYS_MAX);
  assert.deepEqual(
    ['key 0', 'key 1', 'key 2', 'another'].map((key) => map.get(key)),
    [7, undefined, 2, 8],
  );
});
