import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import pg from 'pg';
import { readPidFile } from '../../../server/src/platform/database/embedded/pid-file.ts';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { runRapport, startRapport } from '../testing/test-command.ts';

test('other programs can use the address of the embedded database until the command is ended', async () => {
  const settings = { RAPPORT_DATA_DIR: join(await createTestFolder(), 'data') };
  await runRapport(['migrate'], settings);
  const command = startRapport(['database', 'open', '--json'], settings);
  const [line] = await once(createInterface(command.stdout!), 'line');
  const client = new pg.Client({ connectionString: JSON.parse(line).url });
  await client.connect();
  assert.equal((await client.query('SELECT FROM secret_key_check')).rowCount, 1);
  await client.end();
  command.kill('SIGINT');
  assert.deepEqual(await once(command, 'exit'), [0, null]);
  assert.equal(await readPidFile(join(settings.RAPPORT_DATA_DIR, 'postgres')), undefined);
});

test('a database of the operator has the address of the settings', async () => {
  const settings = { DATABASE_URL: 'postgres://ada@127.0.0.1:1/x', RAPPORT_SECRET_KEY: 'x'.repeat(32) };
  const { exit_code, stdout, stderr } = await runRapport(['database', 'open'], settings);
  assert.deepEqual([exit_code, stdout], [2, '']);
  assert.match(stderr, /its address is DATABASE_URL\.\n$/);
});
