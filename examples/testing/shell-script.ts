import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns the code blocks of a document in one language, unchanged. */
export function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

/** Less than a test's time limit, so that a failure shows the missing text and the output. */
const LIMIT_MS = 100_000;

/**
 * Runs shell commands one after the other until all texts have been printed, and returns the
 * output. Each command must succeed. Background processes end together with the script.
 */
export async function runUntilSaid(
  commands: string[],
  texts: (string | RegExp)[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  // Sleeps in the background, because bash handles a signal only after a foreground command has
  // ended.
  const script = ['set -e', ...commands, `sleep ${LIMIT_MS / 1000} & wait $!`].join('\n');
  // A process group of its own, so that background processes can be ended with it.
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
  // The whole output has been read only now.
  await closed;
  if (fault && missing().length > 0) throw new Error(`${fault}. Missing: ${missing().join(', ')}\n${output}`);
  return output;
}

/** Ends the remaining processes of a shell. After a failure there may be none. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
