import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
});
after(() => rapport.drop());

test('rapport users list and accounts list of a new installation say what to do', async () => {
  assert.match((await rapport.run(['users', 'list'])).stdout, /^There are no Users\. .*users create\n$/);
  assert.match(
    (await rapport.run(['accounts', 'list'])).stdout,
    /^There are no such Accounts\. .*accounts create\n$/,
  );
});

test('rapport users list shows the newest first, up to --limit, and marks deactivated Users', async () => {
  for (const name of ['ada', 'grace', 'alan']) await rapport.addUser(`${name}@example.com`);
  await rapport.run(['users', 'deactivate', '--email', 'grace@example.com']);
  const { stdout } = await rapport.run(['users', 'list', '--limit', '2']);
  const [heading, ...rows] = stdout.trimEnd().split('\n');
  assert.match(heading!, /^ {2}uuid +e-mail +proven +name +state +since$/);
  assert.deepEqual(
    rows.map((row) => row.trim().split(/ {2,}/).slice(1, 5)),
    [
      ['alan@example.com', 'no', 'Ada', 'active'],
      ['grace@example.com', 'no', 'Ada', 'deactivated'],
    ],
  );
  const { data } = JSON.parse((await rapport.run(['users', 'list', '--json'])).stdout);
  assert.equal(data.length, 3);
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'created_at',
    'deactivated_at',
    'email',
    'email_verified',
    'name',
    'updated_at',
    'uuid',
  ]);
});
