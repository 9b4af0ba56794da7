import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Account } from '@rapport/contract/accounts';
import sql from 'sql-template-tag';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let here: TestCommands;
let there: TestCommands;
let account: Account;
let folder: string;

before(async () => {
  [here, there] = await Promise.all([createTestCommands(), createTestCommands()]);
  folder = await mkdtemp(join(tmpdir(), 'rapport-cli-export-'));
  const ada = await here.addUser('ada@example.com');
  account = await here.addAccount(ada);
  await here.addUser('ben@example.com');
  await here.addUser('cleo@example.com');
  for (const email of ['ben@example.com', 'cleo@example.com'])
    await here.run(['logins', 'add', '--account', account.uuid, '--email', email, '--role', 'member']);
  await writeFile(join(folder, 'clients.csv'), 'name\nAcme\nBolt\n');
  await here.run(['clients', 'import', join(folder, 'clients.csv'), '--account', account.uuid]);
  await there.addUser('dora@example.com');
  await there.addUser('ADA@example.com');
  await there.addUser('ben@example.com');
  await there.core.db.query(sql`UPDATE users SET email_verified_at = now() WHERE email ILIKE 'ada%'`);
});
after(async () => {
  await Promise.all([here.drop(), there.drop(), rm(folder, { recursive: true })]);
});

const path = (name: string) => join(folder, name);
const exportTo = (name: string, more: string[] = []) =>
  here.run(['accounts', 'export', '--account', account.uuid, '--output', path(name), ...more]);

test('the file of an Account is for whoever made it alone, and never takes the place of another', async () => {
  const { exit_code, stdout } = await exportTo('one.zip');
  assert.deepEqual([exit_code, stdout.includes('data/clients.ndjson')], [0, true]);
  assert.equal((await stat(path('one.zip'))).mode & 0o777, 0o600);
  const again = await exportTo('one.zip', ['--json']);
  assert.deepEqual([again.exit_code, JSON.parse(again.stderr).code], [1, 'conflict']);
  assert.ok((await readFile(path('one.zip'))).length > 1000);
});

test('an Account that does not exist leaves no file behind', async () => {
  const args = ['accounts', 'export', '--account', '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'];
  const { exit_code } = await here.run([...args, '--output', path('none.zip')]);
  assert.equal(exit_code, 1);
  await assert.rejects(stat(path('none.zip')), { code: 'ENOENT' });
});

test('another installation takes the Account in, lets proven members in, and tells of the others', async () => {
  await exportTo('moving.zip');
  const { exit_code, stdout, stderr } = await there.run([
    'accounts',
    'import',
    path('moving.zip'),
    '--owner',
    'dora@example.com',
  ]);
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.match(stdout, new RegExp(`^${account.name} is here: ${account.uuid}\n`));
  assert.match(stdout, /Members who have a Login:\n {2}ada@example.com +Ada +owner\n/);
  assert.match(stdout, /nobody has proven[\s\S]*\n {2}ben@example.com +Ada +member\n/);
  assert.match(stdout, /Not Users here[\s\S]*\n {2}cleo@example.com +Ada +member\n/);
  const logins = await there.core.db.query<{ email: string; role: string }>(sql`
    SELECT email, role FROM logins JOIN users ON users.uuid = user_uuid WHERE account_uuid = ${account.uuid} ORDER BY 1`);
  assert.deepEqual(logins, [
    { email: 'ADA@example.com', role: 'owner' },
    { email: 'dora@example.com', role: 'owner' },
  ]);
  const { stdout: audit } = await there.run(['audit', '--json']);
  assert.match(audit, /"action":"account\.imported"/);
});

test('an Account with records is not filled, and an owner must be a User', async () => {
  const args = ['accounts', 'import', path('moving.zip'), '--json', '--owner'];
  const again = await there.run([...args, 'dora@example.com']);
  assert.deepEqual([again.exit_code, JSON.parse(again.stderr).code], [1, 'archive_invalid']);
  assert.match(again.stderr, /is here already and has 2 records/);
  const nobody = await there.run([...args, 'nobody@example.com']);
  assert.deepEqual([nobody.exit_code, JSON.parse(nobody.stderr).code], [1, 'not_found']);
});

test('the owner whom the operator names is told as one, also with an address nobody has proven', async () => {
  const other = await createTestCommands();
  try {
    await other.addUser('ben@example.com');
    const { stdout } = await other.run([
      'accounts',
      'import',
      path('moving.zip'),
      '--owner',
      'ben@example.com',
    ]);
    assert.match(stdout, /Members who have a Login:\n {2}ben@example.com +Ada +owner\n/);
    assert.doesNotMatch(stdout, /nobody has proven/);
  } finally {
    await other.drop();
  }
});

test('an empty Account is filled for its owner; for others only when the operator names it', async () => {
  const other = await createTestCommands();
  try {
    const eve = await other.addUser('eve@example.com');
    const { uuid } = await other.addAccount(eve);
    await other.addUser('mallory@example.com');
    await other.core.db.query(sql`
      INSERT INTO accounts SELECT * FROM json_populate_record((SELECT accounts FROM accounts WHERE uuid = ${uuid}),
        json_build_object('uuid', ${account.uuid}::text, 'name', 'Quiet'))`);
    await other.core.db.query(
      sql`SELECT begin_account(${account.uuid}, now()), begin_views(${account.uuid}, now())`,
    );
    const login = ['--account', account.uuid, '--email', 'eve@example.com', '--role'];
    await other.run(['logins', 'add', ...login, 'viewer']);
    const take = (owner: string, ...more: string[]) =>
      other.run(['accounts', 'import', path('moving.zip'), '--owner', owner, '--json', ...more]);
    const refused = async (said: RegExp, owner: string, ...more: string[]) => {
      const { exit_code, stderr } = await take(owner, ...more);
      assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'archive_invalid']);
      assert.match(JSON.parse(stderr).detail, said);
    };
    await refused(/as "Quiet" of others/, 'mallory@example.com');
    await refused(/as "Quiet" of others/, 'mallory@example.com', '--fill', account.name);
    await refused(/only viewer in it/, 'eve@example.com', '--fill', 'Quiet');
    const filled = () => other.core.db.query(sql`SELECT FROM records WHERE resource = 'client'`);
    assert.equal((await filled()).length, 0);
    await other.core.db.query(sql`UPDATE logins SET role = 'owner'`);
    const { stdout, stderr } = await take('eve@example.com');
    assert.deepEqual([JSON.parse(stdout).is_new, stderr], [false, '']);
    assert.equal((await filled()).length, 2);

    await other.core.db.query(sql`DELETE FROM records WHERE account_uuid = ${account.uuid}`);
    await other.core.db.query(sql`DELETE FROM events WHERE account_uuid = ${account.uuid}`);
    const named = await take('mallory@example.com', '--fill', account.name);
    assert.deepEqual([named.exit_code, named.stderr], [0, '']);
    const { stdout: logins } = await other.run(['logins', 'list', '--account', account.uuid]);
    assert.match(logins, /mallory@example\.com .*owner/);
  } finally {
    await other.drop();
  }
});
