import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { sessionHeaders } from '../../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const PATH = '/api/v2/browser-sessions';

let app: TestApp;
let ada: TestUser;
before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ada = await app.addUser();
});
after(() => app.close());

const signIn = () => sessionHeaders(app, ada);

const end = async (path: string, headers: Record<string, string>) =>
  assert.equal((await app.call('DELETE', PATH + path, { headers })).status, 204);

async function sessionUuid(headers: Record<string, string>): Promise<string> {
  const { body } = await app.call('GET', PATH, { headers });
  return body.data.find((session: { is_current: boolean }) => session.is_current).uuid;
}

const audited = () =>
  app.db.query<{ action: string; details: object }>(sql`
    SELECT action, details FROM audit_log
    WHERE user_uuid = ${ada.uuid} AND action IN ('sign_out.succeeded', 'session.ended')`);

test('signing out is audited as signing out, also by the uuid of the session', async () => {
  await end('/current', await signIn());
  const browser = await signIn();
  await end(`/${await sessionUuid(browser)}`, browser);
  const signedOut = { action: 'sign_out.succeeded', details: {} };
  assert.deepEqual(await audited(), [signedOut, signedOut]);
});

test('ending the session of another browser is audited as such', async () => {
  const [here, there] = [await signIn(), await signIn()];
  const session_uuid = await sessionUuid(there);
  await end(`/${session_uuid}`, here);
  assert.deepEqual(await audited(), [{ action: 'session.ended', details: { session_uuid } }]);
});
