import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { TestBrowser } from '../../testing/browser.ts';
import {
  addApplication,
  authorizeUrl,
  connect,
  signedIn,
  type TestApplication,
} from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let application: TestApplication;
let browser: TestBrowser;

before(async () => {
  app = await startTestApp();
  application = await addApplication(app);
  browser = await signedIn(app, await app.addUser('Ada'));
});
after(() => app.close());

test('a request with a broken escape, a NUL or bad UTF-8 is refused on a page, without a redirect', async () => {
  for (const parameter of ['nonce=%00', 'nonce=a%00b', 'nonce=%zz', 'nonce=%C3', 'utm=50%off', 'utm=100%']) {
    const visit = await browser.get(`${authorizeUrl(application)}&${parameter}`);
    assert.deepEqual([visit.status, visit.location], [400, null], parameter);
    assert.equal(visit.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(visit.text, /This application cannot be connected/);
    assert.match(
      visit.text,
      /A parameter has a broken escape\. Write % and two hexadecimal digits/,
      parameter,
    );
    assert.doesNotMatch(visit.text, /redirect_uri/);
  }
  const signIn = await browser.get('/sign-in?login_hint=%00');
  assert.deepEqual([signIn.status, signIn.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
});

test('HEAD is answered like GET without a session, and issues no code', async () => {
  await connect(app, browser, application);
  const codes = async () => (await app.db.query(sql`SELECT FROM oauth_authorizations`)).length;
  const before = await codes();
  for (const [path, status] of [
    [authorizeUrl(application), 303],
    [authorizeUrl({ ...application, client_id: 'unknown' }), 400],
  ] as const) {
    const cookie = `rapport_session=${browser.cookies.get('rapport_session')}`;
    const head = await fetch(app.base_url + path, {
      method: 'HEAD',
      headers: { cookie },
      redirect: 'manual',
    });
    const get = await fetch(app.base_url + path, { redirect: 'manual' });
    assert.deepEqual([head.status, await head.text()], [status, '']);
    for (const name of ['location', 'content-type', 'cache-control', 'referrer-policy']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  }
  assert.equal(await codes(), before);
});

test('a request too long for the address of the sign-in page is refused, also for a signed-in User', async () => {
  await connect(app, browser, application);
  const stranger = new TestBrowser(app.base_url);
  for (const [character, count, fits] of [
    ['a', 4000, true],
    ['/', 1400, true],
    ['/', 4000, false],
    ['ä', 700, true],
    ['ä', 2000, false],
  ] as const) {
    const state = character.repeat(count);
    const error = fits ? null : 'invalid_request';
    const visit = await stranger.get(authorizeUrl(application, { state }));
    if (fits) assert.match((await stranger.follow(visit)).text, /name="password"/, `${count} ${character}`);
    for (const { location } of [
      ...(fits ? [] : [visit]),
      await browser.get(authorizeUrl(application, { state })),
    ]) {
      const answer = new URL(location!).searchParams;
      assert.deepEqual([answer.get('error'), answer.get('state')], [error, state], `${count} ${character}`);
    }
  }
});

/** Posts an authorization request as a form, as a page of another site can. */
async function postRequest(path: string, body: string | undefined) {
  const headers = body === undefined ? undefined : { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(app.base_url + path, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

test('a posted request is redirected to the GET with all its parameters (OpenID Connect Core §3.1.2.1)', async () => {
  const [path, query] = authorizeUrl(application, { state: 'a b&c=%+ä', nonce: '' }).split('?') as [
    string,
    string,
  ];
  const posted = await postRequest(path, query);
  assert.equal(posted.status, 303);
  const [at, sent] = posted.location!.split('?') as [string, string];
  assert.equal(at, path);
  const asked = new URLSearchParams(query);
  asked.delete('nonce');
  assert.deepEqual([...new URLSearchParams(sent)].sort(), [...asked].sort());

  const visit = await browser.follow(await browser.get(posted.location!));
  const granted = visit.location === null ? await browser.submit(visit, { decision: 'allow' }) : visit;
  const answer = new URL(granted.location!).searchParams;
  assert.deepEqual([answer.get('state'), answer.has('code')], ['a b&c=%+ä', true]);
});

test('a posted request may have some or all of its parameters in the address', async () => {
  const whole = authorizeUrl(application);
  assert.deepEqual(
    [(await postRequest(whole, undefined)).location, (await postRequest(whole, '')).location],
    [whole, whole],
  );
  assert.equal((await postRequest(whole, 'nonce=n')).location, `${whole}&nonce=n`);
});

test('a parameter sent twice in a posted request is refused, also when one of them is in the address', async () => {
  const [path, query] = authorizeUrl(application).split('?') as [string, string];
  for (const posted of [
    await postRequest(path, `${query}&nonce=a&nonce=b`),
    await postRequest(path, `${query}&nonce=&nonce=`),
    await postRequest(`${path}?nonce=a`, `${query}&nonce=a`),
  ]) {
    const answer = new URL((await browser.get(posted.location!)).location!).searchParams;
    assert.equal(answer.get('error_description'), 'nonce is sent more than once. Send each parameter once.');
  }
});

test('a posted request too long for an address is refused, and an unreadable one is refused on a page', async () => {
  const [path, query] = authorizeUrl(application, { state: 'a'.repeat(9000) }).split('?') as [string, string];
  const long = await postRequest(path, query);
  assert.equal(new URL(long.location!).searchParams.get('error'), 'invalid_request');
  const broken = await postRequest(path, 'state=50%off');
  assert.equal(broken.status, 400);
  assert.match(broken.text, /A parameter has a broken escape/);
});

test('a posted request issues no code and asks nothing, even for a signed-in User who has allowed it before', async () => {
  await connect(app, browser, application);
  const [path, query] = authorizeUrl(application).split('?') as [string, string];
  const before = await app.db.query(sql`SELECT FROM oauth_authorizations`);
  const posted = await browser.post(path, Object.fromEntries(new URLSearchParams(query)));
  assert.deepEqual([posted.status, posted.location?.startsWith(`${path}?`)], [303, true]);
  assert.equal((await app.db.query(sql`SELECT FROM oauth_authorizations`)).length, before.length);
});
