import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const COMMENT_MAX = 100;

/** Returns a source as the formatter has it, with long comments in lines, which it leaves to us. */
export function formatted(source: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', '--stdin-file-path=generated.ts'];
  const text = execFileSync(process.execPath, args, { cwd: root, input: source, encoding: 'utf8' });
  return text.replace(/^( *)\/\*\* (.+) \*\/$/gm, (line, indent: string, words: string) =>
    line.length <= COMMENT_MAX ? line : `${indent}/**\n${inLines(words, `${indent} * `)}${indent} */`,
  );
}

/** Breaks a text into lines of at most COMMENT_MAX characters, each behind `start`. */
function inLines(words: string, start: string): string {
  const lines = [start.trimEnd()];
  for (const word of words.split(' ')) {
    const isFull = `${lines.at(-1)} ${word}`.length > COMMENT_MAX;
    if (isFull) lines.push(`${start}${word}`);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}
