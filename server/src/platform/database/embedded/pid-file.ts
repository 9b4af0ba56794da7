import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The content of `postmaster.pid`, which PostgreSQL writes. */
interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads `postmaster.pid`; undefined when the file is missing or incomplete. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid && port ? { pid, port, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * True when process `pid` is a PostgreSQL on this folder. The existence of a process proves
 * nothing: after a restart of the machine or container, another process may have the number, and a
 * copied data folder names the process of the original.
 */
export async function isRunning(directory: string, pid: number): Promise<boolean> {
  try {
    // PostgreSQL works in its data folder, and Linux knows that folder even after a rename.
    if (process.platform === 'linux') {
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(directory));
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', `${pid}`]);
    return stdout.includes(`-D ${directory} `);
  } catch {
    return false;
  }
}

/**
 * Removes the file of a PostgreSQL that is gone. PostgreSQL does so itself, except when another
 * process has the number or a crash left the file empty; then it would refuse to start. Should
 * PostgreSQL run after all, it finds the shared memory in use and refuses.
 */
export async function removeStalePidFile(directory: string, stale: PidFile | undefined): Promise<void> {
  const now = await readPidFile(directory);
  if (now?.pid === stale?.pid) await rm(join(directory, 'postmaster.pid'), { force: true });
}
