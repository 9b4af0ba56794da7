import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { type Running, startService } from './demo/processes.ts';
import { blocksOf, runUntilSaid } from './testing/shell-script.ts';

const root = join(import.meta.dirname, '..');
let readme: string;
let service: Running;
let environment: Record<string, string>;

before(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8');
  const [port, receiverPort] = [await freePort(), await freePort()];
  // The commands of the page, but with ports that are surely free.
  readme = readme.replaceAll('localhost:3000', `localhost:${port}`).replaceAll('4000', String(receiverPort));
  environment = {
    PORT: String(port),
    RAPPORT_BASE_URL: `http://localhost:${port}`,
    RAPPORT_DATA_DIR: await createTestFolder(),
  };
  service = await startService(environment);
});
after(async () => {
  await service.stop();
});

test('the first block of the README, pasted as it is, ends in a verified delivery', async () => {
  const blocks = blocksOf(readme, 'sh');
  assert.equal(blocks.length, 2);
  const texts = ['"status":200,"event":"client.created"', '"created":503'];
  const output = await runUntilSaid(blocks, texts, { cwd: root, env: { ...process.env, ...environment } });
  assert.match(output, /"name":"3M"/);
  assert.doesNotMatch(output, /"status":401/);
});
