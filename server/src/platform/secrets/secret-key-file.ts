import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from '../start-problem.ts';
import { newSecretKeyText } from './secret-key.ts';

/** The key kept in the data folder, made at the first start and readable by its owner only. */
export async function readOrMakeSecretKey(data_dir: string): Promise<string | StartProblem> {
  const path = join(data_dir, 'secret-key');
  try {
    // 'wx': of two processes that start at once, one makes the file and the other reads it.
    await writeFile(path, newSecretKeyText(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return unusable(path, error as Error);
  }
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    return unusable(path, error as Error);
  }
}

function unusable(path: string, error: Error): StartProblem {
  return new StartProblem(
    `The secret key in ${path} cannot be read or made (${error.message}). Without it signing secrets cannot be decrypted. ` +
      'Check that the folder belongs to the user who runs Rapport, or set RAPPORT_SECRET_KEY.',
  );
}
