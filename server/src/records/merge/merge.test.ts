import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/v2/${path}`, { as: ada, body, redirect: 'manual' });
const add = async (plural: string, body: object) => {
  const { status, body: answer } = await call('POST', plural, body);
  assert.equal(status, 201, JSON.stringify(answer));
  return answer.data;
};
const read = async (plural: string, uuid: string) => (await call('GET', `${plural}/${uuid}`)).body.data;
const merge = async (plural: string, uuid: string, from_uuid: string, more: object = {}) => {
  const { status, body } = await call('POST', `${plural}/${uuid}/merge`, { from_uuid, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const importRows = async (plural: string, body: string) =>
  (
    await app.call('POST', `/api/v2/${plural}/import`, {
      as: ada,
      body,
      headers: { 'content-type': 'text/csv' },
    })
  ).body.data;

async function twoClients(more: object = {}) {
  const stays = await add('clients', {
    name: 'Müller GmbH',
    tags: ['a'],
    emails: [{ value: 'info@mueller.example', primary: true }],
  });
  const goes = await add('clients', {
    name: 'Mueller',
    industry: 'Tools',
    tags: ['A', 'b'],
    emails: [{ value: 'INFO@mueller.example' }, { value: 'sales@mueller.example', primary: true }],
    custom: { founded: '1902' },
    ...more,
  });
  return { stays: stays.uuid as string, goes: goes.uuid as string };
}

test('the record that stays is filled from the one that goes, and gets the lists of both', async () => {
  const { stays, goes } = await twoClients();
  const { record } = await merge('clients', stays, goes);
  assert.deepEqual([record.name, record.industry, record.version], ['Müller GmbH', 'Tools', 2]);
  assert.deepEqual(record.tags, ['a', 'b']);
  assert.deepEqual(record.emails, [
    { value: 'info@mueller.example', primary: true },
    { value: 'sales@mueller.example', primary: false },
  ]);
  assert.deepEqual(record.custom, { founded: '1902' });
  assert.deepEqual(await read('clients', stays), record);
});

test('a phone number that both have is there once, in whatever spelling', async () => {
  const stays = await add('contacts', { name: 'Cy', phones: [{ value: '+49 30 1234567' }] });
  const goes = await add('contacts', {
    name: 'Cy',
    phones: [{ value: '0049 (30) 123 45 67', label: 'work' }, { value: '+49 30 1234567 ext. 5' }],
  });
  const { record } = await merge('contacts', stays.uuid, goes.uuid);
  assert.deepEqual(
    record.phones.map(({ value }: { value: string }) => value),
    ['+49 30 1234567', '+49 30 1234567 ext. 5'],
  );
});

test('take says whose value a field gets', async () => {
  const { stays, goes } = await twoClients();
  const { record } = await merge('clients', stays, goes, {
    take: { name: 'from', industry: 'into', tags: 'from' },
  });
  assert.deepEqual([record.name, record.industry, record.tags], ['Mueller', null, ['a', 'b']]);
});

test('an amount comes with its currency', async () => {
  const { uuid: client_uuid } = await add('clients', { name: 'Buyer' });
  const deal = async ([amount, currency]: readonly [string | null, string | null]) =>
    (await add('deals', { title: 'T', client_uuid, amount, currency })).uuid as string;
  for (const [into, from, take, expected] of [
    [[null, 'EUR'], ['500', 'USD'], {}, ['500.00', 'USD']],
    [['500', null], ['300', 'EUR'], {}, ['500.00', null]],
    [[null, null], ['7000', 'JPY'], {}, ['7000', 'JPY']],
    [[null, null], [null, 'CHF'], {}, [null, 'CHF']],
    [['500', 'EUR'], ['7000', 'JPY'], { amount: 'from' }, ['7000', 'JPY']],
    [['500', 'EUR'], ['7000', 'JPY'], { currency: 'from' }, ['7000', 'JPY']],
    [[null, 'EUR'], ['500', 'USD'], { currency: 'into' }, [null, 'EUR']],
  ] as const) {
    const { record } = await merge('deals', await deal(into), await deal(from), { take });
    assert.deepEqual([record.amount, record.currency], expected, JSON.stringify({ into, from, take }));
  }
  const take = { amount: 'from', currency: 'into' };
  const path = `deals/${await deal(['500', 'EUR'])}/merge`;
  const parted = await call('POST', path, { from_uuid: await deal(['7000', 'JPY']), take });
  assert.deepEqual([parted.status, parted.body.errors[0].pointer], [422, '/take/currency']);
});

test('take says of each custom field whose value it gets', async () => {
  const { stays, goes } = await twoClients({ custom: { founded: '1902', site: 'Old', floor: '2' } });
  const before = await read('clients', stays);
  const custom = { founded: '1899', note: 'Mine' };
  await app.call('PATCH', `/api/v2/clients/${stays}`, {
    as: ada,
    body: { custom },
    headers: { 'if-match': `"${before.version}"` },
  });
  const { record } = await merge('clients', stays, goes, {
    take: { custom: { founded: 'from', note: 'from', floor: 'into' } },
  });
  assert.deepEqual(record.custom, { founded: '1902', site: 'Old' });
});

test('all that named the one that goes names the one that stays, once', async () => {
  const { stays, goes } = await twoClients();
  const deal = await add('deals', { title: 'Website', client_uuid: goes });
  const contact = await add('contacts', {
    name: 'Grace',
    clients: [{ client_uuid: stays }, { client_uuid: goes, role: 'Buyer' }],
  });
  const task = await add('tasks', {
    title: 'Call',
    due_on: '2030-01-01',
    records: [{ resource: 'client', uuid: goes }],
  });
  const { moved } = await merge('clients', stays, goes);
  assert.deepEqual(moved, [
    { resource: 'contact', count: 1 },
    { resource: 'deal', count: 1 },
    { resource: 'task', count: 1 },
  ]);
  assert.equal((await read('deals', deal.uuid)).client_uuid, stays);
  const { clients } = await read('contacts', contact.uuid);
  assert.deepEqual(
    clients.map(({ client_uuid }: { client_uuid: string }) => client_uuid),
    [stays],
  );
  assert.deepEqual((await read('tasks', task.uuid)).records, [{ resource: 'client', uuid: stays }]);
  assert.equal((await read('clients', stays)).next_task_due_on, '2030-01-01');
});

test('a merge is one change with an event for each record, which tell where the one that goes leads', async () => {
  const { stays, goes } = await twoClients();
  const deal = await add('deals', { title: 'Website', client_uuid: goes });
  const { headers } = await call('POST', `clients/${stays}/merge`, { from_uuid: goes });
  // The feed holds events back while older transactions run, also those of other tests.
  const own = await until(
    'the feed to tell the merge',
    async () => {
      const { data } = (await call('GET', 'events?limit=200')).body;
      return data.filter(
        ({ change_uuid }: { change_uuid: string }) => change_uuid === headers.get('x-change-uuid'),
      );
    },
    (events) => events.length > 0,
  );
  const told = own.map((one: Record<string, unknown> & { data: { uuid: string } }) => ({
    event: one.event,
    uuid: one.data.uuid,
    into: one.merged_into_uuid,
    from: one.merged_from_uuid,
  }));
  assert.deepEqual(told, [
    { event: 'client.deleted', uuid: goes, into: stays, from: undefined },
    { event: 'client.merged', uuid: stays, into: undefined, from: goes },
    { event: 'deal.updated', uuid: deal.uuid, into: undefined, from: undefined },
  ]);
  assert.deepEqual(own[1].previous.industry, null);
  assert.deepEqual(own[2].previous, { client_uuid: goes });
});

test('two equal records are merged with an event, although no value differs', async () => {
  const [stays, goes] = [await add('contacts', { name: 'Grace' }), await add('contacts', { name: 'Grace' })];
  const { record } = await merge('contacts', stays.uuid, goes.uuid);
  assert.equal(record.version, 2);
  const { data } = (await call('GET', `contacts/${stays.uuid}/events`)).body;
  assert.deepEqual([data[0].event, data[0].previous, data[0].changed_fields], ['contact.merged', {}, []]);
});

test('a merge answers with the last activity of both', async () => {
  const { stays, goes } = await twoClients();
  const call = { title: 'Called', type: 'call', status: 'completed' };
  await add('tasks', { ...call, records: [{ resource: 'client', uuid: goes }] });
  const { record } = await merge('clients', stays, goes);
  assert.notEqual(record.last_activity_at, null);
  assert.deepEqual(record, await read('clients', stays));
});

test('a dry run answers what would come of it, and changes nothing', async () => {
  const { stays, goes } = await twoClients();
  const deal = await add('deals', { title: 'Website', client_uuid: goes });
  const { record, moved } = await merge('clients', stays, goes, { dry_run: true });
  assert.deepEqual([record.industry, moved], ['Tools', [{ resource: 'deal', count: 1 }]]);
  assert.equal((await read('clients', stays)).industry, null);
  assert.equal((await read('deals', deal.uuid)).client_uuid, goes);
});

test('a merged record is read as it was before the merge, and names the one that stays after it', async () => {
  const { stays, goes } = await twoClients();
  const before = app.clock.now().toISOString();
  app.clock.advance(60_000);
  await merge('clients', stays, goes);
  const past = await call('GET', `clients/${goes}?at=${before}`);
  assert.deepEqual([past.status, past.body.data.name], [200, 'Mueller']);
  const after = await call('GET', `clients/${goes}?at=${app.clock.now().toISOString()}`);
  assert.deepEqual([after.status, after.body.errors[0].uuid], [409, stays]);
});

test('a merged record leads to the one that stays: read with 301, written with 409, also through a chain', async () => {
  const { stays, goes } = await twoClients();
  const last = await add('clients', { name: 'Müller Holding' });
  await merge('clients', stays, goes);
  await merge('clients', last.uuid, stays);
  for (const uuid of [stays, goes]) {
    const found = await call('GET', `clients/${uuid}`);
    assert.deepEqual([found.status, found.headers.get('location')], [301, `/api/v2/clients/${last.uuid}`]);
    for (const [method, path, body] of [
      ['PATCH', `clients/${uuid}`, { name: 'New' }],
      ['DELETE', `clients/${uuid}`],
      ['POST', `clients/${uuid}/restore`],
      ['POST', `clients/${uuid}/merge`, { from_uuid: last.uuid }],
      ['POST', `clients/${last.uuid}/merge`, { from_uuid: uuid }],
    ] as const) {
      const refused = await call(method, path, body);
      assert.deepEqual([refused.status, refused.body.errors[0].uuid], [409, last.uuid], `${method} ${path}`);
    }
    const operations = [{ action: 'update', uuid, data: { name: 'New' } }];
    const [outcome] = (await call('POST', 'clients/batch', { operations })).body.data.outcomes;
    assert.deepEqual([outcome.status, outcome.problem.errors[0].uuid], [409, last.uuid]);
  }
});

test('the external_id of a merged record finds the one that stays', async () => {
  const { stays, goes } = await twoClients({ external_id: 'C-2' });
  await call('PATCH', `clients/${stays}`, { external_id: 'C-1' });
  await merge('clients', stays, goes);
  const again = await importRows(
    'clients',
    'id,name,industry,website\nC-2,Mueller,Hammers,https://mueller.example\nC-1,Müller GmbH,,\n',
  );
  assert.deepEqual([again.updated, again.unchanged], [1, 1], JSON.stringify(again));
  const { external_id, industry, name, website } = await read('clients', stays);
  // The row of the merged record fills what is empty, and takes nothing back that was chosen.
  assert.deepEqual(
    [external_id, industry, name, website],
    ['C-1', 'Tools', 'Müller GmbH', 'https://mueller.example'],
  );
  const taken = await call('POST', 'clients', { name: 'Other', external_id: 'C-2' });
  assert.deepEqual([taken.status, taken.body.errors[0].uuid], [409, stays]);
  const named = await importRows('contacts', 'name,company\nGrace,C-2\n');
  assert.equal(named.created, 1);
  const found = (await call('GET', 'clients?filter[external_id]=C-2')).body.data;
  assert.deepEqual(
    found.map(({ uuid }: { uuid: string }) => uuid),
    [stays],
  );
});

test('a list exported before a merge makes nothing anew when it is imported behind it', async () => {
  const { stays, goes } = await twoClients();
  const headers = { authorization: `Bearer ${ada.token}` };
  const list = await (await fetch(`${app.base_url}/api/v2/clients.csv`, { headers })).text();
  assert.ok(list.includes(goes));
  await merge('clients', stays, goes);
  const { name } = await read('clients', stays);
  const { created, failed } = await importRows('clients', list);
  assert.deepEqual([created, failed], [0, 0]);
  assert.equal((await read('clients', stays)).name, name);
});

test('a stranger, a viewer and a record of another kind or Account are refused', async () => {
  const { stays, goes } = await twoClients();
  const eve = await app.addUser();
  const other = await app.addAccount(eve);
  const theirs = (await app.call('POST', '/api/v2/clients', { as: eve, body: { name: 'Eve' } })).body.data
    .uuid;
  const asEve = await app.call('POST', `/api/v2/clients/${theirs}/merge`, {
    as: eve,
    body: { from_uuid: goes },
  });
  assert.equal(asEve.status, 422);
  await app.addLogin(other, ada, 'viewer');
  assert.equal((await call('POST', `clients/${theirs}/merge`, { from_uuid: goes })).status, 403);
  assert.equal((await call('POST', `clients/${stays}/merge`, { from_uuid: theirs })).status, 422);
  assert.equal((await call('POST', `clients/${stays}/merge`, { from_uuid: stays })).status, 422);
  const contact = await add('contacts', {
    name: 'Grace',
    account_uuid: (await read('clients', stays)).account_uuid,
  });
  assert.equal((await call('POST', `clients/${stays}/merge`, { from_uuid: contact.uuid })).status, 422);
});
