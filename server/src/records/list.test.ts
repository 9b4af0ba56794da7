import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused } from '../testing/assert-forbids.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let accounts: string[];

const DAY_MS = 86_400_000;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  accounts = [await app.addAccount(ada), await app.addAccount(ada)];
  const clients = [
    {
      name: 'Alpha',
      status: 'active',
      industry: 'Optics',
      tags: ['gold', 'eu'],
      external_id: 'A-1',
      kind: 'organisation',
      addresses: [{ street: 'Löwenstraße 7', city: 'Zürich' }],
    },
    { name: 'Beta', status: 'lead', owner_uuid: ada.uuid, tags: ['eu'], website: 'https://beta.example' },
    {
      name: 'Gamma',
      kind: 'person',
      first_name: 'Grace',
      last_name: 'Gamma',
      language: 'en-GB',
      currency: 'GBP',
      custom: { Founded: 1843, Notes: { Machine: ["the Engine\nÉcole d'été"] }, Draft: true },
    },
    {
      name: 'Delta',
      account_uuid: accounts[1],
      tax_number: 'GB1',
      emails: [{ value: 'office@delta.example' }],
    },
  ];
  for (const client of clients) {
    await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid: accounts[0], ...client } });
    app.clock.advance(DAY_MS);
  }
});
after(() => app.close());

const list = (query: string) => app.call('GET', `/api/v2/clients${query}`, { as: ada });
async function names(query: string): Promise<string> {
  const { status, body } = await list(query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name).join(' ');
}

/** The Clients are made a day apart, from 20 November 2026 on. */
const found: [query: string, names: string][] = [
  ['', 'Delta Gamma Beta Alpha'],
  ['?sort=name', 'Alpha Beta Delta Gamma'],
  ['?sort=-status,name', 'Beta Delta Gamma Alpha'],
  ['?sort=created_at&limit=2', 'Alpha Beta'],
  ['?account_uuid={1}', 'Delta'],
  ['?filter[name]=Beta', 'Beta'],
  ['?filter[name]=beta', 'Beta'],
  ['?filter[name][ne]=Beta&sort=name', 'Alpha Delta Gamma'],
  ['?filter[name][in]=Beta,Delta&sort=name', 'Beta Delta'],
  ['?filter[name][contains]=LT', 'Delta'],
  ['?filter[name][starts_with]=g', 'Gamma'],
  ['?filter[name][gte]=Beta&filter[name][lt]=Gamma&sort=name', 'Beta Delta'],
  ['?filter[status]=active', 'Alpha'],
  ['?filter[status][in]=active,lead&filter[industry][is_null]=false', 'Alpha'],
  ['?filter[industry][is_null]=true&sort=name', 'Beta Delta Gamma'],
  ['?filter[industry][ne]=Optics&sort=name', 'Beta Delta Gamma'],
  ['?filter[kind]=person', 'Gamma'],
  ['?filter[tags]=eu&sort=name', 'Alpha Beta'],
  ['?filter[tags][in]=gold,silver', 'Alpha'],
  ['?filter[tags][ne]=eu&sort=name', 'Delta Gamma'],
  ['?filter[tags][is_null]=true&sort=name', 'Delta Gamma'],
  ['?filter[tags][is_null]=false&sort=name', 'Alpha Beta'],
  ['?filter[owner_uuid]={ada}', 'Beta'],
  ['?filter[owner_uuid][is_null]=true&sort=name', 'Alpha Delta Gamma'],
  ['?filter[domain]=beta.example', 'Beta'],
  ['?filter[external_id]=A-1', 'Alpha'],
  ['?filter[first_name]=Grace', 'Gamma'],
  ['?filter[last_name]=Gamma', 'Gamma'],
  ['?filter[language]=en-GB', 'Gamma'],
  ['?filter[currency]=GBP', 'Gamma'],
  ['?filter[tax_number]=GB1', 'Delta'],
  ['?filter[created_at][gte]=2026-11-22&sort=name', 'Delta Gamma'],
  ['?filter[created_at][lt]=2026-11-21T10:20:00%2B01:00', 'Alpha'],
  ['?filter[created_at]=2026-11-21T09:20:00Z', 'Beta'],
  ['?filter[updated_at][gt]=2026-11-22T09:20:00Z', 'Delta'],
  ['?updated_since=2026-11-22T09:20:00Z&sort=name', 'Delta Gamma'],
  ['?q=optics', 'Alpha'],
  ['?q=office@delta', 'Delta'],
  ['?q=gr', 'Gamma'],
  ['?q=zurich', 'Alpha'],
  ['?q=Z%C3%BCrich+lowenstr', 'Alpha'],
  ['?q=1843', 'Gamma'],
  ['?q=engine+ecole', 'Gamma'],
  ['?q=founded', ''],
  ['?q=true', ''],
  ['?q=null', ''],
  ['?q=eu&filter[status]=lead', 'Beta'],
  ['?sort=industry,name', 'Beta Delta Gamma Alpha'],
];
for (const [query, expected] of found) {
  test(`GET /clients${query} gives ${expected || 'nothing'}`, async () => {
    assert.equal(await names(query.replace('{1}', accounts[1]!).replace('{ada}', ada.uuid)), expected);
  });
}

