import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Actor } from '@rapport/contract/actors';
import type { Event } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { assertRefused } from '../testing/assert-forbids.ts';
import { addApplication, callWith, connect, refresh, signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { eraseEvents } from './look-ups.ts';

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

/**
 * Waits for the event, because the feed hides it while an older transaction of any test on this
 * PostgreSQL is open.
 */
const createClientAndSeeIt = async (name: string) => {
  const uuid = await createClient(name);
  await until(`${name} in the feed`, async () =>
    (await read('limit=200')).body.data.find((event: { data: { uuid: string } }) => event.data.uuid === uuid),
  );
  return uuid;
};

test('an application recognises its own changes by its client_id, even after a refresh', async () => {
  const client = await addApplication(app);
  const tokens = await connect(app, await signedIn(app, ada), client);
  const { body } = await refresh(app, client, tokens.refresh_token);
  const own = await callWith(app, body.access_token, '/api/v2/clients', 'POST', { name: 'Own' });
  const me = await callWith(app, body.access_token, '/api/v2/me');
  const foreign = await createClientAndSeeIt('Foreign');
  const changes = await until('both in the feed', async () => {
    const { data } = (await read('limit=200')).body;
    const of = (uuid: string) => data.find((event: Event) => event.data.uuid === uuid)?.actor;
    return of(own.body.data.uuid) && [of(own.body.data.uuid), of(foreign)];
  });
  assert.deepEqual(
    changes.map((actor: Actor) => actor.client_id),
    [client.client_id, null],
  );
  assert.equal(me.body.data.token.client_id, client.client_id);
});

describe('after=latest', () => {
  test('gives no event, and the cursor of the newest one', async () => {
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

  test('gives no cursor when there are no events, so that the reader begins at the start', async () => {
    const newcomer = await app.addUser();
    const { body } = await app.call('GET', '/api/v2/events?after=latest', { as: newcomer });
    assert.deepEqual(body, { data: [], next_cursor: null });
  });
});

describe('Prefer: wait', () => {
  /** Stops the time, so that no wait ends by itself, however slow the machine is. */
  const waitForEver = (t: TestContext) => t.mock.method(performance, 'now', () => 0);

  /** Resolves when the server has received a request for the feed. */
  const untilTaken = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const see = (message: unknown) => {
      if (!(message as { request: IncomingMessage }).request.url?.startsWith('/api/v2/events')) return;
      unsubscribe('http.server.request.start', see);
      resolve();
    };
    subscribe('http.server.request.start', see);
    return promise;
  };

  test('is answered as soon as there is an event', async (t) => {
    waitForEver(t);
    const { next_cursor } = (await read('after=latest')).body;
    const waiting = read(`after=${next_cursor}`, 'respond-async, wait=20');
    const uuid = await createClient('While we wait');
    assert.equal((await waiting).body.data[0].data.uuid, uuid);
  });

  test('is answered without events and with the same cursor when the time is up', async () => {
    const { next_cursor } = (await read('after=latest')).body;
    assert.deepEqual((await read(`after=${next_cursor}`, 'wait=1')).body, { data: [], next_cursor });
  });

  test('does not delay events that are there already', async () => {
    assert.ok((await read('limit=1', 'wait=20')).body.data.length > 0);
  });

  test('shows no events of an Account lost during the wait', async (t) => {
    const grace = await app.addUser();
    const account_uuid = await app.addAccount(grace);
    await app.addLogin(account_uuid, ada, 'viewer');
    const path = `/api/v2/events?account_uuid=${account_uuid}&after=`;
    const next_cursor = await until('a cursor', async () => {
      const { body } = await app.call('GET', `${path}latest`, { as: grace });
      return body.next_cursor as string | null;
    });
    waitForEver(t);
    const taken = untilTaken();
    const waiting = app.call('GET', path + next_cursor, { as: ada, headers: { prefer: 'wait=20' } });
    await taken;
    await app.db.query(
      sql`DELETE FROM logins WHERE user_uuid = ${ada.uuid} AND account_uuid = ${account_uuid}`,
    );
    await app.call('POST', '/api/v2/clients', { as: grace, body: { name: 'Not for Ada' } });
    assertRefused(await waiting, 404, 'not_found');
  });

  test('is answered at once when the caller has too many open waits', async (t) => {
    waitForEver(t);
    const { next_cursor } = (await read('after=latest')).body;
    const waiting = Array.from({ length: 11 }, () => read(`after=${next_cursor}`, 'wait=20'));
    const first = await Promise.race(waiting);
    assert.deepEqual(first.body, { data: [], next_cursor });
    const uuid = await createClient('While ten wait');
    const answers = await Promise.all(waiting);
    assert.equal(answers.filter(({ body }) => body.data[0]?.data.uuid === uuid).length, 10);
  });

  test('does not delay the stop of the server', async (t) => {
    const other = await startTestApp();
    const user = await other.addUser();
    waitForEver(t);
    const taken = untilTaken();
    const waiting = other.call('GET', '/api/v2/events', { as: user, headers: { prefer: 'wait=20' } });
    await taken;
    await other.close();
    assert.deepEqual((await waiting).body.data, []);
  });
});

describe('filter[event]', () => {
  /** Creates two Clients and deletes the second; returns the place in the feed before them. */
  const happened = async () => {
    const { next_cursor } = (await read('after=latest')).body;
    const kept = await createClientAndSeeIt('Kept');
    const gone = await createClientAndSeeIt('Gone');
    await app.call('DELETE', `/api/v2/clients/${gone}`, { as: ada });
    await until('the deletion in the feed', async () => {
      const { data } = (await read(`after=${next_cursor}`)).body;
      return data.length === 3;
    });
    return { after: next_cursor as string, kept, gone };
  };
  const namesOf = ({ body }: { body: { data: Event[] } }) => body.data.map(({ event }) => event);

  test('gives only these events, each of them once over all pages', async () => {
    const { after, kept, gone } = await happened();
    const readFrom = (filter: string) => read(`after=${after}&${filter}`);
    assert.deepEqual(namesOf(await readFrom('filter[event]=client.deleted')), ['client.deleted']);
    assert.deepEqual(namesOf(await readFrom('filter[event][ne]=client.created')), ['client.deleted']);
    const both = await readFrom('filter[event][in]=client.deleted,client.created');
    assert.deepEqual(namesOf(both), ['client.created', 'client.created', 'client.deleted']);
    const first = await readFrom('filter[event]=client.created&limit=1');
    const second = await read(`after=${first.body.next_cursor}&filter[event]=client.created&limit=1`);
    const uuids = [first, second].map(({ body }) => body.data[0].data.uuid);
    assert.deepEqual(uuids, [kept, gone]);
  });

  test('moves the cursor past filtered events, and no further', async () => {
    const { after } = await happened();
    const none = await read(`after=${after}&filter[event]=login.deleted`);
    assert.deepEqual(none.body.data, []);
    const rest = await read(`after=${none.body.next_cursor}`);
    assert.deepEqual(rest.body, { data: [], next_cursor: none.body.next_cursor });
    const uuid = await createClientAndSeeIt('Later');
    const later = await read(`after=${none.body.next_cursor}&filter[event]=client.created`);
    assert.deepEqual(
      later.body.data.map(({ data }: Event) => data.uuid),
      [uuid],
    );
  });

  test('waits past filtered events', async () => {
    const { after } = await happened();
    const waiting = read(`after=${after}&filter[event]=client.updated`, 'wait=20');
    const uuid = await createClient('While we wait');
    await app.call('PATCH', `/api/v2/clients/${uuid}`, { as: ada, body: { status: 'active' } });
    assert.deepEqual(namesOf(await waiting), ['client.updated']);
  });

  test('of an unknown event or field is refused, with the known ones', async () => {
    const event = await read('filter[event]=client.renamed');
    assertRefused(event, 400, 'query_invalid');
    assert.match(event.body.detail, /must be one of account.created, /);
    const field = await read('filter[actor]=x');
    assertRefused(field, 400, 'query_invalid');
    assert.match(field.body.detail, /Filters: event\./);
  });
});

describe('one event', () => {
  const eventOf = async (resource_uuid: string) => {
    const { body } = await app.call('GET', `/api/v2/clients/${resource_uuid}/events`, { as: ada });
    return body.data[0] as Event;
  };

  test('has the same bytes as in the feed', async () => {
    const event = await eventOf(await createClient('Alone'));
    const found = await app.call('GET', `/api/v2/events/${event.uuid}`, { as: ada });
    assert.equal(found.status, 200);
    assert.deepEqual(found.body, { data: event });
  });

  test('is missing when its body was erased with its record', async () => {
    const uuid = await createClient('Erased');
    const event = await eventOf(uuid);
    await eraseEvents(app.db, [uuid]);
    assertRefused(await app.call('GET', `/api/v2/events/${event.uuid}`, { as: ada }), 404, 'not_found');
  });
});
