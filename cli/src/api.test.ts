import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runHere } from './testing/run-here.ts';
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

  test('sends headers, and the method in lower case', async () => {
    const create = ['api', 'post', '/api/v2/clients', '--data', '{"name":"5M"}', '--json'];
    const key = ['--header', 'Idempotency-Key: order-5'];
    const [first, second] = [await remote.run([...create, ...key]), await remote.run([...create, ...key])];
    const { uuid } = JSON.parse(first.stdout).data;
    assert.equal(JSON.parse(second.stdout).data.uuid, uuid);
    const change = ['api', 'patch', `/api/v2/clients/${uuid}`, '--data', '{"status":"active"}', '--json'];
    const { exit_code, stderr } = await remote.run([...change, '--header', 'If-Match: "7"']);
    assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'version_mismatch']);
  });

  test('sends a body of another content type as it is', async () => {
    const csv = ['--header', 'content-type: text/csv', '--data', '-', '--json'];
    const { stdout, stderr } = await remote.run(
      ['api', 'POST', '/api/v2/clients/import', ...csv],
      'name\nMüller\n',
    );
    assert.equal(stderr, '');
    assert.equal(JSON.parse(stdout).data.created, 1);
  });

  test('prints what an OAuth endpoint refuses with', async () => {
    const form = ['--header', 'Content-Type: application/x-www-form-urlencoded', '--data', 'token=x'];
    const { exit_code, stderr } = await remote.run(['api', 'POST', '/oauth/introspect', ...form, '--json']);
    assert.equal(exit_code, 1);
    const { code, detail } = JSON.parse(stderr);
    assert.equal(code, 'invalid_client');
    assert.doesNotMatch(detail, /not of the service/);
  });

  test('refuses a header without a colon, and the exit code is 2', async () => {
    const { exit_code, stderr } = await remote.run(['api', 'GET', '/api/v2/me', '--header', 'Prefer']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /Write the name, a colon and the value/);
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
      const { exit_code, stderr } = await runHere(['api', 'GET', '/api/v2/me'], settings);
      assert.equal(exit_code, 2);
      assert.match(stderr, message);
    });
  }
});
