import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findClientsByExternalId } from './queries.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('Clients are found by external_id without reading the others, also before PostgreSQL has statistics', async () => {
  const account_uuid = await app.addAccount(await app.addUser());
  await app.db.query(sql`ALTER TABLE clients SET (autovacuum_enabled = off)`);
  await app.db.query(sql`
    INSERT INTO clients (uuid, account_uuid, kind, name, external_id, status, emails, phones, addresses, tags, custom, created_at, updated_at)
    SELECT uuidv7(), ${account_uuid}, 'organisation', 'Company ' || n, n, 'lead', '[]', '[]', '[]', '{}', '{}', now(), now()
    FROM generate_series(1, 3000) AS n`);
  let plan = '';
  const explaining: Queryable = {
    ...app.db,
    query: async (statement) => {
      const rows = await app.db.query(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement as Sql}`);
      plan = JSON.stringify(rows);
      return [];
    },
  };
  await findClientsByExternalId(explaining, account_uuid, ['1', '1500', '3000', 'none']);
  assert.match(plan, /"Index Name":"clients_external_id_key"/);
  assert.doesNotMatch(plan, /Removed by Filter":[1-9]/);
});
