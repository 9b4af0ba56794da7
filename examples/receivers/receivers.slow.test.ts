import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from '@rapport/webhooks/testing';
import { freePort } from '../../server/src/testing/free-port.ts';
import { startTestApp, type TestApp, type TestUser } from '../../server/src/testing/test-app.ts';
import { LANGUAGES, type Language, type ReferenceReceiver } from './testing/languages.ts';
import { build, folderOf, type StartedReceiver, startReceiver } from './testing/started-receiver.ts';
import { judgeVectors, VERDICTS } from './testing/vector-lines.ts';

const event = fakeEvent('client.updated', { name: 'Zoë', website: 'https://zoe.example' });
const genuine = signedRequest(event, TEST_SECRET);
const signature = genuine.headers['x-signature'] as string;

/** Each request with the expected status; 2 stands for any 2xx. */
const REQUESTS: Record<string, [SignedRequest, number]> = {
  'a genuine delivery is answered with 2xx': [genuine, 2],
  'a replay is answered with 2xx like the first, because a delivery may come twice anyway': [genuine, 2],
  'a genuine body of 1 MiB is answered with 2xx': [large(1024 * 1024), 2],
  'a tampered body is answered with 401': [{ ...genuine, body: genuine.body.replace('Zoë', 'Zoé') }, 401],
  'a missing signature is answered with 401': [without('x-signature'), 401],
  'a re-serialised body is answered with 401': [{ ...genuine, body: JSON.stringify(event, null, 2) }, 401],
  'a signature in upper case is answered with 401': [withSignature(signature.toUpperCase()), 401],
  'a signature cut short is answered with 401': [withSignature(signature.slice(1)), 401],
  'another secret is answered with 401': [signedRequest(event, 'unknownkey'.repeat(6)), 401],
};

type Running = StartedReceiver & { url: string; signing_secret: string };

const installed = LANGUAGES.filter(({ receivers }) => receivers.some(({ missing }) => missing === null));
const missing = LANGUAGES.flatMap(({ receivers }) => receivers.flatMap((receiver) => receiver.missing ?? []));
if (missing.length > 0) {
  console.log(
    `Not installed: ${missing.join('; ')}. On Debian, npm run test:languages installs and tests all.`,
  );
}

const running = new Map<ReferenceReceiver, Running>();
let app: TestApp;
let user: TestUser;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
  user = await app.addUser();
  await app.addAccount(user);
  await Promise.all(installed.map(startAll));
});
after(async () => {
  await Promise.all([...running.values()].map((receiver) => receiver.stop()));
  await app.close();
});

describe('the reference receiver', { concurrency: 4 }, () => {
  for (const language of LANGUAGES) {
    for (const receiver of language.receivers) checkReceiver(language, receiver);
  }
});

it('a running service delivers an event to every reference receiver', { timeout: 60_000 }, async () => {
  await app.call('POST', '/api/v2/clients', { as: user, body: { name: 'Zoë & Søn <A/S>' } });
  await Promise.all([...running.values()].map((receiver) => receiver.untilPrinted('client.created')));
});

/**
 * Starts the receivers of a language. Each has the secret of a real subscription, and TEST_SECRET
 * for the other tests.
 */
async function startAll(language: Language): Promise<void> {
  await build(language);
  const receivers = language.receivers.filter((receiver) => receiver.missing === null);
  await Promise.all(
    receivers.map(async (receiver) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}${receiver.path ?? '/'}`;
      const body = { url, events: ['client.*'] };
      const { signing_secret } = (await app.call('POST', '/api/v2/webhook-subscriptions', { as: user, body }))
        .body.data;
      const secrets = `${signing_secret},whsec_${TEST_SECRET}`;
      const started = await startReceiver(receiver, folderOf(language), port, secrets);
      running.set(receiver, { ...started, url, signing_secret });
    }),
  );
}

function checkReceiver(language: Language, receiver: ReferenceReceiver): void {
  const skip = receiver.missing !== null && `${receiver.missing} is not installed: npm run test:languages`;

  describe(receiver.name, { skip }, () => {
    for (const [title, [sent, status]] of Object.entries(REQUESTS)) {
      it(title, async () => {
        const answer = await fetch(running.get(receiver)!.url, sent);
        assert.equal(status === 2 ? Math.floor(answer.status / 100) : answer.status, status);
      });
    }

    it(`a body in chunks is answered with ${receiver.needs_length ? '411' : '413 beyond 2 MiB'}`, async () => {
      const sent = receiver.needs_length ? genuine : large(2 * 1024 * 1024);
      assert.equal(await postChunked(running.get(receiver)!.url, sent), receiver.needs_length ? 411 : 413);
    });

    for (const length of ['-1', '1x']) {
      it(`a body with the content length ${length} is answered with 4xx, or not at all`, async () => {
        const answer = await postWithLength(running.get(receiver)!.url, length);
        assert.match(answer, /^(HTTP\/1\.[01] 4\d\d|$)/);
      });
    }

    it('a delivery signed with the second of two secrets is answered with 2xx', async () => {
      const { url, signing_secret } = running.get(receiver)!;
      assert.ok((await fetch(url, signedRequest(event, signing_secret))).ok);
    });

    it('is complete in fewer than 60 lines', () => {
      const code = readFileSync(new URL(receiver.name, import.meta.url), 'utf8');
      assert.ok(code.trimEnd().split('\n').length < 60);
    });

    it('verifies all vectors correctly', {
      skip: !receiver.vectors && 'the package is tested with them',
    }, async () => {
      const options = { cwd: folderOf(language), env: { ...process.env, SIGNING_SECRET: TEST_SECRET } };
      assert.deepEqual(await judgeVectors(receiver.vectors!, options), VERDICTS);
    });
  });
}

/** Sends a request without a content length. Returns the status of the answer. */
async function postChunked(url: string, { method, headers, body }: SignedRequest): Promise<number> {
  const sent = request(url, { method, headers: { ...headers, 'transfer-encoding': 'chunked' } });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  Readable.from(body.match(/.{1,65536}/gs)!).pipe(sent);
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode!;
}

/**
 * Sends a request with this content length. Returns everything that comes back before the
 * connection ends.
 */
async function postWithLength(url: string, length: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Length: ${length}`,
  ];
  socket.write(`${[...head, `X-Signature: ${signature}`].join('\r\n')}\r\n\r\n{}`);
  return text(socket).catch((error) => (error.code === 'ECONNRESET' ? '' : Promise.reject(error)));
}

function withSignature(value: string): SignedRequest {
  return { ...genuine, headers: { ...genuine.headers, 'x-signature': value } };
}

function without(name: string): SignedRequest {
  const { [name]: _, ...headers } = genuine.headers;
  return { ...genuine, headers };
}

function large(length_bytes: number): SignedRequest {
  return signedRequest(fakeEvent('client.updated', { description: 'x'.repeat(length_bytes) }), TEST_SECRET);
}
