import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { openDatabase } from './database.ts';
import { dumpSchema, SCHEMA_FILE } from './dump-schema.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase, migrationsUpTo } from './testing/test-database.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * The last commit that changed a migration after databases had applied it. `EARLIER_CHECKSUMS`
 * lists the former versions.
 */
const LAST_CHANGE = '6348d60cb395bd0738c2eb05838b5ea2994ac4d2';

/**
 * Two migrations came with a number that another one had, so that no service started with them.
 * Their texts stayed.
 */
const RENUMBERED = [
  'R100	server/migrations/0091_order_of_names.sql	server/migrations/0092_order_of_names.sql',
  'R100	server/migrations/0090_mail.sql	server/migrations/0093_mail.sql',
];

/** Migration 0011 as the first databases applied it. */
const FIRST_0011 = `-- Claims go round the receivers that have new deliveries (decision 0044). Their order is that of the events, which no other index has.
DROP INDEX webhook_open_deliveries_new_idx;
CREATE INDEX webhook_open_deliveries_new_idx ON webhook_open_deliveries (subscription_uuid, event_uuid) WHERE state = 'new';
`;

test('no migration differs from an earlier commit: databases that applied it would no longer start', async (t) => {
  const history = await git('cat-file', '-e', `${LAST_CHANGE}^{commit}`).then(
    () => null,
    () => 'the history does not reach back far enough: this is no whole clone (git fetch --unshallow)',
  );
  if (history !== null) return t.skip(history);
  const changed = await git(
    ...['log', '--diff-filter=MDRT', '--format=', '--name-status', `${LAST_CHANGE}..HEAD`],
    ...['--', 'server/migrations'],
  );
  const uncommitted = await git(
    'diff',
    '--diff-filter=MDRT',
    '--name-status',
    'HEAD',
    '--',
    'server/migrations',
  );
  const lines = (changed + uncommitted).split('\n').filter((line) => line && !RENUMBERED.includes(line));
  assert.deepEqual(lines, [], 'put the change into a new migration, and leave the old one as it was');
});

test('a database that applied the first 0011 starts, and ends with the common schema', async (t) => {
  const early = await createTestDatabase();
  t.after(early.drop);
  const db = openDatabase(early.connectionString);
  await db.query(sql`DROP SCHEMA public CASCADE`);
  await db.query(sql`CREATE SCHEMA public`);
  await db.close();
  const directory = await migrationsUpTo(11);
  await writeFile(join(directory, '0011_rounds_of_new_deliveries.sql'), FIRST_0011);
  assert.ok('applied' in (await migrate(early.connectionString, { directory })));
  await rm(directory, { recursive: true });
  assert.ok('applied' in (await migrate(early.connectionString)));
  assert.equal(await dumpSchema(early.connectionString), await readFile(SCHEMA_FILE, 'utf8'));
});

async function git(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', words, { cwd: ROOT });
  return stdout.trim();
}
