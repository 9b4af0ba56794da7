import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { after, before, test } from 'node:test';
import type { File, FileRecord } from '@rapport/contract/files';
import pino from 'pino';
import sql from 'sql-template-tag';
import { HOURLY } from '../clean-up.ts';
import { doHourly } from '../testing/finish-jobs.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { forgetFiles } from './clean-up.ts';
import { pngOf, webpOf } from './testing/pictures.ts';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let viewer: TestUser;
let account_uuid: string;
let client: string;

before(async () => {
  app = await startTestApp({ file_max_bytes: 2 * MIB });
  ada = await app.addUser('Ada');
  ben = await app.addUser('Ben');
  viewer = await app.addUser('Vera');
  account_uuid = await app.addAccount(ada, 'Engines');
  await app.addLogin(account_uuid, ben, 'member');
  await app.addLogin(account_uuid, viewer, 'viewer');
  client = await addClient('Acme');
});
after(() => app.close());

const call = (method: string, path: string, as = ada, body?: unknown, headers = {}) =>
  app.call(method, `/api/v2/${path}`, { as, body, headers });

async function addClient(name: string): Promise<string> {
  return (await call('POST', 'clients', ada, { account_uuid, name })).body.data.uuid;
}

const ofClient = (uuid = client): FileRecord[] => [{ resource: 'client', uuid }];

/** Sends bytes as they are; the answer is not read as text. */
async function send(
  method: string,
  path: string,
  as: TestUser,
  body?: Buffer,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${app.base_url}/api/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${as.token}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.includes('json');
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : null,
  };
}

function formOf(bytes: Buffer | string, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return form;
}

