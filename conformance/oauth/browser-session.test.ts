import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../../server/src/access/caller.ts';
import { setDisabled } from '../../server/src/oauth/applications/actions.ts';
import { hiddenFields, TestBrowser } from '../../server/src/testing/browser.ts';
import {
  addApplication,
  authorizeUrl,
  callWith,
  connect,
  exchange,
  refresh,
  signedIn,
} from '../../server/src/testing/oauth-flow.ts';
import { TEST_PASSWORD, type TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport, statementsOf } from './rapport.ts';
import { startSearchedApp } from './searched-app.ts';
import { REDIRECT_URIS } from './server.ts';
import { answerOf } from './target.ts';

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
let grace: TestUser;
before(async () => {
  target = await startRapport();
  ada = await target.app.addUser('Ada');
  grace = await target.app.addUser('Grace');
});
after(() => target.close());

const consentPath = () => authorizeUrl(target.client, { prompt: 'consent' });

test('C3: a disabled or deleted application is told on a page, never by redirect (RFC 6749 §3.1.2.4)', async () => {
  const { app } = target;
  const client = await addApplication(app);
  await setDisabled(app, operator('test'), client.client_id, true);
  const visit = await (await signedIn(app, ada)).get(authorizeUrl(client));
  assert.deepEqual([visit.status, visit.location], [400, null]);
});

test('C12: an unexpected failure is server_error by redirect, without internals (RFC 6749 §4.1.2.1)', async () => {
  const { app } = target;
  const browser = await signedIn(app, ada);
  await app.db.query(sql`ALTER TABLE oauth_grants RENAME TO oauth_grants_away`);
  const answer = answerOf(await browser.get(authorizeUrl(target.client)));
  await app.db.query(sql`ALTER TABLE oauth_grants_away RENAME TO oauth_grants`);
  assert.equal(answer.error, 'server_error');
  assert.equal(answer.state, 'af0ifjsldkj');
  assert.doesNotMatch(answer.error_description!, /relation|oauth_grants|SELECT/);
});

test('C14: after a posted form the browser is sent on by 303 (RFC 9700 §4.12)', async () => {
  const browser = new TestBrowser(target.base_url);
  const signIn = await browser.follow(await browser.get(consentPath()));
  const signedInVisit = await browser.submit(signIn, { email: ada.email, password: TEST_PASSWORD });
  assert.equal(signedInVisit.status, 303);
  const consent = await browser.follow(signedInVisit);
  assert.equal((await browser.submit(consent, { decision: 'allow' })).status, 303);
});

test('C15: no page can be framed or cached, or sends a referrer (RFC 9700 §4.2, §4.16)', async () => {
  const browser = await signedIn(target.app, ada);
  const pages = [
    await browser.get(consentPath()),
    await browser.get('/sign-in'),
    await new TestBrowser(target.base_url).get('/sign-in'),
    await browser.get('/oauth/authorize'),
  ];
  for (const page of pages) {
    const policy = page.headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /base-uri 'none'/);
    assert.doesNotMatch(policy, /unsafe|script-src/);
    assert.equal(page.headers.get('x-frame-options'), 'DENY');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(page.text, /<script|(src|href)="(https?:)?\/\//);
  }
});

test('C15: the redirect with the code is not cached either', async () => {
  const browser = await signedIn(target.app, ada);
  const back = await browser.submit(await browser.get(consentPath()), { decision: 'allow' });
  assert.equal(back.headers.get('cache-control'), 'no-store');
  assert.equal(back.headers.get('referrer-policy'), 'no-referrer');
});

test('C16: a consent form without its token, or with that of another session, decides nothing (RFC 6749 §10.12)', async () => {
  const victim = await signedIn(target.app, ada);
  const attacker = await signedIn(target.app, grace);
  const theirs = hiddenFields((await attacker.get(consentPath())).text);
  for (const form_token of [undefined, '', 'forged', theirs.form_token]) {
    const fields = { decision: 'allow', ...(form_token === undefined ? {} : { form_token }) };
    const visit = await victim.post(consentPath(), fields);
    assert.deepEqual([visit.status, visit.location], [403, null]);
    assert.match(visit.text, /role="alert"/);
  }
});

test('C16: a consent form with a field that stands twice decides nothing', async () => {
  const browser = await signedIn(target.app, ada);
  const { form_token } = hiddenFields((await browser.get(consentPath())).text);
  for (const fields of [
    'decision=deny&decision=allow',
    'decision=allow&decision=allow',
    'decision=allow&x=&x=',
  ]) {
    const visit = await browser.postText(consentPath(), `form_token=${form_token}&${fields}`);
    assert.deepEqual([visit.status, visit.location], [403, null], fields);
  }
});

