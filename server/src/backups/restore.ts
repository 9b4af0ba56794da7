import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connect } from '../platform/database/connect.ts';
import { whoRunsIt } from '../platform/database/embedded/cluster.ts';
import { openEmbeddedPostgres } from '../platform/database/embedded/embedded.ts';
import type { SystemUser } from '../platform/database/embedded/system-user.ts';
import { StartProblem } from '../platform/start-problem.ts';
import type { Installation } from './actions.ts';
import type { About } from './archive-format.ts';
import { markAsCopy } from './copies.ts';
import { DUMP, restoreDump } from './dump.ts';
import { explainRestoreFailure } from './explain.ts';
import { type Entry, readArchive } from './read-archive.ts';

const DRAFT = 'restore-unfinished';

/**
 * Restores the backup `path` into the data folder or the database of the settings, which must be
 * absent or empty. Refuses a backup that is truncated, altered, of another kind, or encrypted with
 * another passphrase, before anything is written. `as_copy` marks what was restored as a copy.
 */
export async function restoreBackup(
  path: string,
  installation: Installation,
  passphrase: string | null,
  { as_copy }: { as_copy: boolean },
): Promise<About | StartProblem> {
  const { data_dir, database_url } = installation;
  if (database_url === null)
    return restoreFolder(path, data_dir, passphrase, as_copy ? markFolderAsCopy : undefined);
  const refusal = await whyNotEmpty(database_url);
  if (refusal) return refusal;
  // A first pass reads the whole backup, so that a damaged one leaves the database untouched.
  const key = await readKeyOfBackup(path, passphrase, isOfKind('external'));
  if (key instanceof StartProblem) return key;
  if (key !== installation.secret_key) {
    return new StartProblem(
      'RAPPORT_SECRET_KEY is not the key of this backup, so its signing secrets could not be read. Nothing was changed. ' +
        `Set it to the output of: npx rapport backup key ${path}`,
    );
  }
  const about = await restoreDatabase(path, database_url, passphrase);
  if (about instanceof StartProblem || !as_copy) return about;
  const unmarked = await markAsCopy(database_url, false);
  if (unmarked === null) return about;
  return new StartProblem(
    `The backup was restored, but not marked as a copy: ${unmarked.message} Do not start Rapport with it unless RAPPORT_COPY=on is set.`,
  );
}

/** Marks the embedded database of a folder in which nothing runs. */
async function markFolderAsCopy(data_dir: string): Promise<StartProblem | null> {
  const postgres = await openEmbeddedPostgres({ data_dir, roles: [] });
  if (postgres instanceof StartProblem) return postgres;
  return markAsCopy(postgres.connectionString, true).finally(postgres.close);
}

/** Returns the description of a backup without reading its content. */
export async function peekAtBackup(path: string, passphrase: string | null): Promise<About | StartProblem> {
  let seen: About | undefined;
  const enough = new StartProblem('');
  const begin = async (about: About) => {
    seen = about;
    return enough;
  };
  const read = await readArchive(path, passphrase, begin, async () => {});
  return read === enough && seen ? seen : read;
}

/** Returns the secret key of a backup after reading all of it; a damaged backup is refused. */
export async function readKeyOfBackup(
  path: string,
  passphrase: string | null,
  begin: (about: About) => Promise<StartProblem | null> = async () => null,
): Promise<string | StartProblem> {
  let key = '';
  const about = await readArchive(path, passphrase, begin, async (entry) => {
    for await (const chunk of entry.content ?? [])
      if (entry.path === 'secret-key') key += Buffer.from(chunk).toString();
  });
  return about instanceof StartProblem ? about : key.trim();
}

