import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { File } from '@rapport/contract/files';
import pino from 'pino';
import { doHourly } from '../testing/finish-jobs.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { SCAN_FILES } from './scan-job.ts';
import { clamd } from './scanner.ts';

/** A clamd that finds the word EICAR, as it speaks by INSTREAM. */
let daemon: Server;
let isAway = false;
let app: TestApp;
let ada: TestUser;
let account_uuid: string;
const said: string[] = [];

before(async () => {
  daemon = createServer(answer);
  await new Promise<void>((resolve) => daemon.listen(0, '127.0.0.1', resolve));
  const { port } = daemon.address() as { port: number };
  app = await startTestApp({ scanner: clamd({ host: '127.0.0.1', port }, (why) => said.push(why)) });
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada);
});
after(async () => {
  await app.close();
  daemon.close();
});

function answer(socket: Socket): void {
  if (isAway) return void socket.destroy();
  let bytes = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    const content = contentOf(bytes);
    if (content === null) return;
    if (content.includes('ERROR')) socket.end('INSTREAM size limit exceeded. ERROR\0');
    else socket.end(content.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  });
}

/** The bytes between the lengths; null until the length of 0 has come. */
function contentOf(bytes: Buffer): string | null {
  const hello = 'zINSTREAM\0';
  assert.ok(hello.startsWith(bytes.toString('latin1', 0, hello.length)));
  let text = '';
  for (let at = hello.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return text;
    if (at + 4 + length > bytes.length) return null;
    text += bytes.toString('latin1', at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}

async function send(text: string, name = 'a.txt'): Promise<{ status: number; code?: string; file: File }> {
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  form.append('file', new Blob([text]), name);
  const headers = { authorization: `Bearer ${ada.token}` };
  const answered = await fetch(`${app.base_url}/api/v2/files`, { method: 'POST', headers, body: form });
  const body = JSON.parse(await answered.text());
  return { status: answered.status, code: body.code, file: body.data };
}

const content = (uuid: string) => app.call('GET', `/api/v2/files/${uuid}/content`, { as: ada });
const scanAgain = () => doHourly({ ...app, log: pino({ level: 'silent' }) }, [SCAN_FILES]);
const scanOf = async (uuid: string) =>
  (await app.call('GET', `/api/v2/files/${uuid}`, { as: ada })).body.data.scan;

test('a file that the scanner finds nothing in is there at once, one with a virus is refused', async () => {
  const clean = await send('a'.repeat(1_500_000));
  assert.deepEqual([clean.status, clean.file.scan], [201, 'clean']);
  const infected = await send('X5O!P EICAR');
  assert.deepEqual([infected.status, infected.code], [409, 'file_infected']);
});

test('while the scanner is away files wait, and nobody gets them; then they are given out, or never', async () => {
  isAway = true;
  const [clean, infected] = [await send('harmless'), await send('EICAR again')];
  assert.deepEqual([clean.status, clean.file.scan, infected.file.scan], [201, 'waiting', 'waiting']);
  assert.equal((await content(clean.file.uuid)).status, 409);
  await scanAgain();
  assert.equal(await scanOf(clean.file.uuid), 'waiting');
  assert.ok(said.some((why) => why.startsWith('clamd is away')));
  isAway = false;
  await scanAgain();
  assert.deepEqual([await scanOf(clean.file.uuid), await scanOf(infected.file.uuid)], ['clean', 'infected']);
  assert.equal((await content(clean.file.uuid)).body, 'harmless');
  const refused = await content(infected.file.uuid);
  assert.deepEqual([refused.status, refused.body.code], [409, 'file_infected']);
});

test('an answer that is neither yes nor no is told to the log, and the file waits', async () => {
  const { file } = await send('ERROR');
  assert.equal(file.scan, 'waiting');
  assert.ok(said.some((why) => why.includes('size limit exceeded')));
});
