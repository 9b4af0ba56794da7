import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../../access/caller.ts';
import { overtake } from '../../testing/overtake.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { deactivateUser, reactivateUser } from '../actions.ts';
import { hashPassword } from '../passwords.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'another long password';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp({ base_url: 'https://crm.example.com' });
});
beforeEach(async () => {
  ada = await app.addUser();
  await app.jobs.finished();
  app.mails.length = 0;
});
after(() => app.close());

let hosts = 0;

/** Posts from another host each time, unless `headers` name one. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const from = { origin: 'https://crm.example.com', 'x-forwarded-for': `198.51.100.${++hosts % 250}` };
  return app.call('POST', path, { headers: { ...from, ...headers }, body });
}

/** The cookie of a browser in which the User is signed in. */
async function cookieOf({ email }: TestUser) {
  const { headers } = await post('/web/sign-in', { email, password: TEST_PASSWORD });
  return { cookie: headers.getSetCookie()[0]!.split(';')[0]! };
}

async function askForReset(email: string): Promise<number> {
  const { status } = await post('/web/password-resets', { email });
  await app.jobs.finished();
  return status;
}

/** The codes mailed to this address so far. */
const codesTo = (address: string) =>
  app.mails
    .filter(({ to, text }) => to === address && text.includes('code='))
    .map(({ text }) => /code=(\w+)/.exec(text)![1]!);

const redeem = async (code: string) =>
  (await post('/web/password-resets/redeem', { code, new_password: NEW_PASSWORD })).status;

test('the old address is mailed at once about a requested change', async () => {
  const email = `new.${ada.email}`;
  assert.equal((await post('/web/email', { email }, await cookieOf(ada))).status, 204);
  await app.jobs.finished();
  assert.deepEqual(
    app.mails.map(({ to, subject }) => [to, subject]),
    [
      [email, 'Confirm your new address for Rapport'],
      [ada.email, 'Somebody asked for a new address for your Rapport sign-in'],
    ],
  );
  assert.match(app.mails[1]!.text, new RegExp(`sign in with ${email}`));
  assert.equal(codesTo(ada.email).length, 0, 'the link is for the new address alone');
});

test('changing the address ends the links for a new password in the old mailbox', async () => {
  const cookie = await cookieOf(ada);
  const email = `new.${ada.email}`;
  await askForReset(ada.email);
  await post('/web/email', { email }, cookie);
  await app.jobs.finished();
  assert.equal((await post('/web/email-changes/redeem', { code: codesTo(email)[0] })).status, 204);
  assert.equal(await redeem(codesTo(ada.email)[0]!), 410);
});

test('a link for a new password requested during a change of address is not mailed to the old one', async () => {
  const status = await overtake(
    app.db,
    'users',
    (tx) => tx.query(sql`UPDATE users SET email = ${`new.${ada.email}`} WHERE uuid = ${ada.uuid}`),
    () => askForReset(ada.email),
  );
  assert.equal(status, 204);
  assert.deepEqual(app.mails, []);
});

test('a change of address requested during a password reset leaves no link', async () => {
  const cookie = await cookieOf(ada);
  const { status } = await overtake(app.db, 'users', resetElsewhere, () =>
    post('/web/email', { email: 'mallory@example.com' }, cookie),
  );
  assert.equal(status, 401);
  const links = await app.db.query(sql`SELECT 1 FROM one_time_links WHERE user_uuid = ${ada.uuid}`);
  assert.deepEqual([links.length, app.mails.length], [0, 0]);
});

test('signing in with the old password while a new one is being set leaves no session', async () => {
  const { status } = await overtake(app.db, 'users', resetElsewhere, () =>
    post('/web/sign-in', { email: ada.email, password: TEST_PASSWORD }),
  );
  assert.equal(status, 401);
  const sessions = await app.db.query(sql`SELECT 1 FROM browser_sessions WHERE user_uuid = ${ada.uuid}`);
  assert.equal(sessions.length, 0);
});

