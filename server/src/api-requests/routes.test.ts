import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import sql, { type Sql } from 'sql-template-tag';
import { openDatabase } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { addApplication, callWith, connect, signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { forgetOldRequests } from './actions.ts';
import { RequestRecorder } from './recorder.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const PATH = '/api/v2/api-requests';

/** The list for a User, read by their browser: this request is not logged itself. */
async function listOf(user: TestUser, query = '') {
  await app.requestRecorder.flush();
  const answer = await app.call('GET', PATH + query, { as: user, in_browser: true });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

test("the list shows a token's request with its status, problem and request id, and without query and body", async () => {
  const user = await app.addUser();
  const created = await app.call('POST', '/api/v2/clients?x=secret', { as: user, body: { name: 'Hidden' } });
  await app.call('GET', '/api/v2/clients?filter[name]=Hidden', { as: user });
  const [second, first] = await listOf(user);
  assert.deepEqual(
    [first.method, first.path, first.status, first.problem_code, first.name, first.client_id],
    ['POST', '/api/v2/clients', created.status, created.body.code, 'test', null],
  );
  assert.equal(first.request_id, created.headers.get('x-request-id'));
  assert.deepEqual([second.method, second.path, second.status], ['GET', '/api/v2/clients', 200]);
  assert.doesNotMatch(JSON.stringify([first, second]), /Hidden|secret/);
});

test('a token or a code in a path is kept neither here nor in the id of a request', async () => {
  const user = await app.addUser();
  const code = 'k'.repeat(30);
  const headers = { 'x-request-id': user.token };
  await app.call('GET', `/api/v2/clients/${user.token}`, { as: user, headers });
  await app.call('GET', `/api/v2/clients/${code}`, { as: user });
  const listed = JSON.stringify(await listOf(user));
  assert.ok(!listed.includes(user.token) && !listed.includes(code), listed);
  assert.match(listed, /clients\/rpt_pat\*\*\*/);
});

test('the list is filtered by status, method, path and token, and continues by a cursor', async () => {
  const user = await app.addUser();
  for (const path of ['/api/v2/clients', '/api/v2/me', '/api/v2/clients/none'])
    await app.call('GET', path, { as: user });
  await app.call('PATCH', '/api/v2/me', { as: user, body: { name: 'X' } });
  const pathsOf = async (query: string) =>
    (await listOf(user, query)).map(({ path }: { path: string }) => path.replace('/api/v2', ''));
  assert.deepEqual(await pathsOf('?filter[status][gte]=400'), ['/me', '/clients/none']);
  assert.deepEqual(await pathsOf('?filter[method]=PATCH'), ['/me']);
  assert.deepEqual(await pathsOf('?filter[path][starts_with]=/api/v2/clients'), [
    '/clients/none',
    '/clients',
  ]);
  assert.deepEqual(await pathsOf('?filter[problem_code]=session_required'), ['/me']);
  const [{ token_uuid }] = await listOf(user);
  assert.equal((await pathsOf(`?filter[token_uuid]=${token_uuid}`)).length, 4);
  assert.deepEqual(await pathsOf(`?filter[token_uuid]=${newUuid(new Date())}`), []);
  const page = await app.call('GET', `${PATH}?limit=3`, { as: user, in_browser: true });
  assert.equal((await listOf(user, `?limit=3&cursor=${page.body.next_cursor}`)).length, 1);
});

test('an application sees only its own requests, and other Users see none of them', async () => {
  const [user, stranger] = [await app.addUser(), await app.addUser()];
  await app.call('GET', '/api/v2/me', { as: user });
  const application = await addApplication(app);
  const { access_token } = await connect(app, await signedIn(app, user), application);
  await callWith(app, access_token);
  const [asked] = await listOf(user);
  assert.deepEqual(
    [asked.client_id, asked.token_uuid, asked.name],
    [application.client_id, null, 'Ledger Sync'],
  );
  const headers = { authorization: `Bearer ${access_token}` };
  const seen = await app.call('GET', PATH, { headers });
  assert.deepEqual(
    seen.body.data.map(({ path }: { path: string }) => path),
    ['/api/v1/logins'],
  );
  assert.deepEqual(await listOf(stranger), []);
});

test('a request that is refused early is in the list, too', async () => {
  const limited = await startTestApp({ rate_limit: 1 });
  after(() => limited.close());
  const user = await limited.addUser();
  for (let i = 0; i < 6; i++) await limited.call('GET', '/api/v2/me', { as: user });
  await limited.requestRecorder.flush();
  const rows = await limited.db.query<{ status: number; problem_code: string | null }>(
    sql`SELECT DISTINCT status, problem_code FROM api_requests ORDER BY status`,
  );
  assert.deepEqual(rows, [
    { status: 200, problem_code: null },
    { status: 429, problem_code: 'rate_limited' },
  ]);
});

test('requests are deleted after three days', async () => {
  const user = await app.addUser();
  await app.call('GET', '/api/v2/me', { as: user });
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  await app.call('GET', '/api/v2/clients', { as: user });
  app.clock.advance(24 * 60 * 60 * 1000 + 1000);
  await app.requestRecorder.flush();
  while ((await forgetOldRequests(app.db, app.clock)) > 0);
  assert.deepEqual(
    (await listOf(user)).map(({ path }: { path: string }) => path),
    ['/api/v2/clients'],
  );
});

test('requests are answered while the database is away, and their log is written when it is back', async () => {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) });
  const away = openDatabase(app.connectionString.replace(/:\d+\//, ':1/'));
  after(() => away.close());
  let db = away;
  const recorder = new RequestRecorder({ query: (asked: Sql) => db.query(asked) } as never, log);
  const user = await app.addUser();
  const noted = (i: number) => ({
    uuid: newUuid(app.clock.now()),
    user_uuid: user.uuid,
    token_uuid: null,
    grant_uuid: null,
    method: 'GET',
    path: `/api/v2/clients/${i}`,
    status: 200,
    problem_code: null,
    duration_ms: 1,
    request_id: String(i),
    created_at: app.clock.now(),
  });
  for (let i = 0; i < 10_002; i++) recorder.note(noted(i));
  await recorder.flush();
  assert.ok(warnings.some((text) => text.startsWith('could not write the log of API requests')));
  db = app.db;
  await recorder.flush();
  assert.equal(warnings.at(-1), 'the database was away: the log of API requests lacks some');
  const [{ count }] = (await app.db.query(
    sql`SELECT count(*) FROM api_requests WHERE user_uuid = ${user.uuid}`,
  )) as [{ count: number }];
  assert.equal(count, 10_000);
});
