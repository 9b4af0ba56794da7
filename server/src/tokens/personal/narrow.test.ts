import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVERYTHING, SCOPE_WORDS, WRITES_OF_RECORDS } from '@rapport/contract/scopes';
import { narrowed } from '../../testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let app: TestApp;
let ada: TestUser;
let here: string;
let there: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  here = await app.addAccount(ada, 'Here');
  there = await app.addAccount(ada, 'There');
});
after(() => app.close());

const TOKENS = '/api/v2/personal-access-tokens';
const make = (body: object) =>
  app.call('POST', TOKENS, { as: ada, in_browser: true, body: { name: 'narrow', ...body } });

test('a token is made with the scopes that were asked for, and says so; without any it has all', async () => {
  const plain = await make({});
  assert.deepEqual([plain.body.data.scope, plain.body.data.account_uuids], [EVERYTHING, null]);
  const read = await make({ scope: 'read', account_uuids: [here.toUpperCase()] });
  assert.deepEqual([read.status, read.body.data.scope.split(' ')], [201, SCOPE_WORDS.read]);
  assert.deepEqual(read.body.data.account_uuids, [here]);
  const { token } = (await app.call('GET', '/api/v2/me', { as: { ...ada, token: read.body.data.token } }))
    .body.data;
  assert.deepEqual([token.scope, token.account_uuids], [read.body.data.scope, [here]]);
  // Whoever may change a kind may see it; said twice is said once.
  const twice = await make({ scope: 'deals:write  deals:write deals:read' });
  assert.equal(twice.body.data.scope, 'deals:read deals:write');
});

test('a scope that is none, an empty one, and Accounts of others are refused beside the field', async () => {
  const strange = await app.addAccount(await app.addUser());
  for (const [body, pointer, code] of [
    [{ scope: 'DEALS:READ' }, '/scope', 'not_in_list'],
    [{ scope: 'read openid' }, '/scope', 'not_in_list'],
    [{ scope: ' ' }, '/scope', 'not_in_list'],
    [{ scope: 'read', account_uuids: [here, strange] }, '/account_uuids/1', 'not_found'],
    [{ account_uuids: [] }, '/account_uuids', 'too_few_items'],
    [{ account_uuids: [here], default_account_uuid: there }, '/default_account_uuid', 'not_allowed'],
  ] as const) {
    const { status, body: refusal } = await make(body);
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual([refusal.errors[0].pointer, refusal.errors[0].code], [pointer, code]);
  }
});

test('no token makes another, rotates one, or lets anybody in, however much it may do', async () => {
  const tokens = [ada, await narrowed(app, ada, 'write account webhooks')];
  for (const as of tokens) {
    for (const [path, body] of [
      [TOKENS, { name: 'wider' }],
      [`${TOKENS}/${ada.uuid}/rotate`, undefined],
      ['/api/v2/calendar-feeds', {}],
      [`/api/v2/accounts/${here}/invitations`, { email: 'eve@example.com', role: 'owner' }],
      [`/api/v2/accounts/${here}/logins`, { email: ada.email, role: 'owner' }],
    ] as const) {
      const { status, body: refusal } = await app.call('POST', path, { as, body });
      assert.equal(status, 403, `${path} ${refusal.code}`);
      assert.ok(['session_required', 'insufficient_scope'].includes(refusal.code), refusal.code);
    }
  }
});

test('a token for one Account creates there, whatever the default of its User, and reaches no other', async () => {
  const me = { as: ada, in_browser: true, body: { default_account_uuid: there } };
  await app.call('PATCH', '/api/v2/me', me);
  const as = await narrowed(app, ada, EVERYTHING, [here]);
  const made = await app.call('POST', '/api/v2/clients', { as, body: { name: 'Default' } });
  assert.equal(made.body.data.account_uuid, here);
  const elsewhere = { as, body: { name: 'Elsewhere', account_uuid: there } };
  assert.equal((await app.call('POST', '/api/v2/clients', elsewhere)).status, 404);
  const { body } = await app.call('GET', '/api/v2/accounts', { as });
  assert.deepEqual(
    body.data.map(({ uuid }: { uuid: string }) => uuid),
    [here],
  );
  for (const [method, path, given] of [
    ['POST', '/api/v2/accounts', { name: 'New' }],
    ['GET', '/api/v2/notifications', undefined],
    ['PATCH', '/api/v2/me', { time_zone: 'Europe/Berlin' }],
  ] as const) {
    const refused = await app.call(method, path, { as, body: given });
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'], path);
    assert.match(refused.body.detail, /chosen Accounts/);
  }
});

test('a token that reads changes nothing, and its refusal says what to ask for', async () => {
  const as = await narrowed(app, ada, 'read');
  const refused = await app.call('POST', '/api/v2/deals', { as, body: { title: 'No', account_uuid: here } });
  assert.deepEqual([refused.status, refused.body.needed], [403, ['deals:write']]);
  assert.match(
    refused.headers.get('www-authenticate')!,
    /error="insufficient_scope", scope="deals:write", error_description="/,
  );
  const merge = await app.call('POST', `/api/v2/clients/${here}/merge`, { as, body: { from_uuid: there } });
  assert.deepEqual(merge.body.needed, WRITES_OF_RECORDS);
});

test('an Idempotency-Key repeats to a narrow token only what one as narrow was answered', async () => {
  const headers = { 'idempotency-key': 'the same for all' };
  const body = { name: 'Once', account_uuid: there };
  const first = await app.call('POST', '/api/v2/clients', { as: ada, body, headers });
  assert.equal(first.status, 201);
  const narrow = await narrowed(app, ada, 'clients:write');
  const own = await app.call('POST', '/api/v2/clients', { as: narrow, body, headers });
  assert.deepEqual([own.status, own.headers.get('idempotent-replayed')], [201, null]);
  assert.notEqual(own.body.data.uuid, first.body.data.uuid);
  const elsewhere = await narrowed(app, ada, EVERYTHING, [here]);
  assert.equal((await app.call('POST', '/api/v2/clients', { as: elsewhere, body, headers })).status, 404);
});

test('the feed of a token that reads one kind has that alone, and its cursor moves past the others', async () => {
  const as = await narrowed(app, ada, 'deals:read');
  const body = { name: 'Client', account_uuid: here };
  const client = (await app.call('POST', '/api/v2/clients', { as: ada, body })).body.data;
  const deal = { title: 'Seen', account_uuid: here, client_uuid: client.uuid };
  const made = await app.call('POST', '/api/v2/deals', { as: ada, body: deal });
  assert.equal(made.status, 201);
  const seen = await until('the event of the deal', async () => {
    const { body } = await app.call('GET', '/api/v2/events?limit=200', { as });
    return body.data.length > 0 && body;
  });
  const kinds = new Set(seen.data.map(({ event }: { event: string }) => event.split('.')[0]));
  assert.deepEqual(kinds, new Set(['deal']));
  await app.call('POST', '/api/v2/clients', { as: ada, body });
  const next = await until('the cursor to move', async () => {
    const answer = await app.call('GET', `/api/v2/events?after=${seen.next_cursor}`, { as });
    assert.deepEqual(answer.body.data, []);
    return answer.body.next_cursor !== seen.next_cursor && answer;
  });
  assert.ok(next);
});
