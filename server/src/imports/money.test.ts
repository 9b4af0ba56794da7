import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Import } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import type { Worker } from '../worker.ts';
import { draftOf, finish, recordsOf } from './testing/sending.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});
beforeEach(async () => {
  ann = await app.addUser();
  account = await app.addAccount(ann);
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: ann, body: { currency: 'EUR' } });
});

const amounts = async () =>
  (await recordsOf(app, ann, 'deals')).map(({ title, amount, currency }) => [title, amount, currency]);

/** Sends a list of deals of one Client, changes its plan, and imports it. */
async function imported(header: string, rows: string[], changes: Partial<Import['plan']> = {}) {
  const lines = rows.map((row) => `${row},Acme`);
  const draft = await draftOf(app, ann, account, { 'deals.csv': [`${header},Client`, ...lines].join('\n') });
  const { plan, uuid } = draft;
  if (Object.keys(changes).length > 0) {
    const body = { plan: { ...plan, ...changes, values: { ...plan.values, ...changes.values } } };
    await app.call('PATCH', `/api/v2/imports/${uuid}`, { as: ann, body });
  }
  return { draft, done: await finish(app, ann, uuid) };
}

async function lossesOf({ uuid }: Import): Promise<unknown[]> {
  const { body } = await app.call('GET', `/api/v2/imports/${uuid}/rows?lossy=true`, { as: ann });
  return body.data.flatMap(
    ({ line, losses }: { line: number; losses: { column: string; detail: string }[] }) =>
      losses.map(({ column, detail }) => [line, column, detail]),
  );
}

test('an amount keeps the currency of its cell, and takes that of the Account where it has none', async () => {
  await imported('Deal,Amount', ['A,"1.200,50 €"', 'B,1200 CHF', 'C,£1200', 'D,1200', 'E,US$ 5']);
  assert.deepEqual(await amounts(), [
    ['A', '1200.50', 'EUR'],
    ['B', '1200.00', 'CHF'],
    ['C', '1200.00', 'GBP'],
    ['D', '1200.00', 'EUR'],
    ['E', '5.00', 'USD'],
  ]);
});

test('a sign that several currencies have is asked for before the start', async () => {
  const draft = await draftOf(app, ann, account, {
    'deals.csv': 'Deal,Amount,Client\nA,"$1,200.00",Acme\nB,"¥1,200",Acme\n',
  });
  const asked = draft.warnings.filter(({ code }) => code === 'currency_needed');
  assert.deepEqual(asked, [
    { code: 'currency_needed', file: null, detail: 'Which currency is "$", "¥"?', is_blocking: true },
  ]);
  const path = `/api/v2/imports/${draft.uuid}`;
  const refused = await app.call('POST', `${path}/start`, { as: ann });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/plan/values/currency']);
  const said = (currency: Record<string, string>) => {
    const plan = { ...draft.plan, values: { ...draft.plan.values, currency } };
    return app.call('PATCH', path, { as: ann, body: { plan } });
  };
  const unknown = await said({ $: 'XYZ', '¥': 'JPY' });
  assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/plan/values/currency/$']);
  assert.equal((await said({ $: 'USD', '¥': 'JPY' })).status, 200);
  await finish(app, ann, draft.uuid);
  assert.deepEqual(await amounts(), [
    ['A', '1200.00', 'USD'],
    ['B', '1200', 'JPY'],
  ]);
});

test('a dollar is that of an Account with dollars, and nobody is asked', async () => {
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: ann, body: { currency: 'CAD' } });
  await imported('Deal,Amount', ['A,$5']);
  assert.deepEqual(await amounts(), [['A', '5.00', 'CAD']]);
});

test('a column says its currency in its name, in another column, or cell by cell', async () => {
  const { done } = await imported('Deal,Deal value (USD),Currency', [
    'A,5,',
    'B,6,CHF',
    'C,7 GBP,CHF',
    'D,8,XYZ',
  ]);
  assert.deepEqual(await amounts(), [
    ['A', '5.00', 'USD'],
    ['B', '6.00', 'CHF'],
    ['C', '7.00', 'GBP'],
    ['D', null, null],
  ]);
  assert.deepEqual(await lossesOf(done), [
    [4, 'Currency', 'The amount beside it is in GBP.'],
    [5, 'Currency', '"XYZ" is no currency.'],
    [5, 'Deal value (USD)', 'Its currency is not known.'],
  ]);
});

