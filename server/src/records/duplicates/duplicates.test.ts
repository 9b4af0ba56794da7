import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Duplicate, Similar } from '@rapport/contract/records/duplicates';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** Each test has an Account of its own, because a list shows all of it. */
async function begin() {
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
  await call('PATCH', `accounts/${account_uuid}`, { country: 'DE' });
}

async function call(method: string, path: string, body?: object) {
  const { status, body: answer } = await app.call(method, `/api/v2/${path}`, { as: ada, body });
  assert.ok(status < 300, JSON.stringify(answer));
  return answer;
}
const add = async (plural: string, fields: object) => {
  app.clock.advance(1);
  return (await call('POST', plural, { account_uuid, ...fields })).data.uuid as string;
};
type Pair = Duplicate<{ uuid: string; name: string; version: number }>;
const pairs = async (plural: string): Promise<Pair[]> => (await call('GET', `${plural}/duplicates`)).data;
const namesOf = (found: Pair[]) =>
  found.map(({ records, because }) => [...records.map(({ name }) => name), because.join()]);

test('records of a kind that share an address, a number, a domain or a name and place are pairs', async () => {
  await begin();
  const address = { street: 'Hof 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  await add('clients', { name: 'By mail', emails: [{ value: 'Info@Same.example' }] });
  await add('clients', {
    name: 'Mailed',
    emails: [{ value: 'x@y.example' }, { value: 'info@same.example' }],
  });
  await add('clients', { name: 'By phone', phones: [{ value: '030 1234567' }] });
  await add('clients', { name: 'Called', phones: [{ value: '+49 30 123-4567' }] });
  await add('clients', { name: 'By web', website: 'https://www.same.example/de' });
  await add('clients', { name: 'Webbed', domain: 'same.example' });
  await add('clients', { name: 'Müller', addresses: [address] });
  await add('clients', { name: 'MÜLLER', addresses: [{ ...address, street: 'Tor 2' }] });
  await add('clients', { name: 'Müller', addresses: [{ ...address, postal_code: '20095' }] });
  assert.deepEqual(namesOf(await pairs('clients')), [
    ['Müller', 'MÜLLER', 'name'],
    ['By web', 'Webbed', 'domain'],
    ['By phone', 'Called', 'phones'],
    ['By mail', 'Mailed', 'emails'],
  ]);
});

test('free mailers and people of one name without an address make no pair', async () => {
  await begin();
  await add('clients', { name: 'One', domain: 'gmail.com' });
  await add('clients', { name: 'Two', domain: 'gmail.com' });
  await add('contacts', { name: 'John Smith' });
  await add('contacts', { name: 'John Smith' });
  await add('contacts', { name: 'Three', emails: [{ value: 'a@gmail.com' }] });
  assert.deepEqual([await pairs('clients'), await pairs('contacts')], [[], []]);
});

test('a Client and a Contact that share an address, a number or a name and place are a pair of both lists', async () => {
  await begin();
  const address = { street: 'Hof 1', postal_code: '10115', city: 'Berlin', country: 'DE' };
  await add('contacts', { name: 'Ada', emails: [{ value: 'a@shared.example' }], addresses: [address] });
  await add('clients', { name: 'Shared', emails: [{ value: 'A@shared.example' }] });
  await add('clients', { name: 'By phone', phones: [{ value: '030 1234567' }] });
  await add('contacts', { name: 'Called', phones: [{ value: '+49 30 123-4567' }] });
  await add('clients', { name: 'ADA', kind: 'person', addresses: [address] });
  assert.deepEqual(namesOf(await pairs('clients')), [
    ['ADA', 'Ada', 'name'],
    ['By phone', 'Called', 'phones'],
    ['Shared', 'Ada', 'emails'],
  ]);
  const found = await pairs('contacts');
  assert.deepEqual(namesOf(found).toSorted(), [
    ['Ada', 'ADA', 'name'],
    ['Ada', 'Shared', 'emails'],
    ['Called', 'By phone', 'phones'],
  ]);
  assert.ok(found.every(({ resources }) => resources.join() === 'contact,client'));
});

test('a Contact without a Client is a pair with the one whose domain its address has', async () => {
  await begin();
  await add('clients', { name: 'Web', domain: 'web.example' });
  const contact = await add('contacts', { name: 'Grace', emails: [{ value: 'grace@Web.example' }] });
  assert.deepEqual(namesOf(await pairs('contacts')), [['Grace', 'Web', 'domain']]);
  const other = await add('clients', { name: 'Other' });
  await call('PATCH', `contacts/${contact}`, { clients: [{ client_uuid: other }] });
  assert.deepEqual(await pairs('contacts'), []);
});

test('a Client and a Contact that are linked, or said to be different, are a pair no more', async () => {
  await begin();
  const client = await add('clients', { name: 'Both', emails: [{ value: 'a@both.example' }] });
  const contact = await add('contacts', { name: 'Ada', emails: [{ value: 'a@both.example' }] });
  const counts = async () => [(await pairs('clients')).length, (await pairs('contacts')).length];
  await call('PATCH', `contacts/${contact}`, { clients: [{ client_uuid: client }] });
  assert.deepEqual(await counts(), [0, 0]);
  await call('PATCH', `contacts/${contact}`, { clients: [] });
  assert.deepEqual(await counts(), [1, 1]);
  await call('POST', `contacts/${contact}/distinct`, { other_uuid: client });
  assert.deepEqual(await counts(), [0, 0]);
  await call('POST', `clients/${client}/distinct`, { other_uuid: contact, distinct: false });
  assert.deepEqual(await counts(), [1, 1]);
});

test('a deleted, a merged and a changed record is no duplicate any more, and a restored one is again', async () => {
  await begin();
  const first = await add('contacts', { name: 'A', emails: [{ value: 'a@b.example' }] });
  const second = await add('contacts', { name: 'B', emails: [{ value: 'a@b.example' }] });
  const count = async () => (await pairs('contacts')).length;
  assert.equal(await count(), 1);
  await call('DELETE', `contacts/${second}`);
  assert.equal(await count(), 0);
  await call('POST', `contacts/${second}/restore`);
  assert.equal(await count(), 1);
  await call('PATCH', `contacts/${second}`, { emails: [{ value: 'c@b.example' }] });
  assert.equal(await count(), 0);
  await call('PATCH', `contacts/${second}`, { emails: [{ value: 'A@B.example' }] });
  await call('POST', `contacts/${first}/merge`, { from_uuid: second });
  assert.equal(await count(), 0);
});

test('two records that are not the same stay so until that is forgotten', async () => {
  await begin();
  const first = await add('clients', { name: 'Acme' });
  const second = await add('clients', { name: 'ACME' });
  assert.equal((await pairs('clients')).length, 1);
  await call('POST', `clients/${first}/distinct`, { other_uuid: second });
  await call('POST', `clients/${second}/distinct`, { other_uuid: first });
  assert.deepEqual(await pairs('clients'), []);
  const third = await add('clients', { name: 'acme' });
  assert.equal((await pairs('clients')).length, 2);
  await call('POST', `clients/${second}/distinct`, { other_uuid: first, distinct: false });
  assert.equal((await pairs('clients')).length, 3);
  const refused = await app.call('POST', `/api/v2/clients/${first}/distinct`, {
    as: ada,
    body: { other_uuid: first },
  });
  assert.equal(refused.status, 422);
  assert.ok(third);
});

test('pages of duplicates have each pair once', async () => {
  await begin();
  for (let n = 0; n < 5; n++) {
    await add('clients', { name: `Twin ${n}` });
    await add('clients', { name: `Twin ${n}` });
  }
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await call('GET', `clients/duplicates?limit=2${cursor}`);
    seen.push(...page.data.map(({ records }: Pair) => records[0].name));
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(seen, ['Twin 4', 'Twin 3', 'Twin 2', 'Twin 1', 'Twin 0']);
  const bad = await app.call('GET', '/api/v2/clients/duplicates?cursor=abc', { as: ada });
  assert.equal(bad.status, 422);
});

test('a form hears of records that look like what is typed, of both kinds', async () => {
  await begin();
  const client = await add('clients', { name: 'Grace Ltd', phones: [{ value: '030 7654321' }] });
  const contact = await add('contacts', { name: 'Grace', emails: [{ value: 'grace@ltd.example' }] });
  const similar = async (plural: string, fields: object): Promise<Similar[]> =>
    (await call('POST', `${plural}/similar`, { account_uuid, ...fields })).data;
  const found = await similar('contacts', {
    name: 'G. Hopper',
    emails: [{ value: 'GRACE@ltd.example' }],
    phones: [{ value: '+49307654321' }],
  });
  assert.deepEqual(
    found.map(({ resource, uuid, because }) => [resource, uuid, because]),
    [
      ['client', client, ['phones']],
      ['contact', contact, ['emails']],
    ],
  );
  assert.deepEqual(await similar('clients', { name: 'grace ltd', kind: 'organisation' }), [
    { resource: 'client', uuid: client, name: 'Grace Ltd', because: ['name'] },
  ]);
  assert.deepEqual(await similar('clients', {}), []);
  const place = { addresses: [{ postal_code: '10115', city: 'Berlin', country: 'DE' }] };
  await call('PATCH', `clients/${client}`, place);
  const byName = async (fields: object) =>
    (await similar('clients', { name: 'Grace Ltd', kind: 'organisation', ...fields })).map(
      ({ uuid }) => uuid,
    );
  assert.deepEqual(await byName({}), [client]);
  assert.deepEqual(await byName({ addresses: [{ postal_code: '80331' }] }), []);
  await call('PATCH', `clients/${client}`, { domain: 'grace.example' });
  const typed = { name: 'New', emails: [{ value: 'x@grace.example' }] };
  assert.deepEqual(await similar('contacts', typed), [
    { resource: 'client', uuid: client, name: 'Grace Ltd', because: ['domain'] },
  ]);
  const linked = { ...typed, clients: [{ client_uuid: client }] };
  assert.deepEqual(await similar('contacts', linked), []);
});
