import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { loneUuid } from '../../platform/ids.ts';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

// A request that names a change, and the undo of that change at the same moment. A third connection
// holds what one of the two waits for within its transaction, while the other goes on.

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
});
after(() => app.close());

const newChange = () => loneUuid(app.clock.now());
const add = (change: string, fields: object, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { account_uuid, ...fields },
    headers: { 'x-change-uuid': change, ...headers },
  });
const undo = (change: string) => app.call('POST', `/api/v2/changes/${change}/undo`, { as: ada, body: {} });
const namesLike = async (word: string) => {
  const { body } = await app.call('GET', `/api/v2/clients?q=${word}`, { as: ada });
  return body.data.map(({ name }: { name: string }) => name);
};

/** Runs `work` while another connection holds what `statement` locks; then that is rolled back. */
async function holding(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: app.connectionString });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    await work();
    await holder.query('ROLLBACK');
  } finally {
    await holder.end();
  }
}

const untilWaits = (at: string, times = 1) =>
  until(`a statement that waits at ${at}`, async () => {
    const waiting = await app.db.query(sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${at}%`}`);
    return waiting.length >= times;
  });

test('a request that was let in before the undo and writes behind it is refused, and leaves nothing', async () => {
  const change = newChange();
  await add(change, { name: 'Early one' });
  const { uuid } = (await add(newChange(), { name: 'Other' })).body.data;
  let late!: ReturnType<typeof add>;
  await holding(`UPDATE clients SET external_id = 'late' WHERE uuid = '${uuid}'`, async () => {
    late = add(change, { name: 'Early late', external_id: 'late' });
    await untilWaits('INSERT INTO clients');
    assert.equal((await undo(change)).body.data.undone, 1);
  });
  assertRefused(await late, 400, 'header_invalid');
  assert.deepEqual(await namesLike('Early'), []);
});

/** Has the undo of a change and a request that adds to it wait for one turn, in this order. */
async function behindTheUndo(change: string, work: () => ReturnType<TestApp['call']>) {
  const turn = `SELECT pg_advisory_xact_lock(hashtextextended('changes of records ${account_uuid}', 0))`;
  let [undone, late] = [] as unknown as [ReturnType<typeof undo>, ReturnType<typeof work>];
  await holding(turn, async () => {
    undone = undo(change);
    await untilWaits('changes of records', 1);
    late = work();
    await untilWaits('changes of records', 2);
  });
  assert.equal((await undone).status, 200);
  return late;
}

test('a tag gets no other name by a change whose undo it had to wait for', async () => {
  const change = newChange();
  await add(change, { name: 'Tag one' });
  const { uuid } = (await add(newChange(), { name: 'Labelled', tags: ['Former'] })).body.data;
  const { body } = await app.call('GET', '/api/v2/tags', { as: ada });
  const tag = body.data.find(({ name }: { name: string }) => name === 'Former');
  const late = await behindTheUndo(change, () =>
    app.call('PATCH', `/api/v2/tags/${tag.uuid}`, {
      as: ada,
      body: { name: 'Latter' },
      headers: { 'x-change-uuid': change },
    }),
  );
  assertRefused(late, 400, 'header_invalid');
  assert.deepEqual((await app.call('GET', `/api/v2/clients/${uuid}`, { as: ada })).body.data.tags, [
    'Former',
  ]);
});

test('records are not handed over by a change whose undo it had to wait for', async () => {
  const change = newChange();
  await add(change, { name: 'Handed one' });
  const [bob, cleo] = [await app.addUser('Bob'), await app.addUser('Cleo')];
  for (const user of [bob, cleo]) await app.addLogin(account_uuid, user, 'member');
  const { uuid } = (await add(newChange(), { name: 'Of Bob', owner_uuid: bob.uuid })).body.data;
  const late = await behindTheUndo(change, () =>
    app.call('POST', `/api/v2/accounts/${account_uuid}/handovers`, {
      as: ada,
      body: { from_user_uuid: bob.uuid, to_user_uuid: cleo.uuid },
      headers: { 'x-change-uuid': change },
    }),
  );
  assertRefused(late, 400, 'header_invalid');
  const now = await app.call('GET', `/api/v2/clients/${uuid}`, { as: ada });
  assert.equal(now.body.data.owner_uuid, bob.uuid);
});

test('a job adds nothing to its change once that is taken back, and says so', async () => {
  for (const part of [0, 1]) {
    const operations = Array.from({ length: 150 }, (_, index) => ({
      action: 'create',
      data: { name: `Many ${part} ${index}`, tags: ['Many'] },
    }));
    await app.call('POST', '/api/v2/clients/batch', { as: ada, body: { account_uuid, operations } });
  }
  const tagNamed = async (word: string) => {
    const { body } = await app.call('GET', '/api/v2/tags', { as: ada });
    return body.data.find(({ name }: { name: string }) => name === word);
  };
  const path = `/api/v2/tags/${(await tagNamed('Many')).uuid}`;
  const renamed = await app.call('PATCH', path, { as: ada, body: { name: 'Plenty' } });
  assert.equal((await undo(renamed.headers.get('x-change-uuid')!)).body.data.undone, 200);
  await app.startWorker();
  const job = await until('the job to end', async () => {
    const { body } = await app.call('GET', `/api/v2/jobs/${renamed.body.data.job_uuid}`, { as: ada });
    return body.data.state === 'failed' && body.data;
  });
  assert.match(job.detail, /^Its change was taken back/);
  assert.deepEqual([(await tagNamed('Many')).count, await tagNamed('Plenty')], [300, undefined]);
});

test('a request that comes while the undo is at work is refused at once', async () => {
  const change = newChange();
  const { uuid } = (await add(change, { name: 'Busy one' })).body.data;
  let undone!: ReturnType<typeof undo>;
  await holding(`SELECT FROM clients WHERE uuid = '${uuid}' FOR UPDATE`, async () => {
    undone = undo(change);
    await untilWaits('FROM clients');
    assertRefused(await add(change, { name: 'Busy late' }), 400, 'header_invalid');
  });
  assert.equal((await undone).body.data.undone, 1);
  assert.deepEqual(await namesLike('Busy'), []);
});

test('an undo waits for a request that has written and not ended, and takes that back, too', async () => {
  const change = newChange();
  await add(change, { name: 'Both one' });
  let [second, undone] = [] as unknown as [ReturnType<typeof add>, ReturnType<typeof undo>];
  await holding('LOCK TABLE idempotency_keys IN SHARE MODE', async () => {
    second = add(change, { name: 'Both two' }, { 'idempotency-key': 'two' });
    await untilWaits('INTO idempotency_keys');
    undone = undo(change);
    await untilWaits('undo of');
  });
  assert.deepEqual([(await second).status, (await undone).body.data.undone], [201, 2]);
  assert.deepEqual(await namesLike('Both'), []);
});
