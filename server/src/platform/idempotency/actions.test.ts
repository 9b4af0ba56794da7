import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { forgetOldAnswers, IDEMPOTENCY_KEY_LIFETIME_MS } from './actions.ts';

let app: TestApp;
let ada: TestUser;
let key: string;
let keys = 0;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
beforeEach(() => {
  key = `key ${++keys}`;
});
after(() => app.close());

const post = (path: string, body: unknown, as = ada) =>
  app.call('POST', path, { as, body, headers: { 'idempotency-key': key } });
const createClient = (name: string, as = ada) => post('/api/v2/clients', { name }, as);
const clients = async (name: string) =>
  (await app.call('GET', `/api/v2/clients?filter[name]=${name}&include=total`, { as: ada })).body.total;

test('a request repeated under its key is not done again, and gets the first answer', async () => {
  const first = await createClient('Once');
  const second = await createClient('Once');
  assert.equal(first.status, 201);
  const of = ({ status, headers, body }: Answer) => [
    status,
    headers.get('etag'),
    headers.get('location'),
    body,
  ];
  assert.deepEqual(of(second), [201, '"1"', `/api/v2/clients/${first.body.data.uuid}`, first.body]);
  assert.equal(await clients('Once'), 1);
  const replayed = [first, second].map(({ headers }) => headers.get('idempotent-replayed'));
  assert.deepEqual(replayed, [null, 'true']);
});

test('the repeated answer of a subscription has its secret, which the database has only encrypted', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const first = await post('/api/v2/webhook-subscriptions', body);
  const second = await post('/api/v2/webhook-subscriptions', body);
  assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
  const { signing_secret } = first.body.data;
  assert.equal(signing_secret.length, 60);
  const [kept] = await app.db.query<{ body: Buffer }>(
    sql`SELECT body FROM idempotency_keys WHERE user_uuid = ${ada.uuid} AND key = ${`user ${key}`}`,
  );
  assert.ok(kept && !kept.body.toString('latin1').includes(signing_secret));
});

test('another body or path under the same key is refused, and creates nothing', async () => {
  await createClient('First');
  assertRefused(await createClient('Second'), 422, 'idempotency_key_reused');
  assertRefused(await post('/api/v2/accounts', { name: 'First' }), 422, 'idempotency_key_reused');
  assert.equal(await clients('Second'), 0);
});

test('a stored answer is not repeated to a User who has lost the Account', async () => {
  const grace = await app.addUser();
  const account_uuid = await app.addAccount(grace);
  await app.addLogin(account_uuid, ada, 'member');
  const body = { name: 'Kept from Ada', account_uuid };
  assert.equal((await post('/api/v2/clients', body)).status, 201);
  await app.db.query(
    sql`DELETE FROM logins WHERE account_uuid = ${account_uuid} AND user_uuid = ${ada.uuid}`,
  );
  const again = await post('/api/v2/clients', body);
  assert.equal(again.status, 404);
  assert.ok(!JSON.stringify(again.body).includes('Kept from Ada'));
});

test('each User has separate keys', async () => {
  await createClient('Mine');
  const grace = await app.addUser();
  await app.addAccount(grace);
  const theirs = await createClient('Theirs', grace);
  assert.deepEqual([theirs.status, theirs.body.data.name], [201, 'Theirs']);
});

test('a refusal is not stored: the corrected request may be sent under the same key', async () => {
  assertRefused(await createClient(' '), 422, 'fields_invalid');
  assert.equal((await createClient('Mended')).status, 201);
});

test('a second request during the first is refused with a time to wait, and later gets its answer', async () => {
  // Another connection locks the table, so that the first request has to wait inside its
  // transaction.
  const holder = new pg.Client({ connectionString: app.connectionString });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
  const first = createClient('Slow');
  await until('the first request to wait for the table', async () => {
    const waiting = await app.db.query(sql`
      SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND relation = 'clients'::regclass AND NOT granted`);
    return waiting.length > 0;
  });
  const second = await createClient('Slow');
  assertRefused(second, 409, 'idempotency_key_running');
  assert.equal(second.headers.get('retry-after'), '1');
  await holder.query('COMMIT');
  await holder.end();
  const done = await first;
  assert.equal(done.status, 201);
  assert.deepEqual((await createClient('Slow')).body, done.body);
  assert.equal(await clients('Slow'), 1);
});

test('of many requests under one key at the same moment, exactly one is done', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => createClient('Herd')));
  const uuids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.uuid));
  assert.equal(uuids.size, 1);
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  assert.equal(await clients('Herd'), 1);
});

for (const wrong of ['', 'x'.repeat(256), 'schlüssel']) {
  test(`Idempotency-Key: ${wrong.slice(0, 20) || '(empty)'} is refused with the allowed form`, async () => {
    key = wrong;
    const refused = await createClient('Keyless');
    assertRefused(refused, 400, 'header_invalid');
    assert.match(refused.body.detail, /1 to 255 printable ASCII characters, such as a UUID/);
    assert.equal(await clients('Keyless'), 0);
  });
}

test('an answer is kept for a day, then the key is free again', async () => {
  const first = await createClient('Daily');
  app.clock.advance(IDEMPOTENCY_KEY_LIFETIME_MS);
  await forgetOldAnswers(app.db, app.clock);
  assert.deepEqual((await createClient('Daily')).body, first.body);
  app.clock.advance(1);
  assert.ok((await forgetOldAnswers(app.db, app.clock)) > 0);
  assert.notEqual((await createClient('Daily')).body.data.uuid, first.body.data.uuid);
  assert.equal(await clients('Daily'), 2);
});
