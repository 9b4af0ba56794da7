import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

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
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'));

/** The newest change of a Client. The change that made the Account has the time of the machine. */
async function newest() {
  const { data } = await json('changes', 'list');
  return data.find(({ resources }: { resources: string[] }) => resources.includes('client'));
}

test('a change is listed, shown, tried and taken back, and so is the undo', async () => {
  const client = await json('clients', 'create', '--set', 'name=3M', '--set', 'industry=Tools');
  remote.app.clock.advance(1000);
  await json('clients', 'update', client.uuid, '--set', 'name=Wrong', '--set', 'industry=None');
  const change = await newest();
  assert.deepEqual([change.counts.updated, change.resources], [1, ['client']]);
  assert.match(await run('changes', 'list'), /client: 1 updated/);
  assert.match(await run('changes', 'show', change.uuid), /what +client: 1 updated/);

  await json('clients', 'update', client.uuid, '--set', 'industry=By hand');
  const tried = await run('changes', 'undo', change.uuid, '--dry-run');
  assert.match(
    tried,
    /^1 record would be as before\.\n1 would stay as now:\n {2}client \S+ industry: It has/,
  );
  const undone = await run('changes', 'undo', change.uuid);
  assert.match(undone, /^1 record as before\.\n1 stayed as now:/);
  const { name, industry } = await json('clients', 'show', client.uuid);
  assert.deepEqual([name, industry], ['3M', 'By hand']);

  const [, undo] = /changes undo (\S+)/.exec(undone)!;
  assert.match(await run('changes', 'show', undo!), /outcome +completed, 1 as before, 1 kept\n {2}client/);
  await run('changes', 'undo', undo!);
  assert.equal((await json('clients', 'show', client.uuid)).name, 'Wrong');
});

test('a change that is taken back already is refused with exit code 1', async () => {
  remote.app.clock.advance(1000);
  await json('clients', 'create', '--set', 'name=Once');
  const change = await newest();
  await json('changes', 'undo', change.uuid);
  const { exit_code, stderr } = await remote.run(['changes', 'undo', change.uuid]);
  assert.equal(exit_code, 1);
  assert.match(stderr, /has been taken back already/);
});
