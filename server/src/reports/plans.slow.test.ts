import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { wholeAccount } from '../access/reach.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { seedRecords } from '../testing/seed-records.ts';
import { addTeam } from '../testing/team.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { sumChanges } from './changes/queries.ts';
import { countNewClients } from './new-clients/queries.ts';
import type { Scope } from './scope.ts';
import { sumClosed } from './won-and-lost/queries.ts';

const NOW = new Date('2026-12-01T00:00:00Z');
const BOUNDS = [new Date('2025-12-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z'), NOW];

/** So many that a row of the table costs more than one of an index. */
const RECORDS = 1000;

let app: TestApp;
let db: Database;
let scope: Scope;

before(async () => {
  app = await startTestApp();
  db = app.db;
  const { account_uuid, owner, member } = await addTeam(app);
  const users = { user_uuid: owner.uuid, rare_user_uuid: member.uuid };
  await seedRecords(app.connectionString, [
    { account_uuid, ...users, count: RECORDS, kinds: ['client', 'deal'] },
  ]);
  scope = {
    account_uuid,
    reach: wholeAccount(account_uuid),
    from: '2025-12-01',
    until: '2026-12-01',
    pipeline_uuid: null,
    owner_uuid: null,
    as_of: { day: '2025-12-01', at: new Date('2025-12-02T00:00:00Z') },
    time_zone: 'UTC',
    asked_time_zone: null,
    now: NOW,
  };
});
after(() => app.close());

for (const [what, table, work] of [
  ['what was won and lost', 'deals', (of: Queryable) => sumClosed(of, scope, BOUNDS)],
  ['new Clients', 'clients', (of: Queryable) => countNewClients(of, scope, BOUNDS)],
] as const)
  test(`the report of ${what} reads an index that has all it needs, and no row of the table`, async () => {
    const scans = (await plansOf(work)).match(/(?:Seq|Heap|Index|Index Only) Scan[^\n]* on \w+/g) ?? [];
    const ofTable = scans.filter((scan) => scan.endsWith(` ${table}`) || scan.endsWith(` ${table}_1`));
    assert.ok(ofTable.length > 0, scans.join('\n'));
    // The few that were imported with a time of their own are read from the table.
    const others = ofTable.filter((scan) => !/^Index Only|source_created_at_idx/.test(scan));
    assert.deepEqual(others, []);
  });

test('changes since a day are joined in more memory, and the next statement has the usual one', async () => {
  const usual = await memory(db);
  const during: string[] = [];
  const watching: Queryable = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) => {
        const query = tx.query.bind(tx);
        tx.query = async (statement) => {
          const rows = await query(statement);
          during.push(await memory({ ...db, query }));
          return rows as never;
        };
        return work(tx);
      }),
  };
  await sumChanges(watching, scope);
  assert.equal(during.at(-1), '16MB');
  assert.equal(await memory(db), usual);
});

async function memory(of: Queryable): Promise<string> {
  const [row] = await of.query<{ work_mem: string }>(sql`SELECT current_setting('work_mem') AS work_mem`);
  return row!.work_mem;
}

/** The plans of the statements of `work`, when no table is read as a whole. */
async function plansOf(work: (of: Queryable) => Promise<unknown>): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.query(
      sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    );
    const plans: string[] = [];
    const explaining: Queryable = {
      ...db,
      query: async (statement) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${statement as Sql}`);
        plans.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      },
    };
    await work(explaining);
    return plans.join('\n');
  });
}
