import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { LiveMessages, Nudge } from '@rapport/contract/live';
import sql from 'sql-template-tag';
import { openDatabase } from '../platform/database/database.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { narrowed } from '../testing/narrow-token.ts';
import { signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
});
after(() => app.close());
beforeEach(async () => {
  account_uuid = await app.addAccount(ada);
  ben = await app.addUser();
  await app.addLogin(account_uuid, ben, 'member');
});

test('a change is told to another member by its names, and the change has the uuid of its answer', async () => {
  const live = await watch(ben);
  const made = await create();
  assert.deepEqual(await live.nextOf('client'), {
    resource: 'client',
    account_uuid,
    uuids: [made.uuid],
    change_uuid: made.change_uuid,
  });
  live.stop();
});

test('a change made by a worker of another process is told', async () => {
  const live = await watch(ben);
  const elsewhere = openDatabase(app.connectionString);
  await elsewhere.transaction(async (tx) => {
    tx.noteAfterCommit('rapport_live', [JSON.stringify(noteOf('deal'))]);
  });
  assert.deepEqual((await live.nextOf('deal')).uuids, [account_uuid]);
  await elsewhere.close();
  live.stop();
});

test('of a refused change nothing is told', async () => {
  const live = await watch(ben);
  const refused = await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid, name: '' } });
  assert.equal(refused.status, 422);
  const made = await create();
  assert.deepEqual((await live.nextOf('client')).uuids, [made.uuid]);
  live.stop();
});

test('an undo tells the pages of the change that it takes back', async () => {
  const made = await create();
  const live = await watch(ben);
  await app.call('POST', `/api/v2/changes/${made.change_uuid}/undo`, { as: ada, body: {} });
  assert.deepEqual((await live.nextOf('change')).uuids, [made.change_uuid]);
  live.stop();
});

test('a shared view is told to all members, and one of their own to nobody else', async () => {
  const live = await watch(ben);
  const view = { account_uuid, resource: 'deal', name: 'Mine' };
  const own = await app.call('POST', '/api/v2/views', { as: ada, body: view });
  const shared = await app.call('POST', '/api/v2/views', { as: ada, body: { ...view, shared: true } });
  assert.deepEqual((await live.nextOf('view')).uuids, [shared.body.data.uuid]);
  const path = `/api/v2/views/${own.body.data.uuid}`;
  await app.call('PATCH', path, { as: ada, body: { shared: true } });
  assert.deepEqual((await live.nextOf('view')).uuids, [own.body.data.uuid]);
  const hers = await watch(ada);
  const pinned = await app.call('PATCH', path, { as: ada, body: { pinned: false } });
  assert.equal((await hers.nextOf('view')).change_uuid, pinned.headers.get('x-change-uuid'));
  for (const { stop } of [live, hers]) stop();
});

test('the new name of a tag is told, and of the views that filter by it no names', async () => {
  await create({ tags: ['key'] });
  const view = { account_uuid, resource: 'client', name: 'Key', query: 'filter[tags]=key' };
  assert.equal((await app.call('POST', '/api/v2/views', { as: ada, body: view })).status, 201);
  const [tag] = (await app.call('GET', '/api/v2/tags', { as: ben })).body.data;
  const live = await watch(ben);
  await app.call('PATCH', `/api/v2/tags/${tag.uuid}`, { as: ada, body: { name: 'Key account' } });
  assert.deepEqual((await live.nextOf('tag')).uuids, [tag.uuid]);
  const all = await until('the note', recent, ({ changes }) => changes.some(isOfViews));
  assert.deepEqual(all.changes.find(isOfViews)!.uuids, null);
  live.stop();
});

test('many records of one change are told without their names', async () => {
  const live = await watch(ben);
  const operations = Array.from({ length: 30 }, (_, n) => ({
    action: 'create',
    data: { name: `Client ${n}` },
  }));
  const batch = { account_uuid, operations };
  const answer = await app.call('POST', '/api/v2/clients/batch', { as: ada, body: batch });
  assert.equal(answer.status, 200);
  assert.equal((await live.nextOf('client')).uuids, null);
  live.stop();
});

