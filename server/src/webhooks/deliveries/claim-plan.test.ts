import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { claimStatement } from './claim-queries.ts';
import { ALL_RECEIVERS } from './share.ts';

// What a claim costs, in pages of tables and indexes, when a million deliveries wait.

const WAITING = 1_000_000;

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

test('a claim reads no more pages with a million deliveries waiting than with none', async () => {
  const healthy = await subscribe();
  const dead = await subscribe();
  await insertDeliveries(healthy, 'new', 200);
  const empty = await explainClaim();
  for (let n = 0; n < WAITING; n += 100_000) await insertDeliveries(dead, 'waiting', 100_000);
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
  const due = await explainClaim();
  assert.doesNotMatch(paused.text + due.text, /Seq Scan[^}]*"Relation Name":"webhook_open_deliveries"/);
  // The trees are two levels higher, and a few more rows are taken; a scan would read tens of thousands.
  assert.ok(
    paused.pages < empty.pages * 3,
    `${empty.pages} pages with none waiting, ${paused.pages} with a million`,
  );
  assert.ok(
    due.pages < empty.pages * 3,
    `${empty.pages} pages with none waiting, ${due.pages} with a million due`,
  );
});

test('a claim does not look through all new deliveries when the statistics do not know of them', async () => {
  const receiver = await subscribe();
  await app.db.query(sql`DELETE FROM webhook_open_deliveries WHERE state = 'new'`);
  await app.db.query(sql`ANALYZE webhook_open_deliveries`);
  await insertDeliveries(receiver, 'new', 20_000);
  const { text } = await explainClaim();
  const inVain = [...text.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, rows]) => Number(rows));
  assert.ok(Math.max(...inVain) < 1000, `${inVain}`);
});

async function explainClaim(): Promise<{ pages: number; text: string }> {
  const now = app.clock.now();
  const request = {
    now,
    lease_until: minutesFromNow(0.5),
    limit: 256,
    lookahead: 256,
    share: ALL_RECEIVERS,
    only_retries: false,
  };
  const [row] = await app.db.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${claimStatement(request)}`,
  );
  const [{ Plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  return { pages: Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!, text: JSON.stringify(Plan) };
}

async function subscribe(): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/hook', events: ['client.*'] };
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', { as: ada, body });
  return created.body.data.uuid;
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
