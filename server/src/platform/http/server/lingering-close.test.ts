import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { DROPPED_MAX_BYTES, dropRest, LINGER_MAX_MS } from './lingering-close.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

/** Much more than the buffers of a connection hold. */
const LARGE = Buffer.alloc(5_000_000, 'a');

const JSON_TYPE = { 'Content-Type': 'application/json' };
const CSV_TYPE = { 'Content-Type': 'text/csv' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

type Refused = { title: string; path: string; headers: () => Record<string, string>; status: number };

const refused: Refused[] = [
  {
    title: 'a JSON body of 5 MB',
    path: '/api/v2/clients',
    headers: () => ({ ...JSON_TYPE, ...bearer(ada.token) }),
    status: 413,
  },
  { title: 'no token', path: '/api/v2/clients/import', headers: () => CSV_TYPE, status: 401 },
  {
    title: 'a form of 5 MB',
    path: '/oauth/token',
    headers: () => ({ 'Content-Type': 'application/x-www-form-urlencoded' }),
    status: 413,
  },
];

describe('a program that sends everything before it reads still gets the refusal of', () => {
  for (const { title, path, headers, status } of refused) {
    for (const connection of ['close', 'keep-alive']) {
      test(`${title}, with Connection: ${connection}`, async () => {
        const lines = Object.entries({
          ...headers(),
          Connection: connection,
          'Content-Length': LARGE.length,
        });
        const head = [`POST ${path} HTTP/1.1`, 'Host: a', ...lines.map((line) => line.join(': '))];
        const answer = await sendThenRead(`${head.join('\r\n')}\r\n\r\n`);
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
        assert.match(answer, /\r\nconnection: close\r\n/i);
      });
    }
  }

  test('a body without a declared length', async () => {
    const lines = ['POST /api/v2/clients HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
    const head = [...lines, `Authorization: Bearer ${ada.token}`, 'Transfer-Encoding: chunked', '', ''];
    const size = LARGE.length.toString(16);
    assert.match(await sendThenRead(`${head.join('\r\n')}${size}\r\n`, '\r\n0\r\n\r\n'), /^HTTP\/1\.1 413 /);
  });

  const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not there';
  test('a body of 5 MB, also in a Python program', { skip }, async () => {
    const script = `
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen
for path, content_type, token in (('/api/v2/clients', 'application/json', sys.argv[2]), ('/api/v2/clients/import', 'text/csv', 'wrong')):
    headers = {'Content-Type': content_type, 'Authorization': 'Bearer ' + token}
    try:
        urlopen(Request(sys.argv[1] + path, data=b'a' * 5000000, headers=headers))
    except HTTPError as error:
        print(error.code)
`;
    const { stdout } = await promisify(execFile)('python3', ['-c', script, app.base_url, ada.token]);
    assert.deepEqual(stdout.trim().split(/\s+/), ['413', '401']);
  });
});

test('a request behind a refused one is not run', async () => {
  const lines = ['Host: a', `Authorization: Bearer ${ada.token}`];
  const first = ['POST /api/v2/clients/import HTTP/1.1', ...lines, `Content-Length: ${LARGE.length}`, '', ''];
  const second = ['GET /api/v2/me HTTP/1.1', ...lines, '', ''];
  const answer = await sendThenRead(first.join('\r\n'), second.join('\r\n'));
  assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 415']);
});

test('the connection stays open after a refusal before an ordinary body was read', async () => {
  const { headers } = await app.call('POST', '/api/v2/clients', { body: { name: 'a' } });
  assert.equal(headers.get('connection'), 'keep-alive');
});

describe('the rest of a request is dropped', () => {
  test('until it has ended', async () => {
    const closed = Promise.withResolvers<void>();
    const rest = new PassThrough();
    dropRest(rest, closed.resolve);
    rest.end(LARGE);
    await closed.promise;
    dropRest(rest, closed.resolve);
  });

  test('until the other side closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const rest = new PassThrough();
    dropRest(rest, closed.resolve);
    rest.destroy();
    await closed.promise;
  });

  test('for ten seconds, however slowly it comes', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let closed = false;
    dropRest(new PassThrough(), () => {
      closed = true;
    });
    t.mock.timers.tick(LINGER_MAX_MS - 1);
    assert.equal(closed, false);
    t.mock.timers.tick(1);
    assert.equal(closed, true);
  });

  test('up to the size of the largest import, however fast it comes', async () => {
    const closed = Promise.withResolvers<void>();
    let given_bytes = 0;
    const endless = Readable.from(
      (function* () {
        for (; ; given_bytes += LARGE.length) yield LARGE;
      })(),
    );
    dropRest(endless, () => {
      endless.destroy();
      closed.resolve();
    });
    await closed.promise;
    assert.ok(given_bytes >= DROPPED_MAX_BYTES && given_bytes < 2 * DROPPED_MAX_BYTES, String(given_bytes));
  });
});

/** Sends `head`, 5 MB and `tail`, and starts to read only when everything is on its way. */
async function sendThenRead(head: string, tail = ''): Promise<string> {
  const socket = connect(Number(new URL(app.base_url).port), '127.0.0.1').pause();
  await once(socket, 'connect');
  const sent = Promise.withResolvers<void>();
  socket.once('error', sent.reject);
  socket.write(Buffer.concat([Buffer.from(head), LARGE, Buffer.from(tail)]), () => sent.resolve());
  await sent.promise;
  return text(socket);
}
