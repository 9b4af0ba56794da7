import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Deal } from '@rapport/contract/records/deals';
import { type FarDatabase, startFarDatabase } from './testing/far-database.ts';
import { addApplication, authorize, exchange, refresh, signedIn } from './testing/oauth-flow.ts';
import { type Log, type LoggedStatement, logStatements } from './testing/statement-log.ts';
import { type Answer, startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from './testing/test-app.ts';

/**
 * Round trips, counted in PostgreSQL's own log. The database is far away: a statement that waited
 * for an answer begins much later than the one before on its connection, and one that was sent
 * together with it begins at once.
 */
const WAY_MS = 100;
/** The log has whole milliseconds. */
const GAP_MS = WAY_MS - 2;

let far: FarDatabase;
let log: Log<LoggedStatement>;
let app: TestApp;
let ada: TestUser;
let client_uuid: string;
let deal: Deal;
before(async () => {
  app = await startTestApp({
    through: async (connectionString) => {
      log = await logStatements(connectionString);
      far = await startFarDatabase(connectionString);
      return far.connectionString;
    },
  });
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  client_uuid = await client();
  await call('POST', '/custom-fields', { resource: 'client', label: 'Size', type: 'number' });
  await call('POST', '/custom-fields', { resource: 'client', label: 'Plate', type: 'text', unique: true });
  deal = (await call('POST', '/deals', { title: 'Deal', client_uuid })).body.data;
});
after(async () => {
  await app.close();
  far.close();
});

async function call(method: string, path: string, body?: object, headers?: Record<string, string>) {
  const answer = await app.call(method, `/api/v2${path}`, { as: ada, body, headers });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer;
}

/** Adds a record of its own for each case. */
const client = async (fields: object = {}): Promise<string> =>
  (await call('POST', '/clients', { name: 'One', ...fields })).body.data.uuid;

const some = () => `some ${Math.random()}`;

/** A request, or what sends it. */
type Request = [method: string, path: string, body?: object, headers?: Record<string, string>];

const CHANGES: [what: string, trips: number, make: () => Promise<Request>][] = [
  // Who is calling; read and look; write.
  ['a create that names nothing', 3, async () => ['POST', '/clients', { name: 'New' }]],
  [
    'a create with an owner and an external_id',
    3,
    async () => ['POST', '/clients', { name: 'New', owner_uuid: ada.uuid, external_id: some() }],
  ],
  [
    'a create of a Deal with its Client and its stage',
    3,
    async () => ['POST', '/deals', { title: 'New', client_uuid, stage_uuid: deal.stage_uuid }],
  ],
  [
    'a create of a note about a Deal, which its Client shows as well',
    3,
    async () => ['POST', '/notes', { body: 'New', records: [{ resource: 'deal', uuid: deal.uuid }] }],
  ],
  [
    'a change with an owner and an external_id',
    3,
    async () => [
      'PATCH',
      `/clients/${await client()}`,
      { name: 'Other', owner_uuid: ada.uuid, external_id: some() },
    ],
  ],
  [
    'a Deal that moves and gets another Client',
    3,
    async () => ['PATCH', `/deals/${deal.uuid}`, { title: some(), client_uuid: await client() }],
  ],
  ['a deletion', 3, async () => ['DELETE', `/clients/${await client()}`]],
  [
    'a restore of a record with an external_id',
    3,
    async () => {
      const uuid = await client({ external_id: some() });
      await call('DELETE', `/clients/${uuid}`);
      return ['POST', `/clients/${uuid}/restore`];
    },
  ],
  [
    'a create with tags and with values of declared fields',
    3,
    async () => ['POST', '/clients', { name: 'New', tags: [some()], custom: { size: 1, plate: some() } }],
  ],
  [
    'a restore of a record with a value of a unique field',
    3,
    async () => {
      const uuid = await client({ custom: { plate: some() } });
      await call('DELETE', `/clients/${uuid}`);
      return ['POST', `/clients/${uuid}/restore`];
    },
  ],
  // The key is locked before the rest, and its answer is kept behind the rest.
  [
    'a create with an Idempotency-Key',
    5,
    async () => ['POST', '/clients', { name: 'New' }, { 'idempotency-key': some() }],
  ],
  // Whether all rows were taken is known before COMMIT.
  [
    'a batch of 200 creates',
    4,
    async () => [
      'POST',
      '/clients/batch',
      { operations: Array.from({ length: 200 }, () => ({ action: 'create', data: { name: 'New' } })) },
    ],
  ],
  [
    'a batch of changes and deletions',
    5,
    async () => [
      'POST',
      '/clients/batch',
      {
        operations: [
          { action: 'update', uuid: await client(), data: { name: some() } },
          { action: 'delete', uuid: await client() },
        ],
      },
    ],
  ],
];

for (const [what, trips_max, make] of CHANGES) {
  test(`${what} makes at most ${trips_max} round trips with the token, and none parses a statement of one record`, async () => {
    // The first time prepares connections.
    await call(...(await make()));
    const request = await make();
    const [, statements] = await logged(() => call(...request));
    assert.ok(tripsOf(statements) <= trips_max, inWords(statements));
    if (what.startsWith('a batch')) return;
    const parsed = statements.filter(({ step }) => step === 'parse').map(({ text }) => text);
    assert.deepEqual(parsed, []);
  });
}

test('a create from a page makes as many round trips as one with a token', async () => {
  const browser = await signedIn(app, ada);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: app.base_url, 'sec-fetch-site': 'same-origin' };
  const create = () => app.call('POST', '/api/v2/clients', { body: { name: 'New' }, headers });
  await create();
  const [answer, statements] = await logged(create);
  assert.equal(answer.status, 201);
  assert.ok(tripsOf(statements) <= 3, inWords(statements));
});

