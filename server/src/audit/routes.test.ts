import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuditEntry } from '@rapport/contract/audit';
import { assertForbids, assertShowsNothingOf } from '../testing/assert-forbids.ts';
import { addApplication, connect, signedIn } from '../testing/oauth-flow.ts';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let team: Team;
let path: string;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
  path = `/api/v2/audit-log?account_uuid=${team.account_uuid}`;
});
after(() => app.close());

const hook = (as: TestUser, url: string, account_uuids?: string[]) =>
  app.call('POST', '/api/v2/webhook-subscriptions', { as, body: { url, events: ['*'], account_uuids } });
const actionsOf = async (as: TestUser) =>
  (await app.call('GET', path, { as })).body.data.map(({ action }: AuditEntry) => action) as string[];

test('owners and admins see the actions in the Account with tokens, webhooks and applications; nobody else does', async () => {
  await connect(app, await signedIn(app, team.member), await addApplication(app));
  await hook(team.member, 'http://127.0.0.1:9/secret-path');
  const body = { name: 'Sync' };
  await app.call('POST', '/api/v2/personal-access-tokens', { as: team.member, in_browser: true, body });
  for (const as of [team.owner, team.admin]) {
    const seen = await actionsOf(as);
    for (const action of [
      'login.created',
      'personal_access_token.created',
      'webhook_subscription.created',
      'oauth_authorization.allowed',
    ])
      assert.ok(seen.includes(action), `${action}: ${seen}`);
    assert.ok(
      !seen.some((action) => action.startsWith('sign_in')),
      'when members sign in is their own business',
    );
  }
  assertShowsNothingOf(['secret-path'], await app.call('GET', path, { as: team.owner }));
  await assertForbids(app, team, { method: 'GET', path }, 'admin');
});

test("the pages of an Account's log follow each other without gaps", async () => {
  const all = await app.call('GET', `${path}&limit=100`, { as: team.owner });
  const read: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await app.call('GET', `${path}&limit=2${cursor && `&cursor=${cursor}`}`, {
      as: team.owner,
    });
    read.push(...body.data.map(({ uuid }: AuditEntry) => uuid));
    if (body.next_cursor === null) break;
    cursor = body.next_cursor;
  }
  assert.deepEqual(
    read,
    all.body.data.map(({ uuid }: AuditEntry) => uuid),
  );
});

test('owners and admins see all webhooks and applications of an Account, without paths and secrets', async () => {
  await hook(team.viewer, 'http://127.0.0.1:9/hidden', [team.account_uuid]);
  for (const kind of ['webhook-subscriptions', 'grants']) {
    const list = `/api/v2/accounts/${team.account_uuid}/${kind}`;
    const seen = await app.call('GET', list, { as: team.admin });
    assert.ok(seen.body.data.length > 0);
    assertShowsNothingOf(['hidden', 'secret-path', 'signing_secret'], seen);
    await assertForbids(app, team, { method: 'GET', path: list }, 'admin', [team.viewer.email]);
  }
});

test('the webhooks and applications of a User who has not agreed to join stay hidden from the Account', async () => {
  const { stranger } = team;
  const body = { email: stranger.email, role: 'viewer', address_confirmed: true };
  await app.call('POST', `/api/v2/accounts/${team.account_uuid}/logins`, {
    as: team.owner,
    in_browser: true,
    body,
  });
  await hook(stranger, 'http://hooks.localhost:9/');
  for (const seen of [path, `/api/v2/accounts/${team.account_uuid}/webhook-subscriptions`]) {
    assertShowsNothingOf(['hooks.localhost'], await app.call('GET', seen, { as: team.owner }));
  }
});

test('the log keeps the actions of a removed member, and does not show their later ones', async () => {
  const { owner, account_uuid } = team;
  const former = await app.addUser('Former');
  await app.addLogin(account_uuid, former, 'member');
  const logins = (await app.call('GET', '/api/v2/logins?limit=200', { as: former })).body.data;
  const login_uuid = logins.find(
    (login: { account_uuid: string }) => login.account_uuid === account_uuid,
  ).uuid;
  await app.addAccount(former, 'Their own');
  await hook(former, 'http://hooks.localhost:9/as-a-member');
  const [entry] = (await app.call('GET', path, { as: owner })).body.data;
  assert.deepEqual([entry.action, entry.user_uuid], ['webhook_subscription.created', former.uuid]);
  const removal = await app.call('DELETE', `/api/v2/logins/${login_uuid}`, { as: owner, in_browser: true });
  assert.equal(removal.status, 204, JSON.stringify(removal.body));
  app.clock.advance(1000);
  await hook(former, 'http://hooks.localhost:9/later');
  const [left, ...before] = (await app.call('GET', path, { as: owner })).body.data;
  assert.deepEqual([left.action, left.user_uuid], ['login.deleted', former.uuid]);
  assert.deepEqual(
    before.find(({ uuid }: AuditEntry) => uuid === entry.uuid),
    entry,
  );
});

test('a User is mailed about a new token and a new application', async () => {
  const user = await app.addUser();
  await connect(app, await signedIn(app, user), await addApplication(app));
  const body = { name: 'Sync' };
  await app.call('POST', '/api/v2/personal-access-tokens', { as: user, in_browser: true, body });
  await app.jobs.finished();
  const told = app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
  assert.deepEqual(told.toSorted(), [
    'Ledger Sync is connected to your Rapport',
    'You have a new token "Sync"',
  ]);
});
