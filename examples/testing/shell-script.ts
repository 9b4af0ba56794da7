import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The pieces of a document in a language, as they stand there. */
export function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

/**
 * Runs shell commands one after the other, each of which must succeed, until all texts have been printed; gives the output. What runs in
 * the background ends with it.
 */
export async function runUntilSaid(
  commands: string[],
  texts: (string | RegExp)[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  // A command of the shell that waits for ever would not let it take the signal.
  const script = ['set -e', ...commands, 'sleep 60 & wait $!'].join('\n');
  // A group of its own, so that what runs in the background can be ended with it.
  const shell = spawn('bash', ['-c', script], { ...options, detached: true });
  let output = '';
  const isSaid = (text: string | RegExp) =>
    typeof text === 'string' ? output.includes(text) : text.test(output);
  const closed = once(shell, 'close');
  try {
    await new Promise<void>((resolve, reject) => {
      for (const stream of [shell.stdout, shell.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
          if (texts.every(isSaid)) resolve();
        });
      }
      shell.on('exit', (code) => reject(new Error(`The commands ended with ${code}:\n${output}`)));
    });
  } finally {
    endGroup(shell.pid!);
    await closed;
  }
  return output;
}

/** Whoever is left of a shell and what it has started; after a failure that may be nobody. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
