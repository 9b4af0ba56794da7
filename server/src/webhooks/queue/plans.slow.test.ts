import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Database, openDatabase, type Queryable } from '../../platform/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { subscribe } from '../../testing/test-deliveries.ts';
import { HEALTHY } from './breaker.ts';
import { claimStatement } from './claim-statement.ts';
import { settleDeliveries } from './settle-queries.ts';
import type { EndpointChange, Settlement } from './settle-statement.ts';
import { ALL_RECEIVERS } from './share.ts';

// What a claim costs, in pages of tables and indexes, when a hundred thousand deliveries wait; a million in `npm run test:long`. And what claims
// and settlements do for each receiver, when there are many.

const WAITING = Number(process.env.TEST_WAITING ?? 100_000);

let app: TestApp;
let ada: TestUser;
let queue: Database;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

// Each test with a connection of its own, which no pool replaces so soon: what was prepared on it stays.
beforeEach(async () => {
  queue = openDatabase(app.connectionString, { connections: 1, fixed_plans: true });
  preparedNames.clear();
  await app.db.query(sql`TRUNCATE webhook_open_deliveries`);
});
afterEach(() => queue.close());

test('a claim that was planned when there was nothing does not look through all that is new', async () => {
  const receivers = await Promise.all(Array.from({ length: 32 }, newReceiver));
  await app.db.query(sql`VACUUM ANALYZE`);
  await explainClaim();
  for (const receiver of receivers) await insertDeliveries([receiver], 'new', 1_000);
  const { text } = await explainClaim();
  // What each step of the plan came upon, and what it threw away.
  const rows = [...text.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":(\d+)/g)].map(([, rows]) =>
    Number(rows),
  );
  assert.ok(Math.max(...rows) < 1000, `${rows}`);
});

