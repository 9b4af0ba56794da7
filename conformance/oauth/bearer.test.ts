import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operator } from '../../server/src/access/caller.ts';
import { deleteApplication } from '../../server/src/oauth/applications/actions.ts';
import { revokeGrant } from '../../server/src/oauth/grants/actions.ts';
import { newToken } from '../../server/src/platform/secrets/random-tokens.ts';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import { sendHeadersAsGiven } from '../../server/src/testing/headers-as-given.ts';
import {
  addApplication,
  authorize,
  authorizeUrl,
  callWith,
  connect,
  exchange,
  postForm,
  refresh,
  signedIn,
} from '../../server/src/testing/oauth-flow.ts';
import { overtake } from '../../server/src/testing/overtake.ts';
import type { TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  ada = await target.app.addUser('Ada');
  await target.app.addAccount(ada, 'Lovelace Engines Ltd');
  browser = await signedIn(target.app, ada);
});
after(() => target.close());

const PATHS = ['/api/v1/logins', '/api/v2/clients'];
const challengeOf = (answer: { headers: Headers }) => answer.headers.get('www-authenticate') ?? '';

test('C56: without credentials 401 asks for Bearer, without an error code (RFC 6750 §3.1)', async () => {
  for (const path of PATHS) {
    const answer = await target.app.call('GET', path);
    assert.equal(answer.status, 401);
    assert.equal(challengeOf(answer), 'Bearer realm="Rapport"');
  }
});

test('C57, C61: an unknown token is 401 invalid_token, in the header as in the body (RFC 6750 §3.1)', async () => {
  for (const token of [`rpt_oat_${'A'.repeat(36)}`, 'nonsense']) {
    const answer = await callWith(target.app, token);
    assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_token']);
    assert.match(challengeOf(answer), /error="invalid_token"/);
    assert.ok(challengeOf(answer).includes(`error_description="${answer.body.detail}"`));
  }
});

test('C57: a malformed header is 400 invalid_request (RFC 6750 §3.1)', async () => {
  for (const authorization of ['Bearer', 'Bearer a b', 'Bearer "x"', 'Bearer x,Bearer y']) {
    const answer = await target.app.call('GET', '/api/v1/logins', { headers: { authorization } });
    assert.equal(answer.status, 400, authorization);
    assert.match(challengeOf(answer), /error="invalid_request"/);
  }
});

test('C57: two Authorization headers are 400 invalid_request, also when they are the same (RFC 6750 §3.1)', async () => {
  const { access_token } = await connect(target.app, browser, target.client);
  const bearer = `Bearer ${access_token}`;
  for (const authorization of [
    [bearer, 'Bearer other'],
    [bearer, bearer],
    ['Basic x', bearer],
  ]) {
    for (const path of [...PATHS, '/oauth/userinfo']) {
      const answer = await sendHeadersAsGiven(target.base_url + path, { headers: { authorization } });
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], path);
      assert.match(answer.headers['www-authenticate'] as string, /error="invalid_request"/);
    }
  }
});

test('C57: a token without * is 403 insufficient_scope, and the header says what is needed (RFC 6750 §3.1)', async () => {
  const { access_token } = await connect(target.app, browser, target.client, { scope: 'openid' });
  for (const path of PATHS) {
    const answer = await callWith(target.app, access_token, path);
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope']);
    assert.match(challengeOf(answer), /error="insufficient_scope", scope="\*"/);
  }
});

