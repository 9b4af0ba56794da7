import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { type CuttingProxy, startCuttingProxy } from './testing/cutting-proxy.ts';
import { startTestApp, type TestApp, type TestUser } from './testing/test-app.ts';

/**
 * A connection that is cut after COMMIT was sent: the change is there, and nobody was told so.
 */

let proxy: CuttingProxy;
let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp({
    through: async (connectionString) => {
      proxy = await startCuttingProxy(connectionString);
      return proxy.connectionString;
    },
  });
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
});
after(async () => {
  await app.close();
  proxy.close();
});

const create = (name: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/v2/clients', { as: ada, body: { name }, headers });

/** Creates a Client whose COMMIT is answered to nobody. */
async function createUnheard(name: string, headers?: Record<string, string>) {
  const committed = proxy.cutNextCommit();
  const answer = await create(name, headers);
  await committed;
  return answer;
}

const eventsAbout = async (name: string) =>
  (
    await app.db.query<{ event: string }>(
      sql`SELECT event FROM events WHERE body::json -> 'data' ->> 'name' = ${name}`,
    )
  ).map(({ event }) => event);

test('when the answer to COMMIT is lost, the caller gets 503, and record and event are there once', async () => {
  const answer = await createUnheard('Unheard');
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  const found = await app.call('GET', '/api/v2/clients?q=Unheard', { as: ada });
  assert.equal(found.body.data.length, 1);
  assert.deepEqual(await eventsAbout('Unheard'), ['client.created']);
});

test('the request that is sent again under its Idempotency-Key gets the answer that was lost', async () => {
  const key = { 'idempotency-key': 'lost' };
  assert.equal((await createUnheard('Again', key)).status, 503);
  const again = await create('Again', key);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  const found = await app.call('GET', '/api/v2/clients?q=Again', { as: ada });
  assert.deepEqual(
    found.body.data.map(({ uuid }: { uuid: string }) => uuid),
    [again.body.data.uuid],
  );
  assert.deepEqual(await eventsAbout('Again'), ['client.created']);
});

test('a batch whose COMMIT is lost is there as a whole', async () => {
  const operations = Array.from({ length: 50 }, (_, n) => ({ action: 'create', data: { name: `Lot ${n}` } }));
  const committed = proxy.cutNextCommit();
  const answer = await app.call('POST', '/api/v2/clients/batch', { as: ada, body: { operations } });
  await committed;
  assert.equal(answer.status, 503);
  const [row] = await app.db.query<{ count: number }>(
    sql`SELECT count(*) FROM clients WHERE name LIKE 'Lot %'`,
  );
  assert.equal(row!.count, 50);
});
