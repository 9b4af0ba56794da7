import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { SECRET_KEY, startWorkerProcess } from '../testing/worker-process.ts';

// A machine stands still in the middle of a step, for longer than the lease of its worker, and then
// goes on as if nothing had happened.

const CLIENTS = 1_000;
const BATCH = 200;
/** A Client of the third step. The first one is made by the request itself. */
const IN_THE_MIDDLE = 2.5 * BATCH;
/** Longer than a lease, and a look for leases that have run out. */
const FROZEN_MS = 40_000;

let app: TestApp;
before(async () => {
  app = await startTestApp({ secret_key: SECRET_KEY });
});
after(() => app.close());

test('a job of a worker that was frozen in a step is taken over, and its late writes are refused', async (t) => {
  const ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  const uuids: string[] = [];
  for (let n = 0; n < CLIENTS; n += BATCH) {
    const operations = Array.from({ length: BATCH }, (_, i) => ({
      action: 'create',
      data: { name: `Client ${n + i}`, tags: ['old'] },
    }));
    const { body } = await app.call('POST', '/api/v2/clients/batch', {
      as: ada,
      body: { account_uuid, operations },
    });
    uuids.push(...body.data.outcomes.map(({ data }: { data: { uuid: string } }) => data.uuid));
  }
  const [tag] = (await app.call('GET', '/api/v2/tags', { as: ada })).body.data;
  const renamed = await app.call('PATCH', `/api/v2/tags/${tag.uuid}`, {
    as: ada,
    body: { name: 'new' },
    headers: { 'if-match': `"${tag.version}"` },
  });
  const { job_uuid } = renamed.body.data;

  let frozen: ReturnType<typeof startWorkerProcess>;
  await app.db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM clients WHERE uuid = ${uuids.toSorted()[IN_THE_MIDDLE]} FOR UPDATE`);
    frozen = startWorkerProcess(app.connectionString);
    t.after(() => frozen.kill('SIGKILL'));
    await until('the worker to wait in the middle of a step', async () => {
      const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.db.query(waiting)).length > 0;
    });
    frozen.kill('SIGSTOP');
  });
  const thawed = delay(FROZEN_MS);
  assert.equal((await getJob()).done_count, 2 * BATCH);

  const other = startWorkerProcess(app.connectionString);
  t.after(() => other.kill('SIGKILL'));
  await until('another worker to do the job', async () => (await getJob()).state === 'completed');
  const before = [await getJob(), await listEvents()];

  await thawed;
  frozen!.kill('SIGCONT');
  frozen!.kill('SIGTERM');
  assert.deepEqual(await once(frozen!, 'exit'), [0, null]);
  assert.deepEqual([await getJob(), await listEvents()], before);
  const events = await listEvents();
  assert.deepEqual([events.length, new Set(events).size], [CLIENTS, CLIENTS]);
  const left = sql`SELECT FROM clients WHERE tags <> ARRAY['new'] OR version <> 2`;
  assert.deepEqual(await app.db.query(left), []);

  async function getJob() {
    return (await app.call('GET', `/api/v2/jobs/${job_uuid}`, { as: ada })).body.data;
  }

  /** The Clients with an event about the change, once for each. */
  async function listEvents(): Promise<string[]> {
    const rows = await app.db.query<{ uuid: string }>(
      sql`SELECT resource_uuid AS uuid FROM events WHERE event = 'client.updated' ORDER BY position`,
    );
    return rows.map(({ uuid }) => uuid);
  }
});
