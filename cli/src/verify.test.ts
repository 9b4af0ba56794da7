import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sign } from '@rapport/webhooks/sign';
import { TEST_SECRET } from '@rapport/webhooks/testing';
import { runRapport } from './testing/test-command.ts';

const body = '{"uuid":"1","event":"client.updated","data":{"name":"Zoë"}}';
const signature = sign(body, TEST_SECRET);
const verify = (input: string, ...args: string[]) =>
  runRapport(['verify', '--signature', signature, ...args], { SIGNING_SECRET: TEST_SECRET }, input);

describe('rapport verify', { concurrency: 2 }, () => {
  test('says that a genuine delivery is genuine, with exit code 0', async () => {
    const { exit_code, stdout } = await verify(body);
    assert.deepEqual([exit_code, stdout.slice(0, 8)], [0, 'Genuine:']);
  });

  test('explains what happened to the body, with exit code 1', async () => {
    const { exit_code, stdout } = await verify(`${body}\n`);
    assert.equal(exit_code, 1);
    assert.match(stdout, /^Not genuine \(line_break\)\.\nA line break was added at the end/);
  });

  test('prints the same as an object with --json', async () => {
    const { stdout } = await verify(body.replace('Zoë', 'Zoé'), '--json');
    const { is_genuine, reason, is_proven } = JSON.parse(stdout);
    assert.deepEqual([is_genuine, reason, is_proven], [false, 'unknown', false]);
  });

  test('takes the secret from --secret before the environment', async () => {
    assert.equal((await verify(body, '--secret', 'othersecrt'.repeat(6))).exit_code, 1);
  });
});
