import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { findCaller } from '../../../server/src/tokens/actions.ts';
import { createTestCommands, type TestCommands } from '../testing/test-command.ts';

let rapport: TestCommands;
before(async () => {
  rapport = await createTestCommands();
  await rapport.addUser('ada@example.com');
  await rapport.addUser('grace@example.com');
});
after(() => rapport.drop());

async function run(...args: string[]) {
  const { exit_code, stdout, stderr } = await rapport.run([...args, '--json']);
  return { exit_code, body: JSON.parse(stdout || stderr) };
}

const create = async (email: string, name: string) =>
  (await run('tokens', 'create', '--user', email, '--name', name)).body;

test('the operator lists the tokens of a User without their secrets, and revokes one by its uuid: others stay valid, and the audit log records it', async () => {
  const [lost, kept, others] = [
    await create('ada@example.com', 'Lost laptop'),
    await create('ada@example.com', 'Warehouse sync'),
    await create('grace@example.com', 'Ledger'),
  ];
  const listed = await run('tokens', 'list', '--user', 'ada@example.com');
  assert.deepEqual(
    listed.body.data.map(({ uuid, name }: { uuid: string; name: string }) => [uuid, name]),
    [
      [kept.uuid, 'Warehouse sync'],
      [lost.uuid, 'Lost laptop'],
    ],
  );
  assert.ok(![lost.token, kept.token].some((secret) => JSON.stringify(listed.body).includes(secret)));

  const { exit_code, body } = await run('tokens', 'revoke', lost.uuid);
  assert.deepEqual([exit_code, body.uuid, typeof body.revoked_at], [0, lost.uuid, 'string']);
  const from = { request_id: 'test', change_uuid: 'change', address: '127.0.0.1' };
  const works = async ({ token }: { token: string }) =>
    'actor' in (await findCaller(rapport.core, token, from));
  assert.deepEqual([await works(lost), await works(kept), await works(others)], [false, true, true]);

  const [entry] = (await run('audit', '--action', 'personal_access_token.revoked')).body.data;
  assert.deepEqual(
    [entry.actor.type, entry.actor.name, entry.details.token_uuid],
    ['operator', 'tokens revoke', lost.uuid],
  );
  const { stdout } = await rapport.run(['tokens', 'list', '--user', 'ada@example.com']);
  assert.match(stdout, new RegExp(`^ {2}${lost.uuid} {2}Lost laptop {5}…\\S{4} {4}revoked 2`, 'm'));
});

test('an unknown or ended token, and an unknown User, are refused with exit code 1', async () => {
  const { uuid } = await create('grace@example.com', 'Short');
  assert.equal((await run('tokens', 'revoke', uuid)).exit_code, 0);
  for (const args of [
    ['revoke', uuid],
    ['revoke', newUuid(new Date())],
    ['list', '--user', 'nobody@example.com'],
  ]) {
    const { exit_code, body } = await run('tokens', ...args);
    assert.deepEqual([exit_code, body.code], [1, 'not_found'], args.join(' '));
  }
});
