import { mock } from 'node:test';
import { commandsFor } from '../commands.ts';
import { fail } from '../output.ts';
import { buildProgram } from '../program.ts';
import type { Ended } from './test-command.ts';

/** Runs a command in this process, which takes a hundredth of the time of one of its own. One at a time. */
export async function runHere(args: string[], settings: Record<string, string>): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const to = (stream: keyof typeof said, text: string) => {
    said[stream] += text;
    return true;
  };
  const mocks = [
    mock.method(console, 'log', (line: string) => void to('stdout', `${line}\n`)),
    mock.method(console, 'error', (line: string) => void to('stderr', `${line}\n`)),
    mock.method(process.stderr, 'write', (text: string) => to('stderr', text)),
  ];
  const before = { ...process.env };
  Object.assign(process.env, settings);
  process.exitCode = 0;
  try {
    await buildProgram(await commandsFor(args[0]))
      .parseAsync(args, { from: 'user' })
      .catch(fail);
    return { ...said, exit_code: Number(process.exitCode) };
  } finally {
    process.exitCode = 0;
    process.env = before;
    for (const one of mocks) one.mock.restore();
  }
}
