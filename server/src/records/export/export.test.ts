import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { fillAccount } from '../../testing/fill-account.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, '=1+1 Ltd');
  await fillAccount(app, ada);
});
after(() => app.close());

async function exported(path: string, query = ''): Promise<string> {
  const { status, body, headers } = await app.call('GET', `${path}.csv${query}`, { as: ada });
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(headers.get('content-disposition')!, /^attachment; filename="\w+\.csv"$/);
  return body;
}

function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { bom: true, columns: true, relax_column_count: false });
}

for (const { path, plural, title, schema } of RECORDS) {
  test(`exported ${plural} have all that is in them, and importing them again changes nothing`, async () => {
    const all = (await app.call('GET', `${path}?limit=200`, { as: ada })).body.data;
    assert.ok(all.length > 0, `Let fillAccount (server/src/testing/fill-account.ts) make ${plural}.`);
    const csv = await exported(path);
    const rows = rowsOf(csv);
    assert.equal(rows.length, all.length);
    const header = Object.keys(rows[0]!);
    const missing = Object.keys(schema.properties).filter(
      (field) => field !== 'custom' && !header.includes(field),
    );
    assert.deepEqual(missing, [], `${title} lacks columns`);
    const events = async () =>
      (await app.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM events`))[0]!.n;
    const before = await events();
    const headers = { 'content-type': 'text/csv' };
    const again = await app.call('POST', `${path}/import`, { as: ada, body: csv, headers });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    const { created, updated, unchanged, failed, failures } = again.body.data;
    assert.deepEqual(
      { created, updated, unchanged, failed, failures },
      { created: 0, updated: 0, unchanged: all.length, failed: 0, failures: [] },
    );
    assert.equal(await events(), before);
    assert.deepEqual((await app.call('GET', `${path}?limit=200`, { as: ada })).body.data, all);
  });
}

test('names stand beside references, and lists are whole', async () => {
  const [contact] = rowsOf(await exported('/api/v2/contacts', '?q=Hopper'));
  assert.equal(contact!.client_name, '3M "Gruppe"; Acme, Inc.');
  assert.deepEqual(
    JSON.parse(contact!.clients!).map(({ role }: { role: string }) => role),
    ['Buyer', null],
  );
  assert.deepEqual(
    JSON.parse(contact!.emails!).map(({ value }: { value: string }) => value),
    ['grace@example.com', 'second@example.com'],
  );
  assert.equal(contact!.email, 'grace@example.com');
  const [deal] = rowsOf(await exported('/api/v2/deals', '?filter[status]=won'));
  assert.deepEqual(
    [deal!.client_name, deal!.owner_name, deal!.stage_name !== '', deal!.closed_at !== ''],
    ['Acme, Inc.', 'Ada', true, true],
  );
});

test('a change of a readable column in an exported file is taken, and nothing else of the list', async () => {
  const csv = await exported('/api/v2/contacts', '?q=Hopper');
  // In the whole list the address stands in other quotes than in the column of the first one.
  const changed = csv.replace(',grace@example.com,', ',rear.admiral@example.com,');
  assert.notEqual(changed, csv);
  const headers = { 'content-type': 'text/csv' };
  const { body } = await app.call('POST', '/api/v2/contacts/import', { as: ada, body: changed, headers });
  assert.deepEqual([body.data.updated, body.data.failures], [1, []]);
  const [contact] = (await app.call('GET', '/api/v2/contacts?q=Hopper', { as: ada })).body.data;
  assert.deepEqual(
    contact.emails.map(({ value }: { value: string }) => value),
    ['rear.admiral@example.com', 'second@example.com'],
  );
  await app.call('PATCH', `/api/v2/contacts/${contact.uuid}`, {
    as: ada,
    body: { emails: [{ ...contact.emails[0], value: 'grace@example.com' }, contact.emails[1]] },
  });
});

test('no cell starts a formula, and the guard does not come back as data', async () => {
  for (const { path } of RECORDS) {
    for (const row of rowsOf(await exported(path)))
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=@\t\r]|^[+-](?![\d .]+$)/);
  }
  const [client] = (await app.call('GET', '/api/v2/clients?filter[external_id]==cmd()', { as: ada })).body
    .data;
  assert.deepEqual([client.name, client.tags], ['\'=HYPERLINK("http://x")', ['a,b', 'say "x"', '-2+3']]);
});

test('the list keeps its filters and order, and refuses what it does not know', async () => {
  const names = rowsOf(await exported('/api/v2/clients', '?filter[name][starts_with]=A&sort=-name'));
  assert.deepEqual(
    names.map(({ name }) => name),
    ['Acme, Inc.'],
  );
  for (const query of [
    '?limit=5',
    '?cursor=x',
    '?filter[nothing]=1',
    '?sort=nothing',
    '?wrong=1',
    '?sum=custom.x',
  ]) {
    const { status, body } = await app.call('GET', `/api/v2/clients.csv${query}`, { as: ada });
    assert.deepEqual([status, body.code], [400, 'query_invalid'], query);
  }
});

test('a file has the records of a saved view, narrowed as its list is', async () => {
  const query = 'filter[name][starts_with]=A&sort=-name';
  const view = { resource: 'client', name: 'With A', query };
  const { uuid } = (await app.call('POST', '/api/v2/views', { as: ada, body: view })).body.data;
  const names = async (more: string) =>
    rowsOf(await exported('/api/v2/clients', `?view=${uuid}${more}`)).map(({ name }) => name);
  assert.deepEqual(await names(''), ['Acme, Inc.']);
  assert.deepEqual(await names('&filter[name]=Elsewhere'), []);
  const other = await app.call('GET', `/api/v2/deals.csv?view=${uuid}`, { as: ada });
  assert.deepEqual([other.status, other.body.errors[0].pointer], [400, 'view']);
  const eve = await app.addUser();
  assert.equal((await app.call('GET', `/api/v2/clients.csv?view=${uuid}`, { as: eve })).status, 404);
});

test('a view with a filter that the list no longer has gives no file, and the refusal names it', async () => {
  const view = { resource: 'client', name: 'Old', query: 'filter[name]=Acme' };
  const { uuid } = (await app.call('POST', '/api/v2/views', { as: ada, body: view })).body.data;
  await app.db.query(sql`UPDATE views SET query = 'filter[gone]=1' WHERE uuid = ${uuid}`);
  const { status, body } = await app.call('GET', `/api/v2/clients.csv?view=${uuid}`, { as: ada });
  assert.deepEqual([status, body.code, body.errors[0].pointer], [400, 'query_invalid', 'view: filter[gone]']);
});

test('a file is filtered and sorted by a custom field, and finds merged records by their external_id', async () => {
  const grace = await app.addUser();
  await app.addAccount(grace);
  const post = async (path: string, body: object) =>
    (await app.call('POST', `/api/v2/${path}`, { as: grace, body })).body.data;
  await post('custom-fields', { resource: 'client', key: 'size', label: 'Size', type: 'number' });
  const made = [];
  for (const size of [3, 1, 2])
    made.push(await post('clients', { name: `Of ${size}`, external_id: `e${size}`, custom: { size } }));
  const names = async (query: string) => {
    const { status, body } = await app.call('GET', `/api/v2/clients.csv?${query}`, { as: grace });
    assert.equal(status, 200, JSON.stringify(body));
    return rowsOf(body).map(({ name }) => name);
  };
  assert.deepEqual(await names('filter[custom.size][gte]=2&sort=custom.size'), ['Of 2', 'Of 3']);
  await post(`clients/${made[0].uuid}/merge`, { from_uuid: made[1].uuid });
  assert.deepEqual(await names('filter[external_id]=e1'), ['Of 3']);
});

test('custom fields of every type, in all kinds, come back from their file as they were', async () => {
  const grace = await app.addUser();
  const mine = await app.addAccount(grace);
  // Its people write 1.125 for a thousand; the file writes as the API does.
  await app.call('PATCH', `/api/v2/accounts/${mine}`, { as: grace, body: { country: 'DE' } });
  const post = async (path: string, body: object) => {
    const answer = await app.call('POST', `/api/v2/${path}`, { as: grace, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const options = [{ label: 'Gold, first' }, { label: '=Silver' }];
  const values = {
    text: '=1+1',
    long_text: 'one\n"two", three',
    number: 1.125,
    money: { amount: '12.00', currency: 'EUR' },
    date: '2027-01-15',
    time: '2027-01-15T09:00:00.000+00:00',
    choice: 'silver',
    choices: ['gold_first', 'silver'],
    boolean: false,
    url: 'https://example.com/a?b=c,d',
    user: grace.uuid,
  };
  const client = await post('clients', { name: 'First' });
  const records = [{ resource: 'client', uuid: client.uuid }];
  const needed: Record<string, object> = {
    client: { name: 'Ada' },
    contact: { name: 'Ada', emails: [{ value: 'a@b.example' }, { value: 'c@d.example', label: 'home' }] },
    deal: { title: 'Deal', client_uuid: client.uuid },
    task: { title: 'Task', records },
    note: { body: 'Note', records },
  };
  for (const { name, path } of RECORDS.filter(({ name }) => name in needed)) {
    const custom: Record<string, unknown> = {};
    for (const [type, value] of Object.entries(values)) {
      const more = type.startsWith('choice') ? { options } : {};
      const { key } = await post('custom-fields', { resource: name, label: `A ${type}`, type, ...more });
      custom[key] = value;
    }
    const tags = ['a,b', '-c', 'say "x"'];
    const { uuid } = await post(path.replace('/api/v2/', ''), { ...needed[name], tags, custom });
    const read = async () => (await app.call('GET', `${path}/${uuid}`, { as: grace })).body.data;
    const before = await read();
    assert.deepEqual(before.custom, custom, name);
    const { body: csv } = await app.call('GET', `${path}.csv`, { as: grace });
    const own = rowsOf(csv).find((row) => row.uuid === uuid)!;
    assert.deepEqual(
      ['a_number', 'a_money', 'a_choices', 'a_boolean', 'other_custom_fields'].map((key) => own[key]),
      ['1.125', '12.00 EUR', 'Gold, first; =Silver', 'false', ''],
    );
    for (const row of rowsOf(csv))
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=@\t\r]|^[+-](?![\d .]+$)/);
    const headers = { 'content-type': 'text/csv' };
    const again = await app.call('POST', `${path}/import`, { as: grace, body: csv, headers });
    const { created, updated, failures, losses } = again.body.data;
    assert.deepEqual([created, updated, failures, losses], [0, 0, [], []], name);
    assert.deepEqual(await read(), before, name);
  }
});

test('choices are called by their labels, and by their keys where a label would be another option', async () => {
  const grace = await app.addUser();
  await app.addAccount(grace);
  const post = async (path: string, body: object) => {
    const answer = await app.call('POST', `/api/v2/${path}`, { as: grace, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const options = [
    { key: 'non_marketing_contact', label: 'Non-marketing contact' },
    { key: 'koln', label: 'Köln' },
    { key: 'bonn', label: 'Koln' },
    { key: 'ulm', label: 'Ulm, Neu-Ulm' },
    { key: 'none', label: 'None' },
  ];
  await post('custom-fields', { resource: 'client', key: 'one', label: 'One', type: 'choice', options });
  await post('custom-fields', { resource: 'client', key: 'some', label: 'Some', type: 'choices', options });
  const made = [
    { one: 'non_marketing_contact', some: ['koln', 'none'] },
    { one: 'koln', some: ['koln', 'bonn'] },
    { one: 'bonn', some: ['ulm', 'none'] },
    { one: 'none', some: ['none'] },
    { one: 'ulm', some: [] },
  ];
  for (const [index, custom] of made.entries()) await post('clients', { name: `Firm ${index}`, custom });
  const list = '/api/v2/clients?sort=name';
  const before = (await app.call('GET', list, { as: grace })).body.data;
  const { body: csv } = await app.call('GET', '/api/v2/clients.csv?sort=name', { as: grace });
  assert.deepEqual(
    rowsOf(csv).map((row) => [row.one, row.some]),
    [
      ['Non-marketing contact', 'Köln; None'],
      ['Köln', 'koln; bonn'],
      ['bonn', 'Ulm, Neu-Ulm; None'],
      ['None', 'None'],
      ['Ulm, Neu-Ulm', ''],
    ],
  );
  const headers = { 'content-type': 'text/csv' };
  for (const body of [csv, csv.replaceAll('Köln', 'KÖLN').replaceAll('None', 'none')]) {
    const again = await app.call('POST', '/api/v2/clients/import', { as: grace, body, headers });
    const { unchanged, failures, losses } = again.body.data;
    assert.deepEqual([unchanged, failures, losses], [5, [], []]);
    assert.deepEqual((await app.call('GET', list, { as: grace })).body.data, before);
  }
});

test('a column of an import may be called as filters name the field', async () => {
  const grace = await app.addUser();
  await app.addAccount(grace);
  const field = { resource: 'client', key: 'seats', label: 'Seats', type: 'number' };
  await app.call('POST', '/api/v2/custom-fields', { as: grace, body: field });
  const sent = { as: grace, body: 'Name,custom.seats\nAcme,5\n', headers: { 'content-type': 'text/csv' } };
  await app.call('POST', '/api/v2/clients/import', sent);
  const [client] = (await app.call('GET', '/api/v2/clients', { as: grace })).body.data;
  assert.deepEqual(client.custom, { seats: 5 });
});

test('a long list comes whole, each record once', async () => {
  const grace = await app.addUser();
  const uuid = await app.addAccount(grace);
  const operations = Array.from({ length: 200 }, (_, n) => ({
    action: 'create',
    data: { name: `Client ${n}` },
  }));
  for (let n = 0; n < 6; n++)
    await app.call('POST', '/api/v2/clients/batch', { as: grace, body: { account_uuid: uuid, operations } });
  const { body } = await app.call('GET', '/api/v2/clients.csv?sort=name', { as: grace });
  const rows = rowsOf(body);
  assert.deepEqual([rows.length, new Set(rows.map((row) => row.uuid)).size], [1200, 1200]);
});

test('the file of another Account is not found', async () => {
  const eve = await app.addUser();
  const { status } = await app.call('GET', `/api/v2/clients.csv?account_uuid=${account_uuid}`, { as: eve });
  assert.equal(status, 404);
});
