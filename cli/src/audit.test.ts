import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestCommands, type TestCommands } from './testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport audit says in words whom and which Account an entry concerns', async () => {
  const ada = await rapport.addUser('ada@example.com');
  const account = await rapport.addAccount(ada);
  const { exit_code, stdout, stderr } = await rapport.run(['audit', '--action', 'login.created']);
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.match(stdout, /login\.created {2}ada@example\.com, Lovelace Engines Ltd {2}operator test /);

  const json = await rapport.run(['audit', '--action', 'login.created', '--json']);
  const [entry] = JSON.parse(json.stdout).data;
  assert.deepEqual([entry.user_uuid, entry.account_uuid], [ada.uuid, account.uuid]);
});
