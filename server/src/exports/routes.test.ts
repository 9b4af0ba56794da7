import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import pino from 'pino';
import sql from 'sql-template-tag';
import { HOURLY } from '../clean-up.ts';
import { doHourly } from '../testing/finish-jobs.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../testing/test-app.ts';
import { filesOf } from './testing/archives.ts';

let app: TestApp;
let team: Team;
let cookie: string;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
  await app.call('POST', '/api/v2/clients', { as: team.owner, body: { name: 'Acme' } });
  const body = { email: team.owner.email, password: TEST_PASSWORD };
  const signedIn = await app.call('POST', '/web/sign-in', { headers: { origin: app.base_url }, body });
  cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
});
after(() => app.close());

const send = (method: string, path: string, as: TestUser = team.owner, body?: object) =>
  app.call(method, `/api/v2/exports${path}`, { as, in_browser: true, body });

/** Downloads bytes, which `app.call` would read as text. */
async function download(uuid: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.base_url}/api/v2/exports/${uuid}/file`, {
    headers: { cookie, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function exported(): Promise<{ uuid: string; size_bytes: number; sha256: string }> {
  const { body } = await send('POST', '', team.owner, {});
  await app.jobs.finished();
  return (await send('GET', `/${body.data.uuid}`)).body.data;
}

test('an owner exports the Account, and downloads a file that is as long and as summed as said', async () => {
  const asked = await send('POST', '', team.owner, {});
  assert.deepEqual([asked.status, asked.body.data.state], [201, 'running']);
  const { uuid } = asked.body.data;
  const early = await send('GET', `/${uuid}/file`);
  assert.deepEqual([early.status, early.body.code], [409, 'conflict']);
  await app.jobs.finished();
  const { state, size_bytes, sha256, counts, progress } = (await send('GET', `/${uuid}`)).body.data;
  assert.deepEqual([state, counts['data/clients.ndjson'], progress.done], ['completed', 1, progress.total]);
  const { status, bytes, headers } = await download(uuid);
  assert.deepEqual([status, bytes.length], [200, size_bytes]);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
  assert.deepEqual([headers.get('accept-ranges'), headers.get('etag')], ['bytes', `"${sha256}"`]);
  assert.match((await filesOf(bytes)).get('data/clients.ndjson')!, /"name":"Acme"/);
});

test('a download that broke off goes on, and begins anew when the file is another', async () => {
  const { uuid, size_bytes, sha256 } = await exported();
  const whole = (await download(uuid)).bytes;
  const rest = await download(uuid, { range: 'bytes=100-', 'if-range': `"${sha256}"` });
  assert.equal(rest.status, 206);
  assert.equal(rest.headers.get('content-range'), `bytes 100-${size_bytes - 1}/${size_bytes}`);
  assert.ok(rest.bytes.equals(whole.subarray(100)));
  const other = await download(uuid, { range: 'bytes=100-', 'if-range': '"other"' });
  assert.deepEqual([other.status, other.bytes.length], [200, size_bytes]);
  const beyond = await download(uuid, { range: `bytes=${size_bytes}-` });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size_bytes}`]);
});

test('without events there are no histories in the file', async () => {
  const { uuid } = (await send('POST', '', team.owner, { events: false })).body.data;
  await app.jobs.finished();
  const files = await filesOf((await download(uuid)).bytes);
  assert.deepEqual([files.has('data/events.ndjson'), files.has('data/clients.ndjson')], [false, true]);
});

test('admins, members and viewers can neither export the Account nor have its file', async () => {
  const { uuid } = await exported();
  for (const as of [team.admin, team.member, team.viewer]) {
    const asked = [
      await send('POST', '', as, { account_uuid: team.account_uuid }),
      await send('GET', `/${uuid}`, as),
      await send('GET', `/${uuid}/file`, as),
      await send('DELETE', `/${uuid}`, as),
      await send('GET', `?account_uuid=${team.account_uuid}`, as),
    ];
    assert.deepEqual(
      asked.map(({ status, body }) => [status, body.code]),
      asked.map(() => [403, 'role_insufficient']),
    );
    assert.deepEqual((await send('GET', '', as)).body.data, []);
  }
});

test('no token has an Account exported or takes its file, and a new one asks for the password again', async () => {
  const { uuid } = await exported();
  const byToken = (method: string, path: string, body?: object) =>
    app.call(method, `/api/v2/exports${path}`, { as: team.owner, body });
  for (const answer of [await byToken('POST', '', {}), await byToken('GET', `/${uuid}/file`)])
    assert.deepEqual([answer.status, answer.body.code], [403, 'session_required']);
  app.clock.advance(20 * 60 * 1000);
  const headers = { cookie, origin: app.base_url };
  const late = await app.call('POST', '/api/v2/exports', { headers, body: {} });
  assert.deepEqual([late.status, late.body.code], [403, 'password_required']);
});

test('one export of an Account is under way at a time, and the latest file takes the place of the former', async () => {
  const former = await exported();
  const { uuid } = (await send('POST', '', team.owner, {})).body.data;
  const second = await send('POST', '', team.owner, {});
  assert.deepEqual([second.status, second.body.code], [409, 'conflict']);
  await app.jobs.finished();
  assert.equal((await send('GET', `/${uuid}`)).body.data.state, 'completed');
  assert.equal((await send('GET', `/${former.uuid}`)).body.data.state, 'expired');
  assert.equal((await send('GET', `/${former.uuid}/file`)).status, 404);
});

test('an export that is deleted while it is under way leaves nothing behind', async () => {
  const { uuid } = (await send('POST', '', team.owner, {})).body.data;
  assert.equal((await send('DELETE', `/${uuid}`)).status, 204);
  await app.jobs.finished();
  assert.equal((await send('GET', `/${uuid}`)).status, 404);
  const chunks = await app.db.query(sql`SELECT FROM export_chunks WHERE export_uuid = ${uuid}`);
  assert.equal(chunks.length, 0);
});

test('who loses the role of an owner before the file is written gets none', async () => {
  const second = await app.addUser('Second owner');
  await app.addLogin(team.account_uuid, second, 'owner');
  const { uuid } = (await send('POST', '', second, { account_uuid: team.account_uuid })).body.data;
  await app.db.query(sql`UPDATE logins SET role = 'admin' WHERE user_uuid = ${second.uuid}`);
  await app.jobs.finished();
  const { state, failure } = (await send('GET', `/${uuid}`)).body.data;
  assert.deepEqual([state, failure], ['failed', 'You no longer own the Account.']);
  assert.match((await send('GET', `/${uuid}/file`)).body.detail, /has failed, so it has no file/);
});

test('exports and downloads are in the audit log of the Account', async () => {
  const { uuid } = await exported();
  await download(uuid);
  const { body } = await app.call('GET', `/api/v2/audit-log?account_uuid=${team.account_uuid}&limit=2`, {
    as: team.owner,
  });
  assert.deepEqual(
    body.data.map(({ action, details }: { action: string; details: object }) => [action, details]),
    [
      ['account.export_downloaded', { export_uuid: uuid, events: true }],
      ['account.exported', { export_uuid: uuid, events: true }],
    ],
  );
});

test('a file is gone a week later', async () => {
  const { uuid } = await exported();
  app.clock.advance(7 * 24 * 60 * 60 * 1000);
  assert.equal((await send('GET', `/${uuid}/file`)).status, 404);
  assert.equal((await send('GET', `/${uuid}`)).body.data.state, 'expired');
  await doHourly({ ...app, log: pino({ level: 'silent' }) }, HOURLY);
  assert.equal((await app.db.query(sql`SELECT FROM export_chunks`)).length, 0);
});
