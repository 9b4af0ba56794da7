import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { About } from '../../../server/src/backups/archive-format.ts';
import { explainRestoreFailure } from '../../../server/src/backups/explain.ts';
import {
  peekAtBackup,
  readKeyOfBackup,
  restoreDatabase,
  restoreFolder,
} from '../../../server/src/backups/restore.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import type { Check } from '../doctor/check.ts';
import { examine } from '../doctor/checks.ts';
import { countRecords } from './queries.ts';

export type Drill = About & {
  /** The migrations that this release applied to the copy. */
  upgraded: string[];
  checks: Check[];
  /** The number of records, by table. */
  records: Record<string, number>;
};

/**
 * The doctor's checks that do not concern the copy: those of the service around it and its backups,
 * and those of deliveries, because the copy has no worker.
 */
const NOT_OF_THE_COPY = [
  'settings',
  'mail',
  'data folder',
  'disk space',
  'deliveries',
  'lost deliveries',
  'receivers',
  'backup',
];

/**
 * Restores a backup into a temporary folder and starts it on a free port. Upgrades an older
 * release, runs the doctor's checks, counts the records and removes the copy. Refuses a backup that
 * cannot be restored or started.
 */
export async function drill(
  path: string,
  passphrase: string | null,
  calledOff: AbortSignal,
): Promise<Drill | StartProblem> {
  const about = await peekAtBackup(path, passphrase);
  if (about instanceof StartProblem) return about;
  try {
    const folder = await mkdtemp(join(await roomyFolder(), 'rapport-drill-'));
    try {
      return await drillIn(join(folder, 'data'), path, about, passphrase, calledOff);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    return explainRestoreFailure(error, tmpdir());
  }
}

/** TMPDIR, else /var/tmp, which lies on a disk: /tmp is often memory, too small for a database. */
async function roomyFolder(): Promise<string> {
  if (process.env.TMPDIR) return tmpdir();
  const isThere = await access('/var/tmp', constants.W_OK).then(
    () => true,
    () => false,
  );
  return isThere ? '/var/tmp' : tmpdir();
}

async function drillIn(
  data_dir: string,
  path: string,
  about: About,
  passphrase: string | null,
  calledOff: AbortSignal,
): Promise<Drill | StartProblem> {
  if (about.kind === 'embedded') {
    const restored = await restoreFolder(path, data_dir, passphrase);
    if (restored instanceof StartProblem) return restored;
  }
  if (calledOff.aborted) return new StartProblem('The drill was called off.');
  const postgres = await openEmbeddedPostgres({ data_dir, roles: [] });
  if (postgres instanceof StartProblem)
    return new StartProblem(`The copy does not start. ${postgres.message}`);
  try {
    if (about.kind === 'external') {
      const refusal = await fillFromDump(postgres, data_dir, path, passphrase);
      if (refusal) return refusal;
    }
    return await look(postgres, data_dir, about);
  } finally {
    await postgres.close();
  }
}

async function fillFromDump(
  { connectionString }: EmbeddedPostgres,
  data_dir: string,
  path: string,
  passphrase: string | null,
): Promise<StartProblem | null> {
  const key = await readKeyOfBackup(path, passphrase);
  if (key instanceof StartProblem) return key;
  await writeFile(join(data_dir, 'secret-key'), key, { mode: 0o600 });
  const restored = await restoreDatabase(path, connectionString, passphrase);
  return restored instanceof StartProblem ? restored : null;
}

async function look(
  { connectionString }: EmbeddedPostgres,
  data_dir: string,
  about: About,
): Promise<Drill | StartProblem> {
  const migrated = await migrate(connectionString, { make: false });
  if (migrated instanceof StartProblem) return migrated;
  const checks = await examine({ RAPPORT_DATA_DIR: data_dir });
  const db = openDatabase(connectionString, { connections: 1, query_timeout_ms: COUNT_LIMIT_MS });
  try {
    const records = await countRecords(db);
    return {
      ...about,
      upgraded: migrated.applied,
      checks: checks.filter(({ check }) => !NOT_OF_THE_COPY.includes(check)),
      records,
    };
  } finally {
    await db.close();
  }
}

/** The time limit for counting: a large table is read completely. */
const COUNT_LIMIT_MS = 3_600_000;
