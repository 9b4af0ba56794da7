import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CLIENT } from '@rapport/contract/records/clients';
import sql from 'sql-template-tag';
import { parseListQuery } from '../platform/lists/list-query.ts';
import { waysTo } from '../platform/lists/list-sql.ts';
import { ANY_MOMENT } from '../testing/moment.ts';
import { orThrow } from '../testing/or-throw.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
  for (const body of [
    {
      name: 'Zurich',
      emails: [{ value: 'office@example.com' }, { value: 'Grace.Hopper@Example.com' }],
      phones: [{ value: '+41 44 123 45 67' }],
      addresses: [
        { city: 'Zürich', country: 'CH' },
        { city: "L'Isle-Adam", country: 'FR' },
      ],
      custom: { founded: 1902, 'contract no.': 'A-17/b', vip: true, sign: '§§' },
    },
    { name: 'Words', addresses: [{ city: 'Bern', street: 'Zurich Street' }], custom: { other: 'A-17/b' } },
    { name: 'Nothing' },
  ])
    await app.call('POST', '/api/v2/clients', { as: ada, body });
});
after(() => app.close());

async function found(filter: string, value: string, path = '/api/v2/clients'): Promise<string> {
  const query = new URLSearchParams({ [filter]: value, sort: 'name' });
  const { status, body } = await app.call('GET', `${path}?${query}`, { as: ada });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name).join();
}

for (const [filter, value, names] of [
  ['filter[city]', 'zurich', 'Zurich'],
  ['filter[city]', 'Zür', ''],
  ['filter[city]', "l'isle-adam", 'Zurich'],
  ['filter[city][in]', 'Bern,Paris', 'Words'],
  ['filter[city][contains]', 'ür', 'Zurich'],
  ['filter[city][is_null]', 'true', 'Nothing'],
  ['filter[country]', 'ch', 'Zurich'],
  ['filter[country][is_null]', 'false', 'Zurich'],
  ['filter[email]', 'grace.hopper@example.com', 'Zurich'],
  ['filter[email]', 'hopper@example.com', ''],
  ['filter[email][contains]', '@EXAMPLE', 'Zurich'],
  ['filter[phone]', '+41 44 123 45 67', 'Zurich'],
  ['filter[custom.founded]', '1902', 'Zurich'],
  ['filter[custom.contract no.]', 'a-17/B', 'Zurich'],
  ['filter[custom.vip]', 'true', 'Zurich'],
  ['filter[custom.sign]', '§§', 'Zurich'],
  ['filter[custom.sign]', `${'x'.repeat(3000)} 1902`, ''],
  ['filter[custom.founded][is_null]', 'true', 'Nothing,Words'],
  ['filter[custom.nobody has it]', '1902', ''],
] as const) {
  test(`${filter}=${value.slice(0, 24)} finds ${names || 'nobody'}`, async () => {
    assert.equal(await found(filter, value), names);
  });
}

test('Contacts are found by their addresses, and Pipelines by a custom field though they are not searched', async () => {
  const body = { name: 'Grace', emails: [{ value: 'grace@navy.example' }], custom: { rank: 'Rear admiral' } };
  await app.call('POST', '/api/v2/contacts', { as: ada, body });
  await app.call('POST', '/api/v2/pipelines', {
    as: ada,
    body: { name: 'Renewals', stages: [{ name: 'Due' }], custom: { team: 'North' } },
  });
  assert.equal(await found('filter[email]', 'GRACE@navy.example', '/api/v2/contacts'), 'Grace');
  assert.equal(await found('filter[custom.rank]', 'rear admiral', '/api/v2/contacts'), 'Grace');
  assert.equal(await found('filter[custom.team]', 'north', '/api/v2/pipelines'), 'Renewals');
});

test('the words of a city are looked up as what the index of the search is made of', async () => {
  const list = orThrow(parseListQuery(CLIENT.list, { 'filter[city]': 'Zürich' }, ANY_MOMENT));
  const source = {
    table: 'clients',
    columns: 'uuid',
    account_uuids: [ada.uuid],
    where: sql`deleted_at IS NULL`,
  };
  await app.db.transaction(async (tx) => {
    const page = waysTo(CLIENT.list, list, source).at(1)!.statement;
    const plan = await tx.query({ text: `EXPLAIN ${page.text}`, values: page.values } as never);
    assert.match(JSON.stringify(plan), /search @@ '+zurich'+::tsquery\) AND EXISTS/);
  });
});
