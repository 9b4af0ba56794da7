import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartProblem } from '../start-problem.ts';
import { connect } from './connect.ts';

interface MigrateOptions {
  /** Gets a line for each applied migration. */
  log?: (line: string) => void;
  /** Another folder of migrations, for tests. */
  directory?: string;
  /** False: an older schema is refused, and only an empty database gets a schema. */
  upgrade?: boolean;
  /** False: a database without a schema is refused. */
  make?: boolean;
  /** Called once before an older schema is upgraded. A refusal prevents the upgrade. */
  beforeUpgrade?: () => Promise<StartProblem | null>;
  /** True for the PostgreSQL that Rapport started itself. */
  embedded?: boolean;
}

/**
 * Brings the database to the newest schema. Applies the new files of
 * `server/migrations/NNNN_name.sql` in order, each in its own transaction, forward only. When two
 * processes start together, one does it.
 *
 * Refuses a database that cannot be reached, is too old, is not UTF-8 or is newer than this code; a
 * migration that fails (nothing of it stays); and one that was changed after it was applied.
 * Without `upgrade` it refuses an older schema; without `make`, a database without a schema.
 */
export async function migrate(
  connectionString: string,
  {
    log,
    directory = MIGRATIONS_DIRECTORY,
    upgrade = true,
    make = true,
    beforeUpgrade,
    embedded,
  }: MigrateOptions = {},
): Promise<{ applied: string[] } | StartProblem> {
  const migrations = await readMigrations(directory);
  const client = await connect(connectionString, { embedded });
  if (client instanceof StartProblem) return client;
  try {
    const pending = await findPending(client, migrations);
    if (pending instanceof StartProblem) return pending;
    if (pending.length === 0) return { applied: [] };
    if (pending.length === migrations.length && !make) return noSchema(client);
    // Held until the connection ends. A process that waited here finds the work done, so it reads
    // the state again.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const stillPending = await findPending(client, migrations);
    if (stillPending instanceof StartProblem) return stillPending;
    const isOlder = stillPending.length > 0 && stillPending.length < migrations.length;
    if (isOlder && !upgrade) return olderSchema(stillPending);
    const refusal = isOlder && beforeUpgrade ? await beforeUpgrade() : null;
    return refusal ?? (await applyAll(client, stillPending, log));
  } finally {
    await client.end();
  }
}

/**
 * Compares the schema of the database with this release. Refuses a database for the same reasons as
 * `migrate`, and changes nothing.
 */
