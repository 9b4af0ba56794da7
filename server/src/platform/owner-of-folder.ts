import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Gives a new file or folder to whoever owns the folder it is in: started once as root, Rapport
 * must not lock them out.
 */
export async function giveToOwnerOfFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
