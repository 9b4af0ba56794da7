import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestFolder } from './platform/database/testing/test-database.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** What linters for API descriptions say of ours, with all their recommended rules. */

const ROOT = join(import.meta.dirname, '../..');

let app: TestApp;
let folder: string;
before(async () => {
  app = await startTestApp();
  folder = await createTestFolder();
  const { body } = await app.call('GET', '/api/openapi.json');
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(body));
});
after(() => app.close());

/** Runs a linter in the folder of the description; returns what it prints. */
function lint(program: string, args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    const file = join(ROOT, 'node_modules/.bin', program);
    execFile(file, ['lint', 'openapi.json', ...args], { cwd: folder, env }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

test('redocly lint finds no error and nothing to warn of', async () => {
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]');
  const { totals, problems } = JSON.parse(await lint('redocly', ['--format=json']));
  assert.deepEqual({ ...totals, problems }, { errors: 0, warnings: 0, ignored: 0, problems: [] });
});

test('spectral finds no error and nothing to warn of', async () => {
  await writeFile(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
  assert.deepEqual(JSON.parse(await lint('spectral', ['-r', '.spectral.json', '-f', 'json', '-q'])), []);
});
