import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { JOB_TYPES } from '../../server/src/job-types.ts';
import { enqueue } from '../../server/src/jobs/actions.ts';
import { createTestCommands } from './testing/test-command.ts';

test('a command leaves the jobs that people see to a worker, and sends its mails', async (t) => {
  const commands = await createTestCommands();
  t.after(() => commands.drop());
  const { core } = commands;
  const ada = await commands.addUser('ada@example.com');
  const { uuid: account_uuid } = await commands.addAccount(ada);
  const long = JOB_TYPES.filter(({ is_shown }) => is_shown);
  await core.db.transaction(async (tx) => {
    for (const type of long) await enqueue(core, tx, type as never, { step: {}, account_uuid });
  });
  const { exit_code, stderr } = await commands.run([
    'users',
    'create',
    '--email',
    'ben@example.com',
    '--name',
    'Ben',
    '--password',
    'a long password',
  ]);
  assert.equal(exit_code, 0);
  assert.match(
    stderr,
    new RegExp(
      `^${long.length} long jobs wait for a worker, and none runs. Start one: npx rapport serve`,
      'm',
    ),
  );
  const jobs = await core.db.query<{ type: string; state: string }>(
    sql`SELECT type, state FROM jobs WHERE finished_at IS NULL ORDER BY type`,
  );
  const waiting = long.map(({ name }) => ({ type: name, state: 'waiting' }));
  assert.deepEqual(
    jobs,
    waiting.toSorted((a, b) => (a.type < b.type ? -1 : 1)),
  );
});
