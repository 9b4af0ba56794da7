import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { operator } from '../../access/caller.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { addApplication, authorizeUrl } from '../../testing/oauth-flow.ts';
import { orThrow } from '../../testing/or-throw.ts';
import {
  type Answer,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
  type TestUser,
} from '../../testing/test-app.ts';
import { resetSecondFactor } from './second-factor.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

type Headers = Record<string, string>;

/** Signs a User in; returns the answer, and the headers that the pages of this browser send. */
async function signIn(user: TestUser): Promise<{ headers: Headers; answer: Answer }> {
  const answer = await post('/web/sign-in', { email: user.email, password: TEST_PASSWORD }, {});
  return { headers: { cookie: cookiesOf(answer) }, answer };
}

function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

function post(path: string, body: unknown, headers: Headers): Promise<Answer> {
  return app.call('POST', path, { body, headers: { origin: app.base_url, ...headers } });
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
}

/** The next code. Each works once, so the clock moves to the next 30 seconds. */
function nextCode(secret: string): string {
  app.clock.advance(30_000);
  return codeOf(secret);
}

async function setUp(user: TestUser): Promise<{ headers: Headers; secret: string; codes: string[] }> {
  const { headers } = await signIn(user);
  const setup = await post('/web/second-factor/setup', undefined, headers);
  const { secret } = setup.body.data;
  const enabled = await post('/web/second-factor/enable', { code: nextCode(secret) }, headers);
  assert.equal(enabled.status, 200);
  return { headers, secret, codes: enabled.body.data.recovery_codes };
}

