import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { pngOf } from '../../files/testing/pictures.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { fillAccount } from '../../testing/fill-account.ts';
import { orThrow } from '../../testing/or-throw.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { archiveOf, filesOf, takeInBytes } from '../testing/archives.ts';
import { listEvents } from './queries.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account_uuid: string;
let merged: { winner: string; loser: string };
let deleted: string;
let archive: Buffer;
let files: Map<string, string>;

const post = async (path: string, body: object) => {
  const { status, body: answer } = await app.call('POST', `/api/v2/${path}`, { as: ada, body });
  assert.ok(status < 300, JSON.stringify(answer));
  return answer?.data;
};

before(async () => {
  app = await startTestApp();
  app.clock.advance(60_000);
  ada = await app.addUser('Ada');
  ben = await app.addUser('Ben');
  account_uuid = await app.addAccount(ada, 'Lovelace Engines');
  await app.addLogin(account_uuid, ben, 'member');
  await app.db.query(sql`UPDATE users SET email_verified_at = now()`);
  await fillAccount(app, ada);
  await post('custom-fields', {
    resource: 'client',
    key: 'size',
    label: 'Size',
    type: 'number',
    group_name: 'Plant',
  });
  await post('custom-fields', { resource: 'client', key: 'keeper', label: 'Keeper', type: 'user' });
  const one = await post('clients', {
    name: 'Winner',
    custom: { size: 2, keeper: ben.uuid },
    owner_uuid: ben.uuid,
  });
  const two = await post('clients', { name: 'Loser', external_id: 'lost-1' });
  await post(`clients/${one.uuid}/merge`, { from_uuid: two.uuid });
  merged = { winner: one.uuid, loser: two.uuid };
  const other = await post('clients', { name: 'Winner' });
  await post(`clients/${one.uuid}/distinct`, { other_uuid: other.uuid });
  deleted = (await post('clients', { name: 'Deleted', external_id: 'gone-1', custom: { size: 7 } })).uuid;
  await app.call('DELETE', `/api/v2/clients/${deleted}`, { as: ada });
  await post('views', {
    resource: 'client',
    name: 'Own',
    query: 'filter[name][starts_with]=W',
    shared: false,
  });
  await addFile('empty.txt', Buffer.alloc(0), one.uuid);
  await addFile('photo.png', Buffer.concat([pngOf(4, 4), Buffer.alloc(600_000, 'x')]), one.uuid);
  archive = await archiveOf(app, { account_uuid, events: true, user_uuid: null });
  files = await filesOf(archive);
});
after(() => app.close());

async function addFile(name: string, bytes: Buffer, client_uuid: string): Promise<void> {
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  form.append('records', JSON.stringify([{ resource: 'client', uuid: client_uuid }]));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${ada.token}` };
  const answer = await fetch(`${app.base_url}/api/v2/files`, { method: 'POST', headers, body: form });
  assert.equal(answer.status, 201, await answer.text());
}

const linesOf = (name: string) =>
  files
    .get(`data/${name}.ndjson`)!
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Takes the Account away as the clean-up does 30 days after its deletion. */
async function forget(): Promise<void> {
  for (const table of ['events', 'records', 'custom_fields'])
    await app.db.query(sql`DELETE FROM ${raw(table)} WHERE account_uuid = ${account_uuid}`);
  await app.db.query(sql`DELETE FROM accounts WHERE uuid = ${account_uuid}`);
}

test('an archive has all records, also deleted and merged ones, with their counts and checksums', async () => {
  const manifest = JSON.parse(files.get('manifest.json')!);
  assert.deepEqual(
    [manifest.format, manifest.format_version, manifest.account_uuid],
    ['rapport-account', 2, account_uuid],
  );
  assert.equal(manifest.files.length, files.size - 1);
  assert.equal(linesOf('clients').length, 7);
  assert.equal(linesOf('distinct-records').length, 1);
  assert.ok(linesOf('clients').find(({ uuid }) => uuid === deleted).deleted_at);
  assert.deepEqual(
    linesOf('merges').map(({ from_uuid, into_uuid }) => [from_uuid, into_uuid]),
    [[merged.loser, merged.winner]],
  );
  assert.deepEqual(
    linesOf('members').map(({ name, role }) => [name, role]),
    [
      ['Ada', 'owner'],
      ['Ben', 'member'],
    ],
  );
  assert.ok(linesOf('events').length > 20);
});

test('an archive has no secret', () => {
  const all = [...files.values()].join('\n');
  for (const secret of [ada.token, '$argon2', 'cookie', 'signing_secret'])
    assert.ok(!all.includes(secret), secret);
});

test('an Account that was taken in is exported again byte for byte', async () => {
  await forget();
  const loaded = orThrow(await takeInBytes(app, archive, ada.uuid));
  assert.deepEqual(loaded.people.missing, []);
  const again = await filesOf(await archiveOf(app, { account_uuid, events: true, user_uuid: null }));
  assert.deepEqual([...again.keys()], [...files.keys()]);
  for (const [name, text] of files) if (name !== 'manifest.json') assert.equal(again.get(name), text, name);
});

test('all events are there in the order of the feed, also where numbers of transactions get longer', async () => {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      WITH numbered AS (SELECT uuid, row_number() OVER (ORDER BY position) AS place FROM events WHERE account_uuid = ${account_uuid})
      UPDATE events SET transaction_id = (CASE WHEN place < 5 THEN 5 ELSE 10 END)::text::xid8
      FROM numbered WHERE events.uuid = numbered.uuid`);
    const told: string[] = [];
    for (
      let page = await listEvents(tx, account_uuid, null, 3);
      page.length > 0;
      page = await listEvents(tx, account_uuid, page.at(-1)!, 3)
    )
      told.push(...page.map(({ body }) => JSON.parse(body).uuid));
    const feed = await tx.query<{ uuid: string }>(sql`
      SELECT uuid FROM events WHERE account_uuid = ${account_uuid} AND body IS NOT NULL ORDER BY position`);
    assert.deepEqual(
      told,
      feed.map(({ uuid }) => uuid),
    );
    return new Problem('conflict', 'Nothing of this is kept.');
  });
});