test('signing in while the User is being deactivated leaves no session', async () => {
  const { status } = await overtake(
    app.db,
    'users',
    (tx) => tx.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${ada.uuid}`),
    () => post('/web/sign-in', { email: ada.email, password: TEST_PASSWORD }),
  );
  assert.equal(status, 401);
});

test('changing the password with the old one during a reset is refused', async () => {
  const cookie = await cookieOf(ada);
  const body = { current_password: TEST_PASSWORD, new_password: 'the word of mallory' };
  const { status } = await overtake(app.db, 'users', resetElsewhere, () =>
    post('/web/password', body, cookie),
  );
  assert.equal(status, 422);
  const signIn = await post('/web/sign-in', { email: ada.email, password: NEW_PASSWORD });
  assert.equal(signIn.status, 204);
});

test('a session that begins during a deactivation is gone after the reactivation', async () => {
  const cookie = await cookieOf(ada);
  await overtake(
    app.db,
    'users',
    async (tx) => {
      await tx.query(sql`SELECT 1 FROM users WHERE uuid = ${ada.uuid} FOR NO KEY UPDATE`);
      await tx.query(sql`
        INSERT INTO browser_sessions (uuid, user_uuid, cookie_hash, address, expires_at, confirmed_at, created_at)
        VALUES (gen_random_uuid(), ${ada.uuid}, 'begun meanwhile', '192.0.2.1', 'infinity', now(), now())`);
    },
    () => deactivateUser(app, operator('test'), ada.email),
  );
  await reactivateUser(app, operator('test'), ada.email);
  const sessions = await app.db.query(sql`SELECT 1 FROM browser_sessions WHERE user_uuid = ${ada.uuid}`);
  assert.equal(sessions.length, 0);
  assert.equal((await app.call('GET', '/api/v2/me', { headers: cookie })).status, 401);
});

test('the User is mailed about every new password', async () => {
  const cookie = await cookieOf(ada);
  await post('/web/password', { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }, cookie);
  await askForReset(ada.email);
  await redeem(codesTo(ada.email)[0]!);
  await app.jobs.finished();
  const told = app.mails.filter(({ subject }) => subject === 'Your password for Rapport has changed');
  assert.deepEqual(
    told.map(({ to }) => to),
    [ada.email, ada.email],
  );
});

test('the mail about a new password names the webhooks that continue, because an intruder may have left some', async () => {
  const subscribe = async (url: string) => {
    const body = { url, events: ['client.*'] };
    return (await app.call('POST', '/api/v2/webhook-subscriptions', { as: ada, body })).body.data;
  };
  await subscribe('https://own.example/hook?key=secret');
  await subscribe('https://foreign.example/a');
  await subscribe('https://foreign.example/b');
  const { uuid } = await subscribe('https://ended.example/');
  await app.call('PATCH', `/api/v2/webhook-subscriptions/${uuid}`, { as: ada, body: { enabled: false } });
  await askForReset(ada.email);
  await redeem(codesTo(ada.email)[0]!);
  await app.jobs.finished();
  assert.match(
    app.mails.at(-1)!.text,
    /Your webhooks still send to https:\/\/own\.example, https:\/\/foreign\.example\. .*\/settings\/webhooks\n/s,
  );
});

test('requests for a new password or address are in the audit log, with their origin', async () => {
  await post('/web/password-resets', { email: ada.email }, { 'x-forwarded-for': '192.0.2.77' });
  await app.jobs.finished();
  await post('/web/email', { email: 'new@example.com' }, await cookieOf(ada));
  const entries = await app.db.query<{ action: string; actor: string; address: string; details: object }>(sql`
    SELECT action, actor_type AS actor, address, details FROM audit_log
    WHERE user_uuid = ${ada.uuid} AND action LIKE '%.requested' ORDER BY created_at, uuid`);
  assert.deepEqual(
    entries.map(({ action, actor, details }) => [action, actor, details]),
    [
      ['password_reset.requested', 'unknown', {}],
      ['email_change.requested', 'browser_session', { email: 'new@example.com' }],
    ],
  );
  assert.equal(entries[0]!.address, '192.0.2.77');
});

test('a stranger can cause three links an hour, and cannot end the one that the User opens', async () => {
  assert.equal(await askForReset(ada.email), 204);
  const first = codesTo(ada.email)[0]!;
  for (let i = 0; i < 30; i++) {
    assert.equal(await askForReset(ada.email.toUpperCase()), 204);
    app.clock.advance(MINUTE_MS);
  }
  assert.equal(codesTo(ada.email).length, 3);
  assert.equal(await redeem(first), 204);
});

test('using a link for a new password ends the others', async () => {
  await askForReset(ada.email);
  app.clock.advance(5 * MINUTE_MS);
  await askForReset(ada.email);
  const [first, second] = codesTo(ada.email);
  assert.equal(await redeem(second!), 204);
  assert.equal(await redeem(first!), 410);
});

test('a mailed link shows the address of its User as long as it works', async () => {
  await askForReset(ada.email);
  const [code] = codesTo(ada.email);
  const lookUp = () => post('/web/password-resets/look-up', { code });
  const found = await lookUp();
  assert.deepEqual([found.status, found.body], [200, { data: { email: ada.email } }]);
  assert.equal(await redeem(code!), 204);
  const used = await lookUp();
  assert.deepEqual([used.status, used.body.code], [410, 'link_invalid']);
});

test('of many requests for a link at the same moment, one makes it', async () => {
  await Promise.all(Array.from({ length: 5 }, () => post('/web/password-resets', { email: ada.email })));
  await app.jobs.finished();
  assert.equal(codesTo(ada.email).length, 1);
});

test('a request for a link is answered before the User is looked up', async () => {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM users WHERE uuid = ${ada.uuid} FOR UPDATE`);
    assert.equal((await post('/web/password-resets', { email: ada.email })).status, 204);
    assert.deepEqual(app.mails, []);
  });
  await app.jobs.finished();
  assert.equal(codesTo(ada.email).length, 1);
});

