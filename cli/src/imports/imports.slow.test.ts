import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
let folder: string;
before(async () => {
  remote = await startTestRemote();
  await remote.app.startWorker();
  folder = await createTestFolder();
});
after(() => remote.close());

/** Runs a command that ends with this exit code; returns what it prints. */
async function run(args: string[], expected = 0): Promise<string> {
  const { exit_code, stdout, stderr } = await remote.run(args);
  assert.equal(exit_code, expected, stderr + stdout);
  return stdout;
}
const json = async (...args: string[]) => JSON.parse(await run([...args, '--json']));

async function file(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

test('files are looked at, started, and what became of each row is told, with refused rows as a file', async () => {
  const firms = await file('firms.csv', 'Name,Nr,Founded', '3M,1,3/4/1902', 'Acme,2,5/6/1920');
  const people = await file('people.csv', 'First name,E-mail,Company', 'Ada,ada@3m.com,3M', ',,', 'Bo,no,3M');
  const looked = await run(['imports', 'create', firms, people]);
  const [uuid] = looked.split(' ') as [string];
  assert.match(looked, /^\S+ is a draft: nothing is imported yet\./);
  assert.match(looked, / {2}firms\.csv +2 +client\n {2}people\.csv +2 +contact/);
  assert.match(looked, /people\.csv +line 2 +created +contact +Ada/);
  assert.match(looked, /Before it can start:\n {2}firms\.csv: Is the day or the month first/);

  const shown = await run(['imports', 'show', uuid, '--columns']);
  assert.match(shown, / {2}Nr +custom\.Nr \(text\) +1\n/);
  const strict = await run([
    'imports',
    'update',
    uuid,
    '--strict',
    '--map',
    'Founded=',
    '--map',
    'Nr=external_id',
  ]);
  assert.match(strict, new RegExp(`Next:\\n {2}npx rapport imports start ${uuid}`));
  assert.match(strict, /line 4 +refused +contact +Bo\n {6}E-mail: "no" is no e-mail address\./);

  const done = await run(['imports', 'start', uuid], 1);
  assert.match(done, / {2}state +completed\n {2}rows +4 of 4\n {2}outcome +3 created, 1 refused\n/);
  assert.match(await run(['imports', 'wait', uuid], 1), /completed/);
  assert.match(await run(['imports', 'list']), new RegExp(`${uuid} .* completed +4 +3 created, 1 refused`));
  assert.match(await run(['imports', 'rows', uuid, '--outcome', 'refused']), /^ {2}line 4 +refused/);

  const output = join(folder, 'refused.csv');
  assert.match(await run(['imports', 'refused', uuid, '--output', output]), /Mend it, then: npx rapport/);
  assert.match(await readFile(output, 'utf8'), /no e-mail address\.",?.*Bo,no,3M/);
  const again = await remote.run(['imports', 'refused', uuid, '--output', output]);
  assert.match(again.stderr, /is there already\. Give another name with --output/);

  assert.match(await run(['imports', 'undo', uuid, '--dry-run']), /^3 records would be as before\./);
  assert.match(await run(['imports', 'undo', uuid]), /^3 records as before\./);
  assert.equal((await json('clients', 'list')).data.length, 0);
});

test('a draft whose days can be read in two ways starts only after --day-order', async () => {
  const deals = await file('deals.csv', 'Deal Name,Amount,Close Date,Company', 'Mill,100,3/4/2026,3M');
  const draft = await json('imports', 'create', deals);
  const refused = await remote.run(['imports', 'start', draft.uuid]);
  assert.equal(refused.exit_code, 1);
  assert.match(refused.stderr, /Is the day or the month first in "3\/4\/2026"/);
  await run(['imports', 'update', draft.uuid, '--day-order', 'mdy']);
  const started = await json('imports', 'start', draft.uuid, '--no-wait');
  assert.equal(started.uuid, draft.uuid);
  await run(['imports', 'wait', draft.uuid]);
  const [deal] = (await json('deals', 'list')).data;
  assert.equal(deal.expected_close_on, '2026-03-04');
});

test('rows that were taken without a cell are shown by --lossy, which the outcome names', async () => {
  const path = await file('mails.csv', 'Name,E-mail', 'Carl,carl@zeiss.example', 'Otto,no');
  const { uuid } = await json('imports', 'create', path);
  const done = await run(['imports', 'start', uuid]);
  assert.match(done, / {2}left out +1 cell that could not be read\n/);
  assert.match(done, new RegExp(`npx rapport imports rows ${uuid} --lossy\n`));
  const shown = await run(['imports', 'rows', uuid, '--lossy']);
  assert.match(shown, /^ {2}line 3 +created +contact +Otto\n {6}E-mail: "no" is no e-mail address\.\n$/);
});

test('a draft is deleted, and what was started is not', async () => {
  const draft = await json('imports', 'create', await file('wrong.csv', 'Name', 'Zeiss'));
  assert.match(await run(['imports', 'delete', draft.uuid]), /^Draft \S+ is deleted\. Nothing was imported/);
  const gone = await remote.run(['imports', 'show', draft.uuid]);
  assert.equal(gone.exit_code, 1);
  const other = await json('imports', 'create', await file('right.csv', 'Name,Industry', 'Zeiss,Optics'));
  await json('imports', 'start', other.uuid);
  const output = join(folder, 'none.csv');
  assert.match(await run(['imports', 'refused', other.uuid, '--output', output]), /^No row was refused, so/);
  const refused = await remote.run(['imports', 'delete', other.uuid]);
  assert.equal(refused.exit_code, 1);
  assert.match(refused.stderr, /was started, so it stays as what happened\. Undo/);
});

test('a plan is printed, changed in a file and given back, and a name that is not there is refused', async () => {
  const draft = await json('imports', 'create', await file('list.csv', 'Name,Code', 'Zeiss,Z-1'));
  const plan = await run(['imports', 'show', draft.uuid, '--plan']);
  const path = await file('plan.json', plan.replace(/"resource": "\w+"/, '"resource": "client"'));
  await run(['imports', 'update', draft.uuid, '--plan', path]);
  const rows = ['--rows', 'list.csv=client', '--map', 'Code=external_id'];
  const updated = await json('imports', 'update', draft.uuid, ...rows);
  assert.deepEqual(
    [updated.plan.files[0].resource, updated.plan.files[0].columns[1].to],
    ['client', 'external_id'],
  );
  const refused = await remote.run(['imports', 'update', draft.uuid, '--map', 'Colour=name']);
  assert.equal(refused.exit_code, 2);
  assert.match(refused.stderr, /--map: no column is called "Colour"\. There are: Name, Code/);
});

test('a file that cannot be read, and one that the service refuses, say why', async () => {
  const missing = await remote.run(['imports', 'create', join(folder, 'missing.csv')]);
  assert.equal(missing.exit_code, 2);
  assert.match(missing.stderr, /missing\.csv cannot be read/);
  const broken = await remote.run(['imports', 'create', await file('broken.zip', 'PK\u0003\u0004 cut')]);
  assert.equal(broken.exit_code, 1);
  assert.match(broken.stderr, /Nothing was imported/);
});