test('a User of another Account is told nothing', async () => {
  const eve = await app.addUser();
  const evesAccount = await app.addAccount(eve);
  const live = await watch(eve);
  await create();
  const own = await create({ account_uuid: evesAccount }, eve);
  assert.deepEqual((await live.nextOf('client')).uuids, [own.uuid]);
  live.stop();
});

test('a member who is removed is told so, and nothing of what changes then', async () => {
  const live = await watch(ben);
  const logins = await app.call('GET', `/api/v2/accounts/${account_uuid}/logins`, { as: ada });
  const login = logins.body.data.find((one: { user_uuid: string }) => one.user_uuid === ben.uuid);
  const removed = await app.call('DELETE', `/api/v2/logins/${login.uuid}`, { as: ada, in_browser: true });
  assert.equal(removed.status, 204);
  await live.next('access');
  await create();
  const bens = await app.addAccount(ben);
  await live.next('access');
  const own = await create({ account_uuid: bens }, ben);
  assert.deepEqual((await live.nextOf('client')).uuids, [own.uuid]);
  live.stop();
});

test('a User who joins an Account is told, and of its changes from then on', async () => {
  const cleo = await app.addUser();
  const live = await watch(cleo);
  await app.addLogin(account_uuid, cleo, 'viewer');
  await live.next('access');
  const made = await create();
  assert.deepEqual((await live.nextOf('client')).uuids, [made.uuid]);
  live.stop();
});

test('a stream ends untold when its session has ended', async () => {
  const browser = await signedIn(app, ben);
  const live = await watch(browser);
  const headers = { cookie: cookieOf(browser), 'sec-fetch-site': 'same-origin' };
  const signedOut = await fetch(`${app.base_url}/api/v2/browser-sessions/current`, {
    headers,
    method: 'DELETE',
  });
  assert.equal(signedOut.status, 204);
  await create();
  assert.deepEqual(await live.clientsToldUntilItEnds(), []);
});

test('a stream ends untold when its token was revoked', async () => {
  const live = await watch(ben);
  const [token] = (await app.call('GET', '/api/v2/personal-access-tokens', { as: ben })).body.data;
  const revoked = await app.call('DELETE', `/api/v2/personal-access-tokens/${token.uuid}`, { as: ben });
  assert.equal(revoked.status, 204);
  await create();
  assert.deepEqual(await live.clientsToldUntilItEnds(), []);
});

test('nobody without credentials is told anything', async () => {
  assert.equal((await fetch(`${app.base_url}/api/v2/live`)).status, 401);
});

test('a User has at most twenty streams, and a closed one makes room', async () => {
  const open = await Promise.all(Array.from({ length: 20 }, () => watch(ben)));
  const refused = await connect(ben);
  assert.equal(refused.response.status, 422);
  open.pop()!.stop();
  const again = await until(
    'room',
    () => connect(ben),
    ({ response }) => response.status === 200,
  );
  for (const { stop } of [...open, again]) stop();
});

