import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runRapport } from './testing/test-command.ts';
import { startTestRemote, type TestRemote } from './testing/test-remote.ts';

let remote: TestRemote;
before(async () => {
  remote = await startTestRemote();
});
after(() => remote.close());

describe('rapport api', () => {
  test('sends a body and prints the answer in one line with --json, indented without', async () => {
    const created = await remote.run(['api', 'POST', '/api/v2/clients', '--data', '{"name":"3M"}', '--json']);
    const { uuid, name } = JSON.parse(created.stdout).data;
    assert.equal(name, '3M');
    const { stdout } = await remote.run(['api', 'GET', `/api/v2/clients/${uuid}`]);
    assert.match(stdout, /^\{\n {2}"data": \{\n {4}"uuid": "/);
  });

  test('reads the body from standard input', async () => {
    const { stdout } = await remote.run(
      ['api', 'POST', '/api/v2/clients', '--data', '-', '--json'],
      '{"name":"4M"}',
    );
    assert.equal(JSON.parse(stdout).data.name, '4M');
  });

  test('prints why the service refused, and the exit code is 1', async () => {
    const { exit_code, stdout, stderr } = await remote.run([
      'api',
      'POST',
      '/api/v2/clients',
      '--data',
      '{}',
      '--json',
    ]);
    assert.deepEqual([exit_code, stdout, JSON.parse(stderr).code], [1, '', 'fields_invalid']);
  });

  test('says that --data is not JSON, and the exit code is 2', async () => {
    const { exit_code, stderr } = await remote.run(['api', 'POST', '/api/v2/clients', '--data', '{name}']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^--data is not JSON: /);
  });

  test('says that the file of --data cannot be read, and the exit code is 2', async () => {
    const { exit_code, stderr } = await remote.run([
      'api',
      'POST',
      '/api/v2/clients',
      '--data',
      '@none.json',
    ]);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^none\.json cannot be read: ENOENT.* Check the path\.\n/);
  });

  for (const [setting, value, message] of [
    [
      'RAPPORT_BASE_URL',
      'localhost:3000',
      /^The address of the service is "localhost:3000"\. Give it with its/,
    ],
    ['RAPPORT_TOKEN', 'rpt_pat_“x”', /^The token has characters that no token has/],
  ] as const) {
    test(`says that ${setting} cannot be one, and the exit code is 2`, async () => {
      const settings = { ...remote.settings, [setting]: value };
      const { exit_code, stderr } = await runRapport(['api', 'GET', '/api/v2/me'], settings);
      assert.equal(exit_code, 2);
      assert.match(stderr, message);
    });
  }
});
