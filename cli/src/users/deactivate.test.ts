import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport users deactivate locks a User out, users reactivate lets them in, and both are in the audit log', async () => {
  const user = await rapport.addUser('ada@example.com');
  const { db } = rapport.core;
  const locked = await rapport.run(['users', 'deactivate', '--email', 'ADA@example.com']);
  assert.deepEqual([locked.exit_code, locked.stderr], [0, '']);
  assert.match(
    locked.stdout,
    /^Ada \(ada@example\.com\) is locked out .*\n\n.*\n {2}npx rapport users reactivate --email ada@/s,
  );
  assert.ok((await findUserByEmail(db, user.email)) instanceof Problem);
  const again = await rapport.run(['users', 'deactivate', '--email', user.email]);
  assert.deepEqual(
    [again.exit_code, again.stderr],
    [1, 'There is no active User with the address ada@example.com.\n'],
  );
  const back = await rapport.run(['users', 'reactivate', '--email', user.email, '--json']);
  assert.equal(back.exit_code, 0);
  assert.deepEqual(JSON.parse(back.stdout), await findUserByEmail(db, user.email));
  const entries = await db.query<{ action: string }>(
    sql`SELECT action FROM audit_log WHERE user_uuid = ${user.uuid} AND action LIKE 'user.%' ORDER BY uuid`,
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['user.deactivated', 'user.reactivated'],
  );
});

test('the operator still finds the work of a deactivated User, and learns how to reactivate them where a command requires it', async () => {
  const owner = await rapport.addUser('owner@example.com');
  const { uuid } = await rapport.addAccount(owner);
  const { email } = await rapport.addUser('q@example.com');
  await rapport.run(['users', 'deactivate', '--email', email]);

  const audit = await rapport.run(['audit', '--user', 'Q@example.com', '--json']);
  assert.deepEqual(
    JSON.parse(audit.stdout).data.map(({ action }: { action: string }) => action),
    ['user.deactivated'],
  );
  const grants = await rapport.run(['grants', 'list', '--user', email]);
  assert.deepEqual([grants.exit_code, grants.stdout], [0, 'No application is connected.\n']);

  for (const args of [
    ['tokens', 'create', '--name', 'First', '--user', email],
    ['accounts', 'create', '--name', 'Theirs', '--owner', email],
    ['logins', 'add', '--account', uuid, '--role', 'member', '--email', email],
    ['users', 'create', '--name', 'Q', '--password', 'a long password', '--email', email],
  ]) {
    const { exit_code, stderr } = await rapport.run(args);
    assert.deepEqual(
      [exit_code, stderr],
      [
        1,
        'q@example.com is deactivated. Reactivate them with: rapport users reactivate --email q@example.com\n',
      ],
      args.join(' '),
    );
  }
});
