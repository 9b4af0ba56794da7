import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { arbitraryOf } from './testing/arbitrary-of.ts';
import type { TestBrowser } from './testing/browser.ts';
import { addApplication, connect, signedIn } from './testing/oauth-flow.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from './testing/test-app.ts';

/** Addresses that describe the API: they show the names of secret fields, with examples. */
const DESCRIPTIONS = /^\/(docs|llms|api\/openapi\.json)/;

/** A word in every text of Bea's records. Ada's browser must never receive it. */
const MARK = 'Beatrice';

/** Valid bodies for routes whose description gives no valid or no body at all. */
const WRITTEN_BODIES: Record<string, object[]> = {
  'POST /web/sign-in': [{ email: 'ada@example.com', password: TEST_PASSWORD }],
  'POST /web/password': [{ current_password: TEST_PASSWORD, new_password: TEST_PASSWORD }],
  'POST /web/email': [{ email: 'ada.new@example.com' }, { email: `${MARK}@example.com` }],
  'POST /web/password-resets': [{ email: `${MARK}@example.com` }],
  'POST /api/v2/personal-access-tokens': [{ name: 'Another' }],
  'POST /api/v2/personal-access-tokens/:uuid/rotate': [{}],
  'POST /api/v2/webhook-subscriptions': [{ url: 'http://127.0.0.1:9/', events: ['*'] }],
  'PATCH /api/v2/webhook-subscriptions/:uuid': [{ description: 'Changed' }],
  'POST /api/v2/clients': [{ account_uuid: '{account}', name: 'Another' }],
  'PATCH /api/v2/clients/:uuid': [{ name: 'Changed' }],
};

let app: TestApp;
let ada: TestUser;
let bea: TestUser;
let browser: TestBrowser;
let own: string[];
let foreign: string[];
let signing_secrets: string[];

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  bea = await app.addUser(MARK);
  signing_secrets = [];
  own = await addRecords(ada, 'Ada');
  foreign = await addRecords(bea, MARK);
  browser = await signedIn(app, ada);
});
after(() => app.close());

test('no answer to a browser session has a signing secret, a hash or ciphertext of the database, or a word of another Account', async () => {
  const seen: { what: string; sent: string; got: string }[] = [];
  for (const { method, url } of inHarmlessOrder(app.routes)) {
    for (const path of pathsOf(url)) {
      for (const body of bodiesOf(method, url)) {
        const sent = `${method} ${path} ${body ?? ''}`;
        seen.push({ what: `${method} ${url}`, sent, got: await ask(method, path, body) });
      }
    }
  }
  const all = [...signing_secrets, ...(await storedSecrets()), MARK, bea.email, ...foreign];
  const leaks = seen.flatMap(({ what, sent, got }) => [
    ...all
      .filter((secret) => got.includes(secret) && !sent.includes(secret))
      .map((text) => `${what}: ${text}`),
    ...(got.includes('"signing_secret"') && !DESCRIPTIONS.test(what.split(' ')[1]!)
      ? [`${what}: the field`]
      : []),
  ]);
  assert.deepEqual([...new Set(leaks)], []);
  // The test would show nothing if requests failed before they reach any data.
  const answered = new Set(seen.filter(({ got }) => got.startsWith('2')).map(({ what }) => what));
  const missing = [...Object.keys(WRITTEN_BODIES), 'GET /api/v2/audit-log'].filter(
    (route) => !answered.has(route),
  );
  assert.deepEqual(missing, []);
  assert.ok(signing_secrets.length === 2 && all.length > 40, 'there was hardly anything to leak');
});

