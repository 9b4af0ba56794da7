import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { signedIn } from '../../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  for (let n = 0; n < 20; n++)
    await app.call('POST', '/api/v2/clients', { as: ada, body: { name: `Company ${n}` } });
});
after(() => app.close());

/** The bytes of an answer as sent, before any decompression. */
async function read(path: string, coding: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const accepted = { authorization: `Bearer ${ada.token}`, ...headers, 'accept-encoding': coding };
    request(app.base_url + path, { headers: accepted }, resolve)
      .on('error', reject)
      .end();
  });
  return {
    coding: answer.headers['content-encoding'],
    vary: answer.headers.vary,
    body: await buffer(answer),
  };
}

const CLIENTS = '/api/v2/clients?sort=name';

test('a list of the API is compressed for callers who accept it, with the same content', async () => {
  const plain = await read(CLIENTS, 'identity');
  assert.equal(plain.coding, undefined);
  for (const [coding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await read(CLIENTS, coding);
    assert.equal(packed.coding, coding);
    assert.match(packed.vary ?? '', /accept-encoding/i);
    assert.deepEqual(decode(packed.body), plain.body);
    assert.ok(packed.body.length < plain.body.length / 3);
  }
});

test('an answer or a page with a secret is never compressed', async () => {
  for (const url of ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b', 'http://127.0.0.1:9/c'])
    await app.call('POST', '/api/v2/webhook-subscriptions', { as: ada, body: { url, events: ['*'] } });
  const subscriptions = await read('/api/v2/webhook-subscriptions', 'br');
  assert.ok(subscriptions.body.length > 1024);
  assert.equal(subscriptions.coding, undefined);
  const cookie = `rapport_session=${(await signedIn(app, ada)).cookies.get('rapport_session')}`;
  for (const path of ['/sign-in', '/sign-in?return_to=/clients'])
    assert.equal((await read(path, 'br', { cookie })).coding, undefined, path);
});
