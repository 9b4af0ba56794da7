import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addApplication, signedIn, type TestApplication } from '../../../server/src/testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../server/src/testing/test-app.ts';
import { connect } from './connect.ts';
import { memoryStore, type OAuthError, oauthClient, type TokenSet } from './oauth.ts';

let app: TestApp;
let ada: TestUser;
let registered: TestApplication;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Lovelace Engines');
  registered = await addApplication(app, { require_pkce: true });
});
after(() => app.close());

/**
 * Returns an OAuth client of the test service. `asked` collects its requests to the token endpoint.
 */
function realClient() {
  const asked: string[] = [];
  const oauth = oauthClient({
    baseUrl: app.base_url,
    ...registered,
    fetch: (url, init) => {
      asked.push(String((init!.body as URLSearchParams).get('grant_type')));
      return fetch(url, init);
    },
  });
  return { oauth, asked };
}

/**
 * Opens the URL in Ada's browser, allows the application, and returns the URL that the browser is
 * sent back to.
 */
async function allow(url: string): Promise<string> {
  const browser = await signedIn(app, ada);
  let visit = await browser.follow(await browser.get(url));
  if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
  return visit.location!;
}

describe('the OAuth helper, with the real server', () => {
  let tokens: TokenSet;

  it('gets tokens for the code, with PKCE, and calls the API with them', async () => {
    const { oauth } = realClient();
    const authorization = await oauth.authorize();
    tokens = await oauth.exchange(await allow(authorization.url), authorization);
    const rapport = connect({ baseUrl: app.base_url, token: tokens.access_token });
    assert.equal((await rapport.me()).name, 'Ada');
    const [grant] = await rapport.grants.list().toArray();
    assert.equal(grant?.application.client_id, registered.client_id);
  });

  it('is refused a code with the verifier of another request', async () => {
    const { oauth } = realClient();
    const { url, state } = await oauth.authorize();
    const other = await oauth.authorize();
    const kept = { state, code_verifier: other.code_verifier };
    await assert.rejects(oauth.exchange(await allow(url), kept), { error: 'invalid_grant' });
  });

  it('refreshes once when many calls meet an expired token, and all of them succeed', async () => {
    const { oauth, asked } = realClient();
    app.clock.advance(3_600_000);
    const session = oauth.session(memoryStore(tokens));
    const rapport = connect({ baseUrl: app.base_url, token: session.accessToken });
    const users = await Promise.all(Array.from({ length: 10 }, () => rapport.me()));
    assert.deepEqual(new Set(users.map(({ name }) => name)), new Set(['Ada']));
    assert.deepEqual(asked, ['refresh_token']);
  });

  it('in two processes gets the same pair, when both refresh at once', async () => {
    const { oauth } = realClient();
    const authorization = await oauth.authorize();
    const first = await oauth.exchange(await allow(authorization.url), authorization);
    const [one, two] = await Promise.all([
      oauth.refresh(first.refresh_token),
      oauth.refresh(first.refresh_token),
    ]);
    assert.equal(one.access_token, two.access_token);
    await oauth.revoke(one.refresh_token);
    const refused = await oauth.refresh(one.refresh_token).catch((error: OAuthError) => error.error);
    assert.equal(refused, 'invalid_grant');
  });

  it('disconnects a User who has authorized twice with the second revocation', async () => {
    const { oauth } = realClient();
    const rapport = connect({ baseUrl: app.base_url, token: ada.token });
    for (const grant of await rapport.grants.list().toArray()) await rapport.grants.delete(grant.uuid);
    const refresh_tokens: string[] = [];
    for (let time = 1; time <= 2; time++) {
      const authorization = await oauth.authorize();
      const { refresh_token } = await oauth.exchange(await allow(authorization.url), authorization);
      refresh_tokens.push(refresh_token);
    }
    await oauth.revoke(refresh_tokens[0]!);
    assert.equal((await rapport.grants.list().toArray()).length, 1);
    const { access_token, refresh_token } = await oauth.refresh(refresh_tokens[1]!);
    await oauth.revoke(access_token);
    await oauth.revoke((await oauth.refresh(refresh_token)).refresh_token);
    assert.deepEqual(await rapport.grants.list().toArray(), []);
  });
});
