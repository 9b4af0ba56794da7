import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { addApplication, connect, signedIn, type TestApplication } from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { rotateKeys } from './actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let ada: TestUser;
let application: TestApplication;
let es256Application: TestApplication;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  application = await addApplication(app);
  es256Application = await addApplication(app, { id_token_signed_response_alg: 'ES256' });
});
after(() => app.close());

type Algorithm = 'RS256' | 'ES256';

const published = async (algorithm: Algorithm) => {
  const { body } = await app.call('GET', '/oauth/jwks');
  const keys = body.keys as { kid: string; alg: string }[];
  return keys.filter(({ alg }) => alg === algorithm).map(({ kid }) => kid);
};
const usedKey = async (algorithm: Algorithm) => {
  const chosen = algorithm === 'RS256' ? application : es256Application;
  const { id_token } = await connect(app, await signedIn(app, ada), chosen, { scope: 'openid' });
  const { alg, kid } = decodeProtectedHeader(id_token!);
  assert.equal(alg, algorithm);
  return kid!;
};

for (const algorithm of ['RS256', 'ES256'] as const) {
  test(`C70: a new ${algorithm} key is published a day before it is used, and the old one stays a day after`, async () => {
    const first = await usedKey(algorithm);
    await rotateKeys(app);
    assert.deepEqual(await published(algorithm), [first], 'nothing is made before its time');

    app.clock.advance(89 * DAY_MS);
    await rotateKeys(app);
    const [second, ...rest] = await published(algorithm);
    assert.deepEqual(rest, [first]);
    assert.equal(await usedKey(algorithm), first, 'published, and not used yet');

    app.clock.advance(DAY_MS);
    await rotateKeys(app);
    assert.equal(await usedKey(algorithm), second);
    assert.deepEqual(
      await published(algorithm),
      [second, first],
      'what was signed before can still be checked',
    );

    app.clock.advance(DAY_MS);
    await rotateKeys(app);
    assert.deepEqual(await published(algorithm), [second]);
  });
}

test('two processes that make the first keys at once make one of each algorithm', async () => {
  const other = await startTestApp();
  await Promise.all([rotateKeys(other), rotateKeys(other), rotateKeys(other)]);
  assert.equal((await other.call('GET', '/oauth/jwks')).body.keys.length, 2);
  await other.close();
});
