import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Chunks } from '../platform/chunks.ts';
import { StartProblem } from '../platform/start-problem.ts';
import type { ArchiveWriter } from './write-archive.ts';

/**
 * The folder of the dump within a backup. It holds one file in pg_dump's custom format, split into
 * parts, because a tar needs sizes in advance.
 */
export const DUMP = 'database.dump';
const PART_BYTES = 8 << 20;

/**
 * Adds the output of `pg_dump`: a consistent snapshot, taken while the database is in use. Refused
 * when the program is missing or fails.
 */
export async function addDump(
  archive: ArchiveWriter,
  connectionString: string,
): Promise<StartProblem | null> {
  // No compression here: the whole backup is compressed.
  const dump = runClient('pg_dump', ['--format=custom', '--compress=0'], connectionString);
  dump.child.stdin.end();
  const parts = new Chunks(PART_BYTES, (position, bytes) =>
    archive.file(`${DUMP}/${String(position + 1).padStart(6, '0')}`, bytes.length, [bytes]),
  );
  try {
    await archive.folder(DUMP);
    for await (const chunk of dump.child.stdout) await parts.add(chunk);
    await parts.end();
    return await dump.ended;
  } finally {
    dump.child.kill();
  }
}

/**
 * Restores a dump into an empty database, in one transaction. Refused when `pg_restore` is missing
 * or fails.
 */
export async function restoreDump(
  connectionString: string,
  dump: AsyncIterable<Uint8Array>,
): Promise<StartProblem | null> {
  const restore = runClient(
    'pg_restore',
    ['--no-owner', '--single-transaction', '--exit-on-error'],
    connectionString,
  );
  restore.child.stdout.resume();
  // A failing pg_restore stops reading and gives its reason when it ends.
  const fed = await pipeline(dump, restore.child.stdin).catch((error: NodeJS.ErrnoException) => error);
  const refusal = await restore.ended;
  if (refusal) return refusal;
  if (fed instanceof Error) throw fed;
  return null;
}

function runClient(program: 'pg_dump' | 'pg_restore', args: string[], connectionString: string) {
  const { url, password } = addressForLibpq(connectionString);
  const child = spawn(program, [...args, `--dbname=${url}`], {
    env: { ...process.env, PGPASSWORD: password, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return { child, ended: howItEnded(program, child) };
}

async function howItEnded(program: string, child: ReturnType<typeof spawn>): Promise<StartProblem | null> {
  const said = text(child.stderr!);
  try {
    const [code] = await once(child, 'close');
    return code === 0 ? null : explain(program, (await said).trim());
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return new StartProblem(
      missing
        ? `The program ${program} is not installed, and a database at DATABASE_URL needs it for backups and restoring. ` +
            'Install the client programs of PostgreSQL (Debian, Ubuntu: apt-get install postgresql-client), not older than the server.'
        : `The program ${program} cannot be run: ${(error as Error).message}.`,
    );
  }
}

function explain(program: string, said: string): StartProblem {
  if (/server version mismatch|unsupported version/.test(said)) {
    return new StartProblem(
      `${program} is older than the database: ${said}. Install the client programs of the same PostgreSQL or newer (apt.postgresql.org has them).`,
    );
  }
  return new StartProblem(`${program} failed: ${said || 'it was killed'}. Fix the cause, and try again.`);
}

/**
 * The address for libpq, and the password apart: everybody on the machine could read it in the list
 * of processes. node-postgres checks the certificate where libpq would only encrypt, so `sslmode`
 * is translated.
 */
function addressForLibpq(connectionString: string): { url: string; password: string } {
  const url = new URL(connectionString);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const mode = url.searchParams.get('sslmode');
  if (mode === 'no-verify') url.searchParams.set('sslmode', 'require');
  else if (mode && mode !== 'disable') url.searchParams.set('sslmode', 'verify-full');
  return { url: url.href, password };
}
