import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** A program of the project, running until `stop`. */
export type Running = { stop(): Promise<void> };

/** Starts the service like `npm start`. Resolves when it is ready. */
export async function startService(environment: Record<string, string>): Promise<Running> {
  const child = start(['cli/src/rapport.ts', 'serve'], environment);
  await untilLine(child.stdout!, /Rapport is ready/, child);
  return { stop: () => stop(child) };
}

/** The output of the receiver of `examples/receivers` for a request. */
export type Received = {
  status: number;
  event?: string;
  uuid?: string;
  delivery_uuid?: string;
  attempt?: number;
  code?: string;
};

/** Starts a receiver that verifies with `secret`. `onRequest` gets its output for each request. */
export async function startReceiver(
  port: number,
  secret: string,
  onRequest: (received: Received) => void,
): Promise<Running> {
  const child = start(['examples/receivers/node/http.mjs'], { PORT: String(port), SIGNING_SECRET: secret });
  createInterface({ input: child.stdout! }).on('line', (line) => onRequest(JSON.parse(line)));
  await untilLine(child.stderr!, /Receiving on/, child);
  return { stop: () => stop(child) };
}

/** Runs one command of `rapport` and returns the object that it prints. */
export async function command<Result>(
  environment: Record<string, string>,
  ...args: string[]
): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/src/rapport.ts', ...args, '--json'], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function start(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Resolves when a line matches. Rejects with the program's error output when the program ends
 * before.
 */
function untilLine(stream: NodeJS.ReadableStream, pattern: RegExp, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr!.on('data', (text) => (said += text));
  return new Promise((resolve, reject) => {
    createInterface({ input: stream }).on('line', (line) => pattern.test(line) && resolve());
    child.on('exit', (code) => reject(new Error(`${child.spawnargs[1]} ended with ${code}: ${said}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
