import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertForbids, assertRefused } from '../testing/assert-forbids.ts';
import { eventsOf } from '../testing/events.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { type CallOptions, startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { purgeDeletedAccounts } from './actions.ts';
import { emptyDeletedAccount } from './queries.ts';

let app: TestApp;
let team: Team;
let path: string;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
  path = `/api/v2/accounts/${team.account_uuid}`;
});
after(() => app.close());

const create = (body: unknown, more: CallOptions = {}) =>
  app.call('POST', '/api/v2/accounts', { as: team.owner, body, ...more });

test('creating an Account makes its creator the owner, and records both events', async () => {
  const created = await create({ name: 'Lovelace Engines' });
  assert.deepEqual([created.status, created.headers.get('etag')], [201, '"1"']);
  const { uuid, ...rest } = created.body.data;
  const created_at = '2026-11-20T09:20:00.000+00:00';
  const nowhere = { currency: null, country: null, time_zone: null, week_starts_on: 'monday' };
  const switches = { requires_second_factor: false, mcp_enabled: true };
  const expected = { name: 'Lovelace Engines', ...nowhere, ...switches, version: 1 };
  assert.deepEqual(rest, { ...expected, created_at, updated_at: created_at });
  const logins = await app.call('GET', `/api/v2/accounts/${uuid}/logins`, { as: team.owner });
  assert.deepEqual(
    logins.body.data.map((login: { role: string; user_uuid: string }) => [login.role, login.user_uuid]),
    [['owner', team.owner.uuid]],
  );
  assert.deepEqual(await eventsOf(app, uuid), ['account.created', 'login.created']);
});

test('an Account without a proper name is refused and nothing is created', async () => {
  const count = async () =>
    (await app.call('GET', '/api/v2/accounts?include=total', { as: team.owner })).body.total;
  const before = await count();
  for (const body of [
    {},
    { name: '' },
    { name: 7 },
    { name: 'x'.repeat(201) },
    { name: 'A\u0085B' },
    { name: '\u200b' },
    { name: 'x', colour: 'red' },
    [],
  ]) {
    assertRefused(await create(body), 422, 'fields_invalid', JSON.stringify(body));
  }
  assert.equal(await count(), before);
});

test('creating an Account needs only a token', async () => {
  assertRefused(
    await app.call('POST', '/api/v2/accounts', { body: { name: 'X' } }),
    401,
    'credentials_missing',
  );
  assert.equal((await create({ name: 'Mine too' }, { as: team.viewer })).status, 201);
});

test('every member of an Account can read it, and nobody else can', async () => {
  for (const as of [team.owner, team.admin, team.member, team.viewer]) {
    const read = await app.call('GET', path, { as });
    assert.deepEqual(
      [read.status, read.headers.get('etag'), read.body.data.uuid],
      [200, '"1"', team.account_uuid],
    );
  }
  const known = { as: team.viewer, headers: { 'if-none-match': '"1"' } };
  assert.equal((await app.call('GET', path, known)).status, 304);
  await assertForbids(app, team, { method: 'GET', path }, 'viewer', [team.account_uuid]);
});

test('the list of Accounts is filtered and sorted, and shows only those of the caller', async () => {
  await create({ name: 'A second one' });
  const list = async (query: string) =>
    (await app.call('GET', `/api/v2/accounts${query}`, { as: team.owner })).body;
  const names = async (query: string) => (await list(query)).data.map(({ name }: { name: string }) => name);
  const first = (await app.call('GET', path, { as: team.owner })).body.data.name;
  assert.deepEqual(await names('?sort=name'), ['A second one', first]);
  assert.deepEqual(await names('?sort=-name'), [first, 'A second one']);
  assert.deepEqual(await names('?filter[name][starts_with]=a%20sec'), ['A second one']);
  assert.deepEqual(await names(`?account_uuid=${team.account_uuid}`), [first]);
  assert.equal((await list('?include=total&limit=1')).total, 2);
  assert.deepEqual(
    (await app.call('GET', '/api/v2/accounts?q=x', { as: team.owner })).body.code,
    'query_invalid',
  );
  await assertForbids(
    app,
    team,
    { method: 'GET', path: `/api/v2/accounts?account_uuid=${team.account_uuid}` },
    'viewer',
  );
});

test('an owner renames an Account; the event has the old name, and the same name again makes no event', async () => {
  const rename = (name: string) => app.call('PATCH', path, { as: team.owner, body: { name } });
  const renamed = await rename('After');
  assert.deepEqual(
    [renamed.status, renamed.headers.get('etag'), renamed.body.data.name],
    [200, '"2"', 'After'],
  );
  assert.equal((await rename('After')).body.data.version, 2);
  assert.deepEqual(
    (await eventsOf(app, team.account_uuid)).filter((name) => name === 'account.updated').length,
    1,
  );
});

