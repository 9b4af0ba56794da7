import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { User } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
let grace: User;
let account_uuid: string;
before(async () => {
  rapport = await createTestCommands();
  const owner = await rapport.addUser('ada@example.com');
  grace = await rapport.addUser('grace@example.com');
  account_uuid = (await rapport.addAccount(owner)).uuid;
  const { exit_code } = await rapport.run([
    ...['logins', 'add', '--account', account_uuid, '--email', grace.email, '--role', 'member'],
  ]);
  assert.equal(exit_code, 0);
});
after(() => rapport.drop());

async function change(account: string, email: string, role: string) {
  const args = ['logins', 'change-role', '--account', account, '--email', email, '--role', role, '--json'];
  const { exit_code, stdout, stderr } = await rapport.run(args);
  return { exit_code, body: JSON.parse(stdout || stderr) };
}

test('the operator gives an Account another owner when its only one is deactivated, and finds it listed with the new owner', async () => {
  const deactivated = await rapport.run(['users', 'deactivate', '--email', 'ada@example.com']);
  assert.match(
    deactivated.stdout,
    new RegExp(`no owner left who can sign in:\\n {2}${account_uuid} {2}Lovelace Engines Ltd\\n`),
  );
  const listed = await rapport.run(['accounts', 'list', '--user', 'ada@example.com']);
  assert.match(
    listed.stdout,
    new RegExp(`${account_uuid} {2}Lovelace Engines Ltd {2}nobody who can sign in`),
  );

  const { exit_code, body } = await change(account_uuid, grace.email, 'owner');
  assert.deepEqual([exit_code, body.role, body.user.uuid], [0, 'owner', grace.uuid]);
  const { data } = JSON.parse((await rapport.run(['accounts', 'list', '--json'])).stdout);
  assert.deepEqual(
    data.map(({ uuid, owners }: { uuid: string; owners: string[] }) => [uuid, owners]),
    [[account_uuid, [grace.email]]],
  );
  const entries = await rapport.core.db.query<{ details: { role: string; role_before: string } }>(
    sql`SELECT details FROM audit_log WHERE action = 'login.updated' AND user_uuid = ${grace.uuid}`,
  );
  assert.deepEqual(
    entries.map(({ details }) => [details.role_before, details.role]),
    [['member', 'owner']],
  );
});

test('the last owner who can sign in keeps the role', async () => {
  const { exit_code, body } = await change(account_uuid, grace.email, 'member');
  assert.deepEqual([exit_code, body.code], [1, 'last_owner']);
});

test('a User without a Login and an unknown Account are refused with the command to use', async () => {
  const { email } = await rapport.addUser('alan@example.com');
  assert.match((await change(account_uuid, email, 'viewer')).body.detail, /with: rapport logins add$/);
  assert.match(
    (await change(newUuid(new Date()), email, 'viewer')).body.detail,
    /with: rapport accounts list$/,
  );
});
