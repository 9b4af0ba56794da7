import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { loneUuid } from '../../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

// A job writes in the name of a change, some records a step, and the change is taken back between
// two of its steps. A third connection holds a record of the second step meanwhile.

/** Three steps. */
const MANY = 500;

/** A record of the second step, from whichever end the job begins. */
const AMIDST = 250;

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
});
after(() => app.close());

const call = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
  const answer = await app.call(method, `/api/v2${path}`, { as: ada, body, headers });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return { ...answer.body.data, change: answer.headers.get('x-change-uuid') };
};

async function addMany(account_uuid: string, fields: object): Promise<{ change: string; uuids: string[] }> {
  const change = loneUuid(app.clock.now());
  const uuids: string[] = [];
  for (let from = 0; from < MANY; from += 100) {
    const operations = Array.from({ length: 100 }, (_, at) => ({
      action: 'create',
      data: { name: `Many ${from + at}`, ...fields },
    }));
    const body = { account_uuid, operations };
    const { outcomes } = await call('POST', '/clients/batch', body, { 'x-change-uuid': change });
    uuids.push(...outcomes.map(({ data }: { data: { uuid: string } }) => data.uuid));
  }
  return { change, uuids };
}

/** Takes a change back while a step of its job waits for this record, and does all jobs. */
async function takeBackDuring(change: string, uuid: string): Promise<void> {
  const holder = new pg.Client({ connectionString: app.connectionString });
  await holder.connect();
  try {
    await holder.query(`BEGIN; SELECT FROM clients WHERE uuid = '${uuid}' FOR UPDATE`);
    const done = app.jobs.finished();
    await untilWaiting(1);
    const undone = call('POST', `/changes/${change}/undo`, {});
    await Promise.race([undone, untilWaiting(2)]);
    await holder.query('ROLLBACK');
    await Promise.all([undone, done]);
  } finally {
    await holder.end();
  }
  await app.jobs.finished();
}

function untilWaiting(count: number): Promise<boolean> {
  return until(`${count} that wait for a lock`, async () => {
    const waiting = await app.db.query(sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return waiting.length >= count;
  });
}

const jobOf = async (uuid: string): Promise<{ state: string; detail: string }> =>
  call('GET', `/jobs/${uuid}`);

test('an undo that is taken back at half is ended, and all that it deleted is there again', async () => {
  const account_uuid = await app.addAccount(ada, 'Undo');
  const { change, uuids } = await addMany(account_uuid, {});
  const { job_uuid, change: undo } = await call('POST', `/changes/${change}/undo`, {});
  await takeBackDuring(undo!, uuids[AMIDST]!);
  const { state, detail } = await jobOf(job_uuid);
  assert.equal(state, 'failed');
  assert.match(detail, /^Its change was taken back/);
  const left = sql`SELECT FROM clients WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL`;
  assert.equal((await app.db.query(left)).length, MANY);
});

test('a field that gets its former type back at half is read as before in all records', async () => {
  const account_uuid = await app.addAccount(ada, 'Field');
  const field = { resource: 'client', label: 'Size', type: 'text', account_uuid };
  const { uuid: field_uuid } = await call('POST', '/custom-fields', field);
  await app.jobs.finished();
  const { uuids } = await addMany(account_uuid, { custom: { size: '1.50' } });
  const { job_uuid, change } = await call('POST', `/custom-fields/${field_uuid}/convert`, { type: 'number' });
  await takeBackDuring(change!, uuids[AMIDST]!);
  assert.equal((await jobOf(job_uuid)).state, 'failed');
  assert.equal((await call('GET', `/custom-fields/${field_uuid}`)).type, 'text');
  const sizes = await app.db.query<{ size: unknown }>(
    sql`SELECT DISTINCT custom->'size' AS size FROM clients WHERE account_uuid = ${account_uuid}`,
  );
  assert.deepEqual(sizes, [{ size: '1.50' }]);
});

test('numbers are read by the new country of their Account in all records, for that is not taken back', async () => {
  const account_uuid = await app.addAccount(ada, 'Phones');
  const { uuids } = await addMany(account_uuid, { phones: [{ value: '030 901820' }] });
  const { change } = await call('PATCH', `/accounts/${account_uuid}`, { country: 'DE' });
  const [job] = await app.db.query<{ uuid: string }>(
    sql`SELECT uuid FROM jobs WHERE account_uuid = ${account_uuid} AND type = 'phone_numbers'`,
  );
  await takeBackDuring(change!, uuids[AMIDST]!);
  assert.equal((await jobOf(job!.uuid)).state, 'completed');
  const read = sql`SELECT FROM clients WHERE account_uuid = ${account_uuid} AND phones::text LIKE '%+4930901820%'`;
  assert.equal((await app.db.query(read)).length, MANY);
  const events = sql`SELECT DISTINCT change_uuid FROM events WHERE account_uuid = ${account_uuid} AND event = 'client.updated'`;
  assert.equal((await app.db.query(events)).length, 2);
});
