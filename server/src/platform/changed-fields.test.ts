import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedFields } from './changed-fields.ts';

const record = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
/** Simulates the storage as jsonb, which orders keys in its own way. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
};
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const written = (value: unknown): string | undefined => JSON.stringify(sortKeys(value));

test('a record that is stored with its keys in another order has no changed fields', () => {
  fc.assert(
    fc.property(record, (one) => {
      const before = asStored(one);
      assert.equal(changedFields(before, shuffled(before) as typeof before), null);
    }),
  );
});

test('changed fields come with their old values, and putting these back gives the old record', () => {
  fc.assert(
    fc.property(record, record, (one, change) => {
      const before = asStored(one);
      const after = { ...before, ...asStored(change) };
      const previous = changedFields(before, after);
      for (const field of Object.keys(after)) {
        const reported = previous !== null && Object.hasOwn(previous, field);
        assert.equal(reported, written(before[field]) !== written(after[field]), field);
      }
      assert.equal(written(asStored({ ...after, ...previous })), written(before));
    }),
  );
});

test('a record that differs only in version and time has no changed fields', () => {
  const before = { uuid: 'x', name: 'A', custom: { a: 1, b: [2] }, version: 1, updated_at: '1' };
  assert.equal(
    changedFields(before, { ...before, custom: { b: [2], a: 1 }, version: 2, updated_at: '2' }),
    null,
  );
});

test('an empty list, an empty object and null differ', () => {
  for (const [one, two] of [
    [[], {}],
    [null, {}],
    [[], null],
    [null, []],
  ]) {
    assert.deepEqual(changedFields({ a: one }, { a: two }), { a: one });
  }
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}
