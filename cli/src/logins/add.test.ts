import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasLogin } from '../../../server/src/accounts/logins/look-ups.ts';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
let account_uuid: string;
before(async () => {
  rapport = await createTestCommands();
  const owner = await rapport.addUser('ada@example.com');
  account_uuid = (await rapport.addAccount(owner)).uuid;
});
after(() => rapport.drop());

const add = (account: string, email: string, role: string) =>
  rapport.run(['logins', 'add', '--account', account, '--email', email, '--role', role, '--json']);

describe('rapport logins add', { concurrency: 2 }, () => {
  test('prints the Login as the API returns it with --json', async () => {
    const grace = await rapport.addUser('grace@example.com');
    const { exit_code, stdout, stderr } = await add(account_uuid, 'grace@example.com', 'member');
    assert.deepEqual([exit_code, stderr], [0, '']);
    const { role, user, account } = JSON.parse(stdout);
    assert.deepEqual([role, user, account.uuid], ['member', grace, account_uuid]);
    assert.ok(await hasLogin(rapport.core.db, account_uuid, grace.uuid));
  });

  test('prints a sentence with the User and the Account', async () => {
    await rapport.addUser('alan@example.com');
    const args = [
      'logins',
      'add',
      '--account',
      account_uuid,
      '--email',
      'alan@example.com',
      '--role',
      'viewer',
    ];
    const { stdout } = await rapport.run(args);
    assert.match(stdout, /^Ada \(alan@example\.com\) now works in Lovelace Engines Ltd as viewer\.\n/);
  });

  test('is refused for a User who has a login already', async () => {
    const { exit_code, stdout, stderr } = await add(account_uuid, 'ada@example.com', 'member');
    const { code, detail } = JSON.parse(stderr);
    assert.deepEqual([exit_code, stdout, code], [1, '', 'conflict']);
    assert.match(detail, /Change its role with: rapport logins change-role$/);
  });

  test('is refused for a User who does not exist', async () => {
    const { exit_code, stderr } = await add(account_uuid, 'nobody@example.com', 'member');
    const { code, detail } = JSON.parse(stderr);
    assert.deepEqual([exit_code, code], [1, 'not_found']);
    assert.match(detail, /Create one with: rapport users create$/);
  });

  test('is refused for an Account that does not exist', async () => {
    const { exit_code, stderr } = await add(newUuid(new Date()), 'ada@example.com', 'member');
    const { code, detail } = JSON.parse(stderr);
    assert.deepEqual([exit_code, code], [1, 'not_found']);
    assert.equal(detail, 'There is no such Account. Look its uuid up with: rapport accounts list');
  });

  test('names the roles there are when given another', async () => {
    const { exit_code, stderr } = await add(account_uuid, 'ada@example.com', 'boss');
    assert.equal(exit_code, 2);
    assert.match(JSON.parse(stderr).detail, /Allowed choices are owner, admin, member, viewer\.$/);
  });
});
