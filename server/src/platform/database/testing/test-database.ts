import { cp, mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';

export interface TestDatabase {
  connectionString: string;
  /** Drops the database. Fails while a connection is open: close pools and servers first. */
  drop(): Promise<void>;
}

let made = 0;

/**
 * Creates a test database with the newest schema and no records, cloned from the one that
 * `global-setup.ts` migrated. Its locale is C, like that of the embedded database. A `locale` such
 * as C.UTF-8 folds more letters than ASCII.
 */
export async function createTestDatabase({ locale }: { locale?: string } = {}): Promise<TestDatabase> {
  const shared = new URL(fromEnvironment('TEST_DATABASE_URL'));
  const template = basename(shared.pathname);
  const file = basename(process.argv[1] ?? '', '.test.ts').replace(/\W+/g, '_');
  const name = `test_${file.slice(0, 30)}_${process.pid}_${++made}`;
  const own = new URL(shared);
  own.pathname = name;
  if (locale === undefined) {
    await execute(shared, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } else {
    const settings = `LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE '${locale}'`;
    await execute(shared, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING utf8 ${settings}`);
    await migrate(own.href);
  }
  return { connectionString: own.href, drop: () => execute(shared, `DROP DATABASE ${name}`) };
}

/** Creates and opens a test database. Closing drops it. */
export async function openTestDatabase(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const db = openDatabase(connectionString);
  const close = async () => {
    await db.close();
    await drop();
  };
  return { ...db, close };
}

/** The folder of this test run. Its end removes it. */
export function testFolder(): string {
  return fromEnvironment('TEST_FOLDER');
}

/** Creates a folder, for example for a test's data folder. The end of the run removes it. */
export function createTestFolder(): Promise<string> {
  return mkdtemp(join(testFolder(), 'folder-'));
}

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');

/** Copies the migrations up to the one of this number into a new folder, and returns its path. */
export async function migrationsUpTo(last: number): Promise<string> {
  const directory = join(await createTestFolder(), 'migrations');
  const numberOf = (path: string) => Number(/^\d{4}/.exec(basename(path))?.[0] ?? 0);
  await cp(MIGRATIONS, directory, { recursive: true, filter: (path) => numberOf(path) <= last });
  return directory;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    'This test needs the PostgreSQL that the test runner starts. Run it with: npm test -- path/to/file.test.ts',
  );
}

/**
 * Runs a statement in the database `postgres`: a database can be cloned or dropped only while
 * nobody is connected to it.
 */
async function execute(shared: URL, statement: string): Promise<void> {
  const maintenance = new URL(shared);
  maintenance.pathname = 'postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
