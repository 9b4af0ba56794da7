import { CommanderError } from 'commander';
import { READ_ONLY_TRANSACTION, TAKES_NO_CHANGES } from '../../server/src/platform/database/database-down.ts';
import { Problem } from '../../server/src/platform/problem.ts';
import type { StartProblem } from '../../server/src/platform/start-problem.ts';
import { printError } from './print.ts';

/** The exit codes of a failed command. The help of `rapport` explains them. */
export const EXIT = { refused: 1, wrong_usage: 2, interrupted: 130 };

/**
 * Signals that ask a process to end: from a terminal, a supervisor, and a closed terminal. Without
 * a handler, SIGHUP would leave the database running.
 */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type OutputOptions = { json?: boolean };

/** Prints the reason of a refusal and sets the exit code. */
export function refuse(refusal: Problem | StartProblem, options: OutputOptions): void {
  if (refusal instanceof Problem) {
    printError(explain(refusal, options));
    process.exitCode = EXIT.refused;
  } else {
    printError(explain({ code: 'cannot_start', detail: refusal.message }, options));
    process.exitCode = EXIT.wrong_usage;
  }
}

/** Returns a refusal as lines for a person, or as one JSON object. */
export function explain(
  { code, detail, errors = [] }: { code: string; detail: string; errors?: Problem['errors'] },
  { json }: OutputOptions,
): string {
  if (json) return JSON.stringify({ code, detail, ...(errors.length > 0 && { errors }) });
  if (errors.length === 0) return detail;
  // Drops the slash of a JSON pointer, which only programs need.
  return errors.map((error) => error.detail.replace(/^\//, '')).join('\n');
}

/** Ends a command after wrong usage, its help, a fault of ours, or the loss of its database. */
export function fail(error: Error & { code?: string }): void {
  // commander has printed the error already. No process.exit() here: errors of the output come only
  // later.
  if (error instanceof CommanderError) {
    if (error.exitCode !== 0) process.exitCode = EXIT.wrong_usage;
    return;
  }
  const failure = failureOf(error);
  printError(explain(failure, { json: process.argv.includes('--json') }));
  process.exit(EXIT.refused);
}

function failureOf({ code, message }: Error & { code?: string }): { code: string; detail: string } {
  if (code === READ_ONLY_TRANSACTION) return { code: 'unavailable', detail: TAKES_NO_CHANGES };
  const detail =
    code === 'ERR_MODULE_NOT_FOUND'
      ? `The installation is not complete: ${message}. Install it again: npm ci in a checkout, npm install elsewhere.`
      : `The command failed: ${message}. Check the installation with: npx rapport doctor`;
  return { code: 'internal_error', detail };
}

/**
 * Reports a standard output that cannot be written, such as a file on a full disk, and sets the
 * exit code. A reader that stops early, as in `… | head -1`, is no failure.
 */
export function tellUnwritableOutput(): void {
  let told = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = EXIT.refused;
    if (told) return;
    told = true;
    const detail =
      `The output cannot be written: ${message}. The command has done its work, but its result is lost. ` +
      'Revoke the token or secret that it made, free some disk space, and make another.';
    printError(explain({ code: 'output_unwritable', detail }, { json: process.argv.includes('--json') }));
  });
}
