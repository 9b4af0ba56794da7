import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { narrowed } from '../../../server/src/testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../server/src/testing/test-app.ts';
import type { IDataObject } from '../testing/n8n-workflow.ts';
import { editing, executing, type Placed, type Run } from '../testing/stand-in.ts';

/** The node runs against the real service, with as much of n8n as it sees of it. */

const { Rapport } = await import('./Rapport/Rapport.node.ts');
const { RapportApi } = await import('../credentials/RapportApi.credentials.ts');
const node = new Rapport();
const { loadOptions, resourceMapping } = node.methods;

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Lovelace');
  const fields = [
    { label: 'Renewal', type: 'date' },
    {
      label: 'Plan',
      type: 'choice',
      options: [
        { key: 'gold', label: 'Gold' },
        { key: 'old', label: 'Old', archived: true },
      ],
    },
    { label: 'Seats', type: 'number' },
    { label: 'Keeper', type: 'user' },
  ];
  for (const field of fields) {
    const { status } = await app.call('POST', '/api/v2/custom-fields', {
      as: ada,
      body: { resource: 'deal', account_uuid, ...field },
    });
    assert.equal(status, 201);
  }
});
after(() => app.close());

function placed(parameters: IDataObject, token = ada.token): Placed {
  return {
    base_url: app.base_url,
    token,
    parameters: { authentication: 'accessToken', account: '', ...parameters },
  };
}

async function run(parameters: IDataObject, options?: Run): Promise<IDataObject[]> {
  const [out] = await node.execute.call(executing(placed(parameters), options));
  return out!.map(({ json }) => json);
}

function fields(value: IDataObject): IDataObject {
  return { mappingMode: 'defineBelow', value };
}

test('every kind of the service is a choice, and gives the fields that a caller writes', async () => {
  const kinds = await loadOptions.getKinds.call(editing(placed({})));
  assert.deepEqual(
    kinds.map(({ value }) => value),
    RECORDS.map(({ plural }) => plural),
  );
  for (const { plural, fields } of RECORDS) {
    const { fields: shown } = await resourceMapping.getFields.call(
      editing(placed({ kind: plural, operation: 'create' })),
    );
    const written = Object.entries(fields).filter(([name, { by }]) => by === 'caller' && name !== 'custom');
    const names = shown.map(({ id }) => id).filter((id) => !id.startsWith('custom.'));
    assert.deepEqual(
      names,
      written.map(([name]) => name),
      plural,
    );
  }
});

test('the fields of an Account are fields of the node, with choices read live', async () => {
  const parameters = { kind: 'deals', operation: 'create', account: account_uuid };
  const { fields: shown } = await resourceMapping.getFields.call(editing(placed(parameters)));
  const of = (id: string) => shown.find((one) => one.id === id)!;
  assert.deepEqual(of('custom.plan').options, [{ name: 'Gold', value: 'gold' }]);
  assert.equal(of('custom.plan').displayName, 'Plan');
  assert.equal(of('custom.seats').type, 'number');
  assert.deepEqual(of('custom.keeper').options, [{ name: 'Ada', value: ada.uuid, description: ada.email }]);
  assert.deepEqual(of('owner_uuid').options, of('custom.keeper').options);
  assert.equal(of('stage_uuid').options?.[0]?.name, 'Sales: Lead');
  assert.deepEqual(
    of('status').options?.map(({ value }) => value),
    ['open', 'won', 'lost'],
  );
  assert.deepEqual(
    shown.filter(({ removed }) => !removed).map(({ id }) => id),
    ['title'],
  );
  const filters = await loadOptions.getFilters.call(editing(placed(parameters)));
  assert.deepEqual(filters.find(({ name }) => name === 'Renewal')?.value, 'custom.renewal');
});

test('a token that does not see members still gets the fields', async () => {
  const { token } = await narrowed(app, ada, 'deals:write');
  const parameters = { kind: 'deals', operation: 'create' };
  const { fields: shown } = await resourceMapping.getFields.call(editing(placed(parameters, token)));
  assert.equal(shown.find(({ id }) => id === 'owner_uuid')?.type, 'string');
});

