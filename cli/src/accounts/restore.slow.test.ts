import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Account, User } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
let ada: User;
let account: Account;
before(async () => {
  rapport = await createTestCommands();
  ada = await rapport.addUser('ada@example.com');
  account = await rapport.addAccount(ada);
});
after(() => rapport.drop());

async function deletedDaysAgo(days: number): Promise<void> {
  await rapport.core.db.query(sql`
    UPDATE accounts SET deleted_at = now() - make_interval(days => ${days}) WHERE uuid = ${account.uuid}`);
}

test('a deleted Account is listed with its end, restored, and recorded as restored by the operator', async () => {
  await deletedDaysAgo(29);
  const listed = await rapport.run(['accounts', 'list', '--deleted', '--json']);
  const [entry] = JSON.parse(listed.stdout).data;
  assert.equal(entry.uuid, account.uuid);
  assert.equal(Date.parse(entry.restorable_until) - Date.parse(entry.deleted_at), 30 * 86_400_000);
  assert.match(
    (await rapport.run(['accounts', 'list', '--deleted'])).stdout,
    new RegExp(`${account.uuid} +${account.name} `),
  );

  const { exit_code, stdout } = await rapport.run(['accounts', 'restore', account.uuid]);
  assert.deepEqual(
    [exit_code, stdout],
    [0, `${account.name} is restored, with its Clients, events and members.\n`],
  );
  const { stdout: living } = await rapport.run(['accounts', 'list', '--user', ada.email, '--json']);
  assert.equal(JSON.parse(living).data[0].version, account.version + 1);
  const [event] = await rapport.core.db.query<{ body: string }>(
    sql`SELECT body FROM events WHERE account_uuid = ${account.uuid} AND event = 'account.restored'`,
  );
  assert.equal(JSON.parse(event!.body).actor.name, 'accounts restore');
  const { stdout: audit } = await rapport.run(['audit', '--json']);
  assert.match(audit, /"action":"account\.restored"/);
});

test('an Account that is not deleted, or was deleted too long ago, cannot be restored', async () => {
  for (const days of [null, 31]) {
    if (days !== null) await deletedDaysAgo(days);
    const { exit_code, stderr } = await rapport.run(['accounts', 'restore', account.uuid, '--json']);
    assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'not_found']);
  }
  const { stdout } = await rapport.run(['accounts', 'list', '--deleted']);
  assert.equal(stdout, 'No Account was deleted in the last 30 days.\n');
});
