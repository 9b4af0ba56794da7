import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestFolder } from '../../server/src/platform/database/testing/test-database.ts';
import { refuseSecond } from './second-database.ts';

const NOBODY = { host: '127.0.0.1', port: 9, data_dir: '/nowhere/data' };

test('no database is made beside a Rapport that answers at the port, whatever the folder', async () => {
  const server = createServer((_, response) => response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const refusal = await refuseSecond({ ...NOBODY, port }, true, []);
  assert.match(
    refusal!.message,
    /^A Rapport answers at http:\/\/127\.0\.0\.1:\d+, and its data are not in \/nowhere\/data/,
  );
  server.close();
});

test('another program at the port is no Rapport', async () => {
  const server = createServer((_, response) => response.end('<p>It works!</p>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  assert.equal(await refuseSecond({ ...NOBODY, port }, true, []), null);
  server.close();
});

test('the data of an installation are named, unless the folder was', async () => {
  const folder = await createTestFolder();
  assert.equal(await refuseSecond(NOBODY, false, [folder]), null);
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
  const refusal = await refuseSecond(NOBODY, false, [folder]);
  assert.match(
    refusal!.message,
    /^There is a database in .+, and none in \/nowhere\/data\. Run the command as/,
  );
  assert.equal(await refuseSecond(NOBODY, true, [folder]), null);
  assert.equal(await refuseSecond({ ...NOBODY, data_dir: folder }, false, [folder]), null);
});
