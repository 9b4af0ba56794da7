import { StartProblem } from '../platform/start-problem.ts';

type Failure = Error & { code?: string; syscall?: string };

/** System calls that concern a connection, not a file. */
const NETWORK_CALLS = ['connect', 'getaddrinfo'];

/** Turns a failure to write a backup to `folder` into a sentence. Throws unforeseen errors on. */
export function explainBackupFailure(error: unknown, folder: string): StartProblem {
  const { code = '', message, name, syscall } = error as Failure;
  if (name === 'AbortError') return new StartProblem('The backup was aborted, and nothing of it is left.');
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new StartProblem(
      `The disk that holds ${folder} has less than 200 MB left, so the backup was not made; nothing of it is left, and earlier ones are unchanged. ` +
        'Free some space, or choose a folder on another disk.',
    );
  }
  if (syscall && NETWORK_CALLS.includes(syscall)) {
    return new StartProblem(
      `The database cannot be reached, so no backup was made: ${message}. Check that it runs, and DATABASE_URL.`,
    );
  }
  if (syscall) {
    return new StartProblem(
      `The backup in ${folder} could not be made: ${message}. Check that the folder can be written and the data folder read by who runs this.`,
    );
  }
  // A SQLSTATE, or a broken connection.
  if (/^[0-9A-Z]{5}$/.test(code) || /^Connection terminated/.test(message)) {
    return new StartProblem(
      `The database aborted the backup: ${message}. Nothing of it is left. Try again when the database works; check with: npx rapport doctor`,
    );
  }
  throw error;
}

/** Turns a failed restoration into `target` into a sentence. The folder is unchanged by then. */
export function explainRestoreFailure(error: unknown, target: string): StartProblem {
  const { code = '', message, syscall } = error as Failure;
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new StartProblem(
      `The disk that holds ${target} is full, so the backup was not restored, and nothing of it is left there. Free some space and try again.`,
    );
  }
  if (!syscall) throw error;
  return new StartProblem(
    `The backup was not restored to ${target}: ${message}. Check that the folder can be written by who runs this, and try again.`,
  );
}
