import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addTeam } from '../testing/team.ts';
import { startTestApp, TEST_PASSWORD } from '../testing/test-app.ts';

test('sample data fills a CRM, and is removed at once without records added since', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const own = { origin: app.base_url };
  const body = { name: 'Ada', email: 'ada@example.com', password: TEST_PASSWORD, account_name: 'Engines' };
  const signedUp = await app.call('POST', '/web/first-run', {
    headers: own,
    body: { ...body, sample_data: true },
  });
  assert.equal(signedUp.status, 204);
  const cookie = String(signedUp.headers.get('set-cookie')).split(';')[0]!;
  const headers = { ...own, cookie };
  const call = (method: string, path: string, body?: object) => app.call(method, path, { headers, body });
  const total = async (path: string) =>
    (await call('GET', `/api/v2/${path}${path.includes('?') ? '&' : '?'}include=total`)).body.total;

  const counts = await Promise.all(['clients', 'contacts', 'deals', 'tasks', 'notes'].map(total));
  assert.deepEqual(counts, [503, 34, 31, 34, 16]);
  assert.equal(await total('tasks?filter[status]=open&filter[due_on][lt]=today'), 4);
  assert.equal(await total('deals?filter[status]=won'), 4);
  // Reports would tell of notes that nobody wrote.
  assert.equal(await total('notes?filter[owner_uuid]=me'), 16);
  const { body: elena } = await call('GET', '/api/v2/contacts?q=Elena');
  assert.equal(elena.data[0].clients.length, 3);

  const { account_uuid } = elena.data[0];
  const path = `/web/accounts/${account_uuid}/sample-data`;
  assert.equal((await call('GET', path)).body.data.count, 618);
  await call('POST', '/api/v2/clients', { name: 'Our own' });
  assert.equal((await call('DELETE', path)).status, 204);
  assert.deepEqual(
    [await total('clients'), await total('deals'), await total('pipelines'), await total('clients/deleted')],
    [1, 0, 1, 503],
  );
  assert.equal((await call('GET', path)).body.data.count, 0);
});

test('strangers cannot reach sample data, and viewers cannot remove it', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const team = await addTeam(app);
  const path = `/web/accounts/${team.account_uuid}/sample-data`;
  for (const [method, as, status] of [
    ['GET', team.stranger, 404],
    ['DELETE', team.stranger, 404],
    ['GET', team.viewer, 200],
    ['DELETE', team.viewer, 403],
  ] as const) {
    const answer = await app.call(method, path, { as });
    assert.equal(answer.status, status, `${method} ${status}`);
  }
});

test('sample data is added to an empty Account at any time, and only to one', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const team = await addTeam(app);
  const path = `/web/accounts/${team.account_uuid}/sample-data`;
  const add = (as: typeof team.owner) => app.call('POST', path, { as });
  const account = `/api/v2/accounts/${team.account_uuid}`;
  await app.call('PATCH', account, { as: team.owner, body: { currency: 'CHF' } });
  assert.equal((await add(team.stranger)).status, 404);
  assert.equal((await add(team.viewer)).status, 403);
  assert.deepEqual((await app.call('GET', path, { as: team.owner })).body.data, { count: 0, is_empty: true });
  assert.equal((await add(team.owner)).status, 204);
  const { data } = (await app.call('GET', path, { as: team.owner })).body;
  const deals = (await app.call('GET', '/api/v2/deals?limit=200', { as: team.owner })).body.data;
  assert.deepEqual([...new Set(deals.map((deal: { currency: string }) => deal.currency))], ['CHF']);
  assert.deepEqual(data, { count: 618, is_empty: false });
  const again = await add(team.owner);
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
  // Removed samples can be restored for 30 days, so the Account had records.
  assert.equal((await app.call('DELETE', path, { as: team.owner })).status, 204);
  assert.equal((await add(team.owner)).status, 409);
});

test('a German browser gets people, deals, tasks and notes in German', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const own = { origin: app.base_url, 'accept-language': 'de-DE,de;q=0.9' };
  const body = { name: 'Ada', email: 'ada@example.com', password: TEST_PASSWORD, account_name: 'Motoren' };
  const signedUp = await app.call('POST', '/web/first-run', {
    headers: own,
    body: { ...body, sample_data: true },
  });
  const cookie = String(signedUp.headers.get('set-cookie')).split(';')[0]!;
  const list = async (path: string) =>
    (await app.call('GET', `/api/v2/${path}?limit=200`, { headers: { cookie } })).body.data;
  const german = Object.values(
    JSON.parse(readFileSync(new URL('../../../examples/data/sample-crm.de.json', import.meta.url), 'utf8')),
  );
  const texts = [
    ...(await list('contacts')).map((one: { job_title: string }) => one.job_title),
    ...[...(await list('deals')), ...(await list('tasks'))].map((one: { title: string }) => one.title),
    ...(await list('notes')).map((one: { body: string }) => one.body),
  ];
  assert.equal(texts.length, 34 + 31 + 34 + 16);
  assert.deepEqual(
    texts.filter((text) => text !== null && !german.includes(text)),
    [],
  );
});