test('C58: the scheme is read in any case, and a token in the address is refused (RFC 9700 §4.3.2)', async () => {
  const { access_token } = await connect(target.app, browser, target.client);
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${access_token}` };
    assert.equal((await target.app.call('GET', '/api/v1/logins', { headers })).status, 200);
  }
  const inAddress = await target.app.call('GET', `/api/v1/logins?access_token=${access_token}`);
  assert.equal(inAddress.status, 400);
  const both = await callWith(target.app, access_token, `/api/v1/logins?access_token=${access_token}`);
  assert.equal(both.status, 400);
});

test('C59, P10: only access tokens are bearer tokens, and no other secret stands in for another', async () => {
  const { app, client } = target;
  const tokens = await connect(app, browser, client);
  const { code } = await authorize(browser, client);
  const session = browser.cookies.get('rapport_session')!;
  for (const token of [tokens.refresh_token, code!, client.client_secret, session]) {
    assert.equal((await callWith(app, token)).status, 401);
  }
  for (const token of [ada.token, tokens.access_token]) {
    const inCookie = { headers: { cookie: `rapport_session=${token}` } };
    assert.equal((await app.call('GET', '/api/v1/logins', inCookie)).status, 401);
  }
  for (const token of [ada.token, tokens.access_token]) {
    assert.equal((await refresh(app, client, token)).body.error, 'invalid_grant');
    assert.equal((await exchange(app, client, token)).body.error, 'invalid_grant');
    assert.equal((await refresh(app, { ...client, client_secret: token }, 'x')).status, 401);
  }
  assert.deepEqual((await postForm(app, '/oauth/introspect', client, { token: ada.token })).body, {
    active: false,
  });
});

test('C59, P10: a bearer token does not authenticate at the token endpoint', async () => {
  const response = await fetch(`${target.base_url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
  });
  assert.equal(response.status, 401);
});

test('C60: a revocation holds at the very next request', async () => {
  const { app, client } = target;
  const { access_token } = await connect(app, browser, client);
  assert.equal((await callWith(app, access_token)).status, 200);
  await postForm(app, '/oauth/revoke', client, { token: access_token });
  assert.equal((await callWith(app, access_token)).status, 401);
});

test('a token sees the Accounts of its User and nothing else', async () => {
  const { app, client } = target;
  const grace = await app.addUser('Grace');
  const elsewhere = await app.addAccount(grace, 'Hopper');
  const { access_token } = await connect(app, browser, client);
  const names = (await callWith(app, access_token, '/api/v2/accounts')).body.data.map(
    ({ name }: { name: string }) => name,
  );
  assert.deepEqual(names, ['Lovelace Engines Ltd']);
  assert.equal((await callWith(app, access_token, `/api/v2/accounts/${elsewhere}`)).status, 404);
});

test('/api/v2/me and events say which application acted', async () => {
  const { app, client } = target;
  const { access_token } = await connect(app, browser, client);
  const me = (await callWith(app, access_token, '/api/v2/me')).body.data;
  assert.deepEqual(
    [me.email, me.token.type, me.token.name],
    [ada.email, 'oauth_access_token', 'Ledger Sync'],
  );
});

test('C67: connected apps show since when, last use and expiry, and can be disconnected: tokens and subscriptions stop', async () => {
  const { app, client } = target;
  const user = await app.addUser();
  await app.addAccount(user);
  const userBrowser = await signedIn(app, user);
  const { access_token, refresh_token } = await connect(app, userBrowser, client);
  const subscription = await callWith(app, access_token, '/api/v2/webhook-subscriptions', 'POST', {
    url: 'http://127.0.0.1:9/hook',
    events: ['*'],
  });
  assert.equal(subscription.status, 201, JSON.stringify(subscription.body));

  const { body } = await app.call('GET', '/api/v2/grants', { as: user });
  assert.equal(body.data.length, 1);
  const [grant] = body.data;
  assert.deepEqual(grant.application, {
    client_id: client.client_id,
    name: 'Ledger Sync',
    company: 'Ledger Ltd',
  });
  assert.deepEqual([grant.scope, grant.created_at], ['*', '2026-11-20T09:20:00.000+00:00']);
  assert.equal(grant.expires_at, '2027-05-20T09:20:00.000+00:00');
  assert.notEqual(grant.last_used_at, undefined);

  const stranger = await app.call('DELETE', `/api/v2/grants/${grant.uuid}`, { as: ada });
  assert.equal(stranger.status, 404);
  assert.equal((await app.call('DELETE', `/api/v2/grants/${grant.uuid}`, { as: user })).status, 204);
  assert.equal((await callWith(app, access_token)).status, 401);
  assert.equal((await refresh(app, client, refresh_token)).body.error, 'invalid_grant');
  const after = await app.call('GET', '/api/v2/webhook-subscriptions', { as: user });
  assert.deepEqual(
    [after.body.data[0].enabled, after.body.data[0].disabled_reason],
    [false, 'grant_revoked'],
  );
  assert.deepEqual((await app.call('GET', '/api/v2/grants', { as: user })).body.data, []);
  assert.equal((await userBrowser.get(authorizeUrl(client))).location, null, 'the User is asked again');
});

