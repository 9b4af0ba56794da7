import { join } from 'node:path';
import { StartProblem } from '../platform/start-problem.ts';
import { type Backup, type Installation, makeBackup } from './actions.ts';

const FOLDER = 'backups';
/**
 * The number of backups of upgrades to keep. An operator can go back even after skipping a release
 * or two.
 */
const KEEP = 3;

/**
 * Backs up the embedded database into its own data folder before this release changes its schema,
 * and says how to go back. When the backup fails, the upgrade is refused: there is no other way
 * back. After the upgrade it is noted once more: an old schema may have no place for that.
 */
export async function backUpBeforeUpgrade(
  connectionString: string,
  installation: Installation,
  log: (line: string) => void,
): Promise<Backup | StartProblem> {
  const { data_dir } = installation;
  log('The database is from an older release. It is backed up before the upgrade.');
  const made = await makeBackup(connectionString, installation, {
    folder: join(data_dir, FOLDER),
    passphrase: null,
    keep: KEEP,
  });
  if (made instanceof StartProblem) {
    return new StartProblem(
      `The database was not upgraded, because the backup before it failed. ${made.message} ` +
        'Or make a backup elsewhere (npx rapport backup FOLDER), then upgrade with: npx rapport migrate --without-backup',
    );
  }
  const file = made.path.slice(made.path.lastIndexOf('/') + 1);
  log(
    `Backed up to ${made.path}. To go back: stop Rapport; mv ${data_dir} ${data_dir}-upgraded; ` +
      `npx rapport restore ${join(`${data_dir}-upgraded`, FOLDER, file)}; and start the release that made it.`,
  );
  return made;
}
