import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { subscribe } from '../../testing/test-deliveries.ts';
import { claimStatement } from './claim-queries.ts';
import { ALL_RECEIVERS } from './share.ts';

// What a claim costs, in pages of tables and indexes, when a hundred thousand deliveries wait; a million in `npm run test:long`.

const WAITING = Number(process.env.TEST_WAITING ?? 100_000);

let app: TestApp;
let ada: TestUser;
let queue: Database;
let isPrepared = false;

before(async () => {
  app = await startTestApp();
  queue = openDatabase(app.connectionString, { connections: 1, fixed_plans: true });
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(async () => {
  await queue.close();
  await app.close();
});

test('a claim that was planned when there was nothing does not look through all that is new', async () => {
  const receivers = await Promise.all(Array.from({ length: 32 }, newReceiver));
  await app.db.query(sql`VACUUM ANALYZE`);
  await explainClaim();
  for (const receiver of receivers) await insertDeliveries(receiver, 'new', 1_000);
  const { text } = await explainClaim();
  // What each step of the plan came upon, and what it threw away.
  const rows = [...text.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g)].map(([, rows]) =>
    Number(rows),
  );
  assert.ok(Math.max(...rows) < 1000, `${rows}`);
});

test(`a claim reads no more pages with ${WAITING.toLocaleString('en')} deliveries waiting than with none`, async () => {
  await app.db.query(sql`DELETE FROM webhook_open_deliveries`);
  const healthy = await newReceiver();
  const dead = await newReceiver();
  await insertDeliveries(healthy, 'new', 200);
  const empty = await explainClaim();
  for (let n = 0; n < WAITING; n += 50_000) await insertDeliveries(dead, 'waiting', 50_000);
  await app.db.query(sql`
    UPDATE webhook_endpoints SET backlog_due_at = ${app.clock.now()}, slots = 1, paused_until = ${minutesFromNow(5)}
    WHERE subscription_uuid = ${dead}`);
  await app.db.query(sql`ANALYZE webhook_open_deliveries`);
  await insertDeliveries(healthy, 'new', 200);
  const paused = await explainClaim();
  await app.db.query(
    sql`UPDATE webhook_endpoints SET paused_until = NULL, slots = 8 WHERE subscription_uuid = ${dead}`,
  );
  await insertDeliveries(healthy, 'new', 200);
  const lateRetries = await explainClaim({ only_retries: true });
  const due = await explainClaim();
  await app.db.query(sql`
    UPDATE webhook_endpoints SET in_flight = 0, slots = 1, paused_until = ${minutesFromNow(5)},
      probe_uuid = (SELECT uuid FROM webhook_open_deliveries WHERE subscription_uuid = ${dead} AND state = 'waiting' LIMIT 1)
    WHERE subscription_uuid = ${dead}`);
  await insertDeliveries(healthy, 'new', 200);
  const byHand = await explainClaim();
  await app.db.query(
    sql`UPDATE webhook_endpoints SET in_flight = 0, paused_until = NULL, disabled = true WHERE subscription_uuid = ${dead}`,
  );
  await insertDeliveries(healthy, 'new', 200);
  const disabled = await explainClaim();
  for (const { text } of [paused, lateRetries, due, byHand, disabled]) {
    assert.doesNotMatch(text, /Seq Scan[^}]*"Relation Name":"webhook_open_deliveries"/);
  }
  // The trees are two levels higher, and a few more rows are taken; a scan would read thousands.
  assert.ok(
    paused.pages < empty.pages * 3,
    `${empty.pages} pages with none waiting, ${paused.pages} with them`,
  );
  assert.ok(
    lateRetries.pages < empty.pages,
    `${empty.pages} pages with none waiting, ${lateRetries.pages} to find that none is a retry`,
  );
  assert.ok(due.pages < empty.pages * 3, `${empty.pages} pages with none waiting, ${due.pages} with all due`);
  assert.ok(
    byHand.pages < empty.pages * 3,
    `${empty.pages} pages with none waiting, ${byHand.pages} to find one of them`,
  );
  // It takes all that it may from the one backlog, so its rows are double.
  assert.ok(
    disabled.pages < empty.pages * 4,
    `${empty.pages} pages with none waiting, ${disabled.pages} with all to end`,
  );
});

/** As a worker does it: prepared once, with a fixed plan. */
async function explainClaim({ only_retries = false } = {}): Promise<{ pages: number; text: string }> {
  const claim = claimStatement({
    now: app.clock.now(),
    lease_until: minutesFromNow(0.5),
    limit: 256,
    lookahead: 256,
    share: ALL_RECEIVERS,
    only_retries,
  });
  if (!isPrepared) await queue.query(raw(`PREPARE claim AS ${claim.text}`));
  isPrepared = true;
  const literals = claim.values.map((value) =>
    pg.escapeLiteral(value instanceof Date ? value.toISOString() : `${value}`),
  );
  const [row] = await queue.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) EXECUTE claim (${literals})`),
  );
  const [{ Plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  return { pages: Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!, text: JSON.stringify(Plan) };
}

async function newReceiver(): Promise<string> {
  return (await subscribe(app, ada, 'http://127.0.0.1:9/hook')).uuid;
}

async function insertDeliveries(subscription_uuid: string, state: string, count: number): Promise<void> {
  await app.db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      schedule_step, due_at, fence, created_at)
    SELECT new_uuid(${app.clock.now()}), ${subscription_uuid}, gen_random_uuid(), gen_random_uuid(), 'client.created', ${state}, 0, 0,
      ${app.clock.now()}, 0, ${app.clock.now()} FROM generate_series(1, ${count}::integer)`);
}

function minutesFromNow(minutes: number): Date {
  return new Date(app.clock.now().getTime() + minutes * 60_000);
}
