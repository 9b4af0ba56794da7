import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { command, type Running, startService } from './demo/processes.ts';
import { blocksOf, runUntilSaid } from './testing/shell-script.ts';

const root = join(import.meta.dirname, '..');
let readme: string;
let service: Running;
let environment: Record<string, string>;

before(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8');
  const [port, receiverPort] = [await freePort(), await freePort()];
  // Runs the commands of the page with ports that are free.
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

test('the blocks of the README, pasted as they are, end in a verified delivery and 503 more Clients', async () => {
  await assertHolds(readme);
});

test('the first block, pasted again, makes nothing', async () => {
  const listed = () => command<unknown>(environment, 'accounts', 'list');
  const before = await listed();
  const [block = ''] = blocksOf(readme, 'sh');
  await runUntilSaid([block], ['There is a User with the address ada@example.com already'], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  assert.deepEqual(await listed(), before);
});

test('they work for a User of two Accounts, the first of which is the default', async () => {
  const second = 'npx rapport accounts create --name "Second" --owner grace@example.com';
  const text = readme.replaceAll('ada@example.com', 'grace@example.com');
  await assertHolds(text.replace(/^npx rapport accounts create .*$/m, (line) => `${line}\n${second} &&`));
});

async function assertHolds(text: string): Promise<void> {
  const blocks = blocksOf(text, 'sh');
  assert.equal(blocks.length, 2);
  const texts = ['"status":200,"event":"client.created"', '503 created, 0 updated'];
  const output = await runUntilSaid(blocks, texts, { cwd: root, env: { ...process.env, ...environment } });
  assert.match(output, /Client [-0-9a-f]{36} is created: 3M/);
  assert.doesNotMatch(output, /"status":401/);
}
