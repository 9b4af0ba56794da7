import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as oauth4webapi from 'oauth4webapi';
import * as openidClient from 'openid-client';
import PassportOAuth2, { type VerifyCallback } from 'passport-oauth2';
import { AuthorizationCode } from 'simple-oauth2';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import { signedIn } from '../../server/src/testing/oauth-flow.ts';
import type { TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
let browser: TestBrowser;
before(async () => {
  target = await startRapport();
  const { app } = target;
  // Libraries use the real time, so the service's clock must show it.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  browser = await signedIn(app, ada);
});
after(() => target.close());

/**
 * Opens the address that a library made and allows the request. Returns the address that the User
 * comes back to.
 */
async function goAndAllow(url: string | URL): Promise<URL> {
  const { pathname, search } = new URL(url);
  let visit = await browser.get(pathname + search);
  if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
  return new URL(visit.location!);
}

async function statusWith(access_token: string): Promise<number> {
  const headers = { authorization: `Bearer ${access_token}` };
  return (await target.app.call('GET', '/api/v1/logins', { headers })).status;
}

describe('openid-client 6', () => {
  const discover = () =>
    openidClient.discovery(
      new URL(target.base_url),
      target.client.client_id,
      target.client.client_secret,
      undefined,
      {
        execute: [openidClient.allowInsecureRequests],
      },
    );

  test('scope=* without PKCE: code, refresh, introspection, revocation', async () => {
    const { redirect_uri } = target.client;
    const config = await discover();
    const state = openidClient.randomState();
    const back = await goAndAllow(
      openidClient.buildAuthorizationUrl(config, { redirect_uri, scope: '*', state }),
    );
    const tokens = await openidClient.authorizationCodeGrant(config, back, { expectedState: state });
    assert.equal(await statusWith(tokens.access_token), 200);
    assert.ok(tokens.expiresIn()! > 3500);
    const next = await openidClient.refreshTokenGrant(config, tokens.refresh_token!);
    assert.equal(await statusWith(next.access_token), 200);
    assert.equal((await openidClient.tokenIntrospection(config, next.access_token)).active, true);
    await openidClient.tokenRevocation(config, next.refresh_token!);
    assert.equal(await statusWith(next.access_token), 401);
  });

  test('OpenID Connect with PKCE, nonce and max_age, then userinfo', async () => {
    const { redirect_uri } = target.client;
    const config = await discover();
    const [state, nonce, verifier] = [
      openidClient.randomState(),
      openidClient.randomNonce(),
      openidClient.randomPKCECodeVerifier(),
    ];
    const url = openidClient.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid profile email',
      state,
      nonce,
      max_age: '3600',
      code_challenge: await openidClient.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      maxAge: 3600,
      idTokenExpected: true,
    };
    const tokens = await openidClient.authorizationCodeGrant(config, await goAndAllow(url), checks);
    const { sub } = tokens.claims()!;
    const info = await openidClient.fetchUserInfo(config, tokens.access_token, sub);
    assert.deepEqual([info.sub, info.email, info.name], [ada.uuid, ada.email, 'Ada']);
  });
});

describe('oauth4webapi 3', () => {
  for (const [name, authenticate] of [
    ['client_secret_post', oauth4webapi.ClientSecretPost],
    ['client_secret_basic', oauth4webapi.ClientSecretBasic],
  ] as const) {
    test(`scope=* without PKCE, with ${name}`, async () => {
      const insecure = { [oauth4webapi.allowInsecureRequests]: true };
      const issuer = new URL(target.base_url);
      const discovered = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
      const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered);
      const { redirect_uri, client_id } = target.client;
      const client = { client_id };
      const authentication = authenticate(target.client.client_secret);
      const state = oauth4webapi.generateRandomState();
      const url = new URL(server.authorization_endpoint!);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri,
        scope: '*',
        state,
      }).toString();
      const answer = oauth4webapi.validateAuthResponse(server, client, await goAndAllow(url), state);
      const response = await oauth4webapi.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        answer,
        redirect_uri,
        oauth4webapi.nopkce,
        insecure,
      );
      const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, client, response);
      assert.equal(await statusWith(tokens.access_token), 200);
      const refreshed = await oauth4webapi.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        tokens.refresh_token!,
        insecure,
      );
      const next = await oauth4webapi.processRefreshTokenResponse(server, client, refreshed);
      assert.equal(await statusWith(next.access_token), 200);
    });
  }
});

describe('simple-oauth2 5', () => {
  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`scope=* without PKCE, credentials in the ${authorizationMethod}: code, expiry, refresh, revocation`, async () => {
      const { client_id, client_secret, redirect_uri } = target.client;
      const library = new AuthorizationCode({
        client: { id: client_id, secret: client_secret },
        auth: {
          tokenHost: target.base_url,
          authorizePath: '/oauth/authorize',
          tokenPath: '/oauth/token',
          revokePath: '/oauth/revoke',
        },
        options: { authorizationMethod },
      });
      const back = await goAndAllow(library.authorizeURL({ redirect_uri, scope: '*', state: 'abc' }));
      assert.equal(back.searchParams.get('state'), 'abc');
      const token = await library.getToken({ code: back.searchParams.get('code')!, redirect_uri });
      assert.equal(await statusWith(token.token.access_token as string), 200);
      assert.equal(token.expired(), false);
      const next = await token.refresh();
      assert.equal(await statusWith(next.token.access_token as string), 200);
      await next.revokeAll();
      assert.equal(await statusWith(next.token.access_token as string), 401);
    });
  }
});

describe('passport-oauth2 1', () => {
  for (const pkce of [false, true]) {
    test(`scope=* ${pkce ? 'with' : 'without'} PKCE`, async () => {
      const { client_id: clientID, client_secret: clientSecret, redirect_uri: callbackURL } = target.client;
      const verify = (accessToken: string, refreshToken: string, _profile: unknown, done: VerifyCallback) =>
        done(null, { accessToken, refreshToken });
      const endpoints = {
        authorizationURL: `${target.base_url}/oauth/authorize`,
        tokenURL: `${target.base_url}/oauth/token`,
      };
      const options = { ...endpoints, clientID, clientSecret, callbackURL, scope: '*', pkce, state: pkce };
      const strategy = new PassportOAuth2(options as PassportOAuth2.StrategyOptions, verify);
      const session = {};
      const start = await authenticate(strategy, { query: {}, session });
      const back = await goAndAllow(start.redirect!);
      const end = await authenticate(strategy, { query: Object.fromEntries(back.searchParams), session });
      assert.equal(await statusWith(end.user!.accessToken), 200);
    });
  }

  /** Runs a strategy like passport does, and returns its decision. */
  function authenticate(strategy: PassportOAuth2, request: object) {
    type Outcome = { redirect?: string; user?: { accessToken: string } };
    return new Promise<Outcome>((resolve, reject) => {
      const attempt = Object.assign(Object.create(strategy), {
        redirect: (redirect: string) => resolve({ redirect }),
        success: (user: { accessToken: string }) => resolve({ user }),
        fail: (reason: unknown) => reject(new Error(JSON.stringify(reason))),
        error: reject,
      });
      attempt.authenticate(request, {});
    });
  }
});
