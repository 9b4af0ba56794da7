import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { addApplication, callWith, connect, signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: TestApp;
let ada: TestUser;
const log: string[] = [];
before(async () => {
  app = await startTestApp({ log: pino({}, { write: (line) => void log.push(line) }) });
  ada = await app.addUser();
});
after(() => app.close());

/** The caller that the log line of this request shows. */
async function asker(request_id: string | null): Promise<Record<string, unknown>> {
  const line = await until('the request to be in the log', async () =>
    log.find((text) => text.includes('"msg":"request"') && text.includes(`"${request_id}"`)),
  );
  const { address, user_uuid, credential, credential_uuid, grant_uuid } = JSON.parse(line);
  return { address, user_uuid, credential, credential_uuid, grant_uuid };
}

const NOBODY = {
  user_uuid: undefined,
  credential: undefined,
  credential_uuid: undefined,
  grant_uuid: undefined,
};
const address = '127.0.0.1';

test('the log line of a request has the uuids of its token, grant or session, and of its User', async () => {
  const own = await app.call('GET', '/api/v2/me', { as: ada });
  assert.deepEqual(await asker(own.headers.get('x-request-id')), {
    ...NOBODY,
    address,
    user_uuid: ada.uuid,
    credential: 'personal_access_token',
    credential_uuid: own.body.data.token.uuid,
  });

  const { access_token } = await connect(app, await signedIn(app, ada), await addApplication(app));
  const [grant] = (await app.call('GET', '/api/v2/grants', { as: ada })).body.data;
  const granted = await callWith(app, access_token);
  const { credential_uuid, ...rest } = await asker(granted.headers.get('x-request-id'));
  assert.match(String(credential_uuid), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    address,
    user_uuid: ada.uuid,
    credential: 'oauth_access_token',
    grant_uuid: grant.uuid,
  });

  const signIn = await app.call('POST', '/web/sign-in', {
    headers: { origin: app.base_url },
    body: { email: ada.email, password: TEST_PASSWORD },
  });
  const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const sessions = await app.call('GET', '/api/v2/browser-sessions', { headers: { cookie } });
  const current = sessions.body.data.find(({ is_current }: { is_current: boolean }) => is_current);
  assert.deepEqual(await asker(sessions.headers.get('x-request-id')), {
    ...NOBODY,
    address,
    user_uuid: ada.uuid,
    credential: 'browser_session',
    credential_uuid: current.uuid,
  });

  for (const secret of [ada.token, access_token, cookie.split('=')[1]!, TEST_PASSWORD]) {
    assert.ok(!log.join('').includes(secret));
  }
});

test('the log line of an unknown caller has only their address', async () => {
  const refused = await app.call('GET', '/api/v2/me');
  assert.deepEqual(await asker(refused.headers.get('x-request-id')), { ...NOBODY, address });
});
