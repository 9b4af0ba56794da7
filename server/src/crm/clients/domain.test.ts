import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const CLIENTS = '/api/v2/clients';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
  await create({ name: 'By web', website: 'https://www.dup.example/about' });
  await create({ name: 'By domain', domain: 'https://www.Given.example/x' });
  await create({ name: 'Umlaut', domain: 'müller.example' });
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, path, { as: ada, body, headers });

async function create(body: object) {
  const { status, body: answer } = await call('POST', CLIENTS, body);
  assert.equal(status, 201, JSON.stringify(answer));
  return answer.data;
}

async function found(filter: string): Promise<string[]> {
  const { body } = await call('GET', `${CLIENTS}?sort=name&${filter}`);
  return body.data.map(({ name }: { name: string }) => name);
}

for (const [typed, name] of [
  ['www.dup.example', 'By web'],
  ['https://WWW.dup.example/other', 'By web'],
  ['given.example', 'By domain'],
  ['müller.example', 'Umlaut'],
  ['xn--mller-kva.example', 'Umlaut'],
] as const) {
  test(`the Client of ${typed} is found by the filter and as a similar one`, async () => {
    assert.deepEqual(await found(`filter[domain]=${encodeURIComponent(typed)}`), [name]);
    assert.deepEqual(await found(`filter[domain][in]=${encodeURIComponent(`a.example,${typed}`)}`), [name]);
    assert.ok(!(await found(`filter[domain][ne]=${encodeURIComponent(typed)}`)).includes(name));
    const { body } = await call('POST', `${CLIENTS}/similar`, { name: 'New', domain: typed });
    assert.deepEqual(
      body.data.map((one: { name: string; because: string[] }) => [one.name, one.because]),
      [[name, ['domain']]],
    );
  });
}

test('what is no domain is refused', async () => {
  for (const domain of ['x..io', 'a@x.io', 'n/a', 'shop'])
    assertRefused(await call('POST', CLIENTS, { name: 'X', domain }), 422, 'fields_invalid');
});

test('in a file it costs the cell, and others are kept in their one spelling', async () => {
  const csv = 'id,name,domain\n1,A,x..io\n2,B,https://www.file.example/\n';
  const { body } = await call('POST', `${CLIENTS}/import`, csv, { 'content-type': 'text/csv' });
  assert.deepEqual(
    [body.data.created, body.data.losses.map(({ line, column }: Record<string, unknown>) => [line, column])],
    [2, [[2, 'domain']]],
  );
  assert.deepEqual(await found('filter[domain]=file.example'), ['B']);
});

test('an address in a custom field needs a host that can exist', async () => {
  await call('POST', '/api/v2/custom-fields', { resource: 'client', label: 'Shop', type: 'url' });
  for (const shop of ['http://x..io', 'x..io', 'https://www.example..com'])
    assertRefused(await call('POST', CLIENTS, { name: 'X', custom: { shop } }), 422, 'fields_invalid');
});

test('a domain of an earlier release stays, is found, and does not block a change of another field', async () => {
  const { uuid } = await create({ name: 'Old', website: 'https://www.old.example' });
  const { uuid: odd } = await create({ name: 'Odd' });
  await app.db.query(sql`UPDATE clients SET domain = 'www.old.example' WHERE uuid = ${uuid}`);
  await app.db.query(sql`UPDATE clients SET domain = 'x..io', website = 'http://x..io' WHERE uuid = ${odd}`);
  const { body } = await call('PATCH', `${CLIENTS}/${uuid}`, { industry: 'Mills' });
  assert.equal(body.data.domain, 'www.old.example');
  assert.deepEqual(await found('filter[domain]=www.old.example'), ['Old']);
  const changed = await call('PATCH', `${CLIENTS}/${odd}`, { industry: 'Mills' });
  assert.deepEqual([changed.status, changed.body.data.domain], [200, 'x..io']);
  const moved = await call('PATCH', `${CLIENTS}/${uuid}`, { website: 'https://new.example' });
  assert.equal(moved.body.data.domain, 'new.example');
});