async function sendForm(form: FormData, as = ada) {
  const answer = await fetch(`${app.base_url}/api/v2/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}` },
    body: form,
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

async function addFile(
  bytes: Buffer | string,
  name = 'a.txt',
  records = ofClient(),
  as = ada,
): Promise<File> {
  const sent = await sendForm(formOf(bytes, name, { account_uuid, records: JSON.stringify(records) }), as);
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return sent.body.data;
}

const sum = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** What the database has of the Account: as counted, and as it is. */
async function stored() {
  const [row] = await app.db.query<{ counted: number; kept: number; orphans: number }>(sql`
    SELECT (SELECT coalesce(sum(size_bytes), 0)::bigint FROM file_contents WHERE sha256 IS NOT NULL) AS counted,
      (SELECT coalesce(sum(length(bytes)), 0)::bigint FROM file_pieces JOIN file_contents ON uuid = content_uuid
        WHERE sha256 IS NOT NULL) AS kept,
      (SELECT count(*) FROM file_contents WHERE NOT EXISTS (SELECT FROM files WHERE content_uuid = file_contents.uuid)
        AND NOT EXISTS (SELECT FROM file_uploads WHERE content_uuid = file_contents.uuid)) AS orphans`);
  return row!;
}

test('a file comes back as it was sent, with its SHA-256 as ETag, whole and in parts', async () => {
  const bytes = Buffer.concat([pngOf(2, 2), Buffer.alloc(1.2 * MIB, 'x')]);
  const file = await addFile(bytes, 'Grüße ☺.png');
  assert.deepEqual(
    [file.name, file.type, file.size_bytes, file.sha256, file.user_uuid],
    ['Grüße ☺.png', 'image/png', bytes.length, sum(bytes), ada.uuid],
  );
  const whole = await send('GET', `files/${file.uuid}/content`, viewer);
  assert.ok(whole.bytes.equals(bytes));
  const { headers } = whole;
  assert.deepEqual(
    ['etag', 'content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map(
      (name) => headers.get(name),
    ),
    [`"${sum(bytes)}"`, 'image/png', 'nosniff', 'sandbox', 'private, no-cache'],
  );
  assert.match(
    headers.get('content-disposition')!,
    /^inline; filename\*=UTF-8''Gr%C3%BC%C3%9Fe%20%E2%98%BA\.png$/,
  );
  const part = await send('GET', `files/${file.uuid}/content`, viewer, undefined, {
    range: 'bytes=524280-524300',
  });
  assert.equal(part.status, 206);
  assert.ok(part.bytes.equals(bytes.subarray(524_280, 524_301)));
  const behind = await send('GET', `files/${file.uuid}/content`, viewer, undefined, {
    range: 'bytes=99999999-',
  });
  assert.deepEqual([behind.status, behind.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
  const many = await send('GET', `files/${file.uuid}/content`, viewer, undefined, {
    range: `bytes=${'0-1,'.repeat(1500)}2-3`,
  });
  assert.deepEqual([many.status, many.bytes.length], [200, bytes.length]);
  const known = await send('GET', `files/${file.uuid}/content`, viewer, undefined, {
    'if-none-match': `"${sum(bytes)}"`,
  });
  assert.equal(known.status, 304);
});

const SHOWN: [string, Buffer, string][] = [
  ['a.html', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 'application/pdf'],
  ['a.gif', Buffer.from('GIF89a/*<script>*/=1'), 'image/gif'],
  ['a.jpg', Buffer.from('\xff\xd8\xff\xe0 photo', 'latin1'), 'image/jpeg'],
  ['a.webp', webpOf(3, 3), 'image/webp'],
  ['a.avif', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'latin1'), 'image/avif'],
];
const SAVED: [string, string][] = [
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a.png', '<!doctype html><script>alert(1)</script>'],
  ['a.pdf', ' %PDF-1.7 behind a space'],
  ['a.pdf', '\n<html>%PDF-1.7'],
  ['a.xml', '<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ['a.mhtml', 'MIME-Version: 1.0'],
  ['empty.txt', ''],
];

test('a browser shows only pictures and PDF, by what the bytes are, and runs nothing', async () => {
  for (const [name, bytes, type] of SHOWN) {
    const { uuid } = await addFile(bytes, name);
    const { headers } = await send('GET', `files/${uuid}/content`, ada);
    assert.equal(headers.get('content-type'), type, name);
    assert.match(headers.get('content-disposition')!, /^inline/, name);
    assert.equal(headers.get('content-security-policy'), 'sandbox');
  }
  for (const [name, text] of SAVED) {
    const { uuid, type } = await addFile(text, name);
    const { headers } = await send('GET', `files/${uuid}/content`, ada);
    assert.deepEqual([type, headers.get('content-type')], Array(2).fill('application/octet-stream'), text);
    assert.match(headers.get('content-disposition')!, /^attachment/, text);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('names lose what leads elsewhere or turns letters round, and keep the rest', async () => {
  const named = async (name: string) => (await addFile('x', name)).name;
  assert.equal(await named('../../etc/passwd'), 'passwd');
  assert.equal(await named('C:\\Users\\ada\\offer.pdf'), 'offer.pdf');
  assert.equal(await named('invoice\u202Efdp.exe'), 'invoicefdp.exe');
  assert.equal(await named('..'), 'file');
  assert.equal((await named('x'.repeat(400))).length, 255);
  const file = await addFile('x', 'a.txt');
  for (const name of ['a/b', 'a\\b', '..', 'a\u0000b', 'a\rb', 'a\u202Eb', '', 'x'.repeat(256)]) {
    const refused = await call('PATCH', `files/${file.uuid}`, ada, { name });
    assert.equal(refused.status, 422, JSON.stringify(name));
  }
});

test('who reads one of its records reads a file; without a record it is its sender’s alone', async () => {
  const stranger = await app.addUser('Stranger');
  await app.addAccount(stranger, 'Elsewhere');
  const file = await addFile('shared', 'shared.txt');
  const own = await addFile('own', 'own.txt', []);
  for (const path of [`files/${file.uuid}`, `files/${file.uuid}/content`]) {
    assert.equal((await send('GET', path, viewer)).status, 200);
    assert.equal((await send('GET', path, stranger)).status, 404);
  }
  for (const path of [`files/${own.uuid}`, `files/${own.uuid}/content`]) {
    assert.equal((await send('GET', path, ada)).status, 200);
    assert.equal((await send('GET', path, ben)).status, 404, 'a colleague');
  }
  assert.equal((await call('PATCH', `files/${own.uuid}`, ben, { records: ofClient() })).status, 404);
  const gone = await addClient('Gone soon');
  const hidden = await addFile('hidden', 'hidden.txt', ofClient(gone));
  await call('DELETE', `clients/${gone}`);
  assert.equal((await call('GET', `files/${hidden.uuid}`)).status, 404, 'also for its sender');
  await call('POST', `clients/${gone}/restore`);
  assert.equal((await call('GET', `files/${hidden.uuid}`)).status, 200);
});

test('where members see only their own records, they see only the files of these, also in lists, events and histories', async () => {
  const eve = await app.addUser('Eve');
  const there = await app.addAccount(eve, 'Narrow');
  const [ann, bob] = [await app.addUser('Ann'), await app.addUser('Bob')];
  for (const user of [ann, bob]) await app.addLogin(there, user, 'member');
  const add = async (name: string, owner_uuid: string) =>
    (await call('POST', 'clients', eve, { account_uuid: there, name, owner_uuid })).body.data.uuid;
  const [anns, bobs] = [await add('Of Ann', ann.uuid), await add('Of Bob', bob.uuid)];
  const keep = async (name: string, records: FileRecord[], as = eve) =>
    (await sendForm(formOf(name, name, { account_uuid: there, records: JSON.stringify(records) }), as)).body
      .data as File;
  const [own, hidden] = [await keep('own.txt', ofClient(anns)), await keep('hidden.txt', ofClient(bobs))];
  const both = await keep('both.txt', [...ofClient(anns), ...ofClient(bobs)]);
  await narrowAccess(app, there, levelsOf('own'));
  for (const path of [`files/${hidden.uuid}`, `files/${hidden.uuid}/content`, `files?record_uuid=${bobs}`])
    assert.equal((await send('GET', path, ann)).status, 404, path);
  for (const method of ['PATCH', 'DELETE'])
    assert.equal(
      (await call(method, `files/${hidden.uuid}`, ann, method === 'PATCH' ? { name: 'x' } : undefined))
        .status,
      404,
    );
  assert.equal((await send('GET', `files/${own.uuid}/content`, ann)).status, 200);
  const seen = (await call('GET', `files/${both.uuid}`, ann)).body.data;
  assert.deepEqual(seen.records, ofClient(anns));
  const moved = await call('PATCH', `files/${both.uuid}`, ann, { records: ofClient(anns), name: 'b.txt' });
  assert.deepEqual(moved.body.data.records, ofClient(anns));
  assert.equal((await call('GET', `files/${both.uuid}`, bob)).status, 200, 'the hidden record stays');
  const planted = JSON.stringify(ofClient(bobs));
  assert.equal(
    (await sendForm(formOf('x', 'x', { account_uuid: there, records: planted }), ann)).status,
    422,
  );
  const told = async (): Promise<(string | undefined)[]> =>
    (await call('GET', `events?account_uuid=${there}&limit=200`, ann)).body.data.map(
      ({ data }: { data: { name?: string } }) => data.name,
    );
  // The feed waits for older transactions, also those of other tests in the same PostgreSQL.
  await until('the last event', async () => (await told()).includes('b.txt'));
  const names = await told();
  assert.ok(names.includes('own.txt') && !names.includes('hidden.txt'), names.join());
  await narrowAccess(app, there, levelsOf('all', 'own'));
  const refused = await call('PATCH', `files/${hidden.uuid}`, ann, { name: 'mine.txt' });
  assert.equal(refused.status, 403, JSON.stringify(refused.body));
  const sent = await keep('note of ann.txt', ofClient(bobs), ann);
  assert.equal((await call('DELETE', `files/${sent.uuid}`, ann)).status, 204, 'what one sent oneself');
});

test('a file without a record is told to nobody, until it has one', async () => {
  const own = await addFile('secret plan', 'plan.txt', []);
  const told = async () =>
    (
      await app.db.query<{ event: string }>(sql`SELECT event FROM events WHERE resource_uuid = ${own.uuid}`)
    ).map(({ event }) => event);
  assert.deepEqual(await told(), []);
  await call('PATCH', `files/${own.uuid}`, ada, { records: ofClient() });
  assert.deepEqual(await told(), ['file.created']);
});

test('a viewer reads files and changes none', async () => {
  const file = await addFile('x', 'x.txt');
  assert.equal((await sendForm(formOf('x', 'x.txt', { account_uuid }), viewer)).status, 403);
  assert.equal(
    (await call('POST', 'file-uploads', viewer, { account_uuid, name: 'x', size_bytes: 1 })).status,
    403,
  );
  assert.equal((await call('PATCH', `files/${file.uuid}`, viewer, { name: 'y' })).status, 403);
  assert.equal((await call('DELETE', `files/${file.uuid}`, viewer)).status, 403);
  assert.equal(
    (
      await send('PUT', `files/${file.uuid}/thumbnail`, viewer, webpOf(4, 4), {
        'content-type': 'image/webp',
      })
    ).status,
    403,
  );
});

test('a file is renamed, moved, deleted and restored, and the histories of its records show it', async () => {
  const other = await addClient('Other');
  const file = await addFile('text', 'first.txt');
  const etag = (await call('GET', `files/${file.uuid}`)).headers.get('etag')!;
  const records = [...ofClient(), ...ofClient(other)];
  const renamed = await call(
    'PATCH',
    `files/${file.uuid}`,
    ben,
    { name: 'second.txt', records },
    { 'if-match': etag },
  );
  assert.deepEqual(
    [renamed.status, renamed.body.data.name, renamed.body.data.version],
    [200, 'second.txt', 2],
  );
  const stale = await call('PATCH', `files/${file.uuid}`, ada, { name: 'third.txt' }, { 'if-match': etag });
  assert.equal(stale.status, 412);
  const listed = await call('GET', `files?record_uuid=${other}`);
  assert.deepEqual(
    listed.body.data.map(({ uuid }: File) => uuid),
    [file.uuid],
  );
  assert.equal((await call('DELETE', `files/${file.uuid}`)).status, 204);
  assert.equal((await send('GET', `files/${file.uuid}/content`, ada)).status, 404);
  assert.deepEqual((await call('GET', `files?record_uuid=${other}`)).body.data, []);
  assert.equal((await call('GET', `files?record_uuid=${other}&deleted=true`)).body.data.length, 1);
  const restored = await call('POST', `files/${file.uuid}/restore`);
  assert.deepEqual([restored.status, restored.body.data.version], [200, 3]);
  const events = await call('GET', `clients/${other}/events?related=true&limit=10`);
  assert.deepEqual(
    events.body.data.map(({ event }: { event: string }) => event),
    ['file.restored', 'file.deleted', 'file.updated', 'client.created'],
  );
  const [, , updated] = events.body.data;
  assert.deepEqual(updated.changed_fields, ['name', 'records']);
  assert.equal(updated.previous.name, 'first.txt');
});

test('files of a record that is merged are those of the one that is left, and go back with it', async () => {
  const [left, merged, twice] = [
    await addClient('Left'),
    await addClient('Merged'),
    await addClient('Twice'),
  ];
  const file = await addFile('merged', 'm.txt', ofClient(twice));
  await call('POST', `clients/${merged}/merge`, ada, { from_uuid: twice });
  const merge = await call('POST', `clients/${left}/merge`, ada, { from_uuid: merged });
  const listed = await call('GET', `files?record_uuid=${left}`);
  assert.deepEqual(
    listed.body.data.map(({ uuid, records }: File) => [uuid, records]),
    [[file.uuid, ofClient(left)]],
  );
  assert.equal((await call('GET', `files/${file.uuid}`)).status, 200);
  const change = merge.headers.get('x-change-uuid');
  assert.equal((await call('POST', `changes/${change}/undo`)).status, 200);
  assert.deepEqual((await call('GET', `files?record_uuid=${left}`)).body.data, []);
  assert.equal((await call('GET', `files?record_uuid=${merged}`)).body.data.length, 1);
});

test('an upload goes on where it broke off, becomes one file, and says so again', async () => {
  const bytes = Buffer.alloc(1.3 * MIB, 'resumable ');
  const begun = await call('POST', 'file-uploads', ada, {
    ...{ account_uuid, name: 'long.bin', size_bytes: bytes.length, records: ofClient() },
  });
  const { uuid } = begun.body.data;
  // The line breaks in the second piece.
  await cutPatch(uuid, bytes, 700 * 1024);
  const far = await until('the first piece', async () => {
    const { received_bytes } = (await call('GET', `file-uploads/${uuid}`)).body.data;
    return received_bytes === 512 * 1024 ? received_bytes : undefined;
  });
  const type = { 'content-type': 'application/octet-stream' };
  const wrong = await send('PATCH', `file-uploads/${uuid}?offset=0`, ada, bytes, type);
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'conflict']);
  const done = await send('PATCH', `file-uploads/${uuid}?offset=${far}`, ada, bytes.subarray(far), type);
  assert.equal(done.status, 200, JSON.stringify(done.body));
  const file: File = done.body.data.file;
  assert.equal(file.sha256, sum(bytes));
  const again = await send('PATCH', `file-uploads/${uuid}?offset=${far}`, ada, bytes.subarray(far), type);
  assert.equal(again.body.data.file.uuid, file.uuid);
  assert.equal((await call('GET', `file-uploads/${uuid}`)).body.data.file.uuid, file.uuid);
  assert.equal((await call('GET', `file-uploads/${uuid}`, ben)).status, 404, 'it is only its sender’s');
  assert.equal((await call('DELETE', `file-uploads/${uuid}`)).status, 409);
});

/** Sends the beginning of a body, and breaks the connection. */
async function cutPatch(uuid: string, bytes: Buffer, sent_bytes: number): Promise<void> {
  const { hostname, port } = new URL(app.base_url);
  const socket = connectSocket(Number(port), hostname);
  const head =
    `PATCH /api/v2/file-uploads/${uuid}?offset=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${ada.token}\r\n` +
    `content-type: application/octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  await new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.write(head);
    socket.write(bytes.subarray(0, sent_bytes), () => resolve());
  });
  await until('a piece of the upload', async () => {
    const [row] = await app.db.query<{ received_bytes: number }>(
      sql`SELECT received_bytes FROM file_uploads WHERE uuid = ${uuid}`,
    );
    return Number(row!.received_bytes) > 0;
  });
  socket.destroy();
}

test('twenty uploads that two requests at a time send, and that break anywhere, are twenty files, none twice', async () => {
  const target = await addClient('Many');
  const type = { 'content-type': 'application/octet-stream' };
  const one = async (index: number) => {
    const bytes = Buffer.alloc(600 * 1024 + index * 1000, `file ${index} `);
    const body = { account_uuid, name: `${index}.bin`, size_bytes: bytes.length, records: ofClient(target) };
    const { uuid } = (await call('POST', 'file-uploads', ada, body)).body.data;
    if (index % 2 === 0) await cutPatch(uuid, bytes, 530 * 1024 + index * 3000);
    const upload = (await call('GET', `file-uploads/${uuid}`)).body.data;
    const offset = upload.received_bytes;
    const path = `file-uploads/${uuid}?offset=${offset}`;
    const answers = await Promise.all(
      [1, 2].map(() => send('PATCH', path, ada, bytes.subarray(offset), type)),
    );
    const uuids = answers.flatMap(({ body: answer }) => answer.data?.file?.uuid ?? []);
    assert.ok(uuids.length > 0 && new Set(uuids).size === 1, JSON.stringify(answers.map((x) => x.body)));
  };
  for (let index = 0; index < 20; index += 2) await Promise.all([one(index), one(index + 1)]);
  const listed = await call('GET', `files?record_uuid=${target}&limit=100`);
  assert.equal(listed.body.data.length, 20);
  const { counted, kept, orphans } = await stored();
  assert.deepEqual([counted, orphans], [kept, 0]);
});

test('equal bytes are kept once in an Account, and apart from those of another', async () => {
  const bytes = Buffer.alloc(5000, 'equal');
  const [one, two] = [await addFile(bytes, 'one.txt'), await addFile(bytes, 'two.txt')];
  const stranger = await app.addUser();
  const elsewhere = await app.addAccount(stranger, 'Elsewhere');
  await sendForm(formOf(bytes, 'three.txt', { account_uuid: elsewhere }), stranger);
  const rows = await app.db.query(sql`SELECT account_uuid FROM file_contents WHERE sha256 = ${sum(bytes)}`);
  assert.equal(rows.length, 2);
  await call('DELETE', `files/${one.uuid}`);
  assert.equal((await send('GET', `files/${two.uuid}/content`, ada)).status, 200);
});

test('a small picture is a WebP of at most 320 points a side, and nothing else', async () => {
  const file = await addFile(pngOf(9, 9), 'photo.png');
  const put = (bytes: Buffer, type = 'image/webp') =>
    send('PUT', `files/${file.uuid}/thumbnail`, ada, bytes, { 'content-type': type });
  assert.equal((await send('GET', `files/${file.uuid}/thumbnail`, ada)).status, 404);
  assert.equal((await put(webpOf(320, 200))).status, 204);
  const seen = await send('GET', `files/${file.uuid}/thumbnail`, viewer);
  assert.deepEqual(
    [seen.status, seen.headers.get('content-type'), seen.headers.get('content-security-policy')],
    [200, 'image/webp', 'sandbox'],
  );
  assert.ok(seen.bytes.equals(webpOf(320, 200)));
  assert.equal((await call('GET', `files/${file.uuid}`)).body.data.has_thumbnail, true);
  assert.equal((await put(webpOf(321, 200))).status, 422);
  assert.equal((await put(pngOf(9, 9))).status, 422);
  assert.equal((await put(Buffer.concat([webpOf(9, 9), Buffer.from('more')]))).status, 422);
  assert.equal((await put(Buffer.from('<svg/>'), 'image/svg+xml')).status, 415);
  assert.equal((await put(Buffer.alloc(70 * 1024))).status, 413);
});

test('a form that is broken, has two files or lies is refused, and leaves nothing behind', async () => {
  const before = await stored();
  const boundary = { 'content-type': 'multipart/form-data; boundary=limit' };
  const part = (name: string, file: string, text: string) =>
    `--limit\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${text}\r\n`;
  const bodies: [string, number][] = [
    ['', 400],
    ['--limit--\r\n', 400],
    [part('file', 'a', 'x'), 400],
    [`${part('file', 'a', 'x')}${part('file', 'b', 'y')}--limit--\r\n`, 400],
    [
      `${part('file', 'a', 'x')}--limit\r\ncontent-disposition: form-data; name="other"\r\n\r\n1\r\n--limit--\r\n`,
      422,
    ],
    [
      `${part('file', 'a', 'x')}--limit\r\ncontent-disposition: form-data; name="records"\r\n\r\n{"a":\r\n--limit--\r\n`,
      422,
    ],
    [
      `${part('file', 'a', 'x')}--limit\r\ncontent-disposition: form-data; name="records"\r\n\r\n[{"resource":"pipeline","uuid":"${client}"}]\r\n--limit--\r\n`,
      422,
    ],
  ];
  for (const [body, status] of bodies) {
    const { status: seen, body: answer } = await send('POST', 'files', ada, Buffer.from(body), boundary);
    assert.equal(seen, status, `${body}: ${JSON.stringify(answer)}`);
  }
  const long = await sendForm(formOf(Buffer.alloc(2 * MIB + 1), 'long.bin', { account_uuid }));
  assert.deepEqual([long.status, long.body.code], [413, 'body_too_large']);
  const longer = await sendForm(formOf(Buffer.alloc(3 * MIB), 'longer.bin', { account_uuid }));
  assert.equal(longer.status, 413);
  const upload = { account_uuid, name: 'lies.bin', size_bytes: 10 };
  const { uuid } = (await call('POST', 'file-uploads', ada, upload)).body.data;
  const type = { 'content-type': 'application/octet-stream' };
  const more = await send('PATCH', `file-uploads/${uuid}?offset=0`, ada, Buffer.alloc(11), type);
  assert.equal(more.status, 413);
  assert.equal((await call('DELETE', `file-uploads/${uuid}`)).status, 204);
  assert.deepEqual(await stored(), before);
});

test('a record has at most 100 files, and an Account 10 GiB', async () => {
  const full = await addClient('Full');
  const file = await addFile('x', 'x.txt', ofClient(full));
  await app.db.query(sql`
    WITH more AS (
      INSERT INTO files (uuid, account_uuid, content_uuid, name, version, created_at, updated_at)
      SELECT gen_random_uuid(), account_uuid, content_uuid, 'copy', 1, created_at, created_at
      FROM files, generate_series(1, 99) WHERE uuid = ${file.uuid} RETURNING uuid
    )
    INSERT INTO file_records SELECT ${account_uuid}, uuid, ${full}, 'client', 1 FROM more`);
  const more = await sendForm(formOf('y', 'y', { account_uuid, records: JSON.stringify(ofClient(full)) }));
  assert.deepEqual([more.status, more.body.code], [422, 'limit_reached']);
  const other = await addFile('z', 'z.txt');
  assert.equal((await call('PATCH', `files/${other.uuid}`, ada, { records: ofClient(full) })).status, 422);
  await call('DELETE', `files/${file.uuid}`);
  assert.equal((await call('PATCH', `files/${other.uuid}`, ada, { records: ofClient(full) })).status, 200);
  assert.equal((await call('POST', `files/${file.uuid}/restore`)).status, 422);

  const [content] = await app.db.query<{ uuid: string }>(sql`
    INSERT INTO file_contents (uuid, account_uuid, sha256, type, size_bytes, created_at)
    VALUES (gen_random_uuid(), ${account_uuid}, 'x', 'y', ${10 * 1024 * MIB}, now()) RETURNING uuid`);
  const beyond = await call('POST', 'file-uploads', ada, { account_uuid, name: 'a', size_bytes: 1 });
  assert.deepEqual([beyond.status, beyond.body.code], [422, 'limit_reached']);
  await app.db.query(sql`DELETE FROM file_contents WHERE uuid = ${content!.uuid}`);
});

test('what nobody can reach any more is gone: after a day without a record, after 30 days in the trash', async () => {
  const unused = await addFile('unused', 'unused.txt', []);
  const kept = await addFile('kept', 'kept.txt');
  const trashed = await addFile('trashed', 'trashed.txt');
  await call('DELETE', `files/${trashed.uuid}`);
  const gone = await addClient('Gone');
  const lost = await addFile('lost', 'lost.txt', ofClient(gone));
  await call('DELETE', `clients/${gone}`);
  const [winner, loser] = [await addClient('Winner'), await addClient('Loser')];
  const merged = await addFile('merged too', 'merged.txt', ofClient(loser));
  await call('POST', `clients/${winner}/merge`, ada, { from_uuid: loser });
  const begun = { account_uuid, name: 'never.bin', size_bytes: 9 };
  const { uuid } = (await call('POST', 'file-uploads', ada, begun)).body.data;
  const left = async () => {
    await doHourly({ ...app, log: pino({ level: 'silent' }) }, HOURLY);
    const rows = await app.db.query<{ uuid: string }>(sql`SELECT uuid FROM files`);
    return [unused, kept, trashed, lost, merged]
      .filter((file) => rows.some((row) => row.uuid === file.uuid))
      .map(({ name }) => name);
  };
  app.clock.advance(DAY_MS + 60_000);
  assert.equal((await call('GET', `file-uploads/${uuid}`)).status, 404);
  assert.deepEqual(await left(), ['kept.txt', 'trashed.txt', 'lost.txt', 'merged.txt']);
  app.clock.advance(30 * DAY_MS);
  assert.deepEqual(await left(), ['kept.txt', 'merged.txt'], 'the purge of a merged record loses no file');
  const { counted, kept: bytes, orphans } = await stored();
  assert.deepEqual([counted, orphans], [bytes, 0]);
  const uploads = await app.db.query(sql`SELECT uuid FROM file_uploads WHERE file_uuid IS NULL`);
  assert.equal(uploads.length, 0);
});

test('the files of a deleted Account go before it does, a few at a time', async () => {
  const eve = await app.addUser('Eva');
  const account = await app.addAccount(eve, 'Closed');
  const made = await call('POST', 'clients', eve, { account_uuid: account, name: 'Last' });
  const records = JSON.stringify(ofClient(made.body.data.uuid));
  await sendForm(formOf('closed', 'closed.txt', { account_uuid: account, records }), eve);
  await app.db.query(sql`UPDATE accounts SET deleted_at = ${app.clock.now()} WHERE uuid = ${account}`);
  const left = async () => {
    while ((await forgetFiles(app.db, app.clock)) > 0);
    return (await app.db.query(sql`SELECT FROM file_contents WHERE account_uuid = ${account}`)).length;
  };
  assert.equal(await left(), 1);
  app.clock.advance(30 * DAY_MS + 60_000);
  assert.equal(await left(), 0);
});