const me = (headers: Headers) => app.call('GET', '/api/v2/me', { headers });
const mailsTo = async ({ email }: TestUser) => {
  await app.jobs.finished();
  return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const auditOf = async (user: TestUser): Promise<string[]> => {
  const log = await app.call('GET', '/api/v2/audit-log?limit=100', { as: user });
  return log.body.data.map(({ action }: { action: string }) => action);
};

test('with a second factor the password gives no session, and a code of the app does', async () => {
  const user = await app.addUser();
  const { secret } = await setUp(user);
  const { answer, headers } = await signIn(user);
  assert.deepEqual([answer.status, answer.body], [200, { data: { needs_second_factor: true } }]);
  assert.equal((await me(headers)).status, 401);
  const half = headers.cookie!.replace('rapport_half=', '');
  assert.equal((await me({ cookie: `rapport_session=${half}` })).status, 401);
  assert.equal((await me({ authorization: `Bearer ${half}` })).status, 401);

  const finished = await post('/web/sign-in/second-factor', { code: nextCode(secret) }, headers);
  assert.equal(finished.status, 204);
  const seen = await me({ cookie: cookiesOf(finished) });
  assert.deepEqual([seen.status, seen.body.data.has_second_factor], [200, true]);
  const again = await post('/web/sign-in/second-factor', { code: nextCode(secret) }, headers);
  assert.equal(again.body.code, 'sign_in_failed', 'half a session works once');
});

test('a code works once, even when it is given twice at the same moment', async () => {
  const user = await app.addUser();
  const { secret } = await setUp(user);
  const halves = await Promise.all([signIn(user), signIn(user), signIn(user)]);
  const code = nextCode(secret);
  const answers = await Promise.all(
    halves.map(({ headers }) => post('/web/sign-in/second-factor', { code }, headers)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 422, 422]);
  const refused = answers.find(({ status }) => status === 422)!;
  assert.match(refused.body.detail, /used already/);
});

test('a recovery code works once, leaves the others valid, and is reported by mail', async () => {
  const user = await app.addUser();
  const { codes } = await setUp(user);
  const first = await signIn(user);
  const code = codes[0]!.toUpperCase().replaceAll('-', ' ');
  const used = await post('/web/sign-in/second-factor', { code }, first.headers);
  assert.equal(used.status, 204);
  const second = await signIn(user);
  assert.equal((await post('/web/sign-in/second-factor', { code }, second.headers)).status, 422);
  const state = await app.call('GET', '/web/second-factor', { headers: { cookie: cookiesOf(used) } });
  assert.equal(state.body.data.recovery_codes_left, 9);
  assert.ok((await mailsTo(user)).includes('A recovery code was used for Rapport'));
  assert.ok((await auditOf(user)).includes('second_factor.recovery_code_used'));
});

test('after ten wrong codes in a quarter of an hour, even the right one is refused from everywhere', async () => {
  const user = await app.addUser();
  const { secret } = await setUp(user);
  const { headers } = await signIn(user);
  for (let i = 0; i < 10; i++) {
    const from = { ...headers, 'x-forwarded-for': `203.0.113.${i}` };
    assert.equal((await post('/web/sign-in/second-factor', { code: '000000' }, from)).status, 422);
  }
  const refused = await post('/web/sign-in/second-factor', { code: nextCode(secret) }, headers);
  assert.equal(refused.status, 429);
  assert.equal((await auditOf(user)).filter((action) => action === 'second_factor.failed').length, 10);
  app.clock.advance(15 * 60_000);
  const later = await signIn(user);
  assert.equal(
    (await post('/web/sign-in/second-factor', { code: codeOf(secret) }, later.headers)).status,
    204,
  );
});

test('half a session ends after ten minutes, by a new password, and when the User is signed out everywhere', async () => {
  const user = await app.addUser();
  const { headers, secret } = await setUp(user);
  const finish = async (half: { headers: Headers }) =>
    (await post('/web/sign-in/second-factor', { code: nextCode(secret) }, half.headers)).body?.code ?? 'in';
  const late = await signIn(user);
  app.clock.advance(10 * 60_000);
  assert.equal(await finish(late), 'sign_in_failed');
  const ended = await signIn(user);
  await app.call('DELETE', '/api/v2/browser-sessions', { headers: { ...headers, origin: app.base_url } });
  assert.equal(await finish(ended), 'sign_in_failed');
  const reset = await signIn(user);
  await post('/web/password-resets', { email: user.email }, {});
  await app.jobs.finished();
  const code = /#code=(\S+)/.exec(app.mails.findLast(({ to }) => to === user.email)!.text)![1]!;
  assert.equal(
    (await post('/web/password-resets/redeem', { code, new_password: 'eleven purple kites' }, {})).status,
    204,
  );
  assert.equal(await finish(reset), 'sign_in_failed');
  const body = { email: user.email, password: 'eleven purple kites' };
  const anew = await post('/web/sign-in', body, {});
  assert.deepEqual(anew.body, { data: { needs_second_factor: true } }, 'the factor stays');
});

test('actions that need a fresh sign-in ask for the code as well', async () => {
  const user = await app.addUser();
  const { headers, secret } = await setUp(user);
  app.clock.advance(16 * 60_000);
  const make = async () =>
    (await post('/api/v2/personal-access-tokens', { name: 'x' }, headers)).body.code ?? 'made';
  assert.equal(await make(), 'password_required');
  const confirm = (body: object) => post('/web/sign-in/confirm', body, headers);
  const missing = await confirm({ password: TEST_PASSWORD });
  assert.deepEqual([missing.status, missing.body.errors[0].pointer], [422, '/code']);
  assert.equal((await confirm({ password: 'wrong', code: codeOf(secret) })).status, 422);
  assert.equal((await confirm({ password: TEST_PASSWORD, code: '000000' })).status, 422);
  assert.equal(await make(), 'password_required');
  assert.equal((await confirm({ password: TEST_PASSWORD, code: codeOf(secret) })).status, 204);
  assert.equal(await make(), 'made');
  assert.equal((await confirm({ password: TEST_PASSWORD, code: codeOf(secret) })).status, 422, 'used');
});

test('with a second factor, changing the password needs a fresh sign-in', async () => {
  const user = await app.addUser();
  const { headers } = await setUp(user);
  app.clock.advance(16 * 60_000);
  const body = { current_password: TEST_PASSWORD, new_password: 'eleven purple kites' };
  assert.equal((await post('/web/password', body, headers)).body.code, 'password_required');
});

test('setting up, renewing and turning off need a fresh sign-in, refuse tokens, and are reported by mail', async () => {
  const user = await app.addUser();
  const { headers, codes } = await setUp(user);
  const renewed = await post('/web/second-factor/recovery-codes', undefined, headers);
  assert.equal(renewed.body.data.recovery_codes.length, 10);
  const { headers: half } = await signIn(user);
  assert.equal((await post('/web/sign-in/second-factor', { code: codes[1] }, half)).status, 422, 'replaced');
  for (const [method, path] of [
    ['POST', '/setup'],
    ['POST', '/recovery-codes'],
    ['DELETE', ''],
  ] as const) {
    const options = { headers: { origin: app.base_url, ...headers } };
    const asToken = await app.call(method, `/web/second-factor${path}`, { as: user });
    assert.equal(asToken.body.code, 'session_required');
    app.clock.advance(16 * 60_000);
    const stale = await app.call(method, `/web/second-factor${path}`, options);
    assert.equal(stale.body.code, 'password_required');
    app.clock.advance(-16 * 60_000);
  }
  const off = await app.call('DELETE', '/web/second-factor', {
    headers: { origin: app.base_url, ...headers },
  });
  assert.equal(off.status, 204);
  assert.equal((await signIn(user)).answer.status, 204, 'the password is enough again');
  assert.deepEqual(
    (await mailsTo(user)).filter((subject) => /factor|codes/.test(subject)),
    [
      'Your second factor for Rapport is on',
      'You have new recovery codes for Rapport',
      'Your second factor for Rapport is off',
    ],
  );
  const actions = (await auditOf(user)).filter((action) => action.startsWith('second_factor'));
  assert.deepEqual(actions.toReversed(), [
    'second_factor.enabled',
    'second_factor.recovery_codes_renewed',
    'second_factor.failed',
    'second_factor.disabled',
  ]);
});

test('a second factor takes effect after its first code, and signs other browsers out', async () => {
  const user = await app.addUser();
  const other = await signIn(user);
  const { headers } = await signIn(user);
  await post('/web/second-factor/setup', undefined, headers);
  assert.equal((await signIn(user)).answer.status, 204, 'a setup that was left counts nothing');
  const setup = await post('/web/second-factor/setup', undefined, headers);
  assert.equal((await post('/web/second-factor/enable', { code: '000000' }, headers)).status, 422);
  const code = codeOf(setup.body.data.secret);
  assert.equal((await post('/web/second-factor/enable', { code }, headers)).status, 200);
  assert.equal((await me(other.headers)).status, 401);
  assert.equal((await me(headers)).status, 200);
  assert.equal((await post('/web/second-factor/setup', undefined, headers)).status, 409);
});

test('the database has the secret and the recovery codes only encrypted or hashed', async () => {
  const user = await app.addUser();
  const { secret, codes } = await setUp(user);
  const rows = await app.db.query<{ row: string }>(sql`
    SELECT encode(secret, 'escape') AS row FROM totp_secrets
    UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_codes`);
  const text = rows.map(({ row }) => row).join('\n');
  for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    assert.ok(!text.includes(word));
});

test('after the clock was set back, the refusal of a right code says what to do, and a recovery code works', async () => {
  const user = await app.addUser();
  const { secret, codes } = await setUp(user);
  app.clock.advance(-60 * 60_000);
  const { headers } = await signIn(user);
  const refused = await post('/web/sign-in/second-factor', { code: codeOf(secret) }, headers);
  assert.match(refused.body.detail, /clock of this service was set back: it shows .* UTC.*recovery code/);
  assert.equal((await post('/web/sign-in/second-factor', { code: codes[0] }, headers)).status, 204);
  app.clock.advance(60 * 60_000);
});

test('when the operator removes a second factor, the User is signed out, mailed, and signs in with the password', async () => {
  const user = await app.addUser();
  const { headers } = await setUp(user);
  const half = await signIn(user);
  orThrow(await resetSecondFactor(app, operator('test'), user.email.toUpperCase()));
  assert.equal((await me(headers)).status, 401);
  assert.equal((await post('/web/sign-in/second-factor', { code: '000000' }, half.headers)).status, 401);
  assert.equal((await signIn(user)).answer.status, 204);
  assert.ok((await mailsTo(user)).includes('Your second factor for Rapport was removed'));
  assert.ok((await auditOf(user)).includes('second_factor.reset'));
});

test('the sign-in pages ask for the code, accept a recovery code, and lead to the wanted page', async () => {
  const user = await app.addUser();
  const { secret, codes } = await setUp(user);
  const credentials = { email: user.email, password: TEST_PASSWORD };
  const browser = new TestBrowser(app.base_url);
  const form = await browser.get('/sign-in?return_to=/clients');
  const asked = await browser.follow(await browser.submit(form, credentials));
  assert.match(asked.text, /autocomplete="one-time-code"/);
  const wrong = await browser.submit(asked, { code: '000000' });
  assert.deepEqual([wrong.status, /role="alert"/.test(wrong.text)], [401, true]);
  const done = await browser.submit(wrong, { code: nextCode(secret) });
  assert.deepEqual([done.status, done.location], [303, '/clients']);

  const other = new TestBrowser(app.base_url);
  await other.signIn(credentials);
  const page = await other.get('/sign-in/second-factor?with=recovery-code&return_to=//evil.example/');
  assert.match(page.text, /Recovery code/);
  assert.doesNotMatch(page.text, /evil/);
  assert.equal((await other.submit(page, { code: codes[0]! })).status, 303);
  const stranger = await new TestBrowser(app.base_url).get('/sign-in/second-factor');
  assert.deepEqual([stranger.status, stranger.location], [303, '/sign-in']);
});

test('an Account that requires a second factor is closed on the pages to Users without one, and open to their tokens', async () => {
  const [owner, member] = [await app.addUser(), await app.addUser()];
  const account_uuid = await app.addAccount(owner, 'Guarded Ltd');
  const elsewhere = await app.addAccount(member, 'Open Ltd');
  await app.addLogin(account_uuid, member, 'member');
  const path = `/api/v2/accounts/${account_uuid}`;
  const require = (headers: Headers) =>
    app.call('PATCH', path, {
      headers: { origin: app.base_url, ...headers },
      body: { requires_second_factor: true },
    });
  assert.equal((await require((await signIn(owner)).headers)).body.code, 'second_factor_required');
  const asToken = await app.call('PATCH', path, { as: owner, body: { requires_second_factor: true } });
  assert.equal(asToken.body.code, 'session_required');
  const { headers: ownerHeaders } = await setUp(owner);
  assert.equal((await require(ownerHeaders)).body.data.requires_second_factor, true);
  assert.ok((await auditOf(owner)).includes('account.second_factor_required'));
  assert.ok((await mailsTo(owner)).includes('Guarded Ltd requires a second factor'));

  const record = (await app.call('POST', '/api/v2/clients', { as: owner, body: { name: 'X', account_uuid } }))
    .body.data;
  const { headers } = await signIn(member);
  const seen = await me(headers);
  assert.deepEqual(seen.body.data.closed_accounts, [{ uuid: account_uuid, name: 'Guarded Ltd' }]);
  const list = await app.call('GET', '/api/v2/clients', { headers });
  assert.deepEqual(list.body.data, []);
  for (const asked of [path, `/api/v2/clients?account_uuid=${account_uuid}`, `${path}/logins`]) {
    const refused = await app.call('GET', asked, { headers });
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required'], asked);
  }
  assert.equal((await app.call('GET', `/api/v2/clients/${record.uuid}`, { headers })).status, 404);
  const write = await post('/api/v2/clients', { name: 'Y', account_uuid }, headers);
  assert.equal(write.body.code, 'second_factor_required');
  const create = await post('/api/v2/clients', { name: 'Y', account_uuid: elsewhere }, headers);
  assert.equal(create.status, 201, 'other Accounts are as they were');

  assert.equal((await app.call('GET', `/api/v2/clients/${record.uuid}`, { as: member })).status, 200);
  const token = await post('/api/v2/personal-access-tokens', { name: 'new' }, headers);
  assert.equal(token.body.code, 'second_factor_required');
  const hook = { url: 'http://127.0.0.1:9/', events: ['client.*'] };
  const webhook = await post('/api/v2/webhook-subscriptions', hook, headers);
  assert.equal(webhook.body.code, 'second_factor_required');
  const client = await addApplication(app);
  const browser = new TestBrowser(app.base_url);
  await browser.signIn({ email: member.email, password: TEST_PASSWORD });
  const consent = await browser.get(authorizeUrl(client));
  assert.match(consent.text, /Guarded Ltd requires a second factor/);

  const { headers: after } = await setUp(member);
  assert.equal((await app.call('GET', path, { headers: after })).status, 200);
});

test('allowing an application needs a fresh sign-in, so that an unattended browser cannot', async () => {
  const user = await app.addUser();
  const client = await addApplication(app);
  const browser = new TestBrowser(app.base_url);
  const credentials = { email: user.email, password: TEST_PASSWORD };
  await browser.signIn(credentials);
  const consent = await browser.get(authorizeUrl(client));
  app.clock.advance(16 * 60_000);
  const late = await browser.submit(consent, { decision: 'allow' });
  assert.match(late.location ?? '', /\/sign-in\?/);
  const again = await browser.follow(await browser.get(authorizeUrl(client)));
  assert.match(again.text, /You are signed in as .*To go on, sign in once more/);
  const consentAgain = await browser.follow(await browser.submit(again, credentials));
  const allowed = await browser.submit(consentAgain, { decision: 'allow' });
  assert.match(allowed.location ?? '', /code=/);
  app.clock.advance(16 * 60_000);
  const remembered = await browser.get(authorizeUrl(client));
  assert.match(remembered.location ?? '', /code=/, 'what was allowed before goes on');
});
