import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  createTestDatabase,
  createTestFolder,
} from '../../../server/src/platform/database/testing/test-database.ts';
import { newSecretKeyText } from '../../../server/src/platform/secrets/secret-key.ts';
import { checkSecretKey, isSecretKeyInUse } from '../../../server/src/platform/secrets/secret-key-check.ts';
import { createTestCommands, runRapport, type TestCommands } from '../testing/test-command.ts';

const forget = ['secret-key', 'forget', '--yes'];

let rapport: TestCommands;
let withNewKey: Record<string, string>;
before(async () => {
  rapport = await createTestCommands();
  await checkSecretKey(rapport.core.db, rapport.core.secretKey);
  withNewKey = { ...rapport.settings, RAPPORT_SECRET_KEY: newSecretKeyText() };
});
after(() => rapport.drop());

test('says what is lost, and does nothing without --yes', async () => {
  const { exit_code, stdout, stderr } = await runRapport(['secret-key', 'forget'], withNewKey);
  assert.deepEqual([exit_code, stdout], [2, '']);
  assert.match(stderr, /^The signing secret of every webhook subscription is lost .+ do it with --yes\.\n$/s);
});

test('forgets neither a key that fits nor one that a server still works with', async () => {
  const fits = await rapport.run(forget);
  assert.equal(fits.exit_code, 2);
  assert.match(fits.stderr, /^The secret key fits this database: it is not lost/);

  // The connections of this test look like those of a server.
  const inUse = await runRapport(forget, withNewKey);
  assert.equal(inUse.exit_code, 2);
  assert.match(inUse.stderr, /^Rapport runs with this database, so a process still has the key/);
  assert.equal(await isSecretKeyInUse(rapport.core.db), true);
});

test('with --yes a database of the operator accepts another key, and keeps no data that only the old one decrypts', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.connectionString, RAPPORT_SECRET_KEY: newSecretKeyText() };
  await runRapport(['audit'], { ...settings, RAPPORT_SECRET_KEY: newSecretKeyText() });
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  await client.query(
    `INSERT INTO oauth_signing_keys VALUES (gen_random_uuid(), '{}', '', now(), now(), 'RS256')`,
  );
  assert.match(
    (await runRapport(['audit'], settings)).stderr,
    /lost for good: npx rapport secret-key forget/,
  );

  const { exit_code, stdout, stderr } = await runRapport([...forget, '--json'], settings);
  assert.deepEqual([exit_code, stdout, stderr], [0, '{"forgotten":true}\n', '']);
  assert.equal((await client.query('SELECT FROM oauth_signing_keys')).rowCount, 0);
  assert.equal((await runRapport(['audit'], settings)).exit_code, 0);
  await client.end();
  await database.drop();
});

test('with --yes an embedded database whose key is missing gets a new one at the next start', async () => {
  const settings = { RAPPORT_DATA_DIR: join(await createTestFolder(), 'data') };
  await runRapport(['migrate'], settings);
  await rm(join(settings.RAPPORT_DATA_DIR, 'secret-key'));
  assert.match((await runRapport(['audit'], settings)).stderr, /is missing.+npx rapport secret-key forget/);
  const { exit_code, stdout } = await runRapport(forget, settings);
  assert.equal(exit_code, 0);
  assert.match(stdout, /^The secret key is forgotten\. Start Rapport/);
  assert.equal((await runRapport(['audit'], settings)).exit_code, 0);
  assert.match((await runRapport(forget, settings)).stderr, /The secret key fits this database/);
});
