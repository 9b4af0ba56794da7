import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The pieces of a document in a language, as they stand there. */
export function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

/**
 * Less than a test may take, so that a failure tells what was missing and what was printed instead.
 */
const LIMIT_MS = 100_000;

/**
 * Runs shell commands one after the other until all texts have been printed; gives the output. Each
 * command must succeed. Background processes end with it.
 */
export async function runUntilSaid(
  commands: string[],
  texts: (string | RegExp)[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  // A command of the shell that waits for ever would not let it take the signal.
  const script = ['set -e', ...commands, `sleep ${LIMIT_MS / 1000} & wait $!`].join('\n');
  // A group of its own, so that what runs in the background can be ended with it.
  const shell = spawn('bash', ['-c', script], { ...options, detached: true });
  let output = '';
  const missing = () =>
    texts.filter((text) => (typeof text === 'string' ? !output.includes(text) : !text.test(output)));
  const closed = once(shell, 'close');
  const fault = await new Promise<string | null>((resolve) => {
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (missing().length === 0) resolve(null);
      });
    }
    shell.on('exit', (code, signal) => resolve(`The commands ended with ${code ?? signal}`));
    const timer = setTimeout(() => resolve(`The commands took more than ${LIMIT_MS / 1000} s`), LIMIT_MS);
    closed.finally(() => clearTimeout(timer));
  });
  endGroup(shell.pid!);
  // Only now all has been read that was printed.
  await closed;
  if (fault && missing().length > 0) throw new Error(`${fault}. Missing: ${missing().join(', ')}\n${output}`);
  return output;
}

/** Ends what is left of a shell and its processes; after a failure that may be nothing. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
