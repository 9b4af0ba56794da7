import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwnerOfFolder } from '../owner-of-folder.ts';
import { StartProblem } from '../start-problem.ts';
import { newSecretKeyText, SECRET_KEY_MIN_LENGTH } from './secret-key.ts';

const FILE_NAME = 'secret-key';

/**
 * The key in the data folder, made at the first start and readable by its owner only. If the file
 * is missing although the database `isInUse`, the start is refused. A new key could decrypt
 * nothing, and the next backup would hold it in place of the right one.
 */
export async function readOrMakeSecretKey(
  data_dir: string,
  isInUse: boolean,
): Promise<string | StartProblem> {
  const kept = await readSecretKey(data_dir);
  if (kept !== undefined) return kept;
  const path = join(data_dir, FILE_NAME);
  if (isInUse) return missing(path);
  try {
    await makeKey(path);
  } catch (error) {
    return unusable(path, (error as Error).message);
  }
  return (await readSecretKey(data_dir)) ?? unusable(path, 'it was removed right after it was made');
}

/** The key in the data folder; undefined when there is none. */
export async function readSecretKey(data_dir: string): Promise<string | StartProblem | undefined> {
  const path = join(data_dir, FILE_NAME);
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length >= SECRET_KEY_MIN_LENGTH) return text;
    return unusable(path, `it has ${text.length} characters and needs at least ${SECRET_KEY_MIN_LENGTH}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : unusable(path, message);
  }
}

/**
 * Creates the file completely or not at all. When two processes start at once, both use the key of
 * the first one.
 */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}-${randomUUID()}`;
  try {
    await writeFile(draft, newSecretKeyText(), { mode: 0o600, flag: 'wx', flush: true });
    await giveToOwnerOfFolder(draft);
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function missing(path: string): StartProblem {
  return new StartProblem(
    `The file ${path} is missing, and without that key the signing secrets in the database cannot be read, so no webhook could be sent. ` +
      'Bring the file back from your backup (any copy of the data folder has it), or set RAPPORT_SECRET_KEY to the key. ' +
      'If it is lost for good: npx rapport secret-key forget',
  );
}

function unusable(path: string, reason: string): StartProblem {
  return new StartProblem(
    `The secret key in ${path} cannot be used: ${reason}. Without it signing secrets cannot be decrypted. ` +
      'Bring the file back from a backup, or set RAPPORT_SECRET_KEY, and check that the folder belongs to the user who runs Rapport.',
  );
}
