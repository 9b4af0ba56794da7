import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fieldsInvalid, type Problem } from '../../../server/src/platform/problem.ts';
import { EXIT } from '../run.ts';

/** All of `input` but the line break at its end, which `echo` and editors put there. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).replace(/\r?\n$/, '');
}

/** Asks twice in the terminal and shows nothing of what is typed. Refuses two different answers. */
export async function askForPassword(): Promise<string | Problem> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl+C and Ctrl+D: readline takes them as keys, and an answer never comes.
  terminal.on('close', leave);
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer;
  };
  const first = await ask('Password: ');
  const second = await ask('The same again: ');
  terminal.off('close', leave).close();
  if (first === second) return first;
  const detail = 'The two passwords differ, so no User was created. Try again.';
  return fieldsInvalid({ pointer: '/password', code: 'wrong_value', detail });
}

function leave(): never {
  process.stderr.write('\n');
  process.exit(EXIT.interrupted);
}
