import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
});
after(() => app.close());

test('a client is created with its defaults and comes back the same', async () => {
  const created = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { name: '3M', website: 'https://www.3m.com' },
  });
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('etag'), '"1"');
  assert.equal(created.body.data.account_uuid, account_uuid);
  assert.equal(created.body.data.domain, '3m.com');
  const read = await app.call('GET', `/api/v2/clients/${created.body.data.uuid}`, { as: ada });
  assert.deepEqual(read.body, created.body);
});

test('a change merges, counts the version and refuses an old one', async () => {
  const created = await app.call('POST', '/api/v2/clients', {
    as: ada,
    body: { name: 'Before', tags: ['a'] },
  });
  const path = `/api/v2/clients/${created.body.data.uuid}`;
  const changed = await app.call('PATCH', path, {
    as: ada,
    body: { name: 'After' },
    headers: { 'if-match': '"1"' },
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(
    [changed.body.data.name, changed.body.data.tags, changed.body.data.version],
    ['After', ['a'], 2],
  );
  const late = await app.call('PATCH', path, {
    as: ada,
    body: { name: 'Late' },
    headers: { 'if-match': '"1"' },
  });
  assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch']);
});

test('unknown fields are named and nothing is created', async () => {
  const refused = await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'X', colour: 'red' } });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
    [['/colour', 'unknown_field']],
  );
});

test('the list goes page by page without repeating or skipping', async () => {
  const names: string[] = [];
  let cursor = '';
  do {
    const page = await app.call('GET', `/api/v2/clients?limit=1&sort=name${cursor}`, { as: ada });
    assert.equal(page.status, 200);
    names.push(...page.body.data.map((client: { name: string }) => client.name));
    cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : '';
  } while (cursor);
  assert.deepEqual(names, ['3M', 'After']);
});

test('search finds by the beginning of words', async () => {
  const found = await app.call('GET', '/api/v2/clients?q=3m&filter[status]=lead&include=total', { as: ada });
  assert.deepEqual([found.status, found.body.total, found.body.data[0]?.name], [200, 1, '3M']);
});

test('a deleted client is gone', async () => {
  const created = await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Gone' } });
  const path = `/api/v2/clients/${created.body.data.uuid}`;
  assert.equal((await app.call('DELETE', path, { as: ada })).status, 204);
  assert.equal((await app.call('GET', path, { as: ada })).status, 404);
  assert.equal((await app.call('GET', '/api/v2/clients?q=Gone', { as: ada })).body.data.length, 0);
});

test('a subscription made over the API gets the event, signed', async () => {
  const subscription = await app.call('POST', '/api/v2/webhook-subscriptions', {
    as: ada,
    body: { url: 'http://127.0.0.1:9/x', events: ['client.*'] },
  });
  assert.equal(subscription.status, 201, JSON.stringify(subscription.body));
  assert.equal(subscription.body.data.signing_secret.length, 60);
  await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Eventful' } });
  const feed = await app.call('GET', '/api/v2/events', { as: ada });
  assert.equal(feed.body.data.at(-1).data.name, 'Eventful');
});
