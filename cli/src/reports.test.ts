import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestRemote, type TestRemote } from './testing/test-remote.ts';

let remote: TestRemote;
before(async () => {
  remote = await startTestRemote();
});
after(() => remote.close());

/** Runs a command; returns what it prints. */
async function run(...args: string[]): Promise<string> {
  const { exit_code, stdout, stderr } = await remote.run(args);
  assert.equal(exit_code, 0, stderr);
  return stdout;
}

test('a report is printed as a table, as CSV and as the API answers it', async () => {
  const client = JSON.parse(await run('clients', 'create', '--set', 'name=3M', '--json'));
  const deal = ['title=Engine', `client_uuid=${client.uuid}`, 'amount=1200', 'currency=EUR'];
  await run('deals', 'create', ...deal.flatMap((field) => ['--set', field]));
  const table = await run('reports', 'pipeline');
  assert.match(table, /^ {2}stages +currency +count +amount +weighted\n/);
  assert.match(table, /\n {2}Lead +EUR +1 +1200\.00 +120\.00\n/);
  assert.match(await run('reports', 'pipeline', '--csv'), /\nLead,EUR,1,1200\.00,120\.00\n/);
  const { tables } = JSON.parse(
    await run('reports', 'forecast', '--from', 'month', '--until', 'month+2', '--json'),
  );
  assert.equal(tables[0].rows.length, 5);
});

test('a day that is none is refused by the service, and an unknown report by the command', async () => {
  const wrong = await remote.run(['reports', 'changes', '--as-of', 'soon']);
  assert.equal(wrong.exit_code, 1);
  assert.match(wrong.stderr, /as_of must be a date/);
  assert.equal((await remote.run(['reports', 'nothing'])).exit_code, 2);
});
