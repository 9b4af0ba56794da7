import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What PostgreSQL writes about itself into `postmaster.pid`. */
export interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
  /** The data folder as that process was told. */
  directory: string;
}

/** Reads `postmaster.pid`; undefined when there is none, or one not yet written to its end. */
export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return undefined;
  return { pid, port, ready: lines[7]?.trim() === 'ready', directory: lines[1] ?? directory };
}

/**
 * Whether the process in the file is that PostgreSQL. A number alone proves nothing: after a restart of the machine, or
 * of a container, it may belong to anything.
 */
export async function isRunning({ pid, directory }: PidFile): Promise<boolean> {
  return (await commandLine(pid)).includes(directory);
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', `${pid}`])).stdout;
  } catch {
    return '';
  }
}

/**
 * Removes the file of a PostgreSQL that is gone. PostgreSQL does so itself, unless the number lives on as another
 * process: then it refuses to start. Should we be wrong, its shared memory check still refuses a second server.
 */
export async function removeStalePidFile(directory: string, stale: PidFile): Promise<void> {
  const now = await readPidFile(directory);
  if (now?.pid === stale.pid) await rm(join(directory, 'postmaster.pid'), { force: true });
}