test('a record is created, read, found, changed, deleted and restored', async () => {
  const [made] = await run({
    kind: 'deals',
    operation: 'create',
    account: account_uuid,
    fields: fields({
      title: 'Ten seats',
      amount: null,
      source: '',
      'custom.plan': 'gold',
      'custom.seats': 10,
    }),
  });
  assert.deepEqual(made!.custom, { plan: 'gold', seats: 10 });
  const uuid = made!.uuid as string;
  const named = { kind: 'deals', uuid };
  assert.deepEqual(await run({ ...named, operation: 'get' }), [made]);
  const found = await run({
    kind: 'deals',
    operation: 'getAll',
    returnAll: true,
    filters: { filter: [{ field: 'custom.plan', operator: 'eq', value: 'gold' }] },
    options: { q: 'seats', sort: '-created_at', view: '' },
  });
  assert.deepEqual(
    found.map((one) => one.uuid),
    [uuid],
  );
  const [changed] = await run({
    ...named,
    operation: 'update',
    fields: fields({ status: 'won', source: '', 'custom.seats': 12 }),
    emptied: ['custom.plan', 'amount'],
  });
  const { status, amount, source, custom } = changed!;
  assert.deepEqual(
    { status, amount, source, custom },
    { status: 'won', amount: null, source: null, custom: { seats: 12 } },
  );
  assert.deepEqual(await run({ ...named, operation: 'delete' }), [{ uuid, deleted: true }]);
  const [restored] = await run({ ...named, operation: 'restore' });
  assert.equal(restored!.title, 'Ten seats');
});

test('changes of two workflows at once lose no field of the Account', async () => {
  const create = { kind: 'deals', operation: 'create', account: account_uuid };
  const [made] = await run({ ...create, fields: fields({ title: 'Shared', 'custom.plan': 'gold' }) });
  const named = { kind: 'deals', operation: 'update', uuid: made!.uuid };
  await Promise.all([
    run({ ...named, fields: fields({ 'custom.seats': 3 }) }),
    run({ ...named, fields: fields({ 'custom.renewal': '2027-01-31' }) }),
  ]);
  const [read] = await run({ ...named, operation: 'get' });
  assert.deepEqual(read!.custom, { plan: 'gold', seats: 3, renewal: '2027-01-31' });
});

test('an execution that is tried again creates nothing twice, and another one does', async () => {
  const parameters = {
    kind: 'clients',
    operation: 'create',
    account: account_uuid,
    fields: fields({ name: 'Once' }),
  };
  const uuids = [];
  for (const execution of ['7', '7', '8']) uuids.push((await run(parameters, { execution }))[0]!.uuid);
  assert.equal(uuids[0], uuids[1]);
  assert.notEqual(uuids[1], uuids[2]);
});

test('items are mapped by the names of their fields', async () => {
  const mapping = { mappingMode: 'autoMapInputData', value: null, schema: [{ id: 'name' }, { id: 'tags' }] };
  const items = [{ name: 'First', tags: ['a'], other: 1 }, { name: 'Second' }];
  const made = await run(
    { kind: 'clients', operation: 'create', account: account_uuid, fields: mapping },
    { items },
  );
  assert.deepEqual(
    made.map(({ name, tags }) => [name, tags]),
    [
      ['First', ['a']],
      ['Second', []],
    ],
  );
});

test('a limit is kept over pages', async () => {
  const names = Array.from({ length: 205 }, (_, at) => ({
    action: 'create',
    data: { name: `Many ${at}` },
  }));
  for (const operations of [names.slice(0, 200), names.slice(200)]) {
    const { body } = await app.call('POST', '/api/v2/clients/batch', {
      as: ada,
      body: { account_uuid, operations },
    });
    assert.equal(body.data.outcomes.filter(({ data }: { data?: object }) => data).length, operations.length);
  }
  const parameters = { kind: 'clients', operation: 'getAll', account: account_uuid, options: { q: 'Many' } };
  assert.equal((await run({ ...parameters, returnAll: false, limit: 203 })).length, 203);
  assert.equal((await run({ ...parameters, returnAll: true })).length, 205);
});

test('a refusal says what Rapport says, and a workflow may go on with it', async () => {
  const parameters = { kind: 'deals', operation: 'create', fields: fields({ titel: 'Typo' }) };
  await assert.rejects(run(parameters), (error: Error & { description: string; httpCode: string }) => {
    assert.match(error.message, /titel is not a field of this request; perhaps title is meant/);
    assert.match(error.description, /fields_invalid, request /);
    return error.httpCode === '422';
  });
  const [out] = await run({ ...parameters, fields: fields({ titel: 'Other' }) }, { goesOn: true });
  assert.match(out!.error as string, /titel/);
});

test('an identifier that leads elsewhere stays a part of the path', async () => {
  for (const uuid of ['../accounts', '?limit=1', 'deleted/../../me']) {
    await assert.rejects(run({ kind: 'deals', operation: 'delete', uuid }), { httpCode: /40[04]/ });
  }
  await assert.rejects(run({ kind: '../me', operation: 'get', uuid: 'x' }), /is no kind of record/);
});

test('the test of the credential asks whose token it is', async () => {
  const { test: asks, authenticate } = new RapportApi();
  assert.equal(asks.request.url, '/api/v2/me');
  assert.equal(authenticate.properties.headers.Authorization, '=Bearer {{$credentials.accessToken}}');
  const { status } = await app.call('GET', asks.request.url, { as: ada });
  assert.equal(status, 200);
});
