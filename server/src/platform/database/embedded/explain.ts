import { StartProblem } from '../../start-problem.ts';

/** Turns a failed file operation below `folder` into a sentence. Throws unforeseen errors on. */
export function explainFileError(error: unknown, folder: string): StartProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    // ENOENT comes from places where no folder can be made, such as /proc.
    case 'ENOENT':
    case 'EACCES':
    case 'EPERM':
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartProblem(
        `The data folder ${folder} cannot be used: ${message}. Rapport keeps its database there. ` +
          'Give the folder to the user who starts Rapport (chown), or set RAPPORT_DATA_DIR to a folder that user can write.',
      );
    case 'EROFS':
      return new StartProblem(
        `The data folder ${folder} is on a read-only file system: ${message}. Rapport keeps its database there. ` +
          'Mount it writable (mount -o remount,rw; a failing disk becomes read-only by itself), or set RAPPORT_DATA_DIR to a folder elsewhere.',
      );
    default:
      throw error;
  }
}

/**
 * When a part of the block still fits, the system reports no error. PostgreSQL then prints how much
 * it wrote.
 */
const DISK_FULL =
  /No space left on device|Disk quota exceeded|could not extend file .+: wrote only \d+ of \d+ bytes/;

/** Turns the output of a PostgreSQL program that failed into a sentence. */
export function explainOutput(output: string, folder: string, what: string): StartProblem {
  if (DISK_FULL.test(output)) return diskFull(folder);
  const lastLines = output.trim().split('\n').slice(-8).join('\n  ');
  return new StartProblem(
    `${what} in ${folder}. It said:\n  ${lastLines || '(nothing)'}\nFix the cause, and start again.`,
  );
}

/** The refusal for a full disk. */
export function diskFull(folder: string): StartProblem {
  return new StartProblem(
    `The disk that holds ${folder} is full, so PostgreSQL cannot work there. Nothing that was stored is lost. ` +
      'Free some space (at least 200 MB) and start again, or move the folder: copy it to another disk (cp -a), and only then set RAPPORT_DATA_DIR ' +
      'to the copy. With an empty folder Rapport would begin with an empty database.',
  );
}