test('a row without an amount does not say of the one that is there that it is in another currency', async () => {
  await imported('Id,Deal,Amount,Currency', ['1,A,500,EUR', '2,B,500,EUR', '3,C,,EUR']);
  const { done } = await imported('Id,Deal,Amount,Currency', ['1,A,,USD', '2,B,abc,USD', '3,C,7,USD']);
  assert.deepEqual(await amounts(), [
    ['A', '500.00', 'EUR'],
    ['B', '500.00', 'EUR'],
    ['C', '7.00', 'USD'],
  ]);
  const stray = 'currency is left out: the row has no amount, and that of the record is in EUR.';
  assert.deepEqual(await lossesOf(done), [
    [2, 'Currency', stray],
    [3, 'Amount', '"abc" is no amount, with a currency or without.'],
    [3, 'Currency', stray],
  ]);
});

test('a row that fills what is empty fills an amount with its currency, or neither', async () => {
  await imported('Id,Deal,Amount,Currency', ['1,A,,EUR', '2,B,500,EUR']);
  await imported('Id,Deal,Amount', ['1,A,500 USD', '2,B,9 USD'], { on_match: 'fill' });
  assert.deepEqual(await amounts(), [
    ['A', '500.00', 'USD'],
    ['B', '500.00', 'EUR'],
  ]);
});

test('a column that is no money stays what it is, and one of which some name a currency keeps it', async () => {
  const rows = ['A,VAT 19,500', 'B,VAT 7,600 USD', 'C,VAT 19,700'];
  await imported('Deal,Tax,Budget', rows);
  const custom = (await recordsOf(app, ann, 'deals')).map((deal) => [deal.custom.Tax, deal.custom.Budget]);
  assert.deepEqual(custom, [
    ['VAT 19', '500'],
    ['VAT 7', '600 USD'],
    ['VAT 19', '700'],
  ]);
});

for (const [how, cells, expected] of [
  ['fractions', ['0.25', '1', '0'], [25, 100, 0]],
  ['fractions with a comma', ['"0,25"', '"0,5"', '1'], [25, 50, 100]],
  ['per cent', ['25%', '100 %', '7'], [25, 100, 7]],
  ['whole numbers', ['25', '1', '0'], [25, 1, 0]],
] as const) {
  test(`a probability is per cent also where a file has ${how}`, async () => {
    await imported(
      'Deal,Probability',
      cells.map((cell, n) => `${n},${cell}`),
    );
    const found = (await recordsOf(app, ann, 'deals')).map(({ probability }) => probability);
    assert.deepEqual(found, expected);
  });
}

test('the direct import takes no amount without its currency, and no currency without its amount', async () => {
  const send = (rows: string[]) =>
    app.call('POST', `/api/v2/deals/import?account_uuid=${account}`, {
      as: ann,
      body: ['external_id,title,client,amount,currency', ...rows].join('\n'),
      headers: { 'content-type': 'text/csv' },
    });
  await app.call('POST', '/api/v2/clients', { as: ann, body: { name: 'Acme' } });
  const first = await send(['1,A,Acme,500,EUR', '2,B,Acme,500,XYZ']);
  assert.deepEqual(
    first.body.data.losses.map(({ line, column }: { line: number; column: string }) => [line, column]),
    [
      [3, 'currency'],
      [3, 'amount'],
    ],
  );
  await send(['1,A,Acme,,USD', '2,B,Acme,x,USD']);
  assert.deepEqual(await amounts(), [
    ['A', '500.00', 'EUR'],
    ['B', null, 'USD'],
  ]);
});

test('words for yes and options with a comma mean the same in both imports', async () => {
  const declare = (body: object) =>
    app.call('POST', '/api/v2/custom-fields', {
      as: ann,
      body: { account_uuid: account, resource: 'client', ...body },
    });
  await declare({ key: 'Key', label: 'Key', type: 'boolean' });
  const options = ['Berlin, Germany', 'Rome'].map((label) => ({ label }));
  await declare({ key: 'Sites', label: 'Sites', type: 'choices', options });
  const file = 'name,Key,Sites\nA,WAHR,"Berlin, Germany"\nB,FAUX,"Rome, Berlin, Germany"\n';
  await app.call('POST', `/api/v2/clients/import?account_uuid=${account}`, {
    as: ann,
    body: file,
    headers: { 'content-type': 'text/csv' },
  });
  const draft = await draftOf(app, ann, account, { 'clients.csv': file.replaceAll(/^([AB])/gm, '$1$1') });
  await finish(app, ann, draft.uuid);
  const found = (await recordsOf(app, ann, 'clients')).map(({ custom }) => [custom.Key, custom.Sites.length]);
  assert.deepEqual(found, [
    [true, 1],
    [false, 2],
    [true, 1],
    [false, 2],
  ]);
});
