import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { narrowed } from '../../testing/narrow-token.ts';
import { addApplication, connect, refresh, signedIn } from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let here: string;
let there: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  ben = await app.addUser('Ben');
  here = await app.addAccount(ada, 'Here');
  there = await app.addAccount(ben, 'There');
  await app.addLogin(here, ben, 'member');
});
after(() => app.close());

const inBrowser = (method: string, path: string) => app.call(method, path, { as: ada, in_browser: true });
const tokens = (rest = '') => `/api/v2/accounts/${here}/personal-access-tokens${rest}`;
const accountsOf = async (as: TestUser) =>
  (await app.call('GET', '/api/v2/accounts', { as })).body.data.map(({ uuid }: { uuid: string }) => uuid);
const uuidOf = async (as: TestUser) => (await app.call('GET', '/api/v2/me', { as })).body.data.token.uuid;

test('owners see the tokens that reach their Account with what they may do, and no other Account', async () => {
  const [narrow, elsewhere] = [
    await narrowed(app, ben, 'deals:read', [here, there]),
    await narrowed(app, ben, 'notes:read', [there]),
  ];
  const { body } = await app.call('GET', tokens(), { as: ada });
  const seen = new Map(body.data.map((one: { uuid: string; scope: string }) => [one.uuid, one.scope]));
  assert.equal(seen.get(await uuidOf(narrow)), 'deals:read');
  assert.equal(seen.get(await uuidOf(ben)), '*');
  assert.ok(!seen.has(await uuidOf(elsewhere)));
  assert.ok(!JSON.stringify(body).includes(there));
  assert.equal((await app.call('GET', tokens(), { as: ben })).status, 403);
});

test('a token that is shut out keeps the other Accounts, and one without another ends', async () => {
  const [wide, only] = [await narrowed(app, ben, '*'), await narrowed(app, ben, '*', [here])];
  const [wideUuid, onlyUuid] = [await uuidOf(wide), await uuidOf(only)];
  const byToken = await app.call('DELETE', tokens(`/${wideUuid}`), { as: ada });
  assert.deepEqual([byToken.status, byToken.body.code], [403, 'session_required']);
  assert.equal((await inBrowser('DELETE', tokens(`/${wideUuid}`))).status, 204);
  assert.deepEqual(await accountsOf(wide), [there]);
  assert.equal((await inBrowser('DELETE', tokens(`/${wideUuid}`))).status, 404);
  assert.equal((await inBrowser('DELETE', tokens(`/${onlyUuid}`))).status, 204);
  assert.equal((await app.call('GET', '/api/v2/me', { as: only })).status, 401);
  await app.jobs.finished();
  assert.ok(app.mails.some(({ to, subject }) => to === ben.email && /was shut out/.test(subject)));
});

test('an application that is shut out keeps the other Accounts, also after a refresh, and loses its webhooks here', async () => {
  const application = await addApplication(app);
  const issued = await connect(app, await signedIn(app, ben), application);
  const as = { ...ben, token: issued.access_token };
  const subscribe = async (account_uuids: string[]) => {
    const body = { url: 'http://127.0.0.1:9/', events: ['*'], account_uuids };
    return (await app.call('POST', '/api/v2/webhook-subscriptions', { as, body })).body.data.uuid;
  };
  const [both, other] = [await subscribe([here, there]), await subscribe([there])];
  const grants = `/api/v2/accounts/${here}/grants`;
  const [grant] = (await app.call('GET', grants, { as: ada })).body.data;
  assert.equal((await inBrowser('DELETE', `${grants}/${grant.uuid}`)).status, 204);
  assert.deepEqual(await accountsOf(as), [there]);
  const next = (await refresh(app, application, issued.refresh_token)).body;
  assert.deepEqual(await accountsOf({ ...ben, token: next.access_token }), [there]);
  const { body } = await app.call('GET', '/api/v2/webhook-subscriptions', { as: ben });
  const enabled = new Map(
    body.data.map((one: { uuid: string; enabled: boolean }) => [one.uuid, one.enabled]),
  );
  assert.deepEqual([enabled.get(both), enabled.get(other)], [false, true]);
  assert.deepEqual((await app.call('GET', grants, { as: ada })).body.data, []);
  const log = await app.call('GET', `/api/v2/audit-log?account_uuid=${here}`, { as: ada });
  assert.ok(log.body.data.some(({ action }: { action: string }) => action === 'oauth_grant.shut_out'));
});

test('only a token or grant that reaches the Account of the caller is found', async () => {
  const strange = await narrowed(app, await app.addUser(), '*');
  for (const uuid of [await uuidOf(strange), '01a0c5d2-6b1e-7c3a-9f42-00000000000a'])
    for (const path of [tokens(`/${uuid}`), `/api/v2/accounts/${here}/grants/${uuid}`])
      assert.equal((await inBrowser('DELETE', path)).status, 404, path);
  const path = `/api/v2/accounts/${there}/personal-access-tokens`;
  assert.equal((await app.call('GET', path, { as: ada })).status, 404);
});
