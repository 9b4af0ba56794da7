import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { CLIENT } from '@rapport/contract/records/clients';
import sql, { type Sql } from 'sql-template-tag';
import { wholeAccount } from '../access/reach.ts';
import { clients } from '../crm/clients/kind.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type ListQuery, parseListQuery } from '../platform/lists/list-query.ts';
import { ANY_MOMENT } from '../testing/moment.ts';
import { orThrow } from '../testing/or-throw.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findByExternalId } from './look-up-queries.ts';
import { listDeleted } from './queries.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await app.db.query(sql`ALTER TABLE clients SET (autovacuum_enabled = off)`);
});
beforeEach(() => app.db.query(sql`TRUNCATE records CASCADE`));
after(() => app.close());

test('Clients are found by external_id without reading other Clients, even before PostgreSQL has statistics', async () => {
  const account_uuid = await app.addAccount(await app.addUser());
  await insert(account_uuid, 3000, sql`NULL`);
  const [plan] = await plansOf((db) =>
    findByExternalId(db, clients, account_uuid, ['1', '1500', '3000', 'none']),
  );
  assert.match(plan!, /"Index Name":"clients_external_id_key"/);
  assert.doesNotMatch(plan!, /Removed by Filter":[1-9]/);
});

test('lists and counts of deleted Clients read no others and no other Accounts, with and without statistics', async () => {
  const owner = await app.addUser();
  const [own, another] = [await app.addAccount(owner), await app.addAccount(owner)];
  const long_ago = new Date(0);
  await insert(own, 6000, sql`NULL`);
  await insert(another, 600, sql`now()`);
  await insert(own, 100, sql`now() - n * interval '1 minute'`);
  const list = (db: Queryable, query: ListQuery) =>
    listDeleted(
      db,
      clients,
      wholeAccount(own),
      long_ago,
      orThrow(parseListQuery(CLIENT.deleted_list, query, ANY_MOMENT)),
    );
  for (const statistics of ['no statistics', 'statistics']) {
    if (statistics === 'statistics') await app.db.query(sql`ANALYZE clients`);
    const cursor = (await list(app.db, { limit: 10 })).next_cursor!;
    for (const query of [{ limit: 10, include: 'total' }, { limit: 10, cursor }, { q: 'company 1' }]) {
      for (const plan of await plansOf((db) => list(db, query))) {
        assert.match(plan, /"Index Name":"clients_deleted_at_idx"/, statistics);
        // No row is read and discarded, except that a search may discard up to 100 of the deleted
        // Clients.
        const removed = [...plan.matchAll(/Removed by Filter":(\d+)/g)].map(([, rows]) => Number(rows));
        assert.ok(Math.max(0, ...removed) <= ('q' in query ? 100 : 0), `${statistics}: ${plan}`);
      }
    }
  }
});

/**
 * Inserts `count` Clients, named and numbered by `n`. The expression `deleted_at` may use `n` as
 * well.
 */
async function insert(account_uuid: string, count: number, deleted_at: Sql): Promise<void> {
  await app.db.query(sql`
    WITH place AS (
      INSERT INTO records (account_uuid, uuid, resource)
      SELECT ${account_uuid}, uuidv7(), 'client' FROM generate_series(1, ${count}::int) RETURNING uuid
    )
    INSERT INTO clients (uuid, account_uuid, kind, name, external_id, status, emails, phones, addresses, tags, custom,
      created_at, updated_at, deleted_at)
    SELECT uuid, ${account_uuid}, 'organisation', 'Company ' || n, n, 'lead', '[]', '[]', '[]', '{}', '{}',
      now(), now(), ${deleted_at}
    FROM (SELECT uuid, row_number() OVER () AS n FROM place) AS numbered`);
}

/** Returns the plans of the statements that `work` runs, with the numbers of rows. */
async function plansOf(work: (db: Queryable) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  await work({
    ...app.db,
    query: async (statement) => {
      plans.push(JSON.stringify(await app.db.query(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement as Sql}`)));
      return app.db.query(statement);
    },
  });
  return plans;
}
