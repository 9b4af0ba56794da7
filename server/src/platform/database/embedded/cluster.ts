import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isAlive } from '../../alive.ts';
import { StartProblem } from '../../start-problem.ts';
import { type Binaries, POSTGRES_MAJOR } from './binaries.ts';
import { explainFileError, explainOutput } from './explain.ts';
import { type Command, runToEnd } from './processes.ts';
import { commandAs, rapportUser, type SystemUser } from './system-user.ts';

/** A PostgreSQL data folder that is ready to be started. */
export interface Cluster {
  /** The data folder as the operator named it; `directory` is the database within it. */
  data_dir: string;
  directory: string;
  log_file: string;
  password: string;
  binaries: Binaries;
  /** The user that PostgreSQL runs as; undefined: the user of this process. */
  user: SystemUser | undefined;
}

/**
 * The PostgreSQL superuser, who owns everything. It can be reached from this machine only, by its
 * password.
 */
export const SUPERUSER = 'rapport';

/**
 * Prepares `<dataDir>/postgres` (made by initdb at the first start) and
 * `<dataDir>/postgres-password` (mode 0600). An existing folder keeps its owner. Refused for a
 * folder that cannot be written or belongs to another PostgreSQL version, and for a full disk.
 */
export async function prepareCluster(dataDir: string, binaries: Binaries): Promise<Cluster | StartProblem> {
  const folder = resolve(dataDir);
  const directory = join(folder, 'postgres');
  try {
    const user = await whoRunsIt(folder, directory);
    if (user instanceof StartProblem) return user;
    await makePrivateFolder(folder, user);
    const version = await readIfPresent(join(directory, 'PG_VERSION'));
    if (version && version.trim() !== POSTGRES_MAJOR) return otherVersion(directory, version.trim());

    const password = await readOrMakePassword(folder, user, version !== undefined);
    if (password instanceof StartProblem) return password;
    const log_file = join(folder, 'postgres.log');
    const cluster = { data_dir: dataDir, directory, log_file, password, binaries, user };
    return (version === undefined ? await create(cluster, folder) : undefined) ?? cluster;
  } catch (error) {
    return explainFileError(error, folder);
  }
}

/**
 * The user to run PostgreSQL as: the owner of its folder, but never root. PostgreSQL insists on
 * both, and the owner of an existing folder is never changed.
 */
export async function whoRunsIt(
  folder: string,
  directory: string,
): Promise<SystemUser | StartProblem | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const database = await stat(directory).catch(() => undefined);
  if (database?.uid === 0) {
    return new StartProblem(
      `The database folder ${directory} belongs to root, and PostgreSQL does not run as root. ` +
        `Give it to the system user that runs it: useradd --system rapport; chown -R rapport: ${directory}`,
    );
  }
  const owned = database ?? (await stat(folder).catch(() => undefined));
  return owned && owned.uid !== 0 ? { uid: owned.uid, gid: owned.gid } : rapportUser();
}

async function makePrivateFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function otherVersion(directory: string, version: string): StartProblem {
  return new StartProblem(
    `The database in ${directory} was made by PostgreSQL ${version}; this Rapport brings PostgreSQL ${POSTGRES_MAJOR}, ` +
      `which cannot read it. Nothing was changed. Either start the Rapport release that made it, or move the data: ` +
      `start that folder with PostgreSQL ${version}, then set DATABASE_URL to it, or copy it with pg_dump ` +
      `(or pg_upgrade) into the database of this release, made in another RAPPORT_DATA_DIR.`,
  );
}

async function readOrMakePassword(
  folder: string,
  user: SystemUser | undefined,
  clusterExists: boolean,
): Promise<string | StartProblem> {
  const file = join(folder, 'postgres-password');
  const existing = await readIfPresent(file);
  if (existing) return existing.trim();
  if (clusterExists) {
    return new StartProblem(
      `The file ${file} is missing, and without that password nobody can open the database beside it. ` +
        'Bring the file back from your backup (any copy of the data folder has it).',
    );
  }
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(`${randomBytes(24).toString('base64url')}\n`);
  await handle.sync();
  // initdb reads the password as the user who will run PostgreSQL.
  if (user) await handle.chown(user.uid, user.gid);
  await handle.close();
  // link() refuses an existing name. So when two processes start at once, both read the password of
  // the first.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

/**
 * Creates the database in a temporary folder, which is renamed when complete. So a killed start
 * leaves no half-made database, and of two first starts at once one wins.
 */
async function create(cluster: Cluster, folder: string): Promise<StartProblem | undefined> {
  await removeAbandonedDrafts(folder);
  const draft = await mkdtemp(join(folder, `postgres-draft-${process.pid}-`));
  try {
    if (cluster.user) await chown(draft, cluster.user.uid, cluster.user.gid);
    const command = await initdbCommand(cluster, folder, draft);
    if (command instanceof StartProblem) return command;
    const { exit_code, output } = await runToEnd(command);
    if (exit_code !== 0) return explainOutput(output, folder, 'PostgreSQL could not create its database');
    await rename(draft, cluster.directory);
  } catch (error) {
    const lostTheRace = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!lostTheRace) throw error;
    if (await readIfPresent(join(cluster.directory, 'PG_VERSION'))) return undefined;
    return new StartProblem(
      `${cluster.directory} should hold the database, but it holds something else. ` +
        'Move that folder away, or set RAPPORT_DATA_DIR to another folder.',
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const maker = /^postgres-draft-(\d+)-/.exec(entry)?.[1];
    if (maker && !isAlive(Number(maker))) await rm(join(folder, entry), { recursive: true, force: true });
  }
}

function initdbCommand(cluster: Cluster, folder: string, draft: string): Promise<Command | StartProblem> {
  const args = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${join(folder, 'postgres-password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorting and case rules of PostgreSQL itself. An update of the operating system can change its
    // rules, which breaks indexes.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  return commandAs(cluster.user, cluster.binaries.initdb, args, [dirname(cluster.binaries.initdb), draft]);
}
