import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { TestBrowser } from '../../server/src/testing/browser.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import {
  addApplication,
  authorize,
  signedIn,
  type TestApplication,
} from '../../server/src/testing/oauth-flow.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { startOAuthApp } from './app.mjs';

let rapport: TestApp;
let client: TestApplication;
let application: Server;
let base_url: string;
/** Two Users of Rapport: one visits the application, the other sends them links. */
let visitor: TestBrowser;
let attacker: TestBrowser;
/** The cookie by which the application knows the visitor. */
let cookie: string;

before(async () => {
  rapport = await startTestApp();
  // The library uses the real time, so the service's clock must show it.
  rapport.clock.advance(Date.now() - rapport.clock.now().getTime());
  const port = await freePort();
  base_url = `http://localhost:${port}`;
  client = await addApplication(rapport, { redirect_urls: [`${base_url}/callback`] });
  const [ada, mallory] = [await rapport.addUser('Ada'), await rapport.addUser('Mallory')];
  await rapport.addAccount(ada, 'Lovelace Engines');
  await rapport.addAccount(mallory, 'Trap');
  [visitor, attacker] = [await signedIn(rapport, ada), await signedIn(rapport, mallory)];
  application = await startOAuthApp({ rapport_url: rapport.base_url, ...client, port });
});
after(async () => {
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
  await rapport.close();
});
beforeEach(() => {
  cookie = '';
});

test('a visitor who began to sign in is signed in, by one answer only', async () => {
  const answer = await authorize(visitor, client, await begin());
  assert.equal((await callback(answer)).status, 303);
  assert.match(await home(), /Lovelace Engines/);
  assert.equal((await callback(answer)).status, 400);
});

test('a visitor who did not begin to sign in is not signed in by the link of somebody else', async () => {
  const { code, iss } = await authorize(attacker, client);
  assert.equal((await callback({ code: code!, iss: iss! })).status, 400);
  assert.match(await home(), /Sign in with Rapport/);
});

test('a visitor in the middle of a sign-in is not signed in by such a link either, and a second link is not tried', async () => {
  const { code_challenge, code_challenge_method } = await begin();
  const answer = await authorize(attacker, client, {
    code_challenge: code_challenge!,
    code_challenge_method: code_challenge_method!,
  });
  assert.equal((await callback(answer)).status, 500);
  assert.equal((await callback(answer)).status, 400);
  assert.match(await home(), /Sign in with Rapport/);
});

test('a visitor who has disconnected the application is asked to sign in again', async () => {
  await callback(await authorize(visitor, client, await begin()));
  await rapport.db.query(
    sql`UPDATE oauth_grants SET revoked_at = ${rapport.clock.now()}, revoked_reason = 'by_user'`,
  );
  assert.match(await home(), /Sign in with Rapport/);
  await callback(await authorize(visitor, client, await begin()));
  assert.match(await home(), /Lovelace Engines/);
});

async function visit(path: string): Promise<Response> {
  const response = await fetch(base_url + path, { headers: { cookie }, redirect: 'manual' });
  cookie = response.headers.get('set-cookie')!.split(';')[0]!;
  return response;
}

/** Returns the parameters of the application's authorization request for its visitor. */
async function begin(): Promise<Record<string, string>> {
  const { headers } = await visit('/login');
  return Object.fromEntries(new URL(headers.get('location')!).searchParams);
}

function callback(answer: Record<string, string>): Promise<Response> {
  return visit(`/callback?${new URLSearchParams(answer)}`);
}

async function home(): Promise<string> {
  return (await visit('/')).text();
}
