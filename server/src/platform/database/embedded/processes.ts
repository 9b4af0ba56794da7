import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** A program to start; `uid` and `gid` are options of `child_process.spawn`. */
export interface Command {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * A clean environment. PGPORT, PGDATA or a locale of the caller must not reach our PostgreSQL, and
 * we parse the English messages of programs. The folders with sbin are added, because `su` without
 * `-` leaves them out and useradd is there.
 */
export const ENVIRONMENT = {
  PATH: `${process.env.PATH}:/usr/sbin:/sbin:/usr/bin:/bin`,
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Starts a PostgreSQL program with a clean environment, in a folder that every user may enter. */
export function start(command: Command, options: SpawnOptions): ChildProcess {
  const { file, args, ...owner } = command;
  return spawn(file, args, { ...options, ...owner, env: ENVIRONMENT, cwd: '/' });
}

/**
 * Runs a program to its end. If it cannot be started at all, the exit code is -1 and the output is
 * the reason.
 */
export function runToEnd(command: Command): Promise<{ exit_code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = start(command, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ exit_code: -1, output: error.message }));
    child.on('close', (exit_code) => resolve({ exit_code: exit_code ?? -1, output }));
  });
}
