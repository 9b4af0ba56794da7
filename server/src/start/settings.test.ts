import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { SETTINGS, settingsPage } from './settings.ts';

const settings = Object.values(SETTINGS).flat();

test('the page of settings is up to date; npm run settings writes it', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/operate/settings.md'), 'utf8');
  assert.equal(page, settingsPage());
});

test('exactly the settings that are read are listed', () => {
  const read = new Set<string>();
  const environment = new Proxy({} as Record<string, string | undefined>, {
    get: (_, name) => void read.add(String(name)),
  });
  readConfig(environment);
  assert.deepEqual([...read].sort(), settings.map(({ name }) => name).sort());
});

for (const { name, value } of settings) {
  if (value === null) continue;
  test(`${name}=${value} is the default`, () => {
    const without = JSON.stringify(readConfig({}));
    assert.equal(JSON.stringify(readConfig({ [name]: value })), without);
  });
}
