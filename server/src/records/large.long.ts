import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { wholeAccount } from '../access/reach.ts';
import { KINDS } from '../crm/kinds.ts';
import { type Database, openDatabase, type Queryable } from '../platform/database/database.ts';
import { createTestDatabase } from '../platform/database/testing/test-database.ts';
import { newUuid } from '../platform/ids.ts';
import { parseListQuery } from '../platform/lists/list-query.ts';
import { listQueries } from '../testing/list-queries.ts';
import { ANY_MOMENT } from '../testing/moment.ts';
import { orThrow } from '../testing/or-throw.ts';
import { seedRecords } from '../testing/seed-records.ts';
import { visitedIn } from '../testing/statement-log.ts';
import { listRecords } from './queries.ts';
import { searchKinds } from './search/queries.ts';

/*
 * Lists among a million records of each kind. It counts what a statement visits, because its time
 * would depend on the machine; `npm run bench` measures that. TEST_SEEDED_DATABASE names a database
 * kept from an earlier run.
 */

const COUNT = Number(process.env.TEST_RECORDS ?? 1_000_000);
/**
 * The bound for a filter that 4,000 of a million records match. In another order the first 51 of
 * them are some 12,700 rows down, and further down where the order depends on the filter.
 */
const VISITED_MAX = 40_000;

let db: Database;
let account_uuid: string;

before(async () => {
  const { TEST_SEEDED_DATABASE: seeded } = process.env;
  const connectionString = seeded ?? (await createTestDatabase()).connectionString;
  db = openDatabase(connectionString);
  account_uuid = seeded ? await largest() : newUuid(new Date());
  if (seeded) return;
  await db.query(sql`
    INSERT INTO accounts (uuid, name, created_at, updated_at) VALUES (${account_uuid}, 'Large', now(), now())`);
  await db.query(sql`SELECT begin_account(${account_uuid}, now())`);
  const users = { user_uuid: newUuid(new Date()), rare_user_uuid: newUuid(new Date()) };
  await seedRecords(connectionString, [{ account_uuid, ...users, count: COUNT }]);
});
after(() => db.close());

for (const kind of KINDS.filter(({ definition }) => definition.searchable !== false)) {
  const { plural, list } = kind.definition;
  test(`every filter of ${plural} that has an index, in every order, visits at most ${VISITED_MAX} rows`, async () => {
    const tooMany: string[] = [];
    for (const [name, query] of await listQueries(db, kind, account_uuid)) {
      const request = orThrow(parseListQuery(list, query, ANY_MOMENT));
      const read = (counting: Queryable) => listRecords(counting, kind, wholeAccount(account_uuid), request);
      const rows = await visitedBy(read).catch((error: Error) => error.message);
      if (typeof rows === 'string' || rows > VISITED_MAX) tooMany.push(`${rows} rows: ${name}`);
    }
    assert.deepEqual(tooMany, []);
  });
}

test(`a search of all kinds visits at most ${VISITED_MAX} rows`, async () => {
  const kinds = KINDS.filter(({ definition }) => definition.searchable !== false);
  for (const q of ['company', 'c4ca4238a0b923820dcc509a6f75849b', 'grace 7', 'nobody']) {
    const rows = await visitedBy((counting) =>
      searchKinds(counting, kinds, wholeAccount(account_uuid), q, 10),
    );
    assert.ok(rows <= VISITED_MAX, `${rows} rows: ${q}`);
  }
});

async function largest(): Promise<string> {
  const [row] = await db.query<{ account_uuid: string }>(sql`
    SELECT account_uuid FROM clients GROUP BY account_uuid ORDER BY count(*) DESC LIMIT 1`);
  return row!.account_uuid;
}

/** Counts the rows that the scans of all statements in `work` read. */
async function visitedBy(work: (db: Queryable) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const query: Queryable['query'] = async (statement) => {
    const explain = sql`EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) ${statement as Sql}`;
    const [plan] = await db.query<{ 'QUERY PLAN': { Plan: Parameters<typeof visitedIn>[0] }[] }>(explain);
    rows += visitedIn(plan!['QUERY PLAN'][0]!.Plan);
    return [];
  };
  await work({ ...db, query });
  return rows;
}