/** Creates one record of each kind with this word in its texts; returns all their uuids. */
async function addRecords(user: TestUser, word: string): Promise<string[]> {
  const account_uuid = await app.addAccount(user, `${word} Ltd`);
  const make = async (path: string, body?: object, in_browser = false) => {
    const answer = await app.call('POST', `/api/v2/${path}`, { as: user, body, in_browser });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const subscription = await make('webhook-subscriptions', {
    url: `http://127.0.0.1:9/${word}`,
    events: ['*'],
    description: word,
  });
  signing_secrets.push(subscription.signing_secret);
  const client = await make('clients', { account_uuid, name: word, description: word, external_id: word });
  const guest = { email: `${word}.guest@example.com`, role: 'viewer' };
  const invitation = await make(`accounts/${account_uuid}/invitations`, guest, true);
  const recovery = await make(`webhook-subscriptions/${subscription.uuid}/recover`, {
    since: new Date(app.clock.now().getTime() - 3_600_000).toISOString(),
  });
  const session = await signedIn(app, user);
  await connect(app, session, await addApplication(app, { name: `${word} Sync` }));
  const list = async (path: string) => (await app.call('GET', `/api/v2/${path}`, { as: user })).body.data;
  const listed = await Promise.all(
    ['logins', 'grants', 'personal-access-tokens', 'webhook-deliveries', 'events'].map(list),
  );
  const uuids = listed.flat().map((record: { uuid: string }) => record.uuid);
  return [account_uuid, user.uuid, subscription.uuid, client.uuid, invitation.uuid, recovery.uuid, ...uuids];
}

/** Sorts routes: reads first, deletions last. Signing out follows at the end of the test. */
function inHarmlessOrder(routes: TestApp['routes']) {
  const order = ['GET', 'PATCH', 'POST', 'DELETE'];
  return routes
    .filter(({ method, url }) => order.includes(method) && !/sign-out|\/live$/.test(url))
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
}

/** The paths of a route, with the uuid of each record, both Ada's and Bea's. */
function pathsOf(url: string): string[] {
  return url.includes(':uuid')
    ? [...own, ...foreign].map((uuid) => url.replace(':uuid', uuid))
    : [url.replace('*', 'x')];
}

/** Bodies that fit the description of the route, with uuids of Ada's and Bea's records. */
function bodiesOf(method: string, url: string): (string | undefined)[] {
  const operation = app.description.paths[url.replace(':uuid', '{uuid}')]?.[method.toLowerCase()];
  const schema = operation?.requestBody?.content['application/json']?.schema;
  const written = WRITTEN_BODIES[`${method} ${url}`]?.map((body) =>
    JSON.stringify(body).replace('{account}', own[0]!),
  );
  if (!schema) return written ?? [undefined];
  const uuid = fc.constantFrom(...own, ...foreign);
  const text = fc.constantFrom('client.created', 'http://127.0.0.1:9/', 'owner', TEST_PASSWORD);
  const bodies = arbitraryOf(schema, app.description, { uuid, text });
  const made = fc.sample(bodies, { numRuns: 2, seed: 1 }).map((body) => JSON.stringify(body));
  return [...(written ?? []), ...made];
}

/** Sends a request and returns the whole answer as text: status, headers and body. */
async function ask(method: string, path: string, body: string | undefined): Promise<string> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(app.base_url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
  });
  const text = await response.text();
  // A request may have changed the password or ended the session, and later ones would only get
  // 401.
  if (response.status === 401 || method !== 'GET') await signInAgain();
  return `${response.status} ${JSON.stringify([...response.headers])} ${text}`;
}

async function signInAgain(): Promise<void> {
  const me = await browser.get('/api/v2/me');
  if (me.status === 401) browser = await signedIn(app, ada);
}

/** Every hash and ciphertext in the database, in the forms in which an answer could show it. */
async function storedSecrets(): Promise<string[]> {
  const columns = await app.db.query<{ table_name: string; column_name: string }>(sql`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name = 'password_hash')
      AND table_name NOT IN ('migrations', 'idempotency_keys')`);
  const found: string[] = [];
  for (const { table_name, column_name } of columns) {
    const rows = await app.db.query<{ value: Buffer | string | null }>(
      sql`SELECT ${raw(column_name)} AS value FROM ${raw(table_name)}`,
    );
    for (const { value } of rows) {
      if (typeof value === 'string') found.push(value);
      else if (value)
        found.push(...(['hex', 'base64', 'base64url'] as const).map((form) => value.toString(form)));
    }
  }
  return found;
}
