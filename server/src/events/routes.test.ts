import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../access/caller.ts';
import { Problem } from '../platform/problem.ts';
import { assertForbids, assertRefused } from '../testing/assert-forbids.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { recordEvents } from './actions.ts';

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
});
after(() => app.close());

type Event = { uuid: string; event: string; data: { name: string }; [field: string]: unknown };

const createClient = (name: string, account_uuid = team.account_uuid) =>
  app.call('POST', '/api/v2/clients', { as: team.owner, body: { name, account_uuid } });

async function read(query = '', as = team.owner): Promise<{ data: Event[]; next_cursor: string | null }> {
  const { status, body } = await app.call('GET', `/api/v2/events${query}`, { as });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Reads the feed page by page until the client of this name has been told of; returns the names of all clients on the way. */
async function readUntil(name: string, options: { after?: string; limit?: number } = {}): Promise<string[]> {
  const names: string[] = [];
  let { after } = options;
  await until(`the event of ${name}`, async () => {
    const page = await read(`?limit=${options.limit ?? 50}${after ? `&after=${after}` : ''}`);
    names.push(...page.data.filter(({ event }) => event.startsWith('client.')).map(({ data }) => data.name));
    after = page.next_cursor ?? undefined;
    return names.includes(name);
  });
  return names;
}

test('the feed tells every event of the Accounts of the caller, oldest first, as it is delivered', async () => {
  const created = await createClient('Told');
  await readUntil('Told');
  const { data } = await read();
  assert.deepEqual(
    data.map(({ event }) => event),
    ['account.created', ...Array(4).fill('login.created'), 'client.created'],
  );
  const last = data.at(-1)!;
  assert.deepEqual(last.data, created.body.data);
  assert.equal(last.request_id, created.headers.get('x-request-id'));
  const { type, user_uuid, name } = last.actor as Record<string, string>;
  assert.deepEqual([type, user_uuid, name], ['personal_access_token', team.owner.uuid, 'test']);
  const [row] = await app.db.query<{ body: string }>(sql`SELECT body FROM events WHERE uuid = ${last.uuid}`);
  assert.deepEqual(JSON.parse(row!.body), last);
});

test('whoever goes on from next_cursor reads everything once, whatever the limit', async () => {
  for (let i = 0; i < 7; i++) await createClient(`Client ${i}`);
  const names = await readUntil('Client 6', { limit: 2 });
  assert.deepEqual(
    names,
    [0, 1, 2, 3, 4, 5, 6].map((i) => `Client ${i}`),
  );
});

test('an empty page at the end stays where the reader is', async () => {
  await createClient('Last');
  await readUntil('Last');
  const { next_cursor } = await read('?limit=200');
  assert.deepEqual(await read(`?after=${next_cursor}`), { data: [], next_cursor });
  const nobody = await app.addUser();
  assert.deepEqual(await read('', nobody), { data: [], next_cursor: null });
});

test('an event whose transaction commits late is not skipped by a reader who went past it in time', async () => {
  await createClient('Before');
  const [opened, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A second connection has recorded its event, and takes its time to commit.
  const late = app.db.transaction(async (tx) => {
    const record = { uuid: crypto.randomUUID(), name: 'Late' };
    const change = {
      event: 'client.created' as const,
      account_uuid: team.account_uuid,
      record,
      previous: null,
    };
    await recordEvents({ ...app, db: tx, base_url: '' }, tx, operator('test'), [change]);
    opened.resolve();
    await release.promise;
  });
  await opened.promise;
  await createClient('After');
  const seen = await readUntil('Before');
  assert.deepEqual(seen, ['Before'], 'a later event was told before an earlier one could be');
  const { next_cursor } = await read('?limit=200');
  release.resolve();
  await late;
  const names = await readUntil('After', { after: next_cursor! });
  assert.deepEqual(names, ['Late', 'After']);
});

test('a reader beside many writers misses nothing and reads nothing twice', async () => {
  const COUNT = 60;
  const created = Promise.all(Array.from({ length: COUNT }, (_, i) => createClient(`Busy ${i}`)));
  const names: string[] = [];
  let after = '';
  await until('all the events', async () => {
    const page = await read(`?limit=7${after}`);
    names.push(...page.data.filter(({ event }) => event === 'client.created').map(({ data }) => data.name));
    if (page.next_cursor) after = `&after=${page.next_cursor}`;
    return names.length >= COUNT;
  });
  await created;
  assert.deepEqual(names.toSorted(), Array.from({ length: COUNT }, (_, i) => `Busy ${i}`).sort());
});

test('the feed can be of one Account, and a cursor of all Accounts is good for it', async () => {
  const second = await app.addAccount(team.owner);
  await createClient('In the first');
  await createClient('In the second', second);
  await readUntil('In the second');
  const all = await read('?limit=200');
  const names = async (query: string) => (await read(query)).data.map(({ data }) => data.name);
  assert.ok((await names(`?account_uuid=${second}`)).includes('In the second'));
  assert.ok(!(await names(`?account_uuid=${second}`)).includes('In the first'));
  const first = all.data.find(({ data }) => data.name === 'In the first')!;
  assert.deepEqual(await names(`?account_uuid=${second}&after=${first.uuid}`), ['In the second']);
});

test('whoever lost the Account of the last event they read can go on in their others', async () => {
  const joined = await app.addAccount(team.stranger);
  await app.addLogin(joined, team.owner, 'viewer');
  const made = await app.call('POST', '/api/v2/clients', {
    as: team.stranger,
    body: { name: 'Shared', account_uuid: joined },
  });
  assert.equal(made.status, 201);
  await readUntil('Shared');
  const { next_cursor } = await read('?limit=200');
  await app.db.query(
    sql`DELETE FROM logins WHERE account_uuid = ${joined} AND user_uuid = ${team.owner.uuid}`,
  );
  await createClient('Goes on');
  assert.deepEqual(await readUntil('Goes on', { after: next_cursor! }), ['Goes on']);
});

test('a cursor that is no event, and parameters that are none, are refused', async () => {
  const refused = async (query: string) => app.call('GET', `/api/v2/events${query}`, { as: team.owner });
  assertRefused(await refused('?after=01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'), 400, 'cursor_invalid');
  assertRefused(await refused('?after=last'), 400, 'query_invalid');
  assertRefused(await refused('?limit=0'), 400, 'query_invalid');
  assertRefused(await refused('?limit=201'), 400, 'query_invalid');
  assertRefused(await refused('?since=2026-01-01'), 400, 'query_invalid');
});

test('the feed shows a viewer what there is and a stranger nothing of it', async () => {
  await createClient('Confidential');
  await readUntil('Confidential');
  const path = `/api/v2/events?account_uuid=${team.account_uuid}`;
  await assertForbids(app, team, { method: 'GET', path }, 'viewer', ['Confidential']);
  const seen = async (as: TestUser) => (await read('?limit=200', as)).data.map(({ data }) => data.name);
  assert.ok((await seen(team.viewer)).includes('Confidential'));
  assert.ok(!(await seen(team.stranger)).includes('Confidential'));
});

test('a change that is rolled back leaves no event', async () => {
  const result = await app.db.transaction(async (tx) => {
    const record = { uuid: crypto.randomUUID(), name: 'Never' };
    const change = {
      event: 'client.created' as const,
      account_uuid: team.account_uuid,
      record,
      previous: null,
    };
    await recordEvents({ ...app, db: tx, base_url: '' }, tx, operator('test'), [change]);
    return new Problem('conflict', 'No.');
  });
  assert.ok(result instanceof Problem);
  const rows = await app.db.query(sql`SELECT FROM events WHERE body LIKE '%"Never"%'`);
  assert.equal(rows.length, 0);
});

test('a record too large for a delivery is told by its uuid and its address', async () => {
  const description = '\u0001'.repeat(20_000);
  const custom = { filler: '\u0001'.repeat(2600) };
  const created = await app.call('POST', '/api/v2/clients', {
    as: team.owner,
    body: { name: 'Large', account_uuid: team.account_uuid, description, custom },
  });
  const path = `/api/v2/clients/${created.body.data.uuid}`;
  const body = { description: `\u0002${description.slice(1)}`, custom: { filler: '\u0002'.repeat(2600) } };
  assert.equal((await app.call('PATCH', path, { as: team.owner, body })).status, 200);
  const event = await until('the event of the change', async () =>
    (await read('?limit=200')).data.find(({ event }) => event === 'client.updated'),
  );
  const { data, previous, changed_fields, truncated } = event;
  assert.deepEqual(data, { uuid: created.body.data.uuid, url: `http://rapport.test${path}` });
  assert.deepEqual([previous, changed_fields, truncated], [{}, ['description', 'custom'], true]);
});

test('/event-types lists the catalogue to whoever has a token', async () => {
  const types = await app.call('GET', '/api/v2/event-types', { as: team.viewer });
  assert.equal(types.status, 200);
  assert.ok(types.body.data.some(({ event }: Event) => event === 'client.updated'));
  assertRefused(await app.call('GET', '/api/v2/event-types'), 401, 'credentials_missing');
  assertRefused(await app.call('GET', '/api/v2/event-types?x=1', { as: team.owner }), 400, 'query_invalid');
});