test('a sign-in makes at most 6 round trips', async () => {
  const body = { email: ada.email, password: TEST_PASSWORD };
  const headers = { origin: app.base_url, 'sec-fetch-site': 'same-origin' };
  const signIn = () => app.call('POST', '/web/sign-in', { body, headers });
  await signIn();
  const [answer, statements] = await logged(signIn);
  assert.equal(answer.status, 204);
  assert.ok(tripsOf(statements) <= 6, inWords(statements));
});

test('the exchange of a code and a refresh make 2 round trips each: they read, then they write', async () => {
  const browser = await signedIn(app, ada);
  const application = await addApplication(app);
  const newCode = async () => (await authorize(browser, application)).code!;
  const { refresh_token: first } = (await exchange(app, application, await newCode())).body;
  await refresh(app, application, first);
  const code = await newCode();
  const [exchanged, ofExchange] = await logged(() => exchange(app, application, code));
  assert.equal(tripsOf(ofExchange), 2, inWords(ofExchange));
  const { refresh_token } = exchanged.body;
  const [refreshed, ofRefresh] = await logged(() => refresh(app, application, refresh_token));
  assert.equal(tripsOf(ofRefresh), 2, inWords(ofRefresh));
  assert.deepEqual([exchanged.status, refreshed.status], [200, 200]);
});

/** Sends a request while the database is far away; returns its statements as well. */
async function logged(send: () => Promise<Answer>): Promise<[Answer, LoggedStatement[]]> {
  await log.next();
  far.way_ms = WAY_MS;
  const answer = await send();
  far.way_ms = 0;
  return [answer, await ownStatements()];
}

/**
 * The log of requests is written beside them, once a second, the use of a token is noted, and open
 * pages are told after the answer. The connection that listens is checked every ten seconds.
 */
const ownStatements = async () =>
  (await log.next()).filter(
    ({ text }) => !/INSERT INTO api_requests|last_used_at = |^NOTIFY "rapport_live"|^SELECT 1$/.test(text),
  );

function tripsOf(statements: LoggedStatement[]): number {
  return statements.filter(isNextTrip).length;
}

function isNextTrip({ pid, began_ms }: LoggedStatement, index: number, all: LoggedStatement[]): boolean {
  const before = all.slice(0, index).findLast((one) => one.pid === pid);
  return before === undefined || began_ms - before.ended_ms >= GAP_MS;
}

function inWords(statements: LoggedStatement[]): string {
  return statements
    .map((one, index, all) => `${isNextTrip(one, index, all) ? '\n' : ''}${one.step} ${one.text}`)
    .join('\n');
}
