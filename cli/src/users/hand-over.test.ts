import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { operator } from '../../../server/src/access/caller.ts';
import { createPersonalAccessToken } from '../../../server/src/tokens/actions.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport users hand-over ends all that let the former holder in, and gives a link to the new one', async () => {
  const { db } = rapport.core;
  const user = await rapport.addUser('eli@victim.example');
  await rapport.addAccount(user);
  const details = { name: 'Kept', expires_at: null };
  await createPersonalAccessToken(rapport.core, operator('test'), user.uuid, details);
  const hash = async () =>
    (
      await db.query<{ password_hash: string }>(
        sql`SELECT password_hash FROM users WHERE uuid = ${user.uuid}`,
      )
    )[0]!;
  const before = await hash();

  const handed = await rapport.run(['users', 'hand-over', '--email', 'ELI@victim.example', '--json']);
  assert.deepEqual([handed.exit_code, handed.stderr], [0, '']);
  const { link, email_verified, accounts } = JSON.parse(handed.stdout);
  assert.match(link, /^http.+\/reset-password#code=\w{30}$/);
  assert.deepEqual([email_verified, accounts.length], [true, 1]);
  assert.notDeepEqual(await hash(), before);
  const [left] = await db.query(sql`
    SELECT (SELECT count(*) FROM personal_access_tokens WHERE user_uuid = ${user.uuid} AND revoked_at IS NULL) AS tokens,
      (SELECT count(*) FROM browser_sessions WHERE user_uuid = ${user.uuid}) AS sessions,
      (SELECT default_account_uuid FROM users WHERE uuid = ${user.uuid}) AS account,
      (SELECT count(*) FROM audit_log WHERE user_uuid = ${user.uuid} AND action = 'user.handed_over') AS entries`);
  assert.deepEqual(left, { tokens: 0, sessions: 0, account: null, entries: 1 });
});

test('rapport users create --email-verified and users verify-email prove an address', async () => {
  const words = ['users', 'create', '--name', 'Ada', '--password', 'a long password', '--json'];
  const proven = await rapport.run([...words, '--email', 'ada@example.com', '--email-verified']);
  assert.equal(JSON.parse(proven.stdout).email_verified, true);
  const typed = await rapport.run([...words, '--email', 'bea@example.com']);
  assert.equal(JSON.parse(typed.stdout).email_verified, false);
  const vouched = await rapport.run(['users', 'verify-email', '--email', 'bea@example.com', '--json']);
  assert.deepEqual([vouched.exit_code, JSON.parse(vouched.stdout).email_verified], [0, true]);
  const unknown = await rapport.run(['users', 'hand-over', '--email', 'nobody@example.com']);
  assert.deepEqual(
    [unknown.exit_code, unknown.stderr],
    [1, 'There is no active User with the address nobody@example.com.\n'],
  );
});