test('C16: a consent form is good for its own request only', async () => {
  const browser = await signedIn(target.app, ada);
  const { form_token } = hiddenFields((await browser.get(consentPath())).text);
  const other = authorizeUrl(target.otherClient, { prompt: 'consent' });
  const visit = await browser.post(other, { form_token: form_token!, decision: 'allow' });
  assert.deepEqual([visit.status, visit.location], [403, null]);
});

test('C16: a browser that is not signed in cannot confirm', async () => {
  const page = await (await signedIn(target.app, ada)).get(consentPath());
  const stranger = new TestBrowser(target.base_url);
  const visit = await stranger.post(consentPath(), { ...hiddenFields(page.text), decision: 'allow' });
  assert.match(visit.location!, /^\/sign-in\?/);
});

test('C19: consent is asked again before the User is led to another redirect URL', async () => {
  const grace = await target.newPerson();
  await target.visit(grace, authorizeUrl(target.client));
  const at = async (redirect_uri: string) =>
    grace.browser.get(authorizeUrl({ ...target.client, redirect_uri }));
  const [first, second] = REDIRECT_URIS as [string, string];
  assert.ok((await at(first)).location);
  const asked = await at(second);
  assert.equal(asked.location, null);
  await grace.browser.submit(asked, { decision: 'allow' });
  for (const redirect_uri of [first, second]) assert.ok((await at(redirect_uri)).location, redirect_uri);
});

test('C17: a session id is new at each sign-in, and the one before is dead', async () => {
  const browser = await signedIn(target.app, ada);
  const before = browser.cookies.get('rapport_session')!;
  await browser.submit(await browser.get(`/sign-in?return_to=${encodeURIComponent(consentPath())}`), {
    email: ada.email,
    password: TEST_PASSWORD,
  });
  assert.notEqual(browser.cookies.get('rapport_session'), before);
  browser.cookies.set('rapport_session', before);
  assert.match((await browser.get(consentPath())).location!, /^\/sign-in\?/);
});

test('C17: a session id that somebody else chose is not taken over', async () => {
  const browser = new TestBrowser(target.base_url);
  const fixed = 'rpt_ses_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  browser.cookies.set('rapport_session', fixed);
  await browser.signIn({ email: ada.email, password: TEST_PASSWORD });
  assert.notEqual(browser.cookies.get('rapport_session'), fixed);
});

test('C17: a sign-in form that another site posts is refused', async () => {
  const browser = new TestBrowser(target.base_url);
  const fields = { email: ada.email, password: TEST_PASSWORD };
  assert.equal((await browser.post('/sign-in', fields)).status, 403);
  const foreign = hiddenFields((await new TestBrowser(target.base_url).get('/sign-in')).text);
  assert.equal((await browser.post('/sign-in', { ...foreign, ...fields })).status, 403);
  assert.equal(browser.cookies.get('rapport_session'), undefined);
});

test('C17: the session cookie is HttpOnly and SameSite=Lax', async () => {
  const browser = new TestBrowser(target.base_url);
  const visit = await browser.signIn({ email: ada.email, password: TEST_PASSWORD });
  const cookie = visit.headers.getSetCookie().find((line) => line.startsWith('rapport_session='))!;
  // A week, however wrong the browser's clock is.
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800'])
    assert.ok(cookie.includes(attribute), cookie);
});

test('C18: the consent page shows the application, its company, the host it leads to, the User, and what * means', async () => {
  await target.app.addAccount(grace, 'Hopper & Daughters');
  const page = await (await signedIn(target.app, grace)).get(consentPath());
  for (const text of [
    'Ledger Sync',
    'Ledger Ltd',
    'app.example.com',
    grace.email,
    'Hopper &amp; Daughters',
    'Use another user',
  ]) {
    assert.ok(page.text.includes(text), text);
  }
  for (const text of ['add, change and delete', 'Everything that you can.', 'In all your Accounts'])
    assert.ok(page.text.includes(text), text);
});

