import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { assertRefused } from '../../../testing/assert-forbids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
/** The path of the Client that each test reads. */
let path: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
beforeEach(async () => {
  const created = await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Before' } });
  path = `/api/v2/clients/${created.body.data.uuid}`;
});
after(() => app.close());

const change = (headers: Record<string, string> = {}) =>
  app.call('PATCH', path, { as: ada, body: { name: 'After' }, headers });
const read = (tags: string, method = 'GET', as = ada) =>
  app.call(method, path, { as, headers: { 'if-none-match': tags } });

test('a read is answered in full only when the record has changed', async () => {
  const seen = async (tags: string, method?: string) => {
    const { status, headers, body } = await read(tags, method);
    return [status, headers.get('etag'), body?.data.name ?? null];
  };
  assert.deepEqual(await seen('"1"'), [304, '"1"', null]);
  assert.deepEqual(await seen('W/"7", "1"', 'HEAD'), [304, '"1"', null]);
  assert.deepEqual(await seen('*'), [304, '"1"', null]);
  await change();
  assert.deepEqual(await seen('"1"'), [200, '"2"', 'After']);
  assert.deepEqual(await seen('2'), [200, '"2"', 'After']);
});

test('a 304 has no headers about a body, and may not be stored by caches', async () => {
  const { headers } = await read('"1"');
  const names = ['content-type', 'content-length', 'cache-control'];
  assert.deepEqual(
    names.map((name) => headers.get(name)),
    [null, null, 'no-store'],
  );
});

test('a caller who may not read a record learns nothing about its version', async () => {
  const stranger = await app.addUser();
  for (const tags of ['*', '"1"']) assertRefused(await read(tags, 'GET', stranger), 404, 'not_found');
});
