import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NARROW_SCOPES, SCOPE_WORDS } from '@rapport/contract/scopes';
import sql from 'sql-template-tag';
import type { TestBrowser } from '../../testing/browser.ts';
import {
  addApplication,
  authorizeUrl,
  exchange,
  refresh,
  signedIn,
  type TestApplication,
} from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { choicesOf } from './choices.ts';
import { GERMAN } from './german.ts';

let app: TestApp;
let ada: TestUser;
let browser: TestBrowser;
let here: string;
let there: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  here = await app.addAccount(ada, 'Here');
  there = await app.addAccount(ada, 'There');
  browser = await signedIn(app, ada);
});
after(() => app.close());

type Choice = { unticked?: string[]; fields?: Record<string, string> };

/** The consent page of an application. */
const pageOf = (application: TestApplication, parameters: Record<string, string>) =>
  browser.get(authorizeUrl(application, { prompt: 'consent', ...parameters }));

/** Allows what is left ticked, and exchanges the code. */
async function allow(
  application: TestApplication,
  parameters: Record<string, string>,
  { unticked = [], fields = {} }: Choice = {},
) {
  const page = await pageOf(application, parameters);
  const visit = await browser.submit(page, { decision: 'allow', ...fields }, unticked);
  return { page, visit, ...(await tokensOf(application, visit.location)) };
}

async function tokensOf(application: TestApplication, location: string | null) {
  if (location === null) return { scope: null, as: ada, tokens: null };
  const code = new URL(location).searchParams.get('code')!;
  const { body } = await exchange(app, application, code);
  return { scope: body.scope as string, as: { ...ada, token: body.access_token as string }, tokens: body };
}

const get = (as: TestUser, path: string) => app.call('GET', path, { as });
const accountsOf = async (as: TestUser) =>
  (await get(as, '/api/v2/accounts')).body.data.map(({ uuid }: { uuid: string }) => uuid).sort();

test('each scope has a line of its own on the page, in German too, with which it can be allowed', async () => {
  const { see, change } = choicesOf(NARROW_SCOPES);
  const lines = [...see, ...change];
  assert.deepEqual(lines.flatMap(({ name }) => name ?? []).sort(), [...NARROW_SCOPES].sort());
  for (const { text } of lines) assert.ok(Object.hasOwn(GERMAN, text), text);
  const application = await addApplication(app);
  const { scope } = await allow(application, { scope: 'mails:send' });
  assert.equal(scope, 'mails:read mails:send');
});

test('an application gets the scope that it asks for, and the page says it in words', async () => {
  const application = await addApplication(app);
  const { page, scope, as } = await allow(application, { scope: 'deals:write webhooks' });
  assert.match(page.text, /It will be able to see.+Deals.+add, change and delete.+Deals/s);
  assert.doesNotMatch(page.text, /Clients|everything that you can/i);
  assert.equal(scope, 'deals:read deals:write webhooks');
  assert.deepEqual(await accountsOf(as), [here, there].sort());
  assert.equal((await get(as, '/api/v2/deals')).status, 200);
  assert.equal((await get(as, '/api/v2/clients')).status, 403);
});

test('what is unticked is not given, and the User is not asked for it at the next sign-in', async () => {
  const application = await addApplication(app);
  const asked = { scope: 'read openid email' };
  const unticked = ['scope.clients:read', 'scope.account:read'];
  const { scope } = await allow(application, asked, { unticked });
  const left = SCOPE_WORDS.read!.filter((one) => !unticked.includes(`scope.${one}`));
  assert.equal(scope, ['openid', 'email', ...left].join(' '));
  const again = await browser.get(authorizeUrl(application, asked));
  assert.equal((await tokensOf(application, again.location)).scope, scope);
  // More than was asked for is asked for, and what is new is marked.
  const more = await browser.get(authorizeUrl(application, { scope: 'read deals:write' }));
  assert.equal(more.location, null);
  assert.match(more.text, /Deals <b>\(new\)<\/b>/);
  assert.doesNotMatch(more.text, /Notes <b>/);
});

test('an application that asks for everything can be let in to see alone', async () => {
  const application = await addApplication(app);
  const { scope, as } = await allow(application, { scope: '*' }, { unticked: ['scope.change'] });
  assert.equal(scope, SCOPE_WORDS.read!.join(' '));
  const body = { name: 'No', account_uuid: here };
  assert.equal((await app.call('POST', '/api/v2/clients', { as, body })).status, 403);
});

test('an application may be let in to one Account of two, also when only a box was unticked', async () => {
  for (const fields of [{ accounts: 'chosen' }, { accounts: 'all' }]) {
    const application = await addApplication(app);
    const choice = { unticked: [`account.${there}`], fields };
    const { as } = await allow(application, { scope: '*' }, choice);
    assert.deepEqual(await accountsOf(as), [here]);
    assert.equal((await get(as, `/api/v2/accounts/${there}`)).status, 404);
    const grant = (await app.call('GET', '/api/v2/grants', { as: ada })).body.data.find(
      (one: { application: { client_id: string } }) => one.application.client_id === application.client_id,
    );
    assert.deepEqual(grant.account_uuids, [here]);
  }
});

