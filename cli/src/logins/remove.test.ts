import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasLogin } from '../../../server/src/accounts/logins/look-ups.ts';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
let account_uuid: string;
before(async () => {
  rapport = await createTestCommands();
  account_uuid = (await rapport.addAccount(await rapport.addUser('ada@example.com'))).uuid;
  await rapport.addAccount(await rapport.addUser('alan@example.com'));
});
after(() => rapport.drop());

async function run(...args: string[]) {
  const { exit_code, stdout, stderr } = await rapport.run([...args, '--json']);
  return { exit_code, body: JSON.parse(stdout || stderr) };
}

const remove = (account: string, email: string) =>
  run('logins', 'remove', '--account', account, '--email', email);

async function listed(...only: string[]): Promise<string[]> {
  const { data } = (await run('logins', 'list', ...only)).body;
  return data.map(({ user, role }: { user: { email: string }; role: string }) => `${user.email} ${role}`);
}

test('the operator lists the Logins of an Account and removes one, which the audit log records', async () => {
  const grace = await rapport.addUser('grace@example.com');
  await run('logins', 'add', '--account', account_uuid, '--email', grace.email, '--role', 'member');
  assert.deepEqual(await listed('--account', account_uuid), [
    'grace@example.com member',
    'ada@example.com owner',
  ]);
  assert.deepEqual(await listed('--user', grace.email), ['grace@example.com member']);
  assert.equal((await listed()).length, 3);
  assert.deepEqual(await listed('--limit', '1'), ['grace@example.com member']);

  const { exit_code, body } = await remove(account_uuid, grace.email);
  assert.deepEqual([exit_code, body.user.uuid, body.account.uuid], [0, grace.uuid, account_uuid]);
  assert.equal(await hasLogin(rapport.core.db, account_uuid, grace.uuid), false);
  assert.deepEqual(await listed('--user', grace.email), []);
  const [entry] = (await run('audit', '--action', 'login.deleted')).body.data;
  assert.deepEqual(
    [entry.actor.name, entry.user_uuid, entry.account_uuid],
    ['logins remove', grace.uuid, account_uuid],
  );
});

test('the last owner cannot be removed, and a missing Login is refused with the command to use', async () => {
  assert.equal((await remove(account_uuid, 'ada@example.com')).body.code, 'last_owner');
  assert.match(
    (await remove(account_uuid, 'alan@example.com')).body.detail,
    /^This User has no login to the Account/,
  );
  assert.match(
    (await remove(newUuid(new Date()), 'ada@example.com')).body.detail,
    /with: rapport accounts list$/,
  );
  assert.match(
    (await run('logins', 'list', '--user', 'nobody@example.com')).body.detail,
    /^There is no User/,
  );
});
