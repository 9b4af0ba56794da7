import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Gives a new file or folder to the owner of its folder, so that one start as root does not lock
 * that owner out.
 */
export async function giveToOwnerOfFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
