import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestCommands, type TestCommands } from './testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport audit names the User and the Account of an entry', async () => {
  const ada = await rapport.addUser('ada@example.com');
  const account = await rapport.addAccount(ada);
  const { exit_code, stdout, stderr } = await rapport.run(['audit', '--action', 'login.created']);
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.match(stdout, /login\.created {2}ada@example\.com, Lovelace Engines Ltd {2}operator test /);

  const json = await rapport.run(['audit', '--action', 'login.created', '--json']);
  const [entry] = JSON.parse(json.stdout).data;
  assert.deepEqual([entry.user_uuid, entry.account_uuid], [ada.uuid, account.uuid]);
});

test('rapport audit --since refuses a day that the calendar does not have', async () => {
  const { exit_code, stderr } = await rapport.run(['audit', '--since', '2026-02-31']);
  assert.equal(exit_code, 2);
  assert.match(stderr, /It must be a date such as 2026-11-20/);
});
