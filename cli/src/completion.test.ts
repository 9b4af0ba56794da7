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
    assert.deepEqual(complete('deliveries', ''), ['list', 'show', 'resend', 'recover', '--help']);
    assert.deepEqual(complete('deliveries', 'list', '--st'), ['--state']);
    assert.deepEqual(complete('trigger', 'client.u'), ['client.updated']);
    assert.ok(complete('listen', '--events', 'x', '--').includes('--forward-to'));
  });

  test('completes commands, verbs and options in fish', { skip: !installed('fish') }, async () => {
    const script = await scriptFor('fish');
    const complete = (line: string) => {
      const ask = `${script}\ncomplete --do-complete 'rapport ${line}'`;
      return execFileSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' }).trim().split('\n');
    };
    assert.deepEqual(complete('lis'), ['listen']);
    assert.deepEqual(complete('deliveries re'), ['resend', 'recover']);
    assert.deepEqual(complete('deliveries list --st'), ['--state']);
  });

  test('is a script that zsh can read', { skip: !installed('zsh') }, async () => {
    const script = await scriptFor('zsh');
    assert.match(script, /^#compdef rapport\n/);
    execFileSync('zsh', ['-f', '-n', '-c', script]);
  });
});