test('an Account keeps its currency, country, time zone and first day of the week, and tells their change', async () => {
  const place = { currency: 'EUR', country: 'DE', time_zone: 'Europe/Berlin', week_starts_on: 'monday' };
  const { data } = (await create({ name: 'Placed', ...place })).body;
  assert.deepEqual({ ...data, ...place }, data);
  const body = { currency: 'CHF', week_starts_on: 'sunday' };
  const changed = await app.call('PATCH', `/api/v2/accounts/${data.uuid}`, { as: team.owner, body });
  assert.deepEqual(
    [changed.status, changed.body.data.currency, changed.body.data.country],
    [200, 'CHF', 'DE'],
  );
  const [{ body: event }] = (await app.db.query<{ body: string }>(
    sql`SELECT body FROM events WHERE account_uuid = ${data.uuid} AND event = 'account.updated'`,
  )) as [{ body: string }];
  const { previous } = JSON.parse(event);
  assert.deepEqual(
    [previous.currency, previous.week_starts_on, previous.country],
    ['EUR', 'monday', undefined],
  );
  const login = (await app.call('GET', `/api/v2/logins?account_uuid=${data.uuid}`, { as: team.owner })).body
    .data[0];
  assert.deepEqual(login.account, changed.body.data);
});

for (const [field, value] of [
  ['time_zone', 'Europe/Nowhere'],
  ['time_zone', '+01:00'],
  ['time_zone', '../etc/passwd'],
  ['currency', 'eur'],
  ['currency', 'XXZ'],
  ['country', 'Germany'],
  ['week_starts_on', 'tuesday'],
]) {
  test(`${field} ${value} is refused at its field`, async () => {
    const refused = await create({ name: 'Placed', [field!]: value });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, `/${field}`]);
  });
}

test('a uuid in upper case names the same Account, also in its events', async () => {
  const upper = `/api/v2/accounts/${team.account_uuid.toUpperCase()}`;
  const renamed = await app.call('PATCH', upper, { as: team.owner, body: { name: 'Upper' } });
  assert.deepEqual([renamed.status, renamed.body.data.uuid], [200, team.account_uuid]);
  const friend = await app.addUser();
  const added = await app.call('POST', `${upper}/logins`, {
    as: team.owner,
    in_browser: true,
    body: { email: friend.email, role: 'owner', address_confirmed: true },
  });
  assert.deepEqual([added.status, added.body.data.account_uuid], [201, team.account_uuid]);
  assert.equal((await eventsOf(app, team.account_uuid)).at(-1), 'account.updated');
});

test('renaming is refused to everybody but owners, and for an old version', async () => {
  await assertForbids(app, team, { method: 'PATCH', path, body: { name: 'Mine now' } }, 'owner');
  const late = { as: team.owner, body: { name: 'Late' }, headers: { 'if-match': '"7"' } };
  const refused = await app.call('PATCH', path, late);
  assertRefused(refused, 412, 'version_mismatch');
  assert.equal(refused.headers.get('etag'), '"1"');
  assertRefused(await app.call('PATCH', path, { as: team.owner, body: {} }), 422, 'fields_invalid');
});

test('an Account is deleted by its exact name, and nobody reaches its data any more', async () => {
  const client = await app.call('POST', '/api/v2/clients', {
    as: team.member,
    body: { account_uuid: team.account_uuid, name: 'Gone' },
  });
  const { name } = (await app.call('GET', path, { as: team.owner })).body.data;
  assertRefused(await app.call('DELETE', path, { as: team.owner, in_browser: true }), 400, 'query_invalid');
  const wrong = await app.call('DELETE', `${path}?confirm_name=${name.toUpperCase()}`, {
    as: team.owner,
    in_browser: true,
  });
  assertRefused(wrong, 422, 'fields_invalid');
  assert.equal(wrong.body.errors[0].pointer, 'confirm_name');

  const confirmed = `${path}?confirm_name=${encodeURIComponent(name)}`;
  await assertForbids(app, team, { method: 'DELETE', path: confirmed }, 'owner');
  assertRefused(
    await app.call('DELETE', confirmed, { as: team.owner, in_browser: true, headers: { 'if-match': '"2"' } }),
    412,
    'version_mismatch',
  );
  const deleted = await app.call('DELETE', confirmed, {
    as: team.owner,
    in_browser: true,
    headers: { 'if-match': '"1"' },
  });
  assert.deepEqual([deleted.status, deleted.body], [204, null]);
  assert.equal((await eventsOf(app, team.account_uuid)).at(-1), 'account.deleted');
  const audited = await app.call('GET', '/api/v2/audit-log?limit=1', { as: team.owner });
  const { action, account_uuid } = audited.body.data[0];
  assert.deepEqual([action, account_uuid], ['account.deleted', team.account_uuid]);
  for (const as of [team.owner, team.member]) {
    for (const gone of [path, `${path}/logins`, `/api/v2/clients/${client.body.data.uuid}`]) {
      assertRefused(await app.call('GET', gone, { as }), 404, 'not_found', gone);
    }
    assert.equal((await app.call('GET', '/api/v2/clients', { as })).body.data.length, 0);
    assert.equal((await app.call('GET', '/api/v2/logins', { as })).body.data.length, 0);
  }
  assertRefused(await app.call('DELETE', confirmed, { as: team.owner, in_browser: true }), 404, 'not_found');
});

