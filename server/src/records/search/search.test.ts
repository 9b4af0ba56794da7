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
