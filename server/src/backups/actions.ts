import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sql from 'sql-template-tag';
import { openDatabase, type Queryable } from '../platform/database/database.ts';
import { VERSION } from '../platform/process/version.ts';
import { secretKeyFrom } from '../platform/secrets/secret-key.ts';
import { compareSecretKey } from '../platform/secrets/secret-key-check.ts';
import { readSecretKey } from '../platform/secrets/secret-key-file.ts';
import { StartProblem } from '../platform/start-problem.ts';
import type { About } from './archive-format.ts';
import { addBaseBackup } from './base-backup.ts';
import { addDump } from './dump.ts';
import { explainBackupFailure } from './explain.ts';
import { noteBackup, UNDEFINED_TABLE } from './last-backup.ts';
import { backupsToDelete, dueIn_ms, nameOfBackup } from './rules.ts';
import { type ArchiveWriter, addText, writeArchive } from './write-archive.ts';

/** The places of an installation, from the operator's settings. */
export type Installation = { data_dir: string; database_url: string | null; secret_key: string | null };

export type Backup = About & {
  /** The path of the new file. */
  path: string;
  bytes: number;
  encrypted: boolean;
  /** The older backups that this one replaced in the folder. */
  deleted: string[];
};

export type BackupOptions = {
  folder: string;
  /** Null: no encryption; only the owner of the file may read it. */
  passphrase: string | null;
  /** The number of backups that stay in the folder; null: all. */
  keep: number | null;
  /** Aborts the backup. */
  calledOff?: AbortSignal;
};

/** The temporary name of a backup that is being written. A killed process leaves such a file. */
const UNFINISHED = /^\.rapport-.*\.unfinished$/;
const UNFINISHED_KEPT_MS = 3_600_000;

/**
 * Backs up the database at `connectionString`, and the secret key, into a new file in `folder`. The
 * backup has all changes committed before it began. When the folder, the database or the key cannot
 * be used, it refuses with a sentence, and leaves no file.
 */
export async function makeBackup(
  connectionString: string,
  installation: Installation,
  { folder, passphrase, keep, calledOff }: BackupOptions,
): Promise<Backup | StartProblem> {
  try {
    const began = new Date();
    const source = await readSource(connectionString, installation, began);
    if (source instanceof StartProblem) return source;
    await makeFolder(folder);
    await removeUnfinished(folder);
    const encrypted = passphrase !== null;
    const draft = join(folder, `.rapport-${process.pid}-${began.getTime()}.unfinished`);
    const refusal = await writeArchive(
      draft,
      source.about,
      (archive) => fill(guarded(archive, folder, calledOff), connectionString, installation, source.key),
      passphrase,
    );
    if (refusal) return refusal;
    const path = join(resolve(folder), nameOfBackup(began, await readdir(folder), { encrypted }));
    await rename(draft, path);
    await syncFolder(folder);
    await noteBackup(connectionString, source.about.began_at);
    const deleted = keep === null ? [] : backupsToDelete(await readdir(folder), keep);
    for (const name of deleted) await rm(join(folder, name), { force: true });
    return { ...source.about, path, bytes: (await stat(path)).size, encrypted, deleted };
  } catch (error) {
    return explainBackupFailure(error, folder);
  }
}

/**
 * Returns the time until the next backup in `folder` is due, with one every `interval_ms`. Creates
 * the folder if it is missing.
 */
export async function nextBackupIn_ms(folder: string, interval_ms: number): Promise<number | StartProblem> {
  try {
    await makeFolder(folder);
    return dueIn_ms(new Date(), await readdir(folder), interval_ms);
  } catch (error) {
    return explainBackupFailure(error, folder);
  }
}

/**
 * The description of the backup, and the secret key. Refused when the database was used with
 * another key.
 */
async function readSource(
  connectionString: string,
  { data_dir, database_url, secret_key }: Installation,
  began: Date,
): Promise<{ about: About; key: string } | StartProblem> {
  const key = secret_key ?? (await readSecretKey(data_dir));
  if (key instanceof StartProblem) return key;
  if (key === undefined) {
    return new StartProblem(
      `There is no file secret-key in ${data_dir}, and a backup without the key is of little use. Set RAPPORT_SECRET_KEY to the key, or bring the file back.`,
    );
  }
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    const wrongKey = await compareSecretKey(db, secretKeyFrom(key));
    if (wrongKey) return wrongKey;
    const kind = database_url === null ? 'embedded' : 'external';
    return {
      key,
      about: {
        format: 1,
        kind,
        began_at: began.toISOString(),
        rapport: VERSION,
        ...(await readVersions(db)),
      },
    };
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    return new StartProblem(
      'Rapport has no tables in this database, so there is nothing to back up. Check DATABASE_URL.',
    );
  } finally {
    await db.close();
  }
}

async function readVersions(db: Queryable): Promise<{ migration: string; postgres: string }> {
  const [row] = await db.query<{ migration: string; postgres: string }>(
    sql`SELECT max(name) AS migration, current_setting('server_version') AS postgres FROM migrations`,
  );
  return row!;
}

/** A database on the same disk would stop when the disk is full, so a backup leaves this much. */
const DISK_LEFT_MIN_BYTES = 200e6;

/**
 * The archive, with two checks before each file: the backup may be aborted, and the disk must not
 * become full.
 */
function guarded(archive: ArchiveWriter, folder: string, calledOff: AbortSignal | undefined): ArchiveWriter {
  return {
    ...archive,
    file: async (...args) => {
      calledOff?.throwIfAborted();
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < DISK_LEFT_MIN_BYTES) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      return archive.file(...args);
    },
  };
}

async function fill(
  archive: ArchiveWriter,
  connectionString: string,
  { data_dir, database_url }: Installation,
  key: string,
): Promise<StartProblem | null> {
  await addText(archive, 'secret-key', key);
  if (database_url !== null) return addDump(archive, connectionString);
  await addText(archive, 'postgres-password', await readFile(join(data_dir, 'postgres-password'), 'utf8'));
  await addMails(archive, join(data_dir, 'mails'));
  await addBaseBackup(archive, connectionString, join(data_dir, 'postgres'));
  return null;
}

/** Adds the mails that were written to files because no mail server is set. */
async function addMails(archive: ArchiveWriter, folder: string): Promise<void> {
  const there = await access(folder).then(
    () => true,
    () => false,
  );
  if (!there) return;
  await archive.folder('mails');
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(folder, entry.name));
    await archive.file(`mails/${entry.name}`, content.length, [content]);
  }
}

/**
 * Creates the folder for its owner only. It takes two calls, because one `recursive` call never
 * ends in places such as /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(dirname(resolve(folder)), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Removes the files of killed backups. A file written to in the last hour may belong to a running
 * one.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => UNFINISHED.test(name))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - UNFINISHED_KEPT_MS) await rm(join(folder, name), { force: true });
  }
}

/** Syncs the folder: a new file survives a crash only when its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