test('a reader of the feed whose last event was purged with its Account continues without a gap', async () => {
  const { owner: as, account_uuid } = team;
  const other = await app.addAccount(as);
  const create = async (account_uuid: string) =>
    (await app.call('POST', '/api/v2/clients', { as, body: { account_uuid, name: 'Read' } })).body.data.uuid;
  const read = async (after: string) => (await app.call('GET', `/api/v2/events?after=${after}`, { as })).body;
  await create(account_uuid);
  const [last] = await app.db.query<{ uuid: string }>(sql`
    SELECT uuid FROM events WHERE account_uuid = ${account_uuid} ORDER BY uuid DESC LIMIT 1`);
  await app.db.query(sql`UPDATE accounts SET deleted_at = ${app.clock.now()} WHERE uuid = ${account_uuid}`);
  // UUIDs are made with the machine's clock, and the clock of the test lags behind it a little more
  // each day.
  const behind_ms = Math.max(Date.now() - app.clock.now().getTime(), 0);
  app.clock.advance(behind_ms + 31 * 24 * 60 * 60 * 1000);
  while ((await purgeDeletedAccounts(app.db, app.clock)) > 0);
  const uuid = await create(other);
  const isThere = ({ data }: { data: { data: { uuid: string } }[] }) =>
    data.some((event) => event.data.uuid === uuid);
  await until('the new Client in the feed', () => read(last!.uuid), isThere);
});

test('after joining a second Account, a script still writes to the first, unless its User or its token names another', async () => {
  const ada = await app.addUser();
  const first = await app.addAccount(ada, 'First');
  const second = await app.addAccount(ada, 'Second');
  await app.addLogin(team.account_uuid, ada, 'member');
  const createAs = async (token = ada.token) => {
    const as = { ...ada, token };
    return (await app.call('POST', '/api/v2/clients', { as, body: { name: 'Acme' } })).body.data
      ?.account_uuid;
  };
  assert.equal(await createAs(), first);
  const fields = { name: 'For the second', default_account_uuid: second };
  const tokens = '/api/v2/personal-access-tokens';
  const { data } = (await app.call('POST', tokens, { as: ada, in_browser: true, body: fields })).body;
  assert.equal(await createAs(data.token), second);
  const me = { as: ada, in_browser: true, body: { default_account_uuid: second } };
  assert.equal((await app.call('PATCH', '/api/v2/me', me)).body.data.default_account_uuid, second);
  assert.equal(await createAs(), second);
  const strange = { ...me, body: { default_account_uuid: team.stranger_account_uuid } };
  assertRefused(await app.call('PATCH', '/api/v2/me', strange), 422, 'fields_invalid');
});

test('adding a User to an Account does not change their default Account', async () => {
  const ada = await app.addUser();
  const add = {
    as: team.owner,
    in_browser: true,
    body: { email: ada.email, role: 'owner', address_confirmed: true },
  };
  await app.call('POST', `${path}/logins`, add);
  const own = await app.addAccount(ada, 'Her own');
  const created = await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Acme' } });
  assert.equal(created.body.data.account_uuid, own);
});

test('a deleted Account is purged after 30 days, in parts', async () => {
  const { owner, account_uuid } = team;
  for (let n = 0; n < 3; n++) {
    await app.call('POST', '/api/v2/clients', { as: owner, body: { account_uuid, name: `Client ${n}` } });
  }
  await app.db.query(sql`UPDATE accounts SET deleted_at = ${app.clock.now()} WHERE uuid = ${account_uuid}`);
  const left = async () => {
    const [row] = await app.db.query<{ records: number; events: number }>(sql`
      SELECT (SELECT count(*) FROM records WHERE account_uuid = ${account_uuid}) AS records,
        (SELECT count(*) FROM events WHERE account_uuid = ${account_uuid}) AS events`);
    return row!;
  };
  const { events } = await left();
  assert.equal(await emptyDeletedAccount(app.db, account_uuid, 2), 4);
  assert.deepEqual(await left(), { records: 2, events: events - 2 });
  app.clock.advance(30 * 24 * 60 * 60 * 1000 + 1);
  while ((await purgeDeletedAccounts(app.db, app.clock)) > 0);
  assert.deepEqual(await left(), { records: 0, events: 0 });
  assert.deepEqual(await app.db.query(sql`SELECT FROM accounts WHERE uuid = ${account_uuid}`), []);
});
