import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

type Program = {
  command: [string, string[]];
  env?: Record<string, string>;
  /** The file that gets the output of the program. */
  log_file: string;
};

/** Restarts every program that ends after a second, as systemd does. */
export class Supervisor {
  readonly #children = new Map<string, ChildProcess>();
  readonly #loops: Promise<void>[] = [];
  #stopping = false;

  start(name: string, program: Program): void {
    this.#loops.push(this.#run(name, program));
  }

  pid(name: string): number | undefined {
    const child = this.#children.get(name);
    return child && child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  }

  signal(name: string, signal: NodeJS.Signals): void {
    const pid = this.pid(name);
    if (pid) process.kill(pid, signal);
  }

  /** Stops all programs and waits for their end; they stay down. Frozen ones are woken first. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const name of this.#children.keys()) {
      this.signal(name, 'SIGCONT');
      this.signal(name, 'SIGTERM');
    }
    const killing = setTimeout(() => {
      for (const name of this.#children.keys()) this.signal(name, 'SIGKILL');
    }, STOP_LIMIT_MS);
    await Promise.all(this.#loops);
    clearTimeout(killing);
  }

  async #run(name: string, { command: [file, args], env, log_file }: Program): Promise<void> {
    const log = createWriteStream(log_file, { flags: 'a' });
    await once(log, 'open');
    while (!this.#stopping) {
      const child = spawn(file, args, {
        env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        cwd: '/',
      });
      this.#children.set(name, child);
      await once(child, 'exit').catch(() => {});
      if (!this.#stopping) await delay(RESTART_MS);
    }
    log.close();
  }
}

const RESTART_MS = 1_000;
const STOP_LIMIT_MS = 30_000;
