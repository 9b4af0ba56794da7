import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, `/api/v2${path}`, { as: ada, body, headers });

test('a call has a direction, an end and a length; one that says nothing has none of them', async () => {
  const call = { title: 'Call', type: 'call', status: 'completed' };
  const said = { direction: 'incoming', call_outcome: 'reached', duration_min: 12 };
  const full = (await send('POST', '/tasks', { ...call, ...said })).body.data;
  assert.deepEqual({ ...full, ...said }, full);
  const bare = (await send('POST', '/tasks', call)).body.data;
  assert.deepEqual([bare.direction, bare.call_outcome, bare.duration_min], ['none', 'none', null]);
});

test('a call that is still planned has no end yet', async () => {
  const planned = { title: 'Call', type: 'call', direction: 'outgoing' };
  const refused = await send('POST', '/tasks', { ...planned, call_outcome: 'reached' });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].pointer, '/call_outcome');
  const { uuid } = (await send('POST', '/tasks', planned)).body.data;
  const ended = await send('PATCH', `/tasks/${uuid}`, { status: 'completed', call_outcome: 'busy' });
  assert.deepEqual([ended.status, ended.body.data.call_outcome], [200, 'busy']);
  // As with its outcome, a call that is open again keeps what was said of it.
  assert.equal((await send('PATCH', `/tasks/${uuid}`, { status: 'open' })).body.data.call_outcome, 'busy');
});

test('calls come from a CSV and go into one with how they went', async () => {
  const csv =
    'Title,Type,Status,Direction,Call outcome,Duration\nImported,call,completed,incoming,no_answer,3\n';
  const { account_uuid } = (await send('GET', '/tasks?limit=1')).body.data[0];
  const path = `/tasks/import?account_uuid=${account_uuid}`;
  const imported = await send('POST', path, csv, { 'content-type': 'text/csv' });
  assert.equal(imported.status, 200, JSON.stringify(imported.body));
  const [task] = (await send('GET', '/tasks?q=Imported')).body.data;
  assert.deepEqual([task.direction, task.call_outcome, task.duration_min], ['incoming', 'no_answer', 3]);
  const answer = await fetch(`${app.base_url}/api/v2/tasks.csv?q=Imported`, {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  const [head, row] = (await answer.text()).split(/\r?\n/);
  const columns = head!.replace(/^\ufeff/, '').split(',');
  assert.equal(row!.split(',')[columns.indexOf('call_outcome')], 'no_answer');
});

test('a report of the activity counts each call once, whatever came of it', async () => {
  const report = await send('GET', '/reports/activity?from=2020-01-01&until=2030-01-01');
  assert.equal(report.status, 200, JSON.stringify(report.body));
  type Row = { figures: { name: string; value: number }[] };
  const rows: Row[] = report.body.data.tables[0].rows;
  const calls = rows.map(({ figures }) => figures.find(({ name }) => name === 'call')!.value);
  assert.equal(
    calls.reduce((sum, value) => sum + value),
    3,
  );
});
