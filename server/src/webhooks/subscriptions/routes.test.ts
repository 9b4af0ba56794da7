import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { EVENT_PATTERNS } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { assertForbids, assertRefused } from '../../testing/assert-forbids.ts';
import { overtake } from '../../testing/overtake.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../testing/test-app.ts';

const PATH = '/api/v2/webhook-subscriptions';
const URL = 'http://127.0.0.1:9/hook';
/** The fields of every answer about a subscription (contract §2). */
const CONTRACT_FIELDS = [
  'uuid',
  'created_at',
  'updated_at',
  'signing_secret',
  'url',
  'events',
  'last_outgoing_webhook_call_at',
];

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
});
after(() => app.close());

const create = (fields: object = {}, options: CallOptions = {}) =>
  app.call('POST', PATH, { as: team.owner, body: { url: URL, events: ['client.*'], ...fields }, ...options });
const pathOf = ({ body }: { body: { data: { uuid: string } } }) => `${PATH}/${body.data.uuid}`;
const get = (path: string) => app.call('GET', path, { as: team.owner });
const patch = (path: string, body: object) => app.call('PATCH', path, { as: team.owner, body });

test('the seven fields of the contract are in the answer of creating, listing, reading and changing', async () => {
  const created = await create();
  const listed = await get(PATH);
  const read = await get(pathOf(created));
  const changed = await patch(pathOf(created), { events: ['*'] });
  assert.deepEqual([created.status, listed.status, read.status, changed.status], [201, 200, 200, 200]);
  for (const { data } of [created.body, { data: listed.body.data[0] }, read.body, changed.body]) {
    for (const field of CONTRACT_FIELDS) assert.ok(field in data, `${field} is missing`);
    assert.equal(data.signing_secret, created.body.data.signing_secret);
    assert.match(data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    assert.equal(data.last_outgoing_webhook_call_at, null);
  }
  assert.equal(listed.body.next_cursor, null);
});

test('the secret is 60 characters of A-Za-z0-9, its own for every subscription, and encrypted at rest', async () => {
  const [one, two] = [await create(), await create()].map(({ body }) => body.data);
  for (const { signing_secret } of [one, two]) assert.match(signing_secret, /^[A-Za-z0-9]{60}$/);
  assert.notEqual(one.signing_secret, two.signing_secret);
  const rows = await app.db.query<{ text: string }>(
    sql`SELECT row_to_json(s)::text AS text FROM webhook_subscriptions AS s`,
  );
  const hex = Buffer.from(one.signing_secret).toString('hex');
  for (const { text } of rows) assert.ok(!text.includes(one.signing_secret) && !text.includes(hex));
});

test('a secret that was damaged leaves the list as it is, and its subscription can be tested and deleted', async () => {
  const created = await create();
  const { uuid } = created.body.data;
  await app.db.query(
    sql`UPDATE webhook_subscriptions SET signing_secret_encrypted = '\\x00' WHERE uuid = ${uuid}`,
  );
  // app.call checks answers by their description, which promises the secret that is missing here.
  const headers = { authorization: `Bearer ${team.owner.token}` };
  const listed = await fetch(app.base_url + PATH, { headers });
  const { data } = (await listed.json()) as { data: { uuid: string }[] };
  assert.deepEqual([listed.status, data[0]?.uuid], [200, uuid]);
  assert.ok(!('signing_secret' in data[0]!));
  assert.equal(listed.headers.get('content-type'), 'application/json; charset=utf-8');
  const tested = await app.call('POST', `${pathOf(created)}/test`, { as: team.owner, body: {} });
  assert.equal(tested.body.data.attempt.error_kind, 'secret_unreadable');
  assert.equal((await app.call('DELETE', pathOf(created), { as: team.owner })).status, 204);
});

test('a subscription tells which token it was made with', async () => {
  const created = await create();
  const me = await app.call('GET', '/api/v2/me', { as: team.owner });
  assert.equal(created.body.data.token_uuid, me.body.data.token.uuid);
});

test('a secret is replaced by deleting the subscription and creating it again', async () => {
  const first = await create();
  assert.equal((await app.call('DELETE', pathOf(first), { as: team.owner })).status, 204);
  const second = await create();
  assert.notEqual(second.body.data.signing_secret, first.body.data.signing_secret);
  const refused = await app.call('PATCH', pathOf(second), {
    as: team.owner,
    body: { signing_secret: 'x'.repeat(60) },
  });
  assertRefused(refused, 422, 'fields_invalid');
});

test('a change that is to be made only to a version is refused, because a subscription has none', async () => {
  const path = pathOf(await create());
  const headers = { 'if-match': '"1"' };
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { description: 'Late' } : undefined;
    assertRefused(await app.call(method, path, { as: team.owner, body, headers }), 400, 'header_invalid');
  }
  const found = await app.call('GET', path, { as: team.owner, headers });
  assert.deepEqual([found.status, found.body.data.description], [200, null]);
});

