import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
before(async () => {
  remote = await startTestRemote();
});
after(() => remote.close());

const run = (args: string[]) => remote.run(args);

/** Runs a command with --json and returns what it prints. */
async function json(...args: string[]) {
  const { exit_code, stdout, stderr } = await run([...args, '--json']);
  assert.equal(exit_code, 0, stderr);
  return JSON.parse(stdout);
}

describe('the commands of every kind of record', () => {
  test('cover a sale from the first contact to its end', async () => {
    const client = await json('clients', 'create', '--set', 'name=3M', '--set', 'tags=key-account,fair');
    assert.deepEqual(client.tags, ['key-account', 'fair']);
    const contact = await json(
      'contacts',
      'create',
      ...['--set', 'name=Grace Hopper', '--set', 'emails=grace@example.com'],
      ...['--set', `clients=${client.uuid}`],
    );
    assert.deepEqual(
      [contact.emails, contact.clients[0].client_uuid],
      [[{ value: 'grace@example.com' }], client.uuid],
    );
    const deal = await json(
      'deals',
      'create',
      ...['--set', 'title=New website', '--set', `client_uuid=${client.uuid}`, '--set', 'amount=12500'],
    );
    assert.equal(deal.amount, '12500.00');
    const about = `records=client:${client.uuid},deal:${deal.uuid}`;
    const task = await json('tasks', 'create', '--set', 'title=Call', '--set', about);
    const note = await json('notes', 'create', '--set', 'body=By Friday', '--set', about);
    assert.deepEqual([task.records.length, note.records.length], [2, 2]);
    const won = await json('deals', 'update', deal.uuid, '--set', 'status=won');
    assert.equal(won.status, 'won');
    const pipelines = await json('pipelines', 'list');
    assert.equal(pipelines.data.length, 1);
  });

  test('take a body from standard input, over which --set takes precedence', async () => {
    const { stdout } = await remote.run(
      ['contacts', 'create', '--data', '-', '--set', 'job_title=Buyer', '--json'],
      '{"name":"Alan Turing","job_title":"?"}',
    );
    assert.equal(JSON.parse(stdout).job_title, 'Buyer');
  });

  test('list more than a page of the API, by filters with operators and in the order of --sort', async () => {
    const rows = Array.from({ length: 205 }, (_, i) => `Lead ${i},${i}`).join('\n');
    const path = join(await createTestFolder(), 'leads.csv');
    await writeFile(path, `name,id\n${rows}\n`);
    const { stdout } = await run(['clients', 'import', path]);
    assert.match(stdout, /^205 created, 0 updated/);
    const filter = ['--filter', 'name[starts_with]=Lead', '--sort', 'name', '--columns', 'external_id'];
    const { data, next_cursor } = await json('clients', 'list', ...filter, '--limit', '203');
    assert.deepEqual([data.length, data[0].name], [203, 'Lead 0']);
    const rest = await json('clients', 'list', ...filter, '--cursor', next_cursor);
    assert.equal(rest.data.length, 2);
    const shown = await run(['clients', 'list', ...filter, '--limit', '1']);
    assert.match(
      shown.stdout,
      /^ {2}UUID +NAME +EXTERNAL_ID\n {2}[-0-9a-f]{36} +Lead 0 +0\n\nThere are more: /,
    );
  });

  test('show a record, delete and restore it', async () => {
    const { uuid } = await json('notes', 'create', '--data', await aboutClient('One\nTwo'));
    const shown = await run(['notes', 'show', uuid]);
    assert.match(shown.stdout, /\n {2}body\n\nOne\nTwo\n$/);
    const deleted = await run(['notes', 'delete', uuid]);
    assert.equal(
      deleted.stdout,
      `Note ${uuid} is deleted. Restore it with: npx rapport notes restore ${uuid}\n`,
    );
    const gone = await run(['notes', 'show', uuid]);
    assert.equal(gone.exit_code, 1);
    const back = await run(['notes', 'restore', uuid]);
    assert.equal(back.stdout, `Note ${uuid} is restored: One\n`);
  });

  test('refuse the change of an old version, and what the service refuses, with exit code 1', async () => {
    const { uuid } = await json('clients', 'create', '--set', 'name=Twice');
    await json('clients', 'update', uuid, '--set', 'status=active');
    const late = ['clients', 'update', uuid, '--set', 'status=lead', '--if-version', '1', '--json'];
    const refused = await run(late);
    assert.deepEqual([refused.exit_code, JSON.parse(refused.stderr).code], [1, 'version_mismatch']);
    const wrong = await run(['deals', 'create', '--set', 'title=x', '--set', 'amount=a lot']);
    assert.equal(wrong.exit_code, 1);
    assert.match(wrong.stderr, /amount/);
    const filter = await run(['deals', 'list', '--filter', 'colour=red']);
    assert.match(filter.stderr, /filter\[colour\]/);
  });

  for (const [what, args, says] of [
    ['a field that there is not', ['create', '--set', 'nickname=x'], /"nickname" is no field that you write/],
    ['a field that the service writes', ['create', '--set', 'closed_at=x'], /"closed_at" is no field/],
    ['a change without fields', ['update', '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'], /nothing to write/],
    ['a body that is no object', ['create', '--data', '[]'], /must be one JSON object/],
    ['a filter without a value', ['list', '--filter', 'status'], /Write a field, = and a value/],
  ] as const) {
    test(`refuse ${what} with exit code 2`, async () => {
      const { exit_code, stderr } = await run(['deals', ...args]);
      assert.equal(exit_code, 2);
      assert.match(stderr, says);
    });
  }
});

test('rapport search finds records of several kinds by words in them', async () => {
  await json('clients', 'create', '--set', 'name=Babbage Mills');
  await json('contacts', 'create', '--set', 'name=Charles Babbage');
  const { stdout } = await run(['search', 'babbage']);
  assert.match(stdout, /^ {2}KIND +UUID +NAME\n.*client .*Babbage Mills\n.*contact .*Charles Babbage\n$/);
  const { data } = await json('search', 'babbage', '--resources', 'contact');
  assert.deepEqual(
    data.map(({ title }: { title: string }) => title),
    ['Charles Babbage'],
  );
});

async function aboutClient(body: string): Promise<string> {
  const { uuid } = await json('clients', 'create', '--set', 'name=About');
  return JSON.stringify({ body, records: [{ resource: 'client', uuid }] });
}