/** Restores the dump of a backup into an empty database, completely or not at all. */
export async function restoreDatabase(
  path: string,
  connectionString: string,
  passphrase: string | null,
): Promise<About | StartProblem> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const restored = restoreDump(connectionString, readable);
  const about = await readArchive(path, passphrase, isOfKind('external'), async (entry) => {
    const isDump = entry.path.startsWith(`${DUMP}/`);
    // A failing pg_restore reads no more. Its reason follows when it ends.
    for await (const chunk of entry.content ?? []) if (isDump) await writer.write(chunk).catch(() => {});
  });
  if (about instanceof StartProblem) {
    await writer.abort(new Error(about.message)).catch(() => {});
    await restored.catch(() => {});
    return about;
  }
  await writer.close().catch(() => {});
  return (await restored) ?? about;
}

/**
 * Unpacks the backup of an embedded database into `data_dir`. Files appear there only after the
 * whole backup was read and found sound, and `prepare` has done its work on them elsewhere.
 */
export async function restoreFolder(
  path: string,
  data_dir: string,
  passphrase: string | null,
  prepare: (draft: string) => Promise<StartProblem | null> = async () => null,
): Promise<About | StartProblem> {
  const folder = resolve(data_dir);
  try {
    const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    // A mounted file system has lost+found, and a killed restoration leaves its draft. Both count
    // as empty.
    if (there?.some((name) => name !== 'lost+found' && name !== DRAFT)) return notEmpty(data_dir);
    const owner = await whoRunsIt(folder, join(folder, 'postgres'));
    if (owner instanceof StartProblem) return owner;
    const draft = join(folder, DRAFT);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    if (owner && !there) await chown(folder, owner.uid, owner.gid);
    try {
      const about = await readArchive(path, passphrase, isOfKind('embedded'), (entry) =>
        unpack(entry, draft, owner),
      );
      if (about instanceof StartProblem) return about;
      const refusal = await prepare(draft);
      if (refusal) return refusal;
      await moveUp(draft, folder);
      return about;
    } finally {
      await rm(draft, { recursive: true, force: true });
      // Removes the folder only if it is empty.
      if (!there) await rmdir(folder).catch(() => {});
    }
  } catch (error) {
    return explainRestoreFailure(error, data_dir);
  }
}

async function unpack({ path, content }: Entry, draft: string, owner: SystemUser | undefined): Promise<void> {
  const target = join(draft, path);
  if (content === null) await mkdir(target, { mode: 0o700 });
  else await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  if (owner) await chown(target, owner.uid, owner.gid);
}

/**
 * Moves the restored files into place, the database last. If this is interrupted, a start finds
 * either no database or a complete one.
 */
async function moveUp(draft: string, folder: string): Promise<void> {
  const names = await readdir(draft);
  for (const name of names.sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))) {
    await rename(join(draft, name), join(folder, name));
  }
}

function notEmpty(data_dir: string): StartProblem {
  return new StartProblem(
    `The data folder ${data_dir} is not empty, and a backup is restored only where there is nothing to overwrite. ` +
      'Move that folder away, or set RAPPORT_DATA_DIR to another. Nothing was changed.',
  );
}

/** Refuses a database of DATABASE_URL that is missing or holds anything. */
async function whyNotEmpty(connectionString: string): Promise<StartProblem | null> {
  const client = await connect(connectionString);
  if (client instanceof StartProblem) return client;
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') LIMIT 1`,
    );
    if (!rowCount) return null;
    return new StartProblem(
      `The database "${client.database}" at DATABASE_URL is not empty, and a backup is restored only where there is nothing to overwrite. ` +
        `Make an empty one (createdb --owner=${client.user} --encoding=UTF8 --template=template0 NAME), and set DATABASE_URL to it.`,
    );
  } finally {
    await client.end();
  }
}

function isOfKind(wanted: About['kind']): (about: About) => Promise<StartProblem | null> {
  return async ({ kind }) => {
    if (kind === wanted) return null;
    return new StartProblem(
      kind === 'embedded'
        ? 'This is the backup of an embedded database. Do not set DATABASE_URL, and set RAPPORT_DATA_DIR to the folder for it.'
        : 'This is the backup of a database at DATABASE_URL. Set DATABASE_URL to an empty database, and RAPPORT_SECRET_KEY to its key.',
    );
  };
}
