import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.addAccount(ada);
  await importFile('clients', 'name\n3M\n');
});

async function importFile(path: string, body: string, query = '') {
  const headers = { 'content-type': 'text/csv' };
  const answer = await app.call('POST', `/api/v2/${path}/import${query}`, { as: ada, body, headers });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

async function recordOf(path: string, title: string) {
  const { body } = await app.call('GET', `/api/v2/${path}?limit=200`, { as: ada });
  return body.data.find((one: { title?: string; name?: string }) => [one.title, one.name].includes(title));
}

const withoutZone = (time: string | null) => time?.slice(0, 16);

test('a deal was won or lost when its row says so, and created when its source did', async () => {
  const { created, lost_cells } = await importFile(
    'deals',
    'title,client,status,lost_reason,closed_at,source_created_at\n' +
      'Won,3M,won,,2026-03-05T08:30:00Z,2025-12-24\nLost,3M,lost,Price,5 Mar 2026,\n',
  );
  assert.deepEqual([created, lost_cells], [2, 0]);
  const [won, lost] = [await recordOf('deals', 'Won'), await recordOf('deals', 'Lost')];
  assert.equal(won.closed_at, '2026-03-05T08:30:00.000+00:00');
  assert.equal(won.source_created_at, '2025-12-24T12:00:00.000+00:00');
  assert.equal(withoutZone(lost.closed_at), '2026-03-05T12:00');
});

test('a later row says anew when a deal was won, and a row without the time leaves it', async () => {
  const rows = (closed_at: string) =>
    `external_id,title,client,status,closed_at\nD-1,Won,3M,won,${closed_at}\n`;
  await importFile('deals', rows('2026-03-05T08:30:00Z'));
  assert.equal((await importFile('deals', rows(''))).unchanged, 1);
  assert.equal((await importFile('deals', rows('2026-03-06T08:30:00Z'))).updated, 1);
  assert.equal((await recordOf('deals', 'Won')).closed_at, '2026-03-06T08:30:00.000+00:00');
});

for (const [cell, why] of [
  ['3/4/2026', /may be 2026-04-03 or 2026-03-04/],
  ['soon', /date-time|time/],
  ['2999-01-01T00:00:00Z', /is still to come/],
] as const) {
  test(`${cell} as the time of closing costs the cell, and the row in a strict import`, async () => {
    const csv = `title,client,status,closed_at\nWon,3M,won,${cell}\n`;
    const strict = await importFile('deals', csv, '?strict=true');
    assert.deepEqual([strict.created, strict.failed, strict.failures[0].column], [0, 1, 'closed_at']);
    const { created, losses } = await importFile('deals', csv);
    assert.deepEqual([created, losses.length, losses[0].column], [1, 1, 'closed_at']);
    assert.match(losses[0].detail, why);
    const { closed_at, created_at } = await recordOf('deals', 'Won');
    assert.equal(closed_at, created_at);
  });
}

test('an open deal has no time of closing, and the file is told', async () => {
  const { created, losses } = await importFile('deals', 'title,client,closed_at\nOpen,3M,2026-03-05\n');
  assert.deepEqual([created, losses[0].code], [1, 'not_allowed']);
  assert.equal((await recordOf('deals', 'Open')).closed_at, null);
});

test('a task was completed when its row says so, in any style that leaves one time', async () => {
  const { lost_cells } = await importFile(
    'tasks',
    'title,client,status,completed_at\nCall,3M,completed,24.12.2025 15:30\nMail,3M,completed,3/4/2026\n',
  );
  assert.equal(lost_cells, 1);
  assert.equal(withoutZone((await recordOf('tasks', 'Call')).completed_at), '2025-12-24T15:30');
});

test('every kind keeps when its source created a record', async () => {
  for (const [path, header, row] of [
    ['clients', 'name', 'Acme'],
    ['contacts', 'name', 'Acme'],
    ['tasks', 'title', 'Acme'],
  ]) {
    const query = '?map[Made]=source_created_at';
    const { lost_cells } = await importFile(path!, `${header},Made\n${row},2024-02-29\n`, query);
    assert.equal(lost_cells, 0);
    assert.match((await recordOf(path!, 'Acme')).source_created_at, /^2024-02-29T12/);
  }
});

test('the list as CSV brings its times into another Account, and changes nothing in its own', async () => {
  await importFile(
    'deals',
    'title,client,status,closed_at,source_created_at\nWon,3M,won,2026-03-05T08:30:00.123Z,2025-12-24\n',
  );
  const csv = await (
    await fetch(`${app.base_url}/api/v2/deals.csv`, { headers: { authorization: `Bearer ${ada.token}` } })
  ).text();
  const again = await importFile('deals', csv);
  assert.deepEqual([again.unchanged, again.lost_cells], [1, 0]);
  const first = await recordOf('deals', 'Won');
  ada = await app.addUser();
  await app.addAccount(ada);
  await importFile('clients', 'external_id,name\n3M,3M\n');
  const other = await importFile('deals', csv.replaceAll(first.client_uuid, '3M'));
  assert.equal(other.created, 1, JSON.stringify(other));
  const second = await recordOf('deals', 'Won');
  assert.deepEqual([second.closed_at, second.source_created_at], [first.closed_at, first.source_created_at]);
});

test('a row of a merged deal says nothing of when the one that stayed was closed', async () => {
  await importFile('deals', 'external_id,title,client\nA,Stays,3M\n');
  await importFile(
    'deals',
    'external_id,title,client,status,closed_at\nB,Goes,3M,won,2026-03-05T08:30:00Z\n',
  );
  const [stays, goes] = [await recordOf('deals', 'Stays'), await recordOf('deals', 'Goes')];
  const merged = await app.call('POST', `/api/v2/deals/${stays.uuid}/merge`, {
    as: ada,
    body: { from_uuid: goes.uuid },
  });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  const again = await importFile('deals', 'external_id,title,closed_at\nB,Goes,2026-03-05T08:30:00Z\n');
  assert.deepEqual([again.unchanged, again.lost_cells], [1, 0]);
});
