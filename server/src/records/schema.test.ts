import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defineRecord } from '@rapport/contract/records/define-record';
import { integer, text } from '@rapport/contract/records/fields';
import sql from 'sql-template-tag';
import { KINDS } from '../crm/kinds.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { AnyKind } from './kind.ts';
import { describeTable, missingIndexes } from './testing/table-suite.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

for (const kind of KINDS) describeTable(kind, () => app.db);

test('a sortable integer has the index that is wanted, however PostgreSQL shows it', async () => {
  const kind = {
    table: 'ranked',
    definition: defineRecord({
      name: 'rank',
      plural: 'ranked',
      title: 'Rank',
      about: 'A place.',
      named_by: 'name',
      needs: [['name']],
      fields: {
        name: text('Name.', { max: 9, required: true }),
        order: integer('Place.', { minimum: 0, maximum: 9, sort: true }),
      },
      default_sort: '-created_at',
      sample_previous: {},
    }),
  } as unknown as AnyKind;
  await app.db.query(sql`CREATE TABLE ranked (
    uuid uuid, account_uuid uuid, version integer, name text NOT NULL, "order" integer,
    created_at timestamptz, updated_at timestamptz, deleted_at timestamptz)`);
  await app.db.query(
    sql`CREATE INDEX ON ranked (account_uuid, coalesce("order", '-Infinity'::numeric), uuid)`,
  );
  const missing = await missingIndexes(app.db, kind);
  assert.deepEqual(missing, [
    'CREATE INDEX ON ranked USING gin (search) WHERE deleted_at IS NULL;',
    'CREATE INDEX ON ranked USING btree (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;',
    'CREATE INDEX ON ranked USING btree (account_uuid, created_at, uuid) WHERE deleted_at IS NULL;',
    'CREATE INDEX ON ranked USING btree (account_uuid, updated_at, uuid) WHERE deleted_at IS NULL;',
  ]);
});
