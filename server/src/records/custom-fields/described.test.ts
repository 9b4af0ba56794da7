import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { narrowed } from '../../testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Lovelace');
  const options = [{ key: 'gold', label: 'Gold plan' }];
  for (const field of [
    { resource: 'deal', label: 'Plan', type: 'choice', options },
    { resource: 'deal', label: 'Seats', type: 'number', help: 'How many sit.' },
    { resource: 'client', label: 'Founded', type: 'date' },
  ]) {
    const { status } = await app.call('POST', '/api/v2/custom-fields', {
      as: ada,
      body: { account_uuid, ...field },
    });
    assert.equal(status, 201);
  }
});
after(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: a description of the API
type Described = any;

async function describedTo(as: TestUser, uuid = account_uuid): Promise<{ status: number; body: Described }> {
  return app.call('GET', `/docs/accounts/${uuid}/openapi.json`, { as });
}

function filtersOf(description: Described, kind: string): string[] {
  const parameters: { name: string }[] = description.paths[`/api/v2/${kind}`].get.parameters;
  return parameters.map(({ name }) => name).filter((name) => /^filter\[custom\.(?!KEY)/.test(name));
}

test('the description of an Account has a filter for each of its fields, with the operators of its type', async () => {
  const { status, body } = await describedTo(ada);
  assert.equal(status, 200);
  const filters = filtersOf(body, 'deals');
  assert.ok(filters.includes('filter[custom.seats][gte]'));
  assert.ok(!filters.includes('filter[custom.plan][gte]'));
  assert.deepEqual(
    filtersOf(body, 'clients')
      .map((name) => name.replace(/\[\w+\]$/, ''))
      .filter((name) => !name.includes('founded')),
    [],
  );
  // What it describes is what the list takes.
  for (const name of filters.filter((one) => !/(in|is_null|not_since)\]$/.test(one))) {
    const value = name.includes('seats') ? '3' : 'gold';
    const { status, body } = await app.call('GET', `/api/v2/deals?${name}=${value}`, { as: ada });
    assert.equal(status, 200, `${name} ${JSON.stringify(body)}`);
  }
  const { properties } = body.components.schemas.NewDeal.properties.custom;
  assert.deepEqual(properties.plan, { title: 'Plan', description: 'choice. One of gold (Gold plan).' });
  assert.deepEqual(properties.seats, { title: 'Seats', description: 'number. How many sit.' });
  // The description for everybody stays as it was.
  assert.deepEqual(filtersOf((await app.call('GET', '/api/openapi.json')).body, 'deals'), []);
});

test('it is for members, and has only fields of kinds that the token may read', async () => {
  const narrow = await narrowed(app, ada, 'clients:read');
  const { body } = await describedTo(narrow);
  assert.deepEqual(filtersOf(body, 'deals'), []);
  assert.notDeepEqual(filtersOf(body, 'clients'), []);
  assert.equal((await describedTo(await app.addUser('Eve'))).status, 404);
  assert.equal((await fetch(`${app.base_url}/docs/accounts/${account_uuid}/openapi.json`)).status, 401);
});
