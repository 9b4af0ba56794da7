import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { StartProblem } from '../server/src/platform/start-problem.ts';
import { readConfig } from '../server/src/start/config.ts';

// These tests cannot run Docker, its Compose, or systemd itself. The image was built by hand with
// buildah on a base of Debian's packages. It was run by hand with a read-only root, no capabilities
// and one volume. `docker compose up` and `systemctl start` have not been run.

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const read = (file: string) => readFile(join(root, file), 'utf8');

test('the image, Compose and systemd set only settings that Rapport has', async () => {
  const files = [
    'Dockerfile',
    'compose.yaml',
    'compose.external.yaml',
    'deploy/rapport.service',
    'deploy/rapport-backup.service',
  ];
  const texts = await Promise.all(files.map(read));
  const names = new Set(texts.flatMap((text) => text.match(/\bRAPPORT_[A-Z_]+\b/g) ?? []));
  assert.ok(names.size >= 4);
  const values: Record<string, string> = {
    RAPPORT_SECRET_KEY: 'k'.repeat(40),
    RAPPORT_BASE_URL: 'https://crm.example.com',
    RAPPORT_METRICS_PORT: '9464',
  };
  const config = readConfig(Object.fromEntries([...names].map((name) => [name, values[name] ?? '/data'])));
  assert.ok(!(config instanceof StartProblem), config instanceof StartProblem ? config.message : '');
});

test('systemd accepts the units and rates the service as hardened', async (t) => {
  if (!(await run('systemd-analyze', ['--version']).catch(() => null)))
    return t.skip('There is no systemd-analyze on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'rapport-units-'));
  const units = [
    'rapport.service',
    'rapport-backup.service',
    'rapport-backup.timer',
    'rapport-failed@.service',
  ];
  // systemd-analyze checks that the programs of a unit exist.
  for (const unit of units)
    await writeFile(join(folder, unit), (await read(`deploy/${unit}`)).replaceAll('/opt/rapport', root));
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
  const paths = units.map((unit) => join(folder, unit));
  assert.equal((await run('systemd-analyze', ['verify', ...paths], { env })).stderr, '');
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', paths[0]!], { env });
});

test('the command for systemd has the settings of the unit, with no shell within them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'rapport-command-'));
  await mkdir(join(home, 'node_modules/.bin'), { recursive: true });
  const command = join(home, 'node_modules/.bin/rapport');
  await writeFile(
    command,
    '#!/bin/sh\nprintf "%s\\n" "$SMTP_URL" "$RAPPORT_BASE_URL" "$RAPPORT_DATA_DIR" "$@"\n',
  );
  const environment = join(home, 'environment');
  const lines = [
    '# Ours',
    'SMTP_URL="smtp://a b$HOME"',
    'RAPPORT_BASE_URL=https://crm.example.com',
    'no setting=1',
  ];
  await writeFile(environment, lines.join('\n'));
  await Promise.all([chmod(home, 0o755), chmod(command, 0o755)]);
  const env = { ...process.env, RAPPORT_HOME: home, RAPPORT_ENVIRONMENT: environment };
  const { stdout } = await run('sh', [join(root, 'deploy/rapport'), 'users', 'list'], { env });
  assert.deepEqual(stdout.trim().split('\n'), [
    'smtp://a b$HOME',
    'https://crm.example.com',
    '/var/lib/rapport',
    'users',
    'list',
  ]);
});
