import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
});
after(() => app.close());

const read = (query: string, prefer?: string) =>
  app.call('GET', `/api/v2/events?${query}`, { as: ada, headers: prefer === undefined ? {} : { prefer } });

const createClient = async (name: string) =>
  (await app.call('POST', '/api/v2/clients', { as: ada, body: { name } })).body.data.uuid as string;

/** The feed holds an event back while an older transaction of any test on this PostgreSQL is open. */
const createClientAndSeeIt = async (name: string) => {
  const uuid = await createClient(name);
  await until(`${name} in the feed`, async () =>
    (await read('limit=200')).body.data.find((event: { data: { uuid: string } }) => event.data.uuid === uuid),
  );
  return uuid;
};

describe('after=latest', () => {
  test('gives no event, and a cursor behind all that has happened', async () => {
    await createClientAndSeeIt('Before');
    const { body } = await read('after=latest');
    assert.deepEqual(body.data, []);
    const uuid = await createClientAndSeeIt('After');
    const next = await read(`after=${body.next_cursor}`);
    assert.deepEqual(
      next.body.data.map((event: { data: { uuid: string } }) => event.data.uuid),
      [uuid],
    );
  });

  test('gives no cursor to whoever has no events, so that they begin at the start', async () => {
    const newcomer = await app.addUser();
    const { body } = await app.call('GET', '/api/v2/events?after=latest', { as: newcomer });
    assert.deepEqual(body, { data: [], next_cursor: null });
  });
});

describe('Prefer: wait', () => {
  test('is answered as soon as there is an event', async () => {
    const { next_cursor } = (await read('after=latest')).body;
    const waiting = read(`after=${next_cursor}`, 'respond-async, wait=20');
    const uuid = await createClient('While we wait');
    assert.equal((await waiting).body.data[0].data.uuid, uuid);
  });

  test('is answered without events, and with the same cursor, when the time is up', async () => {
    const { next_cursor } = (await read('after=latest')).body;
    assert.deepEqual((await read(`after=${next_cursor}`, 'wait=1')).body, { data: [], next_cursor });
  });

  test('does not keep what is there already', async () => {
    assert.ok((await read('limit=1', 'wait=20')).body.data.length > 0);
  });

  test('does not hold up the end of the server', { timeout: 10_000 }, async () => {
    const other = await startTestApp();
    const user = await other.addUser();
    const waiting = other.call('GET', '/api/v2/events', { as: user, headers: { prefer: 'wait=20' } });
    // Its answer comes after the first request has arrived.
    await other.call('GET', '/api/v2/me', { as: user });
    await other.close();
    assert.deepEqual((await waiting).body.data, []);
  });
});
