import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { runRapport } from './testing/test-command.ts';

const installed = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const scriptFor = async (shell: string) => (await runRapport(['completion', shell], {})).stdout;

describe('rapport completion', () => {
  test('completes commands, verbs and options in bash', { skip: !installed('bash') }, async () => {
    const script = await scriptFor('bash');
    const complete = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const ask = `COMP_WORDS=(rapport ${line}); COMP_CWORD=${words.length}; _rapport; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' })
        .trim()
        .split(' ');
    };
    assert.deepEqual(complete('lis'), ['listen']);
    assert.deepEqual(complete('deliveries', ''), ['list', 'show', 'resend', '--help']);
    assert.deepEqual(complete('deliveries', 'list', '--st'), ['--state']);
    assert.deepEqual(complete('trigger', 'client.u'), ['client.updated']);
    assert.ok(complete('listen', '--events', 'x', '--').includes('--forward-to'));
  });

  test('is a valid script for zsh and fish', async () => {
    for (const [shell, flag] of [
      ['zsh', '-n'],
      ['fish', '--no-execute'],
    ] as const) {
      const script = await scriptFor(shell);
      assert.match(script, /listen/);
      assert.match(script, /--forward-to/);
      if (installed(shell)) execFileSync(shell, [flag], { input: script });
    }
  });
});