export async function compareMigrations(
  connectionString: string,
): Promise<{ applied: number; pending: string[] } | StartProblem> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const client = await connect(connectionString);
  if (client instanceof StartProblem) return client;
  try {
    const pending = await findPending(client, migrations);
    if (pending instanceof StartProblem) return pending;
    return { applied: migrations.length - pending.length, pending: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../../../migrations');
/**
 * The key of the lock, "migrate!" in ASCII. Any number that nobody else locks in this database will
 * do.
 */
const MIGRATION_LOCK = '7883946363647714593';
/** The SQLSTATEs of PostgreSQL. */
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
/**
 * The first version that has MERGE and NULLS NOT DISTINCT, and in which not everybody may write to
 * the schema public.
 */
const OLDEST_VERSION = 15;

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  names.forEach((name, index) => {
    const expected = String(index + 1).padStart(4, '0');
    // A gap in the numbers is a fault of ours, which the tests find first.
    if (!name.startsWith(`${expected}_`))
      throw new Error(`${name} in ${directory} should begin with ${expected}_`);
  });
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * The checksums of migrations that were edited after some databases had applied them. A later
 * migration brings these databases to the same state. migrations-stay.test.ts keeps the list from
 * growing.
 */
const EARLIER_CHECKSUMS: Record<string, string> = {
  '0011_rounds_of_new_deliveries.sql': 'b7376f9df74cb636a5d6d9e7bae9d941b8e1b78eb9222fdf3fbe39a3c85aaef6',
};

interface State {
  version: string;
  encoding: string;
  applied: { name: string; checksum: string }[];
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[] | StartProblem> {
  const state = await readState(client);
  if (state instanceof StartProblem) return state;
  const major = Math.floor(Number(state.version) / 10_000);
  if (major < OLDEST_VERSION) {
    return new StartProblem(
      `The database is PostgreSQL ${major}; Rapport needs ${OLDEST_VERSION} or newer. Upgrade it, or set DATABASE_URL to another.`,
    );
  }
  if (state.encoding !== 'UTF8') {
    return new StartProblem(
      `The database stores text as ${state.encoding}, which cannot hold every name. ` +
        `Make one with UTF-8 on its server (createdb --owner=${client.user} --encoding=UTF8 --template=template0 rapport) and set DATABASE_URL to it.`,
    );
  }
  return comparison(state.applied, migrations) ?? migrations.slice(state.applied.length);
}

/**
 * Reads the state in one round trip, because every start does it. Only a database without the table
 * `migrations` needs a second one.
 */
async function readState(client: pg.Client): Promise<State | StartProblem> {
  const server = `current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`;
  const list = `(SELECT json_agg(json_build_object('name', name, 'checksum', encode(checksum, 'hex')) ORDER BY name)
                 FROM migrations)`;
  try {
    const { rows } = await client.query(`SELECT ${server}, coalesce(${list}, '[]') AS applied`);
    return rows[0];
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === INSUFFICIENT_PRIVILEGE) return notTheOwner(client, message);
    if (code !== UNDEFINED_TABLE) throw error;
    const { rows } = await client.query(`SELECT ${server}, '[]'::json AS applied`);
    return rows[0];
  }
}

function notTheOwner({ user, database }: pg.Client, message: string): StartProblem {
  return new StartProblem(
    `The user ${user} does not own Rapport's tables in the database "${database}" and may not work with them: ${message}. ` +
      `As their owner: ALTER TABLE … OWNER TO ${user}; or set DATABASE_URL to that owner.`,
  );
}

function comparison(applied: State['applied'], migrations: Migration[]): StartProblem | undefined {
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations[index];
    if (!ours) {
      return new StartProblem(
        `The database is newer than this Rapport: it has the migration ${name}, which this release does not know. ` +
          'Start the newer release, or restore the backup made before the upgrade.',
      );
    }
    if (ours.name !== name) {
      return new StartProblem(
        `The database and this Rapport disagree about migration ${index + 1}: it applied ${name}, here it is ${ours.name}. ` +
          'Nothing was changed. Start the release that ran on it before, or restore the backup made before the upgrade.',
      );
    }
    if (ours.checksum !== checksum && EARLIER_CHECKSUMS[name] !== checksum) {
      return new StartProblem(
        `The file server/migrations/${name} is not the one that this database was made with, so nobody knows whether Rapport fits it. ` +
          'Nothing was changed. Get Rapport as it was released (git status names changed files), or start the release that ran before.',
      );
    }
  }
}

function olderSchema(pending: Migration[]): StartProblem {
  return new StartProblem(
    `The database is older than this Rapport: it lacks ${pending.map(({ name }) => name).join(', ')}. ` +
      'Make a backup, stop the servers of the older release, and run: npx rapport migrate. A start of the server does it, too.',
  );
}

function noSchema({ host, port, database }: pg.Client): StartProblem {
  return new StartProblem(
    `Rapport has no tables in the database "${database}" on ${host}:${port}. Start Rapport once (npm start), or set DATABASE_URL to ` +
      'where it is.',
  );
}

async function applyAll(
  client: pg.Client,
  migrations: Migration[],
  log: MigrateOptions['log'],
): Promise<{ applied: string[] } | StartProblem> {
  const refused = await createMigrationsTable(client);
  if (refused) return refused;
  for (const migration of migrations) {
    const problem = await apply(client, migration);
    if (problem) return problem;
    log?.(`Migration ${migration.name} applied.`);
  }
  return { applied: migrations.map(({ name }) => name) };
}

async function createMigrationsTable(client: pg.Client): Promise<StartProblem | undefined> {
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         name text PRIMARY KEY, checksum bytea NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT now())`,
    );
  } catch (error) {
    return new StartProblem(
      `Rapport may not create its tables in the database "${client.database}": ${(error as Error).message}. ` +
        'Make the user of DATABASE_URL its owner: ALTER DATABASE … OWNER TO …',
    );
  }
}

async function apply(
  client: pg.Client,
  { name, sql, checksum }: Migration,
): Promise<StartProblem | undefined> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(`INSERT INTO migrations (name, checksum) VALUES ($1, decode($2, 'hex'))`, [
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const { message, position } = error as pg.DatabaseError;
    return new StartProblem(
      `The migration ${name} failed${position ? ` in line ${lineAt(sql, Number(position))}` : ''}: ${message}. ` +
        'It was rolled back, and the migrations before it stay. Fix the cause and start again.',
    );
  }
}

/** PostgreSQL counts characters, not UTF-16 units, and begins with 1. */
function lineAt(sql: string, position: number): number {
  return Array.from(sql)
    .slice(0, position - 1)
    .join('')
    .split('\n').length;
}