test('what was taken in behaves as before: merged ones lead on, deleted ones come back, changes are undone', async () => {
  const get = (path: string) => app.call('GET', `/api/v2/${path}`, { as: ada, redirect: 'manual' });
  const led = await get(`clients/${merged.loser}`);
  assert.deepEqual([led.status, led.headers.get('location')?.endsWith(merged.winner)], [301, true]);
  const byId = await get('clients?filter[external_id]=lost-1');
  assert.deepEqual(
    byId.body.data.map(({ uuid }: { uuid: string }) => uuid),
    [merged.winner],
  );
  const sized = await get('clients?filter[custom.size][gte]=1');
  assert.deepEqual(
    sized.body.data.map(({ name }: { name: string }) => name),
    ['Winner'],
  );
  const back = await app.call('POST', `/api/v2/clients/${deleted}/restore`, { as: ada });
  assert.deepEqual([back.status, back.body.data.name], [200, 'Deleted']);
  const again = await get('clients?filter[custom.size][gte]=1&sort=name');
  assert.deepEqual(
    again.body.data.map(({ name }: { name: string }) => name),
    ['Deleted', 'Winner'],
  );
  const { body: history } = await get(`clients/${merged.winner}/events`);
  const made = history.data.find(({ event }: { event: string }) => event === 'client.merged');
  const undone = await app.call('POST', `/api/v2/changes/${made.change_uuid}/undo`, { as: ada, body: {} });
  assert.deepEqual([undone.status, undone.body.data.kept], [200, []], JSON.stringify(undone.body));
  assert.equal((await get(`clients/${merged.loser}`)).body.data.name, 'Loser');
});

test('in another installation, records and histories name the Users there', async () => {
  const there = await startTestApp();
  try {
    const owner = await there.addUser('Owner');
    const other = await there.addUser('Ben');
    await there.db.query(
      sql`UPDATE users SET email = ${ben.email}, email_verified_at = now() WHERE uuid = ${other.uuid}`,
    );
    const loaded = orThrow(await takeInBytes(there, archive, owner.uuid));
    assert.deepEqual(
      loaded.people.missing.map(({ email }) => email),
      [ada.email],
    );
    const { body } = await there.call('GET', `/api/v2/clients/${merged.winner}`, { as: other });
    assert.deepEqual([body.data.owner_uuid, body.data.custom.keeper], [other.uuid, other.uuid]);
    const { body: history } = await there.call('GET', `/api/v2/clients/${merged.winner}/events`, {
      as: other,
    });
    assert.equal(history.data.at(-1).data.owner_uuid, other.uuid);
    const again = await filesOf(await archiveOf(there, { account_uuid, events: true, user_uuid: null }));
    for (const name of ['pipelines', 'notes', 'merges', 'custom-fields'])
      assert.equal(again.get(`data/${name}.ndjson`), files.get(`data/${name}.ndjson`), name);
  } finally {
    await there.close();
  }
});

test('a reader of another Account who has lost their place misses nothing after an Account was taken in', async () => {
  const there = await startTestApp();
  try {
    const eve = await there.addUser('Eve');
    await there.addAccount(eve);
    // Two hours after the events of the archive.
    there.clock.advance(2 * 60 * 60 * 1000);
    await there.call('POST', '/api/v2/clients', { as: eve, body: { name: 'Missed' } });
    there.clock.advance(60_000);
    const lost = newUuid(there.clock.now());
    orThrow(await takeInBytes(there, archive, eve.uuid));
    // An event waits for older transactions of the whole PostgreSQL, also those of other tests.
    await until('the missed event', async () => {
      const { body } = await there.call('GET', `/api/v2/events?after=${lost}&limit=200`, { as: eve });
      return body.data.some(({ data }: { data: { name?: string } }) => data.name === 'Missed');
    });
  } finally {
    await there.close();
  }
});
