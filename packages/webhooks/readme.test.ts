// In a process of its own: it sets the environment that the README shows.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { writeSnippets } from '../../scripts/testing/snippets.ts';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from './src/testing.ts';

const written = writeSnippets(join(import.meta.dirname, 'README.md'));
const snippets = written.snippets.filter(({ language }) => language === 'ts');
after(() => written.remove());

const genuine = signedRequest(fakeEvent('client.updated', { name: 'Ada' }), TEST_SECRET);
const forged = { ...genuine, body: genuine.body.replace('Ada', 'Eve') };
process.env.SIGNING_SECRET = TEST_SECRET;

/** The test of each snippet, found by a line of the snippet. */
const TRIALS: Record<string, (file: string) => Promise<void> | void> = {
  "from '@rapport/webhooks/express'": tryServer,
  "from '@rapport/webhooks/node'": tryServer,
  "from '@rapport/webhooks/fastify'": tryServer,
  "from '@rapport/webhooks/hono'": tryServer,
  "from '@rapport/webhooks/next'": async (file) => tryFetch((await import(file)).POST),
  "from '@rapport/webhooks/next/pages'": tryPagesRoute,
  'export default { fetch': async (file) => tryFetch((await import(file)).default.fetch),
  "from '@rapport/webhooks/lambda'": tryLambda,
  'const subscriptions = new Map(': tryManySubscriptions,
  'memoryStore()': async (file) => tryFetch((await import(file)).POST),
  redisStore: tryRedisStore,
  'export async function receive(': async (file) => tryFetch((await import(file)).receive),
  'export function describe(': tryDescribe,
  'await explain(': tryExplain,
  'await post(': (file) => void run(file),
};

describe('the README', () => {
  it('begins with a snippet', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    assert.ok(readme.indexOf('```ts') < 300);
  });

  it('has snippets that agree with the types', () => written.checkTypes());

  for (const { code, file } of snippets) {
    const line = Object.keys(TRIALS).find((key) => code.includes(key));
    it(`has a snippet that works: ${line}`, async () => {
      assert.ok(line, `nothing tries this snippet:\n${code}`);
      await TRIALS[line]?.(file);
    });
  }
});

/** Tells the test the port of a server. Servers that name no host listen on this machine only. */
const PRELOAD = `
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.once('listening', () => process.send(this.address().port));
    if (typeof args[0] === 'object') return listen.apply(this, args);
    return listen.call(this, { port: args[0], host: '127.0.0.1' }, args.find((arg) => typeof arg === 'function'));
  };`;

async function tryServer(file: string): Promise<void> {
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`];
  const server = fork(file, { execArgv, env: { ...process.env, PORT: '0' }, silent: true });
  try {
    const [port] = await Promise.race([once(server, 'message'), failed(server)]);
    const printed = once(server.stdout!, 'data');
    const send = async (request: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}/hook`, request)).status;
    assert.deepEqual([await send(genuine), await send(forged)], [200, 401]);
    assert.match(String(await printed), /client\.updated/);
  } finally {
    server.kill();
  }
}

async function failed(server: ChildProcess): Promise<never> {
  const [printed] = await once(server.stderr!, 'data');
  throw new Error(String(printed));
}

async function tryFetch(receive: (request: Request) => Promise<Response>): Promise<void> {
  const send = async (request: RequestInit) =>
    (await receive(new Request('https://a.example/hook', request))).ok;
  assert.deepEqual([await send(genuine), await send(forged)], [true, false]);
}

async function tryManySubscriptions(file: string): Promise<void> {
  const subscription_uuid = genuine.headers['x-subscription-uuid'];
  process.env.SUBSCRIPTION_UUID = subscription_uuid;
  const { POST } = await import(file);
  await tryFetch(POST);
  const unknown = signedRequest(fakeEvent('client.updated', {}), TEST_SECRET);
  assert.equal((await POST(new Request('https://a.example/hook', unknown))).status, 401);
}

async function tryPagesRoute(file: string): Promise<void> {
  const { default: route, config } = await import(file);
  assert.deepEqual(config, { api: { bodyParser: false } });
  const server = createServer(route).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (request: RequestInit) => (await fetch(`http://127.0.0.1:${port}/`, request)).status;
  assert.deepEqual([await send(genuine), await send(forged)], [200, 401]);
  server.close();
}

async function tryLambda(file: string): Promise<void> {
  const { handler } = await import(file);
  const send = async ({ headers, body, method: httpMethod }: SignedRequest) =>
    (await handler({ httpMethod, headers, body, isBase64Encoded: false })).statusCode;
  assert.deepEqual([await send(genuine), await send(forged)], [200, 401]);
}

async function tryDescribe(file: string): Promise<void> {
  const { describe: describeEvent } = await import(file);
  const website = 'https://ada.example';
  const event = fakeEvent('client.updated', { name: 'Ada', website });
  const { body, headers } = signedRequest(event, TEST_SECRET);
  assert.equal(describeEvent(Buffer.from(body), headers), 'Ada (https://ada.example)');
}

/** Tests the store of the snippet, with a stand-in for the part of Redis that it uses. */
async function tryRedisStore(file: string): Promise<void> {
  const { redisStore } = await import(file);
  const values = new Map<string, string>();
  const store = redisStore({
    async call(command: string, key: string, value: string, ...options: string[]) {
      const before = values.get(key) ?? null;
      if (command === 'DEL') values.delete(key);
      else if (before === null || !options.includes('NX')) values.set(key, value);
      return before;
    },
  });
  assert.deepEqual([await store.claim('a'), await store.claim('a')], ['new', 'in_progress']);
  await store.settle('a', false);
  assert.equal(await store.claim('a'), 'new');
  await store.settle('a', true);
  assert.equal(await store.claim('a'), 'handled');
}

function tryExplain(file: string): void {
  const comment = readFileSync(file, 'utf8').match(/^\/\/ .*$/gm) ?? [];
  const promised = comment.map((line) => line.slice(3)).join('\n');
  assert.equal(run(file).replace(/\s+/g, ' ').trim(), promised.replace(/\s+/g, ' '));
}

function run(file: string): string {
  return execFileSync(process.execPath, [file], { encoding: 'utf8' });
}