test('a new consent replaces the one before; earlier tokens keep theirs, and a refresh keeps its scope', async () => {
  const application = await addApplication(app);
  const first = await allow(application, { scope: '*' });
  const second = await allow(
    application,
    { scope: 'deals:read' },
    { unticked: [`account.${there}`], fields: { accounts: 'chosen' } },
  );
  assert.equal((await get(first.as, '/api/v2/clients')).status, 200);
  const refreshed = (await refresh(app, application, second.tokens.refresh_token)).body;
  assert.equal(refreshed.scope, 'deals:read');
  const as = { ...ada, token: refreshed.access_token };
  assert.deepEqual(await accountsOf(as), [here]);
  const wider = await refresh(app, application, refreshed.refresh_token, { scope: 'deals:read notes:read' });
  assert.equal(wider.body.error, 'invalid_scope');
  const narrower = await refresh(app, application, first.tokens.refresh_token, { scope: 'notes:read' });
  assert.equal(narrower.body.scope, 'notes:read');
  // The next request for everything is asked again: the grant has less now.
  assert.equal((await browser.get(authorizeUrl(application, { scope: '*' }))).location, null);
});

test('a code that is asked for while the application is shut out of an Account does not reach it', async () => {
  const application = await addApplication(app);
  await allow(application, { scope: 'deals:read' });
  const { query } = app.db;
  const shutOut = () =>
    query(
      sql`UPDATE oauth_grants SET account_uuids = ${[here]} WHERE client_uuid = ${application.client_id}`,
    );
  app.db.query = async (statement) => {
    const rows = await query(statement);
    if (statement.text.includes('asked_scope, account_uuids, redirect_urls FROM oauth_grants'))
      await shutOut();
    return rows as never;
  };
  const { location } = await browser
    .get(authorizeUrl(application, { scope: 'deals:read' }))
    .finally(() => Object.assign(app.db, { query }));
  const { as } = await tokensOf(application, location);
  assert.deepEqual(await accountsOf({ ...as }), [here]);
});

test('a subscription that is beyond a new consent is disabled, and one within it stays', async () => {
  const application = await addApplication(app);
  const { as } = await allow(application, { scope: '*' });
  const subscribe = async (events: string[]) => {
    const body = { url: 'http://127.0.0.1:9/', events, account_uuids: [here] };
    return (await app.call('POST', '/api/v2/webhook-subscriptions', { as, body })).body.data.uuid;
  };
  const [wide, narrow] = [await subscribe(['*']), await subscribe(['deal.won'])];
  await allow(
    application,
    { scope: 'deals:read webhooks' },
    { unticked: [`account.${there}`], fields: { accounts: 'chosen' } },
  );
  const { body } = await app.call('GET', '/api/v2/webhook-subscriptions', { as: ada });
  const reasonOf = (wanted: string) =>
    body.data.find(({ uuid }: { uuid: string }) => uuid === wanted).disabled_reason;
  assert.deepEqual([reasonOf(wide), reasonOf(narrow)], ['grant_revoked', null]);
});

test('with nothing ticked, no Account, or ticks that were never on the page, nothing more is allowed', async () => {
  const application = await addApplication(app);
  const nothing = await allow(application, { scope: 'deals:read' }, { unticked: ['scope.deals:read'] });
  assert.equal(nothing.visit.location, null);
  assert.match(nothing.visit.text, /role="alert"[^<]*>Leave at least one thing ticked/);
  const nowhere = await allow(
    application,
    { scope: 'deals:read' },
    { unticked: [`account.${here}`, `account.${there}`] },
  );
  assert.match(nowhere.visit.text, /Choose at least one Account/);
  const strange = await app.addAccount(await app.addUser());
  const forged = await allow(
    application,
    { scope: 'deals:read' },
    {
      fields: {
        'scope.*': 'on',
        'scope.change': 'on',
        'scope.clients:write': 'on',
        [`account.${strange}`]: 'on',
      },
    },
  );
  assert.equal(forged.scope, 'deals:read');
  assert.deepEqual(await accountsOf(forged.as), [here, there].sort());
});

test('a scope in upper case, an unknown one, and a token for another API are refused', async () => {
  const application = await addApplication(app);
  for (const [parameters, error] of [
    [{ scope: 'DEALS:READ' }, 'invalid_scope'],
    [{ scope: 'deals:read deals:delete' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
    // Assistants are off here.
    [{ resource: `${app.base_url}/mcp` }, 'invalid_target'],
  ] as const) {
    const { location } = await browser.get(authorizeUrl(application, parameters as Record<string, string>));
    assert.equal(new URL(location!).searchParams.get('error'), error);
  }
  assert.equal((await fetch(`${app.base_url}/mcp`, { method: 'POST' })).status, 404);
  const twice = `&resource=${app.base_url}&resource=${app.base_url}`;
  const { location } = await browser.get(authorizeUrl(application) + twice);
  assert.equal(new URL(location!).searchParams.get('error'), 'invalid_target');
  const { tokens } = await allow(application, { scope: '*', resource: `${app.base_url}/` });
  const refused = await refresh(app, application, tokens.refresh_token, { resource: 'https://elsewhere' });
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_target']);
  const meant = await refresh(app, application, tokens.refresh_token, { resource: app.base_url });
  assert.equal(meant.status, 200);
});
