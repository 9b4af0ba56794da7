import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { createTestCommands, startRapport, type TestCommands } from '../testing/test-command.ts';

let commands: TestCommands;
let folder: string;
let account: string;

before(async () => {
  commands = await createTestCommands();
  folder = await createTestFolder();
  account = (await commands.addAccount(await commands.addUser('ada@example.com'))).uuid;
});
after(() => commands.drop());

// The tests depend on their order: each finds the records that the ones before it have imported.

test('the operator imports clients and sees how the columns were read', async () => {
  const { exit_code, stdout, stderr } = await run(
    'Nr,Company,Colour,\n1,3M,red,\n2,AMD,,\n',
    '--map',
    'Nr=external_id',
  );
  assert.deepEqual([exit_code, stderr], [0, '']);
  assert.equal(
    stdout,
    `2 created, 0 updated, 0 unchanged, 0 failed.

The columns were read as:
  Nr         external_id
  Company    name
  Colour     custom
  (no name)  (left out)
`,
  );
  assert.deepEqual(await clients(), [
    ['3M', '1', { Colour: 'red' }],
    ['AMD', '2', {}],
  ]);
  const [event] = await commands.core.db.query<{ body: string }>(
    sql`SELECT body FROM events WHERE event = 'client.created'`,
  );
  const { actor } = JSON.parse(event!.body);
  assert.deepEqual([actor.type, actor.name], ['operator', 'rapport clients import']);
});

test('--dry-run keeps nothing', async () => {
  const { exit_code, stdout } = await run('ID,Name\n1,Other\n', '--dry-run');
  assert.equal(exit_code, 0);
  assert.match(
    stdout,
    /^0 created, 1 updated, 0 unchanged, 0 failed\. This was a dry run: nothing was kept\.\n/,
  );
  assert.equal((await clients())[0]![0], '3M');
});

test('failed rows and lost cells are printed, the others are kept, and the exit code is 1', async () => {
  const { exit_code, stdout } = await run('ID,Name,E-mail\n1,,no-address\n3,IBM,\n4\n');
  assert.equal(exit_code, 1);
  assert.match(
    stdout,
    /^1 created, 0 updated, 1 unchanged, 1 failed\.\n\nWhat was wrong:\n {2}line 4, Name: .*\n\nLeft out \(1 cell\):\n {2}line 2, E-mail: .*no-address.*\n\nThe columns/,
  );
  assert.equal((await clients()).length, 3);
});

test('--json prints the result as the API returns it', async () => {
  const { exit_code, stdout, stderr } = await run('ID,Name\n1,3M\n5,\n', '--json');
  assert.deepEqual([exit_code, stderr], [1, '']);
  const { failures, ...result } = JSON.parse(stdout);
  assert.deepEqual(result, {
    account_uuid: account,
    dry_run: false,
    created: 0,
    updated: 0,
    unchanged: 1,
    failed: 1,
    lost_cells: 0,
    losses: [],
    columns: [
      { column: 'ID', field: 'external_id' },
      { column: 'Name', field: 'name' },
    ],
  });
  assert.deepEqual([failures[0].line, failures[0].column, failures[0].code], [3, 'Name', 'required']);
});

test('without a terminal, a line shows the progress from time to time', async () => {
  const { stderr } = await run(`ID,Name\n${'1,3M\n'.repeat(20_100)}`);
  assert.equal(stderr, '10000 of 20100 rows\n20000 of 20100 rows\n');
});

test('an import that is ended early names the line to continue from, and keeps the rows before it', async () => {
  const before = (await clients()).length;
  const path = join(folder, 'many.csv');
  await writeFile(path, `Name\n${'One of many\n'.repeat(50_000)}`);
  const child = startRapport(['clients', 'import', path, '--account', account], commands.settings);
  const lines: AsyncIterator<string> = createInterface(child.stderr!)[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, '10000 of 50000 rows');
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const said: string[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) said.push(line.value);
  assert.deepEqual(await ended, [130, null]);
  assert.ok(said.includes('Stopping …'), said.join('\n'));
  const [, from] =
    /^The import stopped at line (\d+): .* Send the lines from \1 on again/.exec(said.at(-1)!) ?? [];
  // The header is line 1.
  assert.equal((await clients()).length - before, Number(from) - 2);
});

test('an unreadable file and an unknown Account are refused', async () => {
  const broken = await run('Name\n"3M\n');
  assert.deepEqual([broken.exit_code, broken.stdout], [1, '']);
  assert.match(
    broken.stderr,
    /^In the row that begins at line 2, column 1 \("Name"\), a quote is opened and never closed\./,
  );
  const missing = await commands.run(['clients', 'import', join(folder, 'none.csv'), '--account', account]);
  assert.equal(missing.exit_code, 1);
  assert.match(missing.stderr, /none\.csv cannot be read: ENOENT/);
  const directory = await commands.run(['clients', 'import', folder, '--account', account]);
  assert.match(directory.stderr, /is no ordinary file/);
  const elsewhere = await commands.run(['clients', 'import', import.meta.filename, '--account', folder]);
  assert.match(elsewhere.stderr, /^There is no such Account/);
});

test('a mapping to an unknown field is refused with the names of the fields, and the exit code is 2', async () => {
  const { exit_code, stderr } = await run('Name\n3M\n', '--map', 'Name=nickname');
  assert.equal(exit_code, 2);
  assert.match(stderr, /"nickname", which is not a field\. Fields: kind, name, /);
});

async function run(content: string, ...options: string[]) {
  const path = join(folder, 'clients.csv');
  await writeFile(path, content);
  return commands.run(['clients', 'import', path, '--account', account, ...options]);
}

async function clients() {
  const rows = await commands.core.db.query<{ name: string; external_id: string; custom: object }>(
    sql`SELECT name, external_id, custom FROM clients ORDER BY external_id`,
  );
  return rows.map(({ name, external_id, custom }) => [name, external_id, custom]);
}
