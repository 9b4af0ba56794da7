import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EXIT } from './output.ts';

/** Returns all of `input` except the line break at its end, which `echo` and editors add. */
export async function readHidden(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).replace(/\r?\n$/, '');
}

/** Asks questions in the terminal, one after the other, without showing the typed answers. */
export async function askHidden(...questions: string[]): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // readline takes Ctrl+C and Ctrl+D as keys and closes, and then no answer comes.
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
