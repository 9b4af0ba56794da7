import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { addClient, connect, signedIn, type TestClient } from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { rotateKeys } from './actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let ada: TestUser;
let client: TestClient;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  client = await addClient(app);
});
after(() => app.close());

const published = async () =>
  (await app.call('GET', '/oauth/jwks')).body.keys.map(({ kid }: { kid: string }) => kid) as string[];
const usedKey = async () => {
  const { id_token } = await connect(app, await signedIn(app, ada), client, { scope: 'openid' });
  return decodeProtectedHeader(id_token!).kid!;
};

test('C70: a new key is published a day before it is used, and the old one stays a day after', async () => {
  const first = await usedKey();
  await rotateKeys(app);
  assert.deepEqual(await published(), [first], 'nothing is made before its time');

  app.clock.advance(89 * DAY_MS);
  await rotateKeys(app);
  const [second, ...rest] = await published();
  assert.deepEqual(rest, [first]);
  assert.equal(await usedKey(), first, 'published, and not used yet');

  app.clock.advance(DAY_MS);
  await rotateKeys(app);
  assert.equal(await usedKey(), second);
  assert.deepEqual(await published(), [second, first], 'what was signed before can still be checked');

  app.clock.advance(DAY_MS);
  await rotateKeys(app);
  assert.deepEqual(await published(), [second]);
});

test('two nodes that make the first key at once make one', async () => {
  const other = await startTestApp();
  await Promise.all([rotateKeys(other), rotateKeys(other), rotateKeys(other)]);
  assert.equal((await other.call('GET', '/oauth/jwks')).body.keys.length, 1);
  await other.close();
});