const refused: [query: string, code: string, words: RegExp][] = [
  ['?limit=0', 'query_invalid', /limit must be at least 1/],
  ['?limit=201', 'query_invalid', /limit must be at most 200/],
  ['?limit=many', 'query_invalid', /limit must be an integer/],
  ['?limit=1&limit=2', 'query_invalid', /limit is sent more than once/],
  ['?sort=size', 'query_invalid', /sort takes up to 4 of kind, name, status/],
  ['?sort=name&sort=kind', 'query_invalid', /sort is sent more than once/],
  ['?colour=red', 'query_invalid', /colour is not a parameter of this request/],
  ['?filter[colour]=red', 'query_invalid', /Filters: uuid, kind, name, first_name/],
  ['?filter[name][like]=x', 'query_invalid', /the operators of name are eq, ne, in/],
  ['?filter[name]=a&filter[name]=b', 'query_invalid', /is sent more than once/],
  ['?filter[name][ne]=a&filter[name][ne]=b', 'query_invalid', /is sent more than once/],
  ['?filter[status]=hot', 'query_invalid', /must be one of lead, prospect, active, inactive/],
  ['?filter[created_at]=yesterday', 'query_invalid', /such as 2026-11-20T09:20:00Z/],
  ['?updated_since=2026-11-20T09:20:00+01:00', 'query_invalid', /plus sign of the offset as %2B/],
  ['?updated_since=2026-02-31', 'query_invalid', /must be a date or a time/],
  ['?include=everything', 'query_invalid', /include must be one of total/],
  ['?account_uuid=mine', 'query_invalid', /account_uuid must be a UUID/],
  ['?cursor=garbage', 'cursor_invalid', /Start again without cursor/],
  ['?q=', 'query_invalid', /q must not be empty/],
  [`?q=${'x'.repeat(201)}`, 'query_invalid', /q must have at most 200 characters/],
];
for (const [query, code, words] of refused) {
  test(`GET /clients${query.slice(0, 60)} is refused: ${words.source}`, async () => {
    const answer = await list(query);
    assertRefused(answer, 400, code);
    assert.match(answer.body.detail, words);
  });
}

test('the pages follow each other by next_cursor to the end, for every limit', async () => {
  const first = await list('?sort=name&limit=1&include=total');
  assert.deepEqual([first.body.data.length, first.body.total], [1, 4]);
  const second = await list(`?sort=name&limit=2&cursor=${first.body.next_cursor}`);
  assert.deepEqual(
    second.body.data.map(({ name }: { name: string }) => name),
    ['Beta', 'Delta'],
  );
  const last = await list(`?sort=name&limit=200&cursor=${second.body.next_cursor}`);
  assert.deepEqual(
    [last.body.data[0].name, last.body.next_cursor, 'total' in last.body],
    ['Gamma', null, false],
  );
});

test('the last page has no cursor, and the default limit is fifty', async () => {
  assert.equal((await list('?limit=4')).body.next_cursor, null);
  const grace = await app.addUser();
  await app.addAccount(grace);
  const made = Array.from({ length: 51 }, (_, i) => ({ as: grace, body: { name: `Client ${i}` } }));
  await Promise.all(made.map((options) => app.call('POST', '/api/v2/clients', options)));
  const page = await app.call('GET', '/api/v2/clients', { as: grace });
  assert.deepEqual([page.body.data.length, page.body.next_cursor !== null], [50, true]);
});

test('a cursor of another list or another order is refused', async () => {
  const { next_cursor } = (await list('?limit=1')).body;
  assertRefused(await list(`?limit=1&sort=name&cursor=${next_cursor}`), 400, 'cursor_invalid');
  assertRefused(await list(`?limit=1&filter[kind]=person&cursor=${next_cursor}`), 400, 'cursor_invalid');
  const accounts = await app.call('GET', `/api/v2/accounts?cursor=${next_cursor}`, { as: ada });
  assertRefused(accounts, 400, 'cursor_invalid');
});

test('a Client with the longest values gives a cursor that is accepted', async () => {
  const grace = await app.addUser();
  await app.addAccount(grace);
  // Texts have no control characters, so these take the most bytes.
  const long = (length: number) => '€'.repeat(length);
  const name = '😀'.repeat(200);
  const client = {
    name,
    industry: long(100),
    domain: `${`${'a'.repeat(62)}.`.repeat(4)}a`,
    external_id: long(200),
  };
  for (const last of ['1', '2']) {
    const external_id = client.external_id.slice(1) + last;
    const body = { ...client, external_id };
    assert.equal((await app.call('POST', '/api/v2/clients', { as: grace, body })).status, 201);
  }
  const query = '/api/v2/clients?limit=1&sort=name,industry,domain,external_id';
  const first = await app.call('GET', query, { as: grace });
  const second = await app.call('GET', `${query}&cursor=${first.body.next_cursor}`, { as: grace });
  assert.deepEqual([second.status, second.body.data?.length], [200, 1], JSON.stringify(second.body));
});

test('names stand in the order of the numbers in them, page by page and backwards', async () => {
  const hedy = await app.addUser();
  await app.addAccount(hedy);
  const names = ['Case', 'Case 1', 'Case 02', 'Case 2b', 'Case 10', 'Case 100', 'Case É', 'Fall 7'];
  for (const name of names.toReversed()) {
    await app.call('POST', '/api/v2/clients', { as: hedy, body: { name } });
  }
  for (const [sort, wanted] of [
    ['name', names],
    ['-name', names.toReversed()],
  ] as const) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await app.call('GET', `/api/v2/clients?limit=3&sort=${sort}${cursor}`, { as: hedy });
      seen.push(...body.data.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, wanted);
  }
  const { body } = await app.call(
    'GET',
    '/api/v2/clients?filter[name][starts_with]=case&sort=-name&limit=2',
    {
      as: hedy,
    },
  );
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Case É', 'Case 100'],
  );
});
