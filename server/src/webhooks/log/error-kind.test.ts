import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { DELIVERIES_LIST } from '@rapport/contract/lists';
import sql, { type Sql } from 'sql-template-tag';
import { wholeAccount } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { parseListQuery } from '../../platform/lists/list-query.ts';
import { Problem } from '../../platform/problem.ts';
import { ANY_MOMENT } from '../../testing/moment.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { listDeliveries } from './queries.ts';

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let account_uuid: string;
/** The deliveries of a subscription. */
let path: string;
let subscription_uuid: string;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  const body = { url: receiver.url, events: ['client.*'] };
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', { as: ada, body });
  subscription_uuid = created.body.data.uuid;
  path = `/api/v2/webhook-subscriptions/${subscription_uuid}/deliveries`;
});
afterEach(() => receiver.close());

test('deliveries are filtered by what came of their latest attempt, beside the other filters', async () => {
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await untilDeliveries(app.db, subscription_uuid, { succeeded: 1 });
  receiver.answerWith(500);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  await untilListed('error_kind]=http_status', 1);
  assert.equal((await list('error_kind]=redirect')).length, 0);

  receiver.answerWith(302, { location: '/' });
  app.clock.advance(70_000);
  await untilListed('error_kind]=redirect', 1);
  assert.equal((await list('error_kind]=http_status')).length, 0);
  const since = app.clock.now().toISOString();
  app.clock.advance(1000);
  receiver.answerWith(410);
  await planTestDeliveries({ ...app, account_uuid }, 1);
  const [failed] = await untilListed('error_kind]=http_status', 1);
  assert.deepEqual([failed.state, failed.response_status], ['failed', 410]);

  const count = async (query: string) => (await list(query)).length;
  assert.equal(await count('error_kind][in]=redirect,http_status'), 2);
  assert.equal(await count('error_kind]=redirect&filter[state]=failed'), 0);
  assert.equal(await count('error_kind]=http_status&filter[state]=failed'), 1);
  assert.equal(await count('error_kind]=redirect&filter[state]=succeeded'), 0);
  assert.equal(await count('error_kind]=http_status&filter[event]=client.deleted'), 0);
  assert.equal(await count(`error_kind][in]=redirect,http_status&filter[created_at][gt]=${since}`), 1);
  assert.equal(await count('error_kind][ne]=http_status'), 2);
  const counted = await app.call('GET', `${path}?filter[error_kind]=redirect&include=total`, { as: ada });
  assert.equal(counted.body.total, 1);
});

test('an error kind that there is not is refused with those that there are', async () => {
  const refused = await app.call('GET', `${path}?filter[error_kind]=lost`, { as: ada });
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail, /must be one of target_not_allowed, .*secret_unreadable/);
});

test('of a log in which most have succeeded, only the others are looked through', async () => {
  await fillLog('succeeded', null, 50_000);
  await fillLog('failed', 'http_status', 500);
  await fillLog('failed', 'timeout', 2);
  await app.db.query(sql`ANALYZE webhook_finished_deliveries`);
  const owner = { subscription_uuids: [subscription_uuid], is_whole: true, reach: wholeAccount() };
  const request = parseListQuery(DELIVERIES_LIST, { 'filter[error_kind]': 'timeout' }, ANY_MOMENT);
  assert.ok(!(request instanceof Problem));
  const page = await listDeliveries(app.db, owner, request);
  assert.deepEqual(
    page.data.map(({ error_kind }) => error_kind),
    ['timeout', 'timeout'],
  );
  const oldest = parseListQuery(
    DELIVERIES_LIST,
    {
      'filter[state][in]': 'failed,not_sent',
      'filter[not_sent_reason][ne]': 'own_change',
      sort: 'created_at',
      limit: 1,
    },
    ANY_MOMENT,
  );
  assert.ok(!(oldest instanceof Problem));
  for (const wanted of [request, oldest]) {
    const { rows, pages } = await explain((db) => listDeliveries(db, owner, wanted));
    assert.ok(Math.max(...rows) <= 502, `${rows}`);
    assert.ok(pages < 502 * 10, `${pages} pages`);
  }
});

async function list(query: string) {
  const answer = await app.call('GET', `${path}?filter[${query}`, { as: ada });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

function untilListed(query: string, count: number) {
  return until(
    `${count} of ${query}`,
    () => list(query),
    (data) => data.length === count,
  );
}

/** Deliveries that have ended, with an attempt each. */
async function fillLog(state: string, error_kind: string | null, count: number): Promise<void> {
  const uuids = Array.from({ length: count }, () => newUuid(app.clock.now()));
  const now = app.clock.now();
  await app.db.query(sql`
    INSERT INTO webhook_finished_deliveries (uuid, subscription_uuid, account_uuid, event_uuid, event, state, attempt_count,
      created_at, finished_at)
    SELECT uuid, ${subscription_uuid}, ${account_uuid}, uuid, 'client.created', ${state}, 1, ${now}, ${now}
    FROM unnest(${uuids}::uuid[]) AS uuid`);
  await app.db.query(sql`
    INSERT INTO webhook_attempts (delivery_uuid, number, started_at, duration_ms, error_kind, request_headers)
    SELECT uuid, 1, ${now}, 1, ${error_kind}, '{}' FROM unnest(${uuids}::uuid[]) AS uuid`);
}

/** Returns the rows that each step of the plan met or threw away, and the pages that were read. */
async function explain(ask: (db: Queryable) => Promise<unknown>): Promise<{ rows: number[]; pages: number }> {
  let plan = '';
  const db = {
    ...app.db,
    query: async (statement: Sql) => {
      const answer = await app.db.query<{ 'QUERY PLAN': unknown }>(
        sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
      );
      plan ||= JSON.stringify(answer);
      return [];
    },
  };
  await ask(db as unknown as Queryable);
  const rows = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":([\d.]+)/g)].map((m) =>
    Number(m[1]),
  );
  const pages = /"Shared Hit Blocks":(\d+),"Shared Read Blocks":(\d+)/.exec(plan)!;
  return { rows, pages: Number(pages[1]) + Number(pages[2]) };
}
