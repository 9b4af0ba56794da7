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

const untilWaits = (at: string) =>
  until(`a statement that waits at ${at}`, async () => {
    const waiting = await app.db.query(sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${at}%`}`);
    return waiting.length > 0;
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
