import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectionSettings } from '../platform/database/connection-settings.ts';
import { isPartOfBaseBackup, isWalBetween } from './rules.ts';
import { type ArchiveWriter, addText } from './write-archive.ts';

/** The folder of the database, named alike in the backup and in the data folder. */
const FOLDER = 'postgres';
const CHUNK_BYTES = 1 << 20;

/**
 * Adds the running database in `directory` by PostgreSQL's low-level base backup. Between start and
 * stop, files are copied while they change. The write-ahead log, added last, makes them consistent.
 * A temporary replication slot keeps that log until the connection closes.
 */
export async function addBaseBackup(
  archive: ArchiveWriter,
  connectionString: string,
  directory: string,
): Promise<void> {
  const client = new pg.Client({
    ...connectionSettings(connectionString),
    application_name: `rapport ${process.pid} backup`,
  });
  // A broken connection also fails the running statement, which reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      `SELECT pg_create_physical_replication_slot('rapport_backup_' || pg_backend_pid(), true, true)`,
    );
    const start = await client.query<{ wal: string }>(
      `SELECT pg_walfile_name(pg_backup_start('rapport backup', true)) AS wal`,
    );
    await addFolder(archive, directory, '');
    await addFile(archive, directory, 'global/pg_control');
    const stop = await client.query<{ wal: string; labelfile: string; spcmapfile: string }>(
      'SELECT pg_walfile_name(lsn) AS wal, labelfile, spcmapfile FROM pg_backup_stop(false)',
    );
    const { wal, labelfile, spcmapfile } = stop.rows[0]!;
    await addText(archive, `${FOLDER}/backup_label`, labelfile);
    if (spcmapfile) await addText(archive, `${FOLDER}/tablespace_map`, spcmapfile);
    for (const name of (await readdir(join(directory, 'pg_wal'))).sort()) {
      if (isWalBetween(name, start.rows[0]!.wal, wal)) await addFile(archive, directory, `pg_wal/${name}`);
    }
  } finally {
    await client.end();
  }
}

/**
 * Adds a folder, without the control file and the write-ahead log. The control file must be copied
 * after all others. The range of the log is known only at the end.
 */
async function addFolder(archive: ArchiveWriter, directory: string, folder: string): Promise<void> {
  await archive.folder(join(FOLDER, folder));
  const found = await readdir(join(directory, folder), { withFileTypes: true }).catch(unlessGone);
  for (const entry of found ?? []) {
    const path = join(folder, entry.name);
    if (path === 'global/pg_control' || !isPartOfBaseBackup(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) await addFolder(archive, directory, path);
    else await addFile(archive, directory, path);
  }
}

/**
 * Adds a file with the size that it has when opened. Replaying the write-ahead log repairs what
 * changed meanwhile, and the zeros that fill up a file cut shorter.
 */
async function addFile(archive: ArchiveWriter, directory: string, path: string): Promise<void> {
  const file = await open(join(directory, path), 'r').catch(unlessGone);
  if (!file) return;
  try {
    const { size } = await file.stat();
    await archive.file(`${FOLDER}/${path}`, size, exactly(file, size));
  } finally {
    await file.close();
  }
}

async function* exactly(file: Awaited<ReturnType<typeof open>>, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    yield chunk.fill(0, bytesRead);
    at += chunk.length;
  }
}

/** Ignores a missing file: its table was just dropped. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
