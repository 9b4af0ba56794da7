import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RAPPORT } from './test-command.ts';

type Terminal = {
  /** Everything that has been on the screen. */
  screen(): string;
  /** Resolves when the text or pattern has appeared. */
  untilShown(wanted: string | RegExp): Promise<void>;
  type(keys: string): void;
  /** The exit code of the command. */
  ended: Promise<number>;
};

/** script(1) works as these tests need it only on Linux. */
export const HAS_TERMINAL = process.platform === 'linux';

/** Runs the command in a terminal of its own. */
export function startInTerminal(args: string[], settings: Record<string, string>): Terminal {
  const command = [process.execPath, RAPPORT, ...args].map((word) => `'${word}'`).join(' ');
  const env = { PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'xterm', ...settings };
  // A session of its own keeps the command away from the terminal of the test run.
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env, detached: true });
  let shown = '';
  let check = () => {};
  child.stdout.on('data', (chunk) => {
    shown += chunk;
    check();
  });
  return {
    screen: () => shown,
    untilShown: (wanted) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)) resolve();
        };
        child.once('close', () => reject(new Error(`It ended before ${wanted} was shown:\n${shown}`)));
        check();
      }),
    type: (keys) => void child.stdin.write(keys),
    ended: once(child, 'close').then(([exit_code]) => exit_code as number),
  };
}
