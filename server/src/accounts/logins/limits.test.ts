import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { LOGINS_MAX, OWNED_ACCOUNTS_MAX, type Role } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { operator } from '../../access/caller.ts';
import { Problem } from '../../platform/problem.ts';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addLoginUnchecked } from './actions.ts';

let app: TestApp;
let team: Team;
/** A User with an Account of their own. */
let linus: TestUser;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
  linus = team.stranger;
});
after(() => app.close());

/** Gives Linus Logins with this role until he has `count` of them. */
async function fill(count: number, role: Role): Promise<void> {
  await app.db.query(sql`
    WITH account AS (
      INSERT INTO accounts (uuid, name, version, created_at, updated_at)
      SELECT gen_random_uuid(), 'Filler', 1, now(), now() FROM generate_series(2, ${count}::integer) RETURNING uuid
    )
    INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at)
    SELECT gen_random_uuid(), uuid, ${linus.uuid}, ${role}, now(), now() FROM account`);
}

const create = () => app.call('POST', '/api/v2/accounts', { as: linus, body: { name: 'One more' } });

/** Asks Linus to join, and answers for him. */
async function add(role: Role, as = team.owner, account_uuid = team.account_uuid) {
  const path = `/api/v2/accounts/${account_uuid}/logins`;
  const body = { email: linus.email, role, address_confirmed: true };
  const { data } = (await app.call('POST', path, { as, in_browser: true, body })).body;
  return app.call('POST', `/api/v2/pending-logins/${data.uuid}/accept`, { as: linus, in_browser: true });
}

test(`of two Accounts that a User with ${OWNED_ACCOUNTS_MAX - 1} creates at the same moment, one is refused`, async () => {
  await fill(OWNED_ACCOUNTS_MAX - 1, 'owner');
  const answers = await Promise.all([create(), create()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
  const refused = await create();
  assertRefused(refused, 422, 'limit_reached');
  assert.match(refused.body.detail, /^The User is an owner of 100 Accounts, the most allowed\./);
});

test('a User who owns the most Accounts allowed cannot become an owner again, but can join in another role', async () => {
  await fill(OWNED_ACCOUNTS_MAX, 'owner');
  assertRefused(await add('owner'), 422, 'limit_reached');
  const { body, status } = await add('admin');
  assert.equal(status, 200);
  const path = `/api/v2/logins/${body.data.uuid}`;
  const promoted = await app.call('PATCH', path, {
    as: team.owner,
    in_browser: true,
    body: { role: 'owner' },
  });
  assertRefused(promoted, 422, 'limit_reached');
  const member = await app.call('PATCH', path, {
    as: team.owner,
    in_browser: true,
    body: { role: 'member' },
  });
  assert.equal(member.status, 200);
});

test('a deleted Account counts until it is purged, so that nobody creates and deletes Accounts without end', async () => {
  await fill(OWNED_ACCOUNTS_MAX, 'owner');
  const path = `/api/v2/accounts/${team.stranger_account_uuid}`;
  const { name } = (await app.call('GET', path, { as: linus })).body.data;
  await app.call('DELETE', `${path}?confirm_name=${encodeURIComponent(name)}`, {
    as: linus,
    in_browser: true,
  });
  assertRefused(await create(), 422, 'limit_reached');
});

test(`of two Accounts that add a User with ${LOGINS_MAX - 1} Logins at the same moment, one is refused`, async () => {
  await fill(LOGINS_MAX - 1, 'viewer');
  const other = await addTeam(app);
  const answers = await Promise.all([add('viewer'), add('viewer', other.owner, other.account_uuid)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
});

test(`neither an invitation nor the operator gives a User with ${LOGINS_MAX} Logins another one, until they leave an Account`, async () => {
  const path = `/api/v2/accounts/${team.account_uuid}/invitations`;
  await app.call('POST', path, {
    as: team.owner,
    in_browser: true,
    body: { email: linus.email, role: 'viewer' },
  });
  await app.jobs.finished();
  const [, code] = /code=(\w+)/.exec(app.mails.findLast(({ text }) => text.includes('code='))!.text)!;
  const accept = () =>
    app.call('POST', '/web/invitations/accept', { as: linus, in_browser: true, body: { code } });
  await fill(LOGINS_MAX, 'viewer');
  assertRefused(await accept(), 422, 'limit_reached');
  const fields = { email: linus.email, role: 'viewer' as const };
  const byOperator = await addLoginUnchecked(app, operator('test'), team.account_uuid, fields);
  assert.equal(byOperator instanceof Problem && byOperator.code, 'limit_reached');
  assertRefused(await create(), 422, 'limit_reached');

  const { data } = (await app.call('GET', '/api/v2/logins?filter[role]=viewer&limit=1', { as: linus })).body;
  assert.equal(
    (await app.call('DELETE', `/api/v2/logins/${data[0].uuid}`, { as: linus, in_browser: true })).status,
    204,
  );
  assert.equal((await accept()).status, 200);
});
