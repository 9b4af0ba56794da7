import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedFields, sameJson } from './changed-fields.ts';

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

test('two JSON values are equal whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, two) => {
      const [a, b] = [asStored(one), asStored(two)];
      assert.ok(sameJson(a, shuffled(a)));
      assert.equal(sameJson(a, b), JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b)));
      assert.equal(sameJson(a, b), sameJson(b, a));
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
        assert.equal(reported, !sameJson(before[field], after[field]), field);
      }
      assert.ok(sameJson(asStored({ ...after, ...previous }), before));
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
  assert.equal(sameJson([], {}), false);
  assert.equal(sameJson(null, {}), false);
  assert.equal(sameJson([], null), false);
  assert.deepEqual(changedFields({ a: null }, { a: [] }), { a: null });
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}