test('a host that asks for many links is refused, for any User, and other hosts are not', async () => {
  const ask = async (from: string) =>
    post('/web/password-resets', { email: 'nobody@example.com' }, { 'x-forwarded-for': from });
  for (let i = 0; i < 20; i++) assert.equal((await ask(`2001:db8:0:1::${i}`)).status, 204);
  const refused = await ask('2001:db8:0:1::ffff');
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await ask('2001:db8:0:2::1')).status, 204);
});

test('a User can request five changes of address a day', async () => {
  let cookie = await cookieOf(ada);
  const ask = async (i: number) =>
    (await post('/web/email', { email: `new${i}@example.com` }, cookie)).status;
  for (let i = 0; i < 5; i++) assert.equal(await ask(i), 204);
  assert.equal(await ask(5), 429);
  app.clock.advance(24 * 60 * MINUTE_MS);
  cookie = await cookieOf(ada);
  assert.equal(await ask(6), 204);
});

test('of two Users who take the same address at the same moment, one is refused', async () => {
  const grace = await app.addUser();
  const email = `both.${ada.email}`;
  for (const user of [ada, grace]) await post('/web/email', { email }, await cookieOf(user));
  await app.jobs.finished();
  const [ofAda, ofGrace] = codesTo(email);
  const { status, body } = await overtake(
    app.db,
    'users',
    (tx) => tx.query(sql`UPDATE users SET email = ${email} WHERE uuid = ${ada.uuid}`),
    () => post('/web/email-changes/redeem', { code: ofGrace }),
  );
  assert.deepEqual([status, body.errors[0].code], [422, 'taken']);
  assert.ok(ofAda);
});

/** Resets Ada's password as another request would, in a transaction of its own. */
async function resetElsewhere(tx: Parameters<Parameters<TestApp['db']['transaction']>[0]>[0]) {
  const password_hash = await hashPassword(NEW_PASSWORD);
  await tx.query(sql`UPDATE users SET password_hash = ${password_hash} WHERE uuid = ${ada.uuid}`);
  await tx.query(sql`DELETE FROM one_time_links WHERE user_uuid = ${ada.uuid}`);
  await tx.query(sql`DELETE FROM browser_sessions WHERE user_uuid = ${ada.uuid}`);
}

test("a new password by a mailed link clears the User's wrong tries here, and none of other hosts", async () => {
  const stranger = { 'x-forwarded-for': '203.0.113.7' };
  const here = { 'x-forwarded-for': '192.0.2.44' };
  const signIn = async (from: Record<string, string>, password: string) =>
    (await post('/web/sign-in', { email: ada.email, password }, from)).status;
  for (let i = 0; i < 10; i++) {
    await signIn(here, 'wrong');
    await signIn(stranger, 'wrong');
  }
  assert.equal(await signIn(here, TEST_PASSWORD), 429);
  await askForReset(ada.email);
  const [code] = codesTo(ada.email);
  const reset = { code, new_password: NEW_PASSWORD };
  assert.equal((await post('/web/password-resets/redeem', reset, here)).status, 204);
  assert.equal(await signIn(here, NEW_PASSWORD), 204);
  assert.equal(await signIn(stranger, NEW_PASSWORD), 429);
});
