import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const HOLD_OPEN = join(import.meta.dirname, 'hold-open.ts');
const NOBODY = 65_534;

interface Holder {
  process: ChildProcess;
  connectionString?: string;
  refused?: string;
}

/**
 * Starts another process that opens the database in `dataDir`. With `as: 'nobody'` it runs as a
 * user without rights, when we are root.
 */
export async function holdOpen(dataDir: string, roles: string[] = [], as?: 'nobody'): Promise<Holder> {
  const command = [...(as ? asNobody() : []), process.execPath, HOLD_OPEN, dataDir, roles.join(',')];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`hold-open.ts ended with ${code}`))),
  ]);
  return { process: child, ...JSON.parse(line) };
}

/** Sends the signal and waits until the process has ended. */
export async function end({ process }: Holder, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const exit = once(process, 'exit');
  process.kill(signal);
  await exit;
}

/**
 * The command prefix for the user nobody, with the right to read everything: the project may be in
 * a folder that only root may read.
 */
function asNobody(): string[] {
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const reading = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return ['setpriv', ...ids, ...reading, '--securebits=+no_setuid_fixup'];
}
