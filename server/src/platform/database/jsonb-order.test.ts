import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';
import { inJsonbOrder } from './jsonb-order.ts';
import { openTestDatabase } from './testing/test-database.ts';

let db: Database;

before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

test('a value in this order comes back from jsonb as the same bytes', async () => {
  const key = fc.string({ unit: fc.constantFrom(...'abzAZ019_-é€😀'), maxLength: 4 });
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('', 'text'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  for (const given of fc.sample(value, 200)) {
    const [row] = await db.query<{ kept: unknown }>(sql`SELECT ${JSON.stringify(given)}::jsonb AS kept`);
    assert.equal(JSON.stringify(inJsonbOrder(given)), JSON.stringify(row!.kept));
  }
});
