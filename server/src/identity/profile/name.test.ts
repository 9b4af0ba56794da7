import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { overtake } from '../../testing/overtake.ts';
import { sessionHeaders } from '../../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ada = await app.addUser();
});
after(() => app.close());

const rename = (name: string, headers: Record<string, string>) =>
  app.call('PATCH', '/api/v2/me', { headers, body: { name } });

const auditedNames = () =>
  app.db.query<{ details: object }>(
    sql`SELECT details FROM audit_log WHERE user_uuid = ${ada.uuid} AND action = 'name.changed'`,
  );

test('a User changes their own name, which others see at once; the audit log has both names', async () => {
  const headers = await sessionHeaders(app, ada);
  const account_uuid = await app.addAccount(ada);
  const renamed = await rename('  Ada King ', headers);
  assert.deepEqual([renamed.status, renamed.body.data.name], [200, 'Ada King']);
  assert.deepEqual(renamed.body, (await app.call('GET', '/api/v2/me', { headers })).body);
  const logins = await app.call('GET', `/api/v2/accounts/${account_uuid}/logins`, { as: ada });
  assert.equal(logins.body.data[0].user.name, 'Ada King');
  assert.deepEqual(await auditedNames(), [{ details: { name: 'Ada King', name_before: ada.name } }]);
});

test('the same name again changes nothing', async () => {
  const headers = await sessionHeaders(app, ada);
  const before = await app.call('GET', '/api/v2/me', { headers });
  app.clock.advance(MINUTE_MS);
  const after = await rename(ada.name, headers);
  assert.deepEqual([after.status, after.body], [200, before.body]);
  assert.deepEqual(await auditedNames(), []);
});

test('an empty name, or one with line breaks, is refused at its field', async () => {
  const headers = await sessionHeaders(app, ada);
  for (const name of ['', '  ', '\u00a0\u3000', 'Ada\nKing', 'Ada\u202egniK', 'x'.repeat(201)]) {
    const refused = await rename(name, headers);
    assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, '/name'], name);
  }
});

test('a token cannot rename its User', async () => {
  const refused = await app.call('PATCH', '/api/v2/me', { as: ada, body: { name: 'Mallory' } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'session_required']);
});

test('a session that has just ended cannot rename the User', async () => {
  const headers = await sessionHeaders(app, ada);
  const refused = await overtake(
    app.db,
    'users',
    async (tx) => {
      await tx.query(sql`SELECT 1 FROM users WHERE uuid = ${ada.uuid} FOR UPDATE`);
      await tx.query(sql`DELETE FROM browser_sessions WHERE user_uuid = ${ada.uuid}`);
    },
    () => rename('Mallory', headers),
  );
  assert.deepEqual([refused.status, refused.body.code], [401, 'credentials_missing']);
  assert.deepEqual(await auditedNames(), []);
});

test('a User sets their time zone, and so does a token of theirs; null leaves it to the Account', async () => {
  const set = async (time_zone: string | null) => {
    const { status, body } = await app.call('PATCH', '/api/v2/me', { as: ada, body: { time_zone } });
    return [status, body.data?.time_zone ?? body.code ?? null];
  };
  assert.deepEqual(await set('Asia/Tokyo'), [200, 'Asia/Tokyo']);
  const headers = await sessionHeaders(app, ada);
  const me = (await app.call('GET', '/api/v2/me', { headers })).body.data;
  assert.equal(me.time_zone, 'Asia/Tokyo');
  assert.deepEqual(await set('Mars/Olympus'), [422, 'fields_invalid']);
  assert.deepEqual(await set(null), [200, null]);
});