test('what may be left out has its defaults, and what is given comes back', async () => {
  const { description, account_uuids, skip_own, skip_imports, enabled, disabled_reason, disabled_at } = (
    await create()
  ).body.data;
  assert.deepEqual(
    { description, account_uuids, skip_own, skip_imports, enabled, disabled_reason, disabled_at },
    {
      description: null,
      account_uuids: null,
      skip_own: false,
      skip_imports: false,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    },
  );
  const given = {
    description: 'Sync',
    account_uuids: [team.account_uuid],
    skip_own: true,
    skip_imports: true,
    events: ['client.created', '*'],
  };
  const created = await create(given);
  for (const [name, value] of Object.entries(given)) assert.deepEqual(created.body.data[name], value, name);
  assert.deepEqual((await get(pathOf(created))).body, created.body);
});

test('disabling says since when and by whom, and enabling takes it back', async () => {
  const off = await create({ enabled: false });
  assert.deepEqual(
    [off.body.data.disabled_reason, off.body.data.disabled_at],
    ['by_user', off.body.data.created_at],
  );
  const on = await patch(pathOf(off), { enabled: true });
  assert.deepEqual(
    [on.body.data.enabled, on.body.data.disabled_reason, on.body.data.disabled_at],
    [true, null, null],
  );
  app.clock.advance(1000);
  const again = await patch(pathOf(off), { enabled: false });
  assert.equal(Date.parse(again.body.data.disabled_at), app.clock.now().getTime());
  assert.equal(again.body.data.updated_at, again.body.data.disabled_at);
});

test('a change sets what it names and leaves the rest, and null takes the description and the Accounts away', async () => {
  const path = pathOf(await create({ description: 'Before', account_uuids: [team.account_uuid] }));
  const changed = await patch(path, { url: 'http://localhost:10/other' });
  assert.deepEqual(
    [changed.body.data.url, changed.body.data.description, changed.body.data.events],
    ['http://localhost:10/other', 'Before', ['client.*']],
  );
  const emptied = await patch(path, { description: null, account_uuids: null });
  assert.deepEqual([emptied.body.data.description, emptied.body.data.account_uuids], [null, null]);
  assert.deepEqual((await get(path)).body, emptied.body);
});

test('a change to what it is already changes nothing, not even the time of the last change', async () => {
  const path = pathOf(await create({ description: 'Same', account_uuids: [team.account_uuid] }));
  app.clock.advance(1000);
  const { data } = (await get(path)).body;
  const { url, events, description, account_uuids, skip_own, enabled } = data;
  for (const same of [{ description }, { url, events, description, account_uuids, skip_own, enabled }]) {
    assert.deepEqual((await patch(path, same)).body.data, data);
  }
  const off = (await patch(path, { enabled: false })).body.data;
  app.clock.advance(1000);
  assert.deepEqual((await patch(path, { enabled: false })).body.data, off);
  assert.deepEqual((await get(path)).body.data, off);
});

