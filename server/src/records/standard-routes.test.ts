import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { clients } from '../crm/clients/kind.ts';
import { arbitraryFields } from '../crm/clients/testing/arbitrary-fields.ts';
import { assertForbids, assertRefused } from '../testing/assert-forbids.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { type Answer, type CallOptions, startTestApp, type TestApp } from '../testing/test-app.ts';
import { purgeRecordsOf } from './purge.ts';

const CLIENTS = '/api/v2/clients';
const DAY_MS = 86_400_000;

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
});
after(() => app.close());

const create = (fields: object, options: CallOptions = {}) =>
  app.call('POST', CLIENTS, {
    as: team.member,
    body: { account_uuid: team.account_uuid, ...fields },
    ...options,
  });
const patch = (path: string, body: unknown, headers = {}) =>
  app.call('PATCH', path, { as: team.member, body, headers });
const get = (path: string) => app.call('GET', path, { as: team.member });
const pathOf = ({ body }: { body: { data: { uuid: string } } }) => `${CLIENTS}/${body.data.uuid}`;

/** The events of a Client as pairs of name and `previous`. */
async function historyOf(path: string): Promise<[string, unknown][]> {
  const rows = await app.db.query<{ body: string }>(
    sql`SELECT body FROM events WHERE resource_uuid = ${path.split('/').at(-1)} ORDER BY position`,
  );
  return rows.map(({ body }) => JSON.parse(body)).map(({ event, previous }) => [event, previous]);
}

const writableFields = () => arbitraryFields(app.description, team.owner.uuid);

test('a created Client is read and listed exactly as it was written', async () => {
  let path = '';
  await fc.assert(
    fc
      .asyncProperty(writableFields(), async (fields) => {
        const created = await create(fields);
        assert.equal(created.status, 201, JSON.stringify(created.body));
        path = pathOf(created);
        const { data } = created.body;
        const expected = {
          ...fields,
          domain: fields.domain ?? data.domain,
        };
        for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(expected)))) {
          assert.deepEqual(data[name], value, name);
        }
        const read = await get(path);
        // Both answers have the same strong ETag, so they must be equal byte for byte.
        assert.equal(JSON.stringify(read.body), JSON.stringify(created.body));
        const listed = await get(`${CLIENTS}?limit=1`);
        assert.deepEqual(Object.keys(listed.body.data[0]), Object.keys(data));
      })
      // Deleted, because the next Client may have the same external_id.
      .afterEach(() => app.call('DELETE', path, { as: team.member })),
    { numRuns: 40 },
  );
});

/**
 * Makes external_id unique. The arbitrary cannot, because it repeats its values when it shrinks.
 */
function withOwnId<T extends { external_id?: string | null }>(fields: T): T {
  return fields.external_id ? { ...fields, external_id: crypto.randomUUID() } : fields;
}

test('a change replaces the given fields, keeps the others, and its event has the old values', async () => {
  await fc.assert(
    fc.asyncProperty(writableFields(), writableFields(), async (first, second) => {
      const created = await create(withOwnId(first));
      const changed = await patch(pathOf(created), withOwnId(second));
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      for (const name of Object.keys(created.body.data)) {
        if (name in second || ['version', 'updated_at', 'domain'].includes(name)) continue;
        assert.deepEqual(changed.body.data[name], created.body.data[name], name);
      }
      assert.equal(JSON.stringify((await get(pathOf(created))).body), JSON.stringify(changed.body));
      const [, [event, previous] = []] = await historyOf(pathOf(created));
      if (changed.body.data.version === 1) return assert.equal(event, undefined);
      assert.deepEqual(
        { ...changed.body.data, ...(previous as object) },
        {
          ...created.body.data,
          version: 2,
          updated_at: changed.body.data.updated_at,
        },
      );
    }),
    { numRuns: 40 },
  );
});

