import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());

// PostgreSQL indexes at most 1 MiB of words for a record. Some characters fold to many bytes: ㌖
// becomes six characters of three bytes each.
for (const char of ['㌖', 'ﷺ', "'"]) {
  test(`a Client with every field at full length, of the character ${char}, is saved and found`, async () => {
    const grace = await app.addUser();
    await app.addAccount(grace);
    const text = wordsOf(char);
    const list = <Item>(make: (n: number) => Item) => Array.from({ length: 20 }, (_, n) => make(n));
    const body = {
      name: `Needle ${text(190)}`,
      first_name: text(100),
      last_name: text(100),
      industry: text(100),
      external_id: text(200),
      tax_number: text(50),
      description: text(20_000),
      tags: Array.from({ length: 50 }, () => text(50)),
      emails: list((n) => ({ label: text(50), value: `n${n}@${'a'.repeat(60)}.${'b'.repeat(60)}.example` })),
      phones: list(() => ({ label: text(50), value: text(50) })),
      addresses: list(() => ({
        label: text(50),
        street: text(200),
        postal_code: text(20),
        city: text(100),
        region: text(100),
        country: text(100),
      })),
      custom: { words: text(Math.floor(15_000 / Buffer.byteLength(char))) },
    };
    const created = await app.call('POST', '/api/v2/clients', { as: grace, body });
    assert.equal(created.status, 201, JSON.stringify(created.body).slice(0, 500));
    const { body: found } = await app.call('GET', '/api/v2/clients?q=needle', { as: grace });
    assert.deepEqual(
      found.data.map(({ uuid }: { uuid: string }) => uuid),
      [created.body.data.uuid],
    );
  });
}

/** Makes texts of the given number of characters, in which no word repeats. */
function wordsOf(char: string): (length: number) => string {
  let count = 0;
  return (length) => {
    let text = '';
    while (text.length < length) text += ` ${(count++).toString(36)}${char.repeat(104)}`;
    return text
      .slice(1, length + 1)
      .trimEnd()
      .padEnd(length, 'x');
  };
}

test('a phone number is found and filtered in any spelling', async () => {
  const eli = await app.addUser();
  const account = await app.addAccount(eli);
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: eli, body: { country: 'DE' } });
  const add = async (name: string, value: string) => {
    const body = { name, phones: [{ value }] };
    assert.equal((await app.call('POST', '/api/v2/clients', { as: eli, body })).status, 201);
  };
  await add('National', '040 / 111-222');
  await add('Whole', '+49 (0)40 333 444 ext. 5');
  // No number of any country, but its digits are found.
  await add('Odd', '0111 22');
  const found = async (path: string) => {
    const { body } = await app.call('GET', path, { as: eli });
    return body.data.map((one: { name?: string; title?: string }) => one.name ?? one.title).sort();
  };
  for (const [typed, name] of [
    ['40 111', 'National'],
    ['040111222', 'National'],
    ['+49 40 111', 'National'],
    ['4940111', 'National'],
    ['0049 40 111222', 'National'],
    ['(040) 333', 'Whole'],
    ['4940333444', 'Whole'],
  ] as const) {
    const q = encodeURIComponent(typed);
    assert.deepEqual(await found(`/api/v2/clients?q=${q}`), [name], typed);
    assert.deepEqual(await found(`/api/v2/search?q=${q}`), [name], typed);
    assert.deepEqual(await found(`/api/v2/clients?filter[phone][contains]=${q}`), [name], typed);
  }
  assert.deepEqual(await found('/api/v2/clients?q=011122'), ['Odd']);
  assert.deepEqual(await found('/api/v2/clients?filter[phone]=%2B4940111222'), ['National']);
  assert.deepEqual(await found('/api/v2/clients?filter[phone]=040 111 222'), ['National']);
  assert.deepEqual(await found('/api/v2/clients?filter[phone]=040 111'), []);
  assert.deepEqual(await found('/api/v2/clients?filter[phone][contains]=ext'), ['Whole']);
  for (const typed of [
    '+49 40 333444 ext. 5',
    '040/333444 x5',
    '0049 40 333 444 Durchwahl 5',
    '+49 40 333444',
  ])
    for (const operator of ['', '[contains]'])
      assert.deepEqual(
        await found(`/api/v2/clients?filter[phone]${operator}=${encodeURIComponent(typed)}`),
        ['Whole'],
        `${operator} ${typed}`,
      );
  assert.deepEqual(await found('/api/v2/clients?filter[phone]=%2B4940333444 ext. 6'), []);
  assert.deepEqual(await found('/api/v2/clients?filter[phone][in]=040 333444 ext. 6,040 333444x5'), [
    'Whole',
  ]);
});

