import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let base: { uuid: string };

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.addAccount(ada);
  base = await post('clients', { name: 'Base' });
});

async function post(path: string, body: object) {
  const answer = await app.call('POST', `/api/v2/${path}`, { as: ada, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

async function importDeals(csv: string, query = '') {
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await app.call('POST', `/api/v2/deals/import${query}`, {
    as: ada,
    body: csv,
    headers,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** The amounts of all deals, by title. */
async function amounts(): Promise<Record<string, string | null>> {
  const { body } = await app.call('GET', '/api/v2/deals?limit=200', { as: ada });
  return Object.fromEntries(
    body.data.map(({ title, amount }: { title: string; amount: string | null }) => [title, amount]),
  );
}

test('an amount that may be 1500 or 1.5 is left out and named, and refuses its row in a strict import', async () => {
  const csv =
    'title,client,amount,currency\nx,Base,1.500,EUR\ny,Base,"1,500",EUR\nz,Base,0.500,EUR\nn,Base,-2.500,\n';
  const { created, lost_cells, losses } = await importDeals(csv);
  assert.deepEqual([created, lost_cells], [4, 3]);
  assert.deepEqual(
    losses.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]),
    [
      [2, 'amount', 'wrong_format'],
      [3, 'amount', 'wrong_format'],
      [5, 'amount', 'wrong_format'],
    ],
  );
  assert.match(
    losses[0].detail,
    /^\/amount "1\.500" may be 1500 or 1\.5\. Write 1500, or 1\.5000, or send the file to/,
  );
  assert.deepEqual(await amounts(), { x: null, y: null, z: '0.50', n: null });
  const strict = await importDeals(csv, '?strict=true');
  assert.deepEqual([strict.created, strict.failed, strict.failures[0].code], [1, 3, 'wrong_format']);
});

test('an amount is read as people write it, with its own currency before the one beside it', async () => {
  const { created, losses } = await importDeals(
    'title,client,amount,currency\na,Base,"1,50",\nb,Base,"1.234,50",EUR\nc,Base,"USD 1,234.5",\nd,Base,5 €,USD\ne,Base,5 XQ,\nf,Base,"1,500",KWD\n',
  );
  assert.equal(created, 6);
  assert.deepEqual(
    losses.map(({ line, column }: Record<string, unknown>) => [line, column]),
    [
      [5, 'currency'],
      [6, 'amount'],
      [7, 'amount'],
    ],
  );
  const { body } = await app.call('GET', '/api/v2/deals?limit=200&sort=title', { as: ada });
  assert.deepEqual(
    body.data.map(({ amount, currency }: Record<string, unknown>) => [amount, currency]),
    [
      ['1.50', null],
      ['1234.50', 'EUR'],
      ['1234.50', 'USD'],
      ['5.00', 'EUR'],
      [null, null],
      [null, 'KWD'],
    ],
  );
});

test('a currency of three decimals makes it clear, in the row or of the deal that the row changes', async () => {
  const first = await importDeals('id,title,client,amount,currency\nD-1,x,Base,1.500,KWD\n');
  assert.deepEqual([first.created, first.lost_cells], [1, 0]);
  const second = await importDeals('id,title,client,amount\nD-1,x,Base,2.500\n');
  assert.deepEqual([second.updated, second.lost_cells], [1, 0]);
  assert.deepEqual(await amounts(), { x: '2.500' });
});

test('a file that we exported changes nothing, whatever its currencies', async () => {
  for (const [currency, amount] of [
    ['KWD', '1.500'],
    ['EUR', '1500'],
    ['JPY', '1500'],
  ])
    await post('deals', { title: currency, client_uuid: base.uuid, amount, currency });
  const { body: csv } = await app.call('GET', '/api/v2/deals.csv', { as: ada });
  const { unchanged, updated, lost_cells } = await importDeals(csv);
  assert.deepEqual([unchanged, updated, lost_cells], [3, 0, 0]);
});

test('so it is in custom fields of numbers and amounts', async () => {
  await post('custom-fields', { resource: 'deal', label: 'Weight', type: 'number' });
  await post('custom-fields', { resource: 'deal', label: 'Fee', type: 'money' });
  const { created, losses } = await importDeals(
    'title,client,Weight,Fee\nx,Base,1.505,"1,500 EUR"\ny,Base,1.5050,1.500 KWD\nz,Base,0.125,"1,234.50 EUR"\n',
  );
  assert.equal(created, 3);
  assert.deepEqual(
    losses.map(({ line, column }: Record<string, unknown>) => [line, column]),
    [
      [2, 'Weight'],
      [2, 'Fee'],
    ],
  );
  const { body } = await app.call('GET', '/api/v2/deals?sort=title', { as: ada });
  assert.deepEqual(
    body.data.map(({ custom }: { custom: object }) => custom),
    [
      {},
      { weight: 1.505, fee: { amount: '1.500', currency: 'KWD' } },
      { weight: 0.125, fee: { amount: '1234.50', currency: 'EUR' } },
    ],
  );
});

test('a day that may be in April or in March is left out and named, as one of a custom field', async () => {
  await post('custom-fields', { resource: 'deal', label: 'Signed', type: 'date' });
  const { created, losses } = await importDeals(
    'title,client,expected close on,Signed\nx,Base,3/4/2027,4/3/2027\ny,Base,3/14/2027,14.3.2027\nz,Base,3.4.2027,3/3/2027\n',
  );
  assert.equal(created, 3);
  assert.deepEqual(
    losses.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]),
    [
      [2, 'expected close on', 'wrong_format'],
      [2, 'Signed', 'wrong_format'],
    ],
  );
  assert.match(losses[0].detail, /^\/expected_close_on "3\/4\/2027" may be 2027-04-03 or 2027-03-04\. Write/);
  const { body } = await app.call('GET', '/api/v2/deals?sort=title', { as: ada });
  type Deal = { expected_close_on: string | null; custom: { signed?: string } };
  assert.deepEqual(
    body.data.map(({ expected_close_on, custom }: Deal) => [expected_close_on, custom.signed]),
    [
      [null, undefined],
      ['2027-03-14', '2027-03-14'],
      ['2027-04-03', '2027-03-03'],
    ],
  );
});