test('the events of a Client come newest first, and the last page has no cursor', async () => {
  const path = pathOf(await create({ name: '3M' }));
  await patch(path, { name: '3M Company' });
  const namesOf = ({ body }: Answer) => body.data.map(({ event }: { event: string }) => event);
  const first = await get(`${path}/events?limit=1`);
  assert.deepEqual(namesOf(first), ['client.updated']);
  const last = await get(`${path}/events?limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual([namesOf(last), last.body.next_cursor], [['client.created'], null]);
  assert.equal((await get(`${path}/events?limit=2`)).body.next_cursor, null);
});

test('a new Client has its defaults, its version as ETag, and an event', async () => {
  const created = await create({ name: '3M', website: 'https://www.3m.com' });
  assert.deepEqual([created.status, created.headers.get('etag')], [201, '"1"']);
  const { account_uuid, domain, kind, status } = created.body.data;
  assert.deepEqual(
    [account_uuid, domain, kind, status],
    [team.account_uuid, '3m.com', 'organisation', 'lead'],
  );
  assert.deepEqual(await historyOf(pathOf(created)), [['client.created', null]]);
});

test('null empties a field, and a change without a difference is none', async () => {
  const created = await create({ name: 'Before', industry: 'Optics', tags: ['a'] });
  const path = pathOf(created);
  const changed = await patch(path, { name: 'After', industry: null });
  const { name, industry, tags, version } = changed.body.data;
  assert.deepEqual([name, industry, tags, version], ['After', null, ['a'], 2]);
  assert.equal(changed.headers.get('etag'), '"2"');
  const same = await patch(path, { name: 'After', custom: {}, tags: ['a'] });
  assert.deepEqual([same.status, same.body.data.version], [200, 2]);
  assert.deepEqual((await historyOf(path)).slice(1), [
    ['client.updated', { name: 'Before', industry: 'Optics' }],
  ]);
});

test('a key of custom is a name, with any visible text, and another order of keys is no change', async () => {
  const custom = { 'a b': 1, '-': 2, 'ä/~%': { constructor: [null, true, 1.5, -0.1, 1e300] } };
  const created = await create({ name: 'Custom', custom });
  assert.deepEqual(created.body.data.custom, custom);
  assert.deepEqual((await get(pathOf(created))).body.data.custom, custom);
  for (const [key, value, pointer] of [
    ['a\nb', 1, '/custom/a\nb'],
    ['', 1, '/custom/'],
    ['a', { 'b\u202e': 1 }, '/custom/a/b\u202e'],
    ['a', ['\u0007'], '/custom/a/0'],
  ] as const) {
    const refused = await create({ name: 'Custom', custom: { [key]: value } });
    assertRefused(refused, 422, 'fields_invalid');
    const [error] = refused.body.errors;
    assert.deepEqual([error.pointer, error.code], [pointer, 'invalid_characters']);
  }
  const reordered = Object.fromEntries(Object.entries(custom).reverse());
  assert.equal((await patch(pathOf(created), { custom: reordered })).body.data.version, 1);
});

test('a change of an old version is refused with the present one, and changes nothing', async () => {
  const path = pathOf(await create({ name: 'Before' }));
  assert.equal((await patch(path, { name: 'After' }, { 'if-match': '"1"' })).status, 200);
  for (const [method, body] of [
    ['PATCH', { name: 'Late' }],
    ['DELETE', undefined],
  ] as const) {
    const late = await app.call(method, path, { as: team.member, body, headers: { 'if-match': '"1"' } });
    assertRefused(late, 412, 'version_mismatch');
    assert.equal(late.headers.get('etag'), '"2"');
  }
  assertRefused(await patch(path, { name: 'X' }, { 'if-match': 'W/"2"' }), 412, 'version_mismatch');
  assertRefused(await patch(path, { name: 'X' }, { 'if-match': '2' }), 400, 'header_invalid');
  assert.deepEqual([(await get(path)).body.data.name, (await historyOf(path)).length], ['After', 2]);
});

test('of two changes of one version at the same moment, one is refused', async () => {
  const path = pathOf(await create({ name: 'Start' }));
  const answers = await Promise.all(
    ['One', 'Two'].map((name) => patch(path, { name }, { 'if-match': '"1"' })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
});

test('an external_id is unique in its Account, and free again after its Client is deleted', async () => {
  const first = await create({ name: 'First', external_id: 'X-1' });
  const second = await create({ name: 'Second', external_id: 'X-1' });
  assertRefused(second, 409, 'conflict');
  const third = await create({ name: 'Third', external_id: 'X-3' });
  const changed = await patch(pathOf(third), { external_id: 'X-1' });
  for (const refused of [second, changed]) {
    assertRefused(refused, 409, 'conflict');
    const [{ pointer, code, uuid }] = refused.body.errors;
    assert.deepEqual([pointer, code, uuid], ['/external_id', 'taken', first.body.data.uuid]);
    assert.ok(refused.body.detail.startsWith(`"First" (${first.body.data.uuid}), another client `));
  }
  assert.equal((await get(pathOf(third))).body.data.external_id, 'X-3');
  const elsewhere = { as: team.stranger, body: { name: 'Other Account', external_id: 'X-1' } };
  assert.equal((await app.call('POST', CLIENTS, elsewhere)).status, 201);
  await app.call('DELETE', pathOf(first), { as: team.member });
  assert.equal((await patch(pathOf(third), { external_id: 'X-1' })).status, 200);
});

test('the owner of a Client is a User of its Account', async () => {
  const refused = await create({ name: 'Owned', owner_uuid: team.stranger.uuid });
  assertRefused(refused, 422, 'fields_invalid');
  assert.deepEqual(refused.body.errors[0].pointer, '/owner_uuid');
  const owned = await create({ name: 'Owned', owner_uuid: team.viewer.uuid.toUpperCase() });
  assert.equal(owned.body.data.owner_uuid, team.viewer.uuid);
});

const wrong: [fields: object, pointer: string, code: string][] = [
  [{ name: 'X', colour: 'red' }, '/colour', 'unknown_field'],
  [{ name: 'X', uuid: 'mine' }, '/uuid', 'unknown_field'],
  [{ name: 'X', status: 'hot' }, '/status', 'not_in_list'],
  [{ name: 'X', emails: [{ value: 'no-at' }] }, '/emails/0/value', 'wrong_format'],
  [{ name: 'X', emails: [{ address: 'a@b' }] }, '/emails/0/value', 'required'],
  [{ name: 'X'.repeat(201) }, '/name', 'too_long'],
  [{ name: 'X', currency: 'euro' }, '/currency', 'too_long'],
  [{ name: 'X', currency: 'eur' }, '/currency', 'wrong_format'],
  [{ name: 'X', tags: ['a', 'a'] }, '/tags', 'not_unique'],
  [{ name: 'X', account_uuid: 'mine' }, '/account_uuid', 'wrong_format'],
  [{ first_name: ' ' }, '/name', 'required'],
];
for (const [fields, pointer, code] of wrong) {
  test(`${JSON.stringify(fields).slice(0, 50)} is refused at ${pointer}, and nothing is created`, async () => {
    const refused = await create(fields);
    assertRefused(refused, 422, 'fields_invalid');
    assert.ok(
      refused.body.errors.some(
        (error: { pointer: string; code: string }) => error.pointer === pointer && error.code === code,
      ),
      JSON.stringify(refused.body.errors),
    );
    assert.equal((await get(`${CLIENTS}?filter[name]=X`)).body.data.length, 0);
  });
}

test('a Client without an Account is created in the first Account of a User with several', async () => {
  const both = await app.addUser();
  await app.addLogin(team.account_uuid, both, 'member');
  await app.addAccount(both);
  const unsaid = await app.call('POST', CLIENTS, { as: both, body: { name: 'Which?' } });
  assert.equal(unsaid.status, 201);
  assert.equal(unsaid.body.data.account_uuid, team.account_uuid);
});

test('a deleted Client disappears at once, is kept for 30 days, then purged with the bodies of its events', async () => {
  const created = await create({ name: 'Goner' });
  const path = pathOf(created);
  assert.deepEqual((await app.call('DELETE', path, { as: team.member })).status, 204);
  for (const [method, body] of [['GET'], ['PATCH', { name: 'X' }], ['DELETE']] as const) {
    assertRefused(await app.call(method, path, { as: team.member, body }), 404, 'not_found', method);
  }
  assert.equal((await get(`${CLIENTS}?q=Goner&include=total`)).body.total, 0);
  assert.deepEqual((await historyOf(path)).at(-1), ['client.deleted', null]);
  const kept = async () => {
    await purgeRecordsOf(clients, app.db, app.clock);
    const uuid = created.body.data.uuid;
    return (await app.db.query(sql`SELECT FROM clients WHERE uuid = ${uuid}`)).length;
  };
  app.clock.advance(30 * DAY_MS);
  assert.equal(await kept(), 1);
  app.clock.advance(1);
  const [last] = await app.db.query<{ uuid: string; body: string }>(sql`
    SELECT uuid, body FROM events WHERE resource_uuid = ${created.body.data.uuid} ORDER BY uuid DESC LIMIT 1`);
  assert.match(last!.body, /Goner/);
  assert.equal(await kept(), 0);
  const said = await app.db.query<{ body: string | null }>(sql`
    SELECT body FROM events WHERE resource_uuid = ${created.body.data.uuid}`);
  assert.deepEqual(said, [{ body: null }, { body: null }]);
  const next = await app.call('GET', `/api/v2/events?after=${last!.uuid}`, { as: team.member });
  assert.equal(next.status, 200);
});

test('a restoration repeated under its Idempotency-Key is done once, and gets the same answer', async () => {
  const path = pathOf(await create({ name: 'Comeback' }));
  await app.call('DELETE', path, { as: team.member });
  const restore = (headers = {}) => app.call('POST', `${path}/restore`, { as: team.member, headers });
  const first = await restore({ 'idempotency-key': path });
  const second = await restore({ 'idempotency-key': path });
  assert.deepEqual([first.status, first.body.data.version], [200, 2]);
  assert.deepEqual(
    [second.status, second.body, second.headers.get('etag')],
    [200, first.body, first.headers.get('etag')],
  );
  assert.deepEqual((await historyOf(path)).at(-1), ['client.restored', null]);
  assertRefused(await restore(), 404, 'not_found');
});

test('viewers can read Clients, members can write them, and nobody else sees them', async () => {
  const name = 'Very private';
  const path = pathOf(await create({ name }));
  const listed = { method: 'GET', path: `${CLIENTS}?account_uuid=${team.account_uuid}` };
  await assertForbids(app, team, { method: 'GET', path }, 'viewer', [name]);
  await assertForbids(app, team, listed, 'viewer', [name]);
  const body = { name: 'Planted', account_uuid: team.account_uuid };
  await assertForbids(app, team, { method: 'POST', path: CLIENTS, body }, 'member', [name]);
  await assertForbids(app, team, { method: 'PATCH', path, body: { name: 'Planted' } }, 'member', [name]);
  await assertForbids(app, team, { method: 'DELETE', path }, 'member', [name]);
  assert.equal((await get(path)).body.data.name, name);
});
