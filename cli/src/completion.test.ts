import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { runHere } from './testing/run-here.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

describe('rapport completion', () => {
  test('completes commands, verbs and options in bash', { skip: !hasBash }, async () => {
    const script = (await runHere(['completion', 'bash'], {})).stdout;
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
});
