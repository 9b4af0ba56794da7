import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
  await rapport.addUser('ada@example.com');
});
after(() => rapport.drop());

describe('rapport accounts create', { concurrency: 2 }, () => {
  test('prints the Account and the next step', async () => {
    const args = ['accounts', 'create', '--name', 'Lovelace Engines Ltd', '--owner', 'ADA@example.com'];
    const { exit_code, stdout, stderr } = await rapport.run(args);
    assert.deepEqual([exit_code, stderr], [0, '']);
    assert.match(
      stdout,
      /^Account created\.\n\n {2}uuid {2}[0-9a-f-]{36}\n {2}name {2}Lovelace Engines Ltd\n/,
    );
    assert.match(stdout, /\n {2}npx rapport logins add --account [0-9a-f-]{36} /);
  });

  test('prints the Account as the API returns it with --json, and records the operator as its creator', async () => {
    const args = ['accounts', 'create', '--name', 'Second', '--owner', 'ada@example.com', '--json'];
    const { stdout } = await rapport.run(args);
    const account = JSON.parse(stdout);
    const events = await rapport.core.db.query<{ body: string }>(
      sql`SELECT body FROM events WHERE account_uuid = ${account.uuid} AND event = 'account.created'`,
    );
    const { data, actor } = JSON.parse(events[0]!.body);
    assert.deepEqual(data, account);
    assert.deepEqual(actor, {
      type: 'operator',
      uuid: null,
      user_uuid: null,
      name: 'accounts create',
      client_id: null,
    });
  });

  test('takes the place of the business, and refuses a zone that does not exist', async () => {
    const args = ['accounts', 'create', '--name', 'Placed', '--owner', 'ada@example.com', '--json'];
    const place = ['--currency', 'eur', '--country', 'DE', '--time-zone', 'Europe/Berlin'];
    const { stdout } = await rapport.run([...args, ...place, '--week-starts-on', 'sunday']);
    const { currency, country, time_zone, week_starts_on } = JSON.parse(stdout);
    assert.deepEqual(
      [currency, country, time_zone, week_starts_on],
      ['EUR', 'DE', 'Europe/Berlin', 'sunday'],
    );
    const { exit_code, stderr } = await rapport.run([...args, '--time-zone', 'Europe/Nowhere']);
    assert.notEqual(exit_code, 0);
    assert.match(stderr, /must be a time zone of the IANA list/);
  });

  test('is refused for an owner that does not exist', async () => {
    const args = ['accounts', 'create', '--name', 'Third', '--owner', 'nobody@example.com', '--json'];
    const { exit_code, stdout, stderr } = await rapport.run(args);
    assert.deepEqual([exit_code, stdout], [1, '']);
    assert.equal(JSON.parse(stderr).code, 'not_found');
  });

  test('is refused with a name that the API would refuse', async () => {
    const args = ['accounts', 'create', '--name', 'x'.repeat(201), '--owner', 'ada@example.com'];
    const { exit_code, stderr } = await rapport.run(args);
    assert.deepEqual(
      [exit_code, stderr],
      [1, 'name must have 1 to 200 characters, at least one of them visible and none a line break.\n'],
    );
  });
});