test('a search finds what stands inside the words of a name, and umlauts in both spellings', async () => {
  const ole = await app.addUser();
  await app.addAccount(ole);
  const add = async (plural: string, body: object) =>
    assert.equal((await app.call('POST', `/api/v2/${plural}`, { as: ole, body })).status, 201);
  await add('clients', { name: 'Blaubau GmbH', description: 'Turmuhren' });
  await add('clients', { name: 'Müller & Söhne' });
  await add('clients', { name: 'Gebrueder Mueller' });
  await add('clients', { name: 'Bauer' });
  const [{ uuid: client_uuid }] = (await app.call('GET', '/api/v2/clients', { as: ole })).body.data;
  await add('contacts', { name: 'Søren Ågesen', emails: [{ value: 'bob@uk.acme.example' }] });
  await add('contacts', { name: 'Fremd', phones: [{ value: '+49 40 5551234' }] });
  await add('deals', { title: 'Wärmepumpentausch', client_uuid });
  await add('tasks', { title: 'Rückruf vorbereiten' });
  const found = async (path: string) => {
    const { body } = await app.call('GET', path, { as: ole });
    return body.data.map((one: Record<string, string>) => one.name ?? one.title).sort();
  };
  for (const [q, ...names] of [
    ['bau', 'Bauer', 'Blaubau GmbH'],
    ['gmbh bau', 'Blaubau GmbH'],
    ['uhr'],
    ['Mueller', 'Gebrueder Mueller', 'Müller & Söhne'],
    ['Müller', 'Gebrueder Mueller', 'Müller & Söhne'],
    ['mu\u0308ller', 'Gebrueder Mueller', 'Müller & Söhne'],
    ['ueller', 'Gebrueder Mueller', 'Müller & Söhne'],
    ['Soehne', 'Müller & Söhne'],
    ['gebrüder', 'Gebrueder Mueller'],
    ['Soeren', 'Søren Ågesen'],
    ['aages', 'Søren Ågesen'],
    ['acme.example', 'Søren Ågesen'],
    ['acme.exa', 'Søren Ågesen'],
    ['5551234', 'Fremd'],
    ['555 12', 'Fremd'],
    ['1234', 'Fremd'],
    ['pumpe', 'Wärmepumpentausch'],
    ['ruf', 'Rückruf vorbereiten'],
    ['nobody'],
  ] as const) {
    assert.deepEqual(await found(`/api/v2/search?q=${encodeURIComponent(q)}`), names, q);
  }
  assert.deepEqual(await found('/api/v2/clients?q=bau'), ['Bauer', 'Blaubau GmbH']);
  assert.deepEqual(await found('/api/v2/contacts?q=1234'), ['Fremd']);
  const { body } = await app.call('GET', '/api/v2/clients?q=blau', { as: ole });
  await app.call('PATCH', `/api/v2/clients/${body.data[0].uuid}`, { as: ole, body: { name: 'Grünwerk' } });
  assert.deepEqual(await found('/api/v2/search?q=bau'), ['Bauer']);
  assert.deepEqual(await found('/api/v2/search?q=wer'), ['Grünwerk']);
});

test('signs that are no words are no fault, and find the names that begin with them', async () => {
  const ida = await app.addUser();
  const account = await app.addAccount(ida);
  for (const name of ['*Stars', 'Plain'])
    await app.call('POST', '/api/v2/clients', { as: ida, body: { account_uuid: account, name } });
  for (const [q, names] of [
    ['*', ['*Stars']],
    ['&', []],
    ['---', []],
  ] as const) {
    const { status, body } = await app.call('GET', `/api/v2/search?q=${encodeURIComponent(q)}`, { as: ida });
    assert.equal(status, 200, q);
    assert.deepEqual(
      body.data.map(({ title }: { title: string }) => title),
      names,
    );
  }
});

test('a search gives better matches first, of several Accounts too', async () => {
  const kim = await app.addUser();
  const [first, second] = [await app.addAccount(kim), await app.addAccount(kim)];
  const add = async (account_uuid: string, body: object) =>
    assert.equal(
      (await app.call('POST', '/api/v2/clients', { as: kim, body: { account_uuid, ...body } })).status,
      201,
    );
  await add(first, { name: 'Bau' });
  await add(second, { name: 'Bau & Sohn' });
  await add(second, { name: 'Bauer' });
  await add(first, { name: 'Baur' });
  await add(first, { name: 'Das große Bauhaus' });
  await add(first, { name: 'Ein Bau' });
  await add(second, { name: 'Abc', description: 'Bau' });
  await add(first, { name: 'Hoch- und Tiefbau', industry: 'Bau' });
  await add(second, { name: 'Neubau' });
  await add(first, { name: 'Another' });
  const names = async (query: string) => {
    const { body } = await app.call('GET', `/api/v2/search?${query}`, { as: kim });
    return body.data.map(({ title }: { title: string }) => title);
  };
  const all = [
    'Bau',
    'Bau & Sohn',
    'Bauer',
    'Baur',
    'Ein Bau',
    'Das große Bauhaus',
    'Hoch- und Tiefbau',
    'Neubau',
    'Abc',
  ];
  assert.deepEqual(await names('q=bau'), all);
  for (const limit of [1, 3, 5, 8])
    assert.deepEqual(await names(`q=bau&limit=${limit}`), all.slice(0, limit));
});

test('namesakes are told apart: people by their job and Client, Clients by their city, Deals by their Client', async () => {
  const kim = await app.addUser();
  await app.addAccount(kim);
  const add = async (plural: string, body: object) =>
    (await app.call('POST', `/api/v2/${plural}`, { as: kim, body })).body.data.uuid as string;
  const here = await add('clients', { name: 'Same Ltd', addresses: [{ city: 'Bonn' }] });
  const there = await add('clients', { name: 'Same Ltd', domain: 'same.example' });
  await add('contacts', { name: 'Same Name', job_title: 'Buyer', clients: [{ client_uuid: here }] });
  await add('contacts', {
    name: 'Same Name',
    clients: [{ client_uuid: here, ended_on: '2020-01-01' }, { client_uuid: there }],
  });
  await add('contacts', { name: 'Same Name', emails: [{ value: 'same@name.example' }] });
  await add('deals', { title: 'Same deal', client_uuid: here });
  const { body } = await app.call('GET', '/api/v2/search?q=same', { as: kim });
  const told = body.data.map(
    ({ resource, hint }: { resource: string; hint: string }) => `${resource} ${hint}`,
  );
  assert.deepEqual(told.sort(), [
    'client Bonn',
    'client same.example',
    'contact Buyer · Same Ltd',
    'contact Same Ltd',
    'contact same@name.example',
    'deal Same Ltd',
  ]);
});
