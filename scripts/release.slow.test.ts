import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { freePort } from '../server/src/testing/free-port.ts';

const root = join(import.meta.dirname, '..');

describe('the packed service, in a folder of its own', () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  const rapport = (...args: string[]) =>
    execFileSync(join(folder, 'node_modules/.bin/rapport'), args, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });

  before(async () => {
    folder = await createTestFolder();
    // Under root the database runs as another user, who must be able to read its programs.
    chmodSync(folder, 0o755);
    const port = await freePort();
    environment = {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(port),
      RAPPORT_BASE_URL: `http://localhost:${port}`,
      RAPPORT_DATA_DIR: await createTestFolder(),
    };
    const quietly = '--disable-warning=ExperimentalWarning';
    const build = [quietly, 'scripts/build-server.ts', join(folder, 'built')];
    execFileSync(process.execPath, build, { cwd: root });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder });
    npm('pack', './built', '--silent');
    const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
    npm('install', `./${tarball}`, '--prefer-offline', '--no-audit', '--no-fund', '--silent');
  });

  it('has the version of the release, and a data folder of its own', () => {
    assert.match(rapport('--version'), new RegExp(`^${packageJson.version} \\(schema \\d+\\)\n$`));
    const { RAPPORT_DATA_DIR: _, ...settings } = environment;
    const command = [join(folder, 'node_modules/.bin/rapport'), 'users', 'list'];
    const run = () => execFileSync(command[0]!, command.slice(1), { env: settings, stdio: 'pipe' });
    assert.throws(run, (error: { stderr: Buffer }) =>
      String(error.stderr).includes(`There is no database in ${folder}/.local/share/rapport.`),
    );
  });

  it('serves its pages and its API, and its command works with both', async () => {
    const service = spawn(join(folder, 'node_modules/.bin/rapport'), ['serve'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    after(async () => {
      service.kill('SIGTERM');
      await once(service, 'exit');
    });
    let said = '';
    service.stderr.on('data', (chunk) => (said += chunk));
    const lines = createInterface({ input: service.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => line.includes('Rapport is ready') && resolve());
      service.on('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
    });
    const base_url = environment.RAPPORT_BASE_URL!;
    const page = await fetch(`${base_url}/first-run`);
    assert.match(await page.text(), /<div id="root">/);
    const signedUp = await fetch(`${base_url}/web/first-run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base_url },
      body: JSON.stringify({
        ...{ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' },
        ...{ account_name: 'Lovelace Engines', sample_data: true },
      }),
    });
    assert.equal(signedUp.status, 204);
    const made = rapport('tokens', 'create', '--user', 'ada@example.com', '--name', 'Test', '--json');
    environment.RAPPORT_TOKEN = JSON.parse(made).token;
    assert.match(rapport('deals', 'list', '--filter', 'status=won'), /Card member events/);
  });
});