test('C18: whatever an application is called, its name is shown as text', async () => {
  const client = await addApplication(target.app, { name: '<img src=x onerror=alert(1)>"\'' });
  const page = await (await signedIn(target.app, ada)).get(authorizeUrl(client));
  assert.ok(page.text.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;'));
  assert.ok(!page.text.includes('<img src=x'));
});

test('C21: after signing out, or changing the User, the next request does not use the old one', async () => {
  const browser = await signedIn(target.app, ada);
  await browser.submit(await browser.get('/sign-in'), {});
  assert.match((await browser.get(consentPath())).location!, /^\/sign-in\?/);
  await browser.signIn({ email: ada.email, password: TEST_PASSWORD });
  const consent = await browser.get(consentPath());
  const change = /href="([^"]+)">Use another user/.exec(consent.text)![1]!.replaceAll('&amp;', '&');
  const next = await browser.submit(await browser.get(change), {
    email: grace.email,
    password: TEST_PASSWORD,
  });
  assert.ok((await browser.follow(next)).text.includes(grace.email));
});

test('C22: a deactivated User is out everywhere at once: authorize, code, refresh, bearer', async () => {
  const { app } = target;
  const user = await app.addUser();
  const browser = await signedIn(app, user);
  const tokens = await connect(app, browser, target.client);
  const { code } = answerOf(await browser.get(authorizeUrl(target.client)));
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${user.uuid}`);
  assert.match((await browser.get(authorizeUrl(target.client))).location!, /^\/sign-in\?/);
  assert.equal((await exchange(app, target.client, code!)).body.error, 'invalid_grant');
  assert.equal((await refresh(app, target.client, tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await callWith(app, tokens.access_token)).status, 401);
  const again = await new TestBrowser(app.base_url).signIn({ email: user.email, password: TEST_PASSWORD });
  assert.equal(again.status, 401);
});

test('C25: links and answers name the configured address, whatever Host and X-Forwarded-Host say', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const browser = await signedIn(target.app, ada);
  await browser.submit(await browser.get(consentPath()), { decision: 'allow' });
  const cookie = `rapport_session=${browser.cookies.get('rapport_session')}`;
  const { location } = (await getRaw(authorizeUrl(target.client), { ...headers, cookie })).headers;
  assert.equal(new URL(location!).searchParams.get('iss'), target.base_url);
  const { body } = await getRaw('/.well-known/oauth-authorization-server', headers);
  assert.equal(JSON.parse(body).token_endpoint, `${target.base_url}/oauth/token`);
});

test('too many tries to sign in under one name are refused with 429 and Retry-After, also the right password', async () => {
  const user = await target.app.addUser();
  const browser = new TestBrowser(target.base_url);
  for (let i = 0; i < 10; i++)
    assert.equal((await browser.signIn({ email: user.email, password: 'wrong' })).status, 401);
  const late = await browser.signIn({ email: user.email, password: TEST_PASSWORD });
  assert.equal(late.status, 429);
  assert.ok(Number(late.headers.get('retry-after')) > 0);
  const other = await new TestBrowser(target.base_url).signIn({
    email: grace.email,
    password: TEST_PASSWORD,
  });
  assert.equal(other.status, 303, 'others are not locked out');
  target.advance(15 * 60 * 1000);
  assert.equal((await browser.signIn({ email: user.email, password: TEST_PASSWORD })).status, 303);
});

test('a sign-in with the own password does not allow more guesses of others', async () => {
  const app = await startSearchedApp();
  const mallory = await app.addUser('Mallory');
  const statuses: number[] = [];
  for (let i = 0; i < 102; i++) {
    if (i % 9 === 0)
      await new TestBrowser(app.base_url).signIn({ email: mallory.email, password: TEST_PASSWORD });
    const visit = await new TestBrowser(app.base_url).signIn({
      email: `somebody${i}@example.com`,
      password: 'guess',
    });
    statuses.push(visit.status);
  }
  assert.deepEqual([statuses[99], statuses[100]], [401, 429]);
  await app.close();
});

test('a wrong password and an unknown address cost the same work, so that the time does not tell them apart', async () => {
  const { app } = target;
  const user = await app.addUser();
  const work = (email: string) =>
    statementsOf(app, async () => {
      const visit = await new TestBrowser(target.base_url).signIn({ email, password: 'wrong' });
      assert.equal(visit.status, 401);
    });
  const known = await work(user.email);
  assert.ok(known.length > 1, known.join());
  assert.deepEqual(await work('nobody@example.com'), known);
});

test('a session ends after seven days', async () => {
  const browser = await signedIn(target.app, ada);
  target.advance(7 * 24 * 60 * 60 * 1000);
  assert.match((await browser.get(consentPath())).location!, /^\/sign-in\?/);
});

/** Sends a request with a Host of its own, which fetch does not allow. */
async function getRaw(path: string, headers: Record<string, string>) {
  const [response] = (await once(get(target.base_url + path, { headers }), 'response')) as [IncomingMessage];
  return { headers: response.headers, body: await text(response) };
}