test('a connection of the database that was lost is told as messages that were missed', async () => {
  const live = await watch(ben);
  await app.db.query(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '% listen'`);
  await live.next('missed');
  live.stop();
});

test('a reader that was away for a moment is told what it missed', async () => {
  // A process knows all that was told since it listens, less the time a note may be late.
  await until('the process knows', recent, ({ is_complete }) => is_complete);
  const made = await create();
  await until('the note', recent, ({ changes }) => isAbout(changes, made.uuid));
  const live = await watch(ben, '?missed_ms=1');
  while (!isAbout((await live.next('changed')).changes, made.uuid));
  live.stop();
});

test('a reader that was away for long is told that it missed something', async () => {
  const live = await watch(ben, '?missed_ms=3600000');
  await live.next('missed');
  live.stop();
});

test('the server stops at once although somebody watches', async () => {
  const other = await startTestApp();
  const bea = await other.addUser();
  const headers = { authorization: `Bearer ${bea.token}`, accept: 'text/event-stream' };
  const response = await fetch(`${other.base_url}/api/v2/live`, { headers });
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  assert.match(response.headers.get('cache-control')!, /no-transform/);
  await other.close();
  assert.match(await response.text(), /^event: pulse\ndata: {}\n\n$/);
});

test('a token that reads one kind is told of that alone, and of nothing of its User', async () => {
  const live = await watch(await narrowed(app, ben, 'notes:read'));
  const { uuid } = await create();
  await app.call('PATCH', '/api/v2/me', { as: ben, body: { time_zone: 'Europe/Berlin' } });
  const body = { body: 'Told', account_uuid, records: [{ resource: 'client', uuid }] };
  const note = await app.call('POST', '/api/v2/notes', { as: ada, body });
  const { changes } = await live.next('changed');
  assert.deepEqual(
    changes.map(({ resource, uuids }) => [resource, uuids]),
    [['note', [note.body.data.uuid]]],
  );
  live.stop();
});

async function recent(): Promise<{ is_complete: boolean; changes: Nudge[] }> {
  return (await app.call('GET', '/api/v2/live?missed_ms=1', { as: ben })).body.data;
}

const isOfViews = ({ resource, change_uuid }: Nudge) => resource === 'view' && change_uuid === null;

const isAbout = (changes: Nudge[], uuid: string) => changes.some(({ uuids }) => uuids?.includes(uuid));

function noteOf(resource: string) {
  return { resource, account_uuid, uuids: [account_uuid], change_uuid: null, user_uuid: null };
}

async function create(fields: object = {}, as = ada): Promise<{ uuid: string; change_uuid: string }> {
  const body = { account_uuid, name: 'New', ...fields };
  const { status, body: answer, headers } = await app.call('POST', '/api/v2/clients', { as, body });
  assert.equal(status, 201);
  return { uuid: answer.data.uuid, change_uuid: headers.get('x-change-uuid')! };
}

/** Opens a stream, and resolves when it has begun. */
async function watch(who: TestUser | TestBrowser, query = '') {
  const { response, stop } = await connect(who, query);
  assert.equal(response.status, 200);
  const messages = messagesOf(response);
  const next = async <Name extends keyof LiveMessages>(name: Name): Promise<LiveMessages[Name]> => {
    for (let one = await messages.next(); !one.done; one = await messages.next())
      if (one.value.event === name) return one.value.data as LiveMessages[Name];
    throw new Error(`the stream ended without ${name}`);
  };
  await next('pulse');
  const nextOf = async (resource: string): Promise<Nudge> => {
    for (;;) {
      const { changes } = await next('changed');
      const found = changes.find((one) => one.resource === resource);
      if (found) return found;
    }
  };
  const clientsToldUntilItEnds = async () => {
    const told = (await Array.fromAsync(messages)).flatMap(
      ({ data }) => (data as { changes?: Nudge[] }).changes ?? [],
    );
    return told.filter(({ resource }) => resource === 'client');
  };
  return { next, nextOf, stop, clientsToldUntilItEnds };
}

async function connect(
  who: TestUser | TestBrowser,
  query = '',
): Promise<{ response: Response; stop: () => void }> {
  const gone = new AbortController();
  const headers = 'token' in who ? { authorization: `Bearer ${who.token}` } : { cookie: cookieOf(who) };
  const response = await fetch(`${app.base_url}/api/v2/live${query}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: gone.signal,
  });
  return { response, stop: () => gone.abort() };
}

async function* messagesOf(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event) yield { event, data: JSON.parse(data!) };
    }
  }
}

function cookieOf({ cookies }: TestBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
