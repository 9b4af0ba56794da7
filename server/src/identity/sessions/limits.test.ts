import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { countTry } from './limits.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp({ base_url: 'https://crm.example.com' });
});
after(() => app.close());

async function signIn(email: string, password: string, from: string): Promise<number> {
  const headers = { origin: 'https://crm.example.com', 'x-forwarded-for': from };
  return (await app.call('POST', '/web/sign-in', { headers, body: { email, password } })).status;
}

/** True when the limits allow a try. This needs no password. */
const mayTry = async (email: string, from: string) =>
  !((await countTry(app, { email }, from)) instanceof Problem);

test('all addresses of an IPv6 network share the tries of one host', async () => {
  const { email } = await app.addUser();
  for (let i = 0; i < 10; i++)
    assert.equal(await signIn(email, 'wrong', `2001:db8:0:1:${i}::1`), 401, String(i));
  assert.equal(await signIn(email, TEST_PASSWORD, '2001:db8:0:1:ffff::1'), 429);
  assert.equal(await signIn(email, TEST_PASSWORD, '2001:db8:0:2::1'), 204, 'others still can');
});

test('strangers who use up all tries for a name do not lock the User out where they signed in lately', async () => {
  const { email } = await app.addUser();
  assert.equal(await signIn(email, TEST_PASSWORD, '2001:db8:1:1::1'), 204);
  for (let i = 0; i < 50; i++) assert.ok(await mayTry(email, `203.0.113.${i % 5}`));
  assert.equal(await mayTry(email, '192.0.2.9'), false, 'a host where the User never was');
  assert.equal(await mayTry(email.toUpperCase(), '2001:db8:1:1::2'), true);
  app.clock.advance(90 * 24 * 60 * 60 * 1000);
  for (let i = 0; i < 50; i++) assert.ok(await mayTry(email, `203.0.113.${i % 5}`));
  assert.equal(await mayTry(email, '2001:db8:1:1::2'), false, 'that was long ago');
});

test('where a User signed in lately, a stranger has the ten tries of any host, even all at once', async () => {
  const { email } = await app.addUser();
  assert.equal(await signIn(email, TEST_PASSWORD, '192.0.2.1'), 204);
  for (let i = 0; i < 50; i++) await mayTry(email, `203.0.113.${i % 5}`);
  const tries = await Promise.all(Array.from({ length: 30 }, () => mayTry(email, '192.0.2.1')));
  assert.equal(tries.filter((allowed) => allowed).length, 10);
});

test('typing the uuid of a User as an address uses up none of their tries', async () => {
  const { uuid: user_uuid } = await app.addUser();
  for (let i = 0; i < 50; i++) await countTry(app, { email: user_uuid }, `203.0.113.${i % 5}`);
  assert.ok(!((await countTry(app, { user_uuid }, '192.0.2.9')) instanceof Problem));
});

test('a signed-in User can give their password where they signed in lately, whatever strangers have tried', async () => {
  const { uuid: user_uuid, email } = await app.addUser();
  assert.equal(await signIn(email, TEST_PASSWORD, '192.0.2.77'), 204);
  for (let i = 0; i < 50; i++) await countTry(app, { user_uuid }, `203.0.113.${i % 5}`);
  assert.ok((await countTry(app, { user_uuid }, '192.0.2.9')) instanceof Problem);
  assert.ok(!((await countTry(app, { user_uuid }, '192.0.2.77')) instanceof Problem));
});

for (const [who, email] of [
  ['a User', null],
  ['nobody', 'inigo.iglesias@example.com'],
] as const) {
  test(`tries count for the address as the database folds it: ${who}`, async (t) => {
    // This locale lower-cases U+0130 to `i`; JavaScript makes another text of it.
    const other = await startTestApp({ locale: 'C.UTF-8' });
    t.after(() => other.close());
    const address = email ?? (await other.addUser('Inigo Iglesias')).email;
    const headers = { origin: other.base_url };
    const post = (written: string, password: string) =>
      other.call('POST', '/web/sign-in', { headers, body: { email: written, password } });
    if (email === null) assert.equal((await post(address.replaceAll('i', 'İ'), TEST_PASSWORD)).status, 204);
    for (let i = 0; i < 10; i++) assert.equal((await post(address, 'wrong')).status, 401, String(i));
    for (const letter of ['i', 'I', 'İ']) {
      assert.equal((await post(address.replace('i', letter), 'wrong')).status, 429, letter);
    }
  });
}

test('a User is mailed about a sign-in from a new place once, and not about their first', async () => {
  const { email } = await app.addUser();
  const told = async () => {
    await app.jobs.finished();
    return app.mails.filter(({ to, subject }) => to === email && /from a new place/.test(subject)).length;
  };
  await signIn(email, TEST_PASSWORD, '192.0.2.60');
  assert.equal(await told(), 0);
  await signIn(email, TEST_PASSWORD, '192.0.2.61');
  await signIn(email, TEST_PASSWORD, '192.0.2.61');
  assert.equal(await told(), 1);
});

test('tries at one process count at all others', async (t) => {
  const { email } = await app.addUser();
  const other = openDatabase(app.connectionString);
  t.after(() => other.close());
  for (let i = 0; i < 10; i++) assert.ok(await mayTry(email, '192.0.2.50'));
  assert.ok((await countTry({ ...app, db: other }, { email }, '192.0.2.50')) instanceof Problem);
});
