import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { File } from '@rapport/contract/files';
import pino from 'pino';
import sql from 'sql-template-tag';
import { HOURLY } from '../clean-up.ts';
import { archiveOf, takeInBytes } from '../exports/testing/archives.ts';
import { keepRecurring } from '../jobs/actions.ts';
import { doHourly } from '../testing/finish-jobs.ts';
import { orThrow } from '../testing/or-throw.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { MOVE_FILES, moveSome } from './move.ts';
import { s3 } from './objects.ts';
import { type FakeS3, startFakeS3 } from './testing/fake-s3.ts';

let bucket: FakeS3;
let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let client: string;

before(async () => {
  bucket = await startFakeS3();
  app = await startTestApp({ objects: s3(bucket.settings) });
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
  const made = await app.call('POST', '/api/v2/clients', { as: ada, body: { account_uuid, name: 'Acme' } });
  client = made.body.data.uuid;
});
after(async () => {
  await app.close();
  await bucket.stop();
});

const NEVER = new AbortController().signal;
const jobs = (types = [MOVE_FILES]) => doHourly({ ...app, log: pino({ level: 'silent' }) }, types);

async function add(bytes: Buffer, name: string): Promise<File> {
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  form.append('records', JSON.stringify([{ resource: 'client', uuid: client }]));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${ada.token}` };
  const answer = await fetch(`${app.base_url}/api/v2/files`, { method: 'POST', headers, body: form });
  return JSON.parse(await answer.text()).data;
}

async function read(uuid: string, range?: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${ada.token}`, ...(range && { range }) };
  const answer = await fetch(`${app.base_url}/api/v2/files/${uuid}/content`, { headers });
  assert.ok(answer.ok, String(answer.status));
  return Buffer.from(await answer.arrayBuffer());
}

const pieces = async () =>
  (await app.db.query<{ count: number }>(sql`SELECT count(*) FROM file_pieces`))[0]!.count;

test('what has come is moved to the bucket, signed and checked, and is read there, also in parts', async () => {
  const bytes = Buffer.alloc(1_300_000, 'moved away ');
  const file = await add(bytes, 'long.bin');
  const empty = await add(Buffer.alloc(0), 'empty.bin');
  assert.ok((await read(file.uuid)).equals(bytes), 'before');
  await jobs();
  assert.deepEqual([bucket.objects.size, await pieces()], [2, 0]);
  assert.ok((await read(file.uuid)).equals(bytes));
  assert.ok((await read(file.uuid, 'bytes=524280-524300')).equals(bytes.subarray(524_280, 524_301)));
  assert.equal((await read(empty.uuid)).length, 0);
});

test('a bucket that is down keeps nobody from sending, and nothing is lost', async () => {
  bucket.instead = 503;
  const file = await add(Buffer.from('sent while it was down'), 'down.txt');
  await assert.rejects(moveSome(app, 's3', NEVER), /answers PUT with 503/);
  assert.equal((await read(file.uuid)).toString(), 'sent while it was down');
  bucket.instead = null;
  await jobs();
  assert.equal(bucket.objects.size, 3);
});

test('an archive has what lies in the bucket, and another installation takes it in', async () => {
  const archive = await archiveOf(app, { account_uuid, events: false, user_uuid: null });
  const there = await startTestApp();
  try {
    const owner = await there.addUser('Owner');
    orThrow(await takeInBytes(there, archive, owner.uuid));
    const { body } = await there.call('GET', `/api/v2/files?record_uuid=${client}`, { as: owner });
    assert.deepEqual(
      body.data.map(({ name }: File) => name),
      ['down.txt', 'empty.bin', 'long.bin'],
    );
  } finally {
    await there.close();
  }
});

test('a copy reads the bucket of its original, and neither adds to it nor removes from it', async () => {
  const copy = await startTestApp({ objects: s3(bucket.settings), is_copy: true });
  try {
    const [account, content] = [...bucket.objects.keys()][0]!.split('/');
    await copy.db.query(sql`
      INSERT INTO file_leavings (account_uuid, content_uuid, created_at) VALUES (${account}, ${content}, now())`);
    const cleo = await copy.addUser('Cleo');
    const form = new FormData();
    form.append('account_uuid', await copy.addAccount(cleo));
    form.append('file', new Blob(['of the copy']), 'copy.txt');
    const headers = { authorization: `Bearer ${cleo.token}` };
    const sent = await fetch(`${copy.base_url}/api/v2/files`, { method: 'POST', headers, body: form });
    assert.equal(sent.status, 201);
    const before = new Map(bucket.objects);
    await keepRecurring(copy.db, copy.clock, [MOVE_FILES]);
    await copy.jobs.finished();
    assert.deepEqual(bucket.objects, before);
  } finally {
    await copy.close();
  }
});

test('a file that goes for good takes its object along, also with its whole Account', async () => {
  const file = await add(Buffer.from('to be forgotten'), 'gone.txt');
  await jobs();
  assert.equal(bucket.objects.size, 4);
  await app.call('DELETE', `/api/v2/files/${file.uuid}`, { as: ada });
  app.clock.advance(31 * 24 * 60 * 60 * 1000);
  await jobs(HOURLY as never);
  await jobs();
  assert.equal(bucket.objects.size, 3);
});

test('all comes back into the database, checked by its SHA-256, and the bucket is empty then', async () => {
  const [key = ''] = bucket.objects.keys();
  const right = bucket.objects.get(key)!;
  bucket.objects.set(key, Buffer.alloc(right.length, 'x'));
  await assert.rejects(moveSome(app, 'database', NEVER), /has other bytes/);
  bucket.objects.set(key, right);
  while ((await moveSome(app, 'database', NEVER)) > 0);
  const [row] = await app.db.query<{ kept: number; counted: number }>(sql`
    SELECT (SELECT sum(length(bytes)) FROM file_pieces)::bigint AS kept,
      (SELECT sum(size_bytes) FROM file_contents)::bigint AS counted`);
  assert.equal(row!.kept, row!.counted);
  await app.db.query(sql`DELETE FROM file_uploads`);
  await app.db.query(sql`DELETE FROM files WHERE account_uuid = ${account_uuid}`);
  await app.db.query(sql`DELETE FROM file_contents WHERE account_uuid = ${account_uuid}`);
  await jobs();
  assert.equal(bucket.objects.size, 0);
});