test('a receiver that fails starts from zero when it is enabled, though it was not disabled', async () => {
  const path = pathOf(await create());
  const now = app.clock.now();
  await app.db.query(sql`UPDATE webhook_endpoints SET failing_since = ${now}, paused_until = ${now}`);
  assert.notEqual((await patch(path, { skip_own: false })).body.data.failing_since, null);
  assert.equal((await patch(path, { enabled: true })).body.data.failing_since, null);
});

test('what is known of a receiver is forgotten also when another change gave it the url since', async () => {
  const path = pathOf(await create());
  const endpoint = sql`SELECT failing_since FROM webhook_endpoints WHERE subscription_uuid = ${path.split('/').at(-1)}`;
  const moved = await overtake(
    app.db,
    'webhook_',
    async (tx) => {
      await tx.query(sql`UPDATE webhook_endpoints SET failing_since = ${app.clock.now()}`);
      await tx.query(sql`UPDATE webhook_subscriptions SET url = ${`${URL}/moved`}`);
    },
    () => patch(path, { url: URL, description: 'Back' }),
  );
  assert.equal(moved.body.data.url, URL);
  assert.deepEqual(await app.db.query(endpoint), [{ failing_since: null }]);
});

test('a hundred subscriptions are the most, also for those who ask at once, and a list is never cut', async () => {
  for (let i = 0; i < 9; i++) await Promise.all(Array.from({ length: 11 }, () => create()));
  const last = await Promise.all([create(), create(), create()]);
  assert.deepEqual(last.map(({ status }) => status).sort(), [201, 422, 422]);
  assertRefused(last.find(({ status }) => status === 422)!, 422, 'limit_reached');
  const { data } = (await get(PATH)).body;
  assert.equal(data.length, 100);
  await app.call('DELETE', `${PATH}/${data[0].uuid}`, { as: team.owner });
  assert.equal((await create()).status, 201);
});

for (const pattern of EVENT_PATTERNS) {
  test(`${pattern} can be subscribed to`, async () => {
    const created = await create({ events: [pattern] });
    assert.deepEqual([created.status, created.body.data.events], [201, [pattern]]);
  });
}

test('a list is given in pages to whom sends a limit', async () => {
  for (const path of ['/one', '/two', '/three']) await create({ url: URL + path });
  const first = await get(`${PATH}?limit=2`);
  const second = await get(`${PATH}?limit=2&cursor=${first.body.next_cursor}`);
  assert.deepEqual([first.body.data.length, second.body.data.length, second.body.next_cursor], [2, 1, null]);
  assert.deepEqual([...first.body.data, ...second.body.data], (await get(PATH)).body.data);
});

test('a subscription belongs to its User alone, not even the owner of the Account sees it', async () => {
  const mine = await app.call('POST', PATH, { as: team.member, body: { url: URL, events: ['*'] } });
  const secrets = [mine.body.data.signing_secret, mine.body.data.url];
  const path = pathOf(mine);
  for (const request of [
    { method: 'GET', path },
    { method: 'PATCH', path, body: { enabled: false } },
    { method: 'DELETE', path },
  ]) {
    await assertForbids(app, team, request, 'self', secrets);
  }
  assert.deepEqual((await get(PATH)).body.data, []);
  for (const method of ['GET', 'POST']) {
    assertRefused(await app.call(method, PATH), 401, 'credentials_missing');
  }
  const still = await app.call('GET', path, { as: team.member });
  assert.deepEqual(still.body, mine.body);
});

test('a viewer subscribes as everybody does: reading is what it takes', async () => {
  const created = await app.call('POST', PATH, { as: team.viewer, body: { url: URL, events: ['*'] } });
  assert.equal(created.status, 201);
});

test('a deleted subscription is gone, and gone again', async () => {
  const path = pathOf(await create());
  assert.equal((await app.call('DELETE', path, { as: team.owner })).status, 204);
  for (const method of ['GET', 'DELETE']) {
    assertRefused(await app.call(method, path, { as: team.owner }), 404, 'not_found');
  }
  assertRefused(await patch(path, { enabled: true }), 404, 'not_found');
  assert.deepEqual((await get(PATH)).body.data, []);
});
