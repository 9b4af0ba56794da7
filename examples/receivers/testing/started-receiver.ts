import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Language, ReferenceReceiver } from './languages.ts';

export type StartedReceiver = {
  /** Resolves when the receiver has printed the text. */
  untilPrinted(text: string): Promise<void>;
  stop(): Promise<void>;
};

export function folderOf({ folder }: Language): string {
  return join(import.meta.dirname, '..', folder);
}

/** Compiles a language's receivers. */
export async function build(language: Language): Promise<void> {
  for (const [command, ...args] of language.build) {
    await promisify(execFile)(command!, args, { cwd: folderOf(language) });
  }
}

/** Starts a receiver. Resolves when it listens. */
export async function startReceiver(
  receiver: ReferenceReceiver,
  cwd: string,
  port: number,
  signing_secret: string,
): Promise<StartedReceiver> {
  const [command, ...args] = receiver.start(port);
  const env = { ...process.env, PORT: `${port}`, SIGNING_SECRET: signing_secret };
  // A process group of its own, so that the receiver's own processes end with it.
  const child = spawn(command!, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const printed = watch(child, receiver.name);
  await printed(`127.0.0.1:${port}`);
  return {
    untilPrinted: printed,
    stop: async () => {
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    },
  };
}

/** Keeps the output of the child. Returns a function that waits for a text in it. */
function watch(child: ChildProcess, name: string): (text: string) => Promise<void> {
  let printed = '';
  const checks: (() => void)[] = [];
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      printed += chunk;
      for (const check of checks) check();
    });
  }
  return (text) =>
    new Promise((resolve, reject) => {
      const check = () => {
        if (printed.includes(text)) resolve();
      };
      checks.push(check);
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`${name} ended:\n${printed}`)));
      check();
    });
}