test(`a claim reads no more pages with ${WAITING.toLocaleString('en')} deliveries waiting than with none`, async () => {
  const healthy = await newReceiver();
  const dead = await newReceiver();
  await insertDeliveries([healthy], 'new', 200);
  const empty = await explainClaim();
  for (let n = 0; n < WAITING; n += 50_000) await insertDeliveries([dead], 'waiting', 50_000);
  await app.db.query(sql`
    UPDATE webhook_endpoints SET backlog_due_at = ${app.clock.now()}, slots = 1, paused_until = ${minutesFromNow(5)}
    WHERE subscription_uuid = ${dead}`);
  await app.db.query(sql`ANALYZE webhook_open_deliveries`);
  await insertDeliveries([healthy], 'new', 200);
  const paused = await explainClaim();
  await app.db.query(
    sql`UPDATE webhook_endpoints SET paused_until = NULL, slots = 8 WHERE subscription_uuid = ${dead}`,
  );
  await insertDeliveries([healthy], 'new', 200);
  const due = await explainClaim();
  await app.db.query(sql`
    UPDATE webhook_endpoints SET in_flight = 0, slots = 1, paused_until = ${minutesFromNow(5)},
      probe_uuid = (SELECT uuid FROM webhook_open_deliveries WHERE subscription_uuid = ${dead} AND state = 'waiting' LIMIT 1)
    WHERE subscription_uuid = ${dead}`);
  await insertDeliveries([healthy], 'new', 200);
  const byHand = await explainClaim();
  await app.db.query(
    sql`UPDATE webhook_endpoints SET in_flight = 0, paused_until = NULL, disabled = true WHERE subscription_uuid = ${dead}`,
  );
  await insertDeliveries([healthy], 'new', 200);
  const disabled = await explainClaim();
  for (const { text } of [paused, due, byHand, disabled]) {
    assert.doesNotMatch(text, /Seq Scan[^}]*"Relation Name":"webhook_open_deliveries"/);
  }
  // The trees are two levels higher, and a few more rows are taken; a scan would read thousands.
  assert.ok(
    paused.pages < empty.pages * 3,
    `${empty.pages} pages with none waiting, ${paused.pages} with them`,
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

test('a claim finds what is new for a receiver beside its backlog, also when the index of what is new is nearly empty', async () => {
  const receivers = await insertReceivers(4_000);
  const dead = receivers[0]!;
  await insertDeliveries(receivers, 'new', 100);
  // The file of an index stays as large as it was. It is looked at by its size and by how little there is in it.
  await app.db.query(sql`DELETE FROM webhook_open_deliveries`);
  await app.db.query(sql`VACUUM webhook_open_deliveries`);
  await insertDeliveries(receivers, 'waiting', 50);
  await insertDeliveries([dead], 'waiting', WAITING);
  await insertDeliveries(receivers.slice(0, 20), 'new', 1);
  await insertDeliveries([receivers[20]!], 'new', 1);
  // Of a sample it would be another number of receivers each time, and perhaps another plan.
  await app.db.query(
    sql`ALTER TABLE webhook_open_deliveries ALTER subscription_uuid SET (n_distinct = 4000)`,
  );
  await app.db.query(sql`ANALYZE webhook_open_deliveries`);
  await app.db.query(sql`ALTER TABLE webhook_open_deliveries ALTER subscription_uuid RESET (n_distinct)`);
  // A sample may miss all that is new. A vacuum that has something to clean up counts it.
  await app.db.query(
    sql`DELETE FROM webhook_open_deliveries WHERE state = 'new' AND subscription_uuid = ${receivers[20]!}`,
  );
  await app.db.query(sql`VACUUM (INDEX_CLEANUP on) webhook_open_deliveries`);
  // Pages and not rows: those that a step throws away are not among the rows it gives.
  const { pages } = await explainClaim();
  assert.ok(pages < 2_000, `${pages} pages`);
});

/** Many more than are busy. */
const RECEIVERS = WAITING / 10;

/** As many as a claim takes deliveries. */
const BUSY = 256;

test('neither claims nor settlements compare each receiver with each other', async () => {
  const busy = (await insertReceivers(RECEIVERS)).slice(0, BUSY);
  await app.db.query(sql`VACUUM ANALYZE`);
  await insertDeliveries(busy, 'waiting', 1);
  await app.db.query(sql`
    UPDATE webhook_endpoints SET backlog_due_at = CASE WHEN subscription_uuid = ANY (${busy}) THEN ${app.clock.now()}::timestamptz END`);
  const claim = await explainClaim();
  const settlement = await explain('settle', await settlementOf(await app.db.query<Sending>(SENDING)));
  assert.equal((await app.db.query(sql`SELECT FROM webhook_finished_deliveries`)).length, BUSY / 2);
  for (const { text } of [claim, settlement]) {
    // A step may come upon each of them, and its older versions.
    assert.ok(mostRows(text) >= BUSY && mostRows(text) <= 4 * BUSY, text);
  }
});

type Sending = {
  uuid: string;
  subscription_uuid: string;
  account_uuid: string;
  event_uuid: string;
  fence: number;
  tid: string;
};

const SENDING = sql`
  SELECT uuid, subscription_uuid, account_uuid, event_uuid, fence, ctid::text AS tid FROM webhook_open_deliveries WHERE state = 'sending'`;

/** The statement that settles these deliveries after one attempt each; every other one failed. */
async function settlementOf(deliveries: Sending[]): Promise<Sql> {
  const now = app.clock.now();
  const settlements = deliveries.map(
    (delivery, n): Settlement => ({
      ...delivery,
      event: 'client.created',
      created_at: now,
      attempt_count: 1,
      state: n % 2 === 0 ? 'succeeded' : 'waiting',
      not_sent_reason: null,
      not_sent_detail: null,
      at: now,
      number: 1,
      started_at: now,
      duration_ms: 1,
      dns_ms: null,
      connect_ms: null,
      first_byte_ms: 1,
      response_status: 200,
      error_kind: null,
      error_detail: null,
      signature: null,
      standard_signature: null,
      response_excerpt: '',
    }),
  );
  const endpoints = deliveries.map(
    ({ subscription_uuid }): EndpointChange => ({
      ...HEALTHY,
      subscription_uuid,
      revision: 0,
      changed: false,
      called_at: now,
    }),
  );
  let statement: Sql | undefined;
  const query = async (asked: Sql) => {
    statement = asked;
    return [{ uuids: [], next_claim_at: null }];
  };
  await settleDeliveries({ ...app.db, query } as Queryable, settlements, endpoints, now);
  return statement!;
}

/** Of all steps of the plan, how many rows the one with most of them came upon, all its runs together. */
function mostRows(plan: string): number {
  const steps = plan.matchAll(/"Actual Rows":([\d.]+),"Actual Loops":(\d+)/g);
  return Math.max(...steps.map(([, rows, loops]) => Number(rows) * Number(loops)));
}

function explainClaim(): Promise<{ pages: number; text: string }> {
  const request = { limit: 256, share: ALL_RECEIVERS, after: null };
  return explain(
    'claim',
    claimStatement({ ...request, now: app.clock.now(), lease_until: minutesFromNow(0.5) }),
  );
}

const preparedNames = new Set<string>();

/** As a worker does it: prepared once, with a fixed plan. */
async function explain(name: string, { text, values }: Sql): Promise<{ pages: number; text: string }> {
  if (!preparedNames.has(name)) await queue.query(raw(`PREPARE ${name} AS ${text}`));
  preparedNames.add(name);
  const [row] = await queue.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) EXECUTE ${name} (${values.map(toLiteral)})`),
  );
  const [{ Plan }] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  return { pages: Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!, text: JSON.stringify(Plan) };
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => `"${item}"`)}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : `${value}`);
}

async function newReceiver(): Promise<string> {
  return (await subscribe(app, ada, 'http://127.0.0.1:9/hook')).uuid;
}

async function insertReceivers(count: number): Promise<string[]> {
  const now = app.clock.now();
  const rows = await app.db.query<{ uuid: string }>(sql`
    WITH row AS (SELECT new_uuid(${now}) AS uuid FROM generate_series(1, ${count}::integer)),
    endpoint AS (INSERT INTO webhook_endpoints (subscription_uuid) SELECT uuid FROM row)
    INSERT INTO webhook_subscriptions (uuid, user_uuid, url, events, skip_own, signing_secret_encrypted, enabled, created_at, updated_at)
    SELECT uuid, ${ada.uuid}, 'http://127.0.0.1:9/hook', '{*}', false, '', true, ${now}, ${now} FROM row RETURNING uuid`);
  return rows.map(({ uuid }) => uuid);
}

async function insertDeliveries(subscriptions: string[], state: string, count: number): Promise<void> {
  await app.db.query(sql`
    INSERT INTO webhook_open_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      schedule_step, due_at, fence, created_at)
    SELECT new_uuid(${app.clock.now()}), subscription_uuid, gen_random_uuid(), gen_random_uuid(), 'client.created', ${state}, 0, 0,
      ${app.clock.now()}, 0, ${app.clock.now()} FROM unnest(${subscriptions}::uuid[]) AS subscription_uuid, generate_series(1, ${count}::integer)`);
}

function minutesFromNow(minutes: number): Date {
  return new Date(app.clock.now().getTime() + minutes * 60_000);
}
