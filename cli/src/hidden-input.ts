import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EXIT } from './output.ts';

/** All of `input` but the line break at its end, which `echo` and editors put there. */
export async function readHidden(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).replace(/\r?\n$/, '');
}

/** Asks in the terminal, one question after the other, and shows nothing of what is typed. */
export async function askHidden(...questions: string[]): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl+C and Ctrl+D: readline takes them as keys, and an answer never comes.
  terminal.on('close', leave);
  const answers: string[] = [];
  for (const question of questions) {
    process.stderr.write(question);
    answers.push(await terminal.question(''));
    process.stderr.write('\n');
  }
  terminal.off('close', leave).close();
  return answers;
}

function leave(): never {
  process.stderr.write('\n');
  process.exit(EXIT.interrupted);
}