test('C67, C68: a User cannot enable what a disconnected or deleted application subscribed to, until it is connected again', async () => {
  const { app } = target;
  const user = await app.addUser();
  const theirs = await signedIn(app, user);
  const path = '/api/v2/webhook-subscriptions';
  const client = await addApplication(app);
  const { access_token } = await connect(app, theirs, client);
  const subscribe = (more = {}) =>
    callWith(app, access_token, path, 'POST', { url: 'http://127.0.0.1:9/hook', events: ['*'], ...more });
  const made = [await subscribe(), await subscribe({ enabled: false })].map(({ body }) => body.data.uuid);
  const change = (uuid: string, body: object) => app.call('PATCH', `${path}/${uuid}`, { as: user, body });
  const enabling = async () => {
    const answers = [];
    for (const uuid of made) answers.push(await change(uuid, { enabled: true }));
    return answers.map(({ status, body }) => body.code ?? status);
  };
  const refused = ['subscription_disabled', 'subscription_disabled'];

  const grant = (await app.call('GET', '/api/v2/grants', { as: user })).body.data[0];
  await app.call('DELETE', `/api/v2/grants/${grant.uuid}`, { as: user });
  assert.deepEqual(await enabling(), refused);
  assert.equal((await change(made[0], { description: 'Whose is it?' })).status, 200);
  await connect(app, theirs, client);
  assert.deepEqual(await enabling(), [200, 200]);
  await deleteApplication(app, operator('test'), client.client_id);
  assert.deepEqual(await enabling(), refused);
});

test('C46, C67: an application that makes or enables a subscription while the User disconnects it leaves none behind', async () => {
  const { app, client } = target;
  const user = await app.addUser();
  const path = '/api/v2/webhook-subscriptions';
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['*'] };
  for (const [method, subpath, body] of [
    ['POST', () => path, hook],
    ['PATCH', (uuid: string) => `${path}/${uuid}`, { enabled: true }],
  ] as const) {
    const { access_token } = await connect(app, await signedIn(app, user), client);
    const { data } = (await callWith(app, access_token, path, 'POST', hook)).body;
    const grant = (await app.call('GET', '/api/v2/grants', { as: user })).body.data[0];
    const answer = await overtake(
      app.db,
      'oauth_grants',
      (tx) => revokeGrant(app, tx, operator('test'), grant.uuid, 'by_user'),
      () => callWith(app, access_token, subpath(data.uuid), method, body),
    );
    assert.equal(answer.status, 401);
    assert.match(challengeOf(answer), /error="invalid_token"/);
    const left = (await app.call('GET', path, { as: user })).body.data;
    assert.ok(left.every((subscription: { enabled: boolean }) => !subscription.enabled));
  }
});

test('C57: a token that has expired, was revoked or is unknown is to be refreshed, or the User asked again (contract §5.2)', async () => {
  const { app, client } = target;
  const { access_token: revoked } = await connect(app, browser, client);
  await postForm(app, '/oauth/revoke', client, { token: revoked });
  const { access_token: expired } = await connect(app, await signedIn(app, ada), client);
  app.clock.advance(60 * 60_000);
  for (const [token, said] of [
    [revoked, /^The token was revoked at \S+ /],
    [expired, /^The token expired at \S+ /],
    [newToken('oauth_access_token'), /^The token is unknown\. /],
  ] as const) {
    const { detail } = (await callWith(app, token)).body;
    assert.match(detail, said);
    assert.match(detail, /Refresh it, or send the User to authorize again\.$/);
  }
});
