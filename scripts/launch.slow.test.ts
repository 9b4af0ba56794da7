import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';

/** A project of the scripts alone, a lock file, and stand-ins for npm and the service. */
let project: string;
const made: string[] = [];
after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'rapport-launch-'));
  made.push(project);
  await cp(import.meta.dirname, join(project, 'scripts'), { recursive: true });
  await cp(join(import.meta.dirname, '../cli/bin'), join(project, 'cli/bin'), { recursive: true });
  await mkdir(join(project, 'cli/src'));
  for (const folder of ['web/src', 'web/public', 'web/dist', 'packages', 'examples/receivers'])
    await mkdir(join(project, folder), { recursive: true });
  for (const file of ['web/index.html', 'web/package.json']) await writeFile(join(project, file), '{}');
  await writeFile(join(project, 'web/build.ts'), BUILD);
  await lock({ 'node_modules/pg': { version: '1.0.0' } });
  await writeFile(join(project, 'npm.cjs'), NPM);
  await writeFile(join(project, 'cli/src/rapport.ts'), SERVICE);
});

/** A stand-in for `npm ci`, which also logs its calls. */
const NPM = `
  const fs = require('node:fs');
  fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
  fs.mkdirSync('node_modules', { recursive: true });
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`;

/** A stand-in for the build of the pages. It only records the fingerprint of the sources. */
const BUILD = `require('node:fs').writeFileSync('web/dist/built-from', process.argv[2]);`;

const SERVICE = `
  process.on('SIGTERM', () => process.exit(7));
  console.log(JSON.stringify({ args: process.argv.slice(2), node: process.argv0, ppid: process.ppid }));
  if (process.argv.includes('die')) die();
  if (process.argv.includes('wait')) setInterval(() => {}, 1000);

  // Each start says how the next one ends.
  function die() {
    const fs = require('node:fs');
    const ends = fs.existsSync('ends') ? fs.readFileSync('ends', 'utf8').split(' ') : [];
    const end = ends.shift() ?? '0';
    fs.writeFileSync('ends', ends.join(' '));
    if (end === 'SIGKILL') process.kill(process.pid, end);
    else process.exit(Number(end));
  }`;

test('npm start installs on a bare clone, and not again', async () => {
  const first = await run('scripts/start.mjs');
  assert.match(first.output, /^Installing the dependencies \(npm ci\)/);
  assert.match(first.output, /{"args":\["serve"\]/);
  const second = await run('scripts/start.mjs', ['--role', 'api']);
  assert.match(second.output, /^{"args":\["serve","--role","api"\]/);
  assert.deepEqual(await installations(), [
    'ci --include=dev --include=optional --loglevel=error --no-progress',
  ]);
});

test('a changed lock file is installed at the next start', async () => {
  await run('scripts/start.mjs');
  await lock({ 'node_modules/pg': { version: '1.0.1' } });
  await run('scripts/start.mjs');
  assert.equal((await installations()).length, 2);
});

test('a missing optional package is installed when it is for this machine, not when it is for another', async () => {
  await run('scripts/start.mjs');
  const elsewhere = { version: '1.0.0', optional: true, os: ['sunos'], cpu: [process.arch] };
  await lock({ 'node_modules/pg': { version: '1.0.0' }, 'node_modules/elsewhere': elsewhere });
  await run('scripts/start.mjs');
  assert.equal((await installations()).length, 1);
  const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  await lock({ 'node_modules/pg': { version: '1.0.0' }, 'node_modules/here': here });
  await run('scripts/start.mjs');
  assert.equal((await installations()).length, 2);
});

test('an installation that fails is reported with exit code 2, and nothing is started', async () => {
  await writeFile(join(project, 'npm.cjs'), 'process.exit(1)');
  const { output, exit_code } = await run('scripts/start.mjs');
  assert.match(
    output,
    /could not be installed\. Rapport needs them to run\. Check the connection to the npm registry/,
  );
  assert.ok(!output.includes('serve'));
  assert.equal(exit_code, 2);
});

test('the pinned Node runs the service when npm has installed it', async () => {
  const pinned = join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  await mkdir(pinned, { recursive: true });
  await symlink(process.execPath, join(pinned, 'node'));
  const { output } = await run('scripts/start.mjs');
  assert.ok(output.includes(JSON.stringify(join(pinned, 'node'))), output);
});

test('on a machine without the library that the pinned Node needs, a newer Node of the machine runs it', async () => {
  await pinNodeWithoutLibrary();
  const { output } = await run('scripts/start.mjs');
  assert.match(output, /{"args":\["serve"\]/);
});

test('without such a library and without a newer Node, the one command that helps is named', async () => {
  await pinNodeWithoutLibrary();
  const { output, exit_code } = await run('scripts/start.mjs', [], ['--import', AS_NODE_20]);
  assert.match(output, /libatomic\.so\.1: cannot open shared object file/);
  assert.match(output, /Install it, then try again:\n {2}apt-get install libatomic1 /);
  assert.equal(exit_code, 2);
});

test('the second command of npm and npx says so, too, where the broken Node stands first in PATH', async () => {
  await pinNodeWithoutLibrary();
  await cp(join(import.meta.dirname, '../package.json'), join(project, 'package.json'));
  const bin = join(project, 'node_modules/.bin');
  await mkdir(bin);
  await symlink(`../node-${process.platform}-${process.arch}/bin/node`, join(bin, 'node'));
  await symlink('../../cli/bin/rapport', join(bin, 'rapport'));
  const older = join(project, 'older');
  await mkdir(older);
  await writeFile(join(older, 'as-20.mjs'), AS_NODE_20_CODE);
  const olderNode = `#!/bin/sh\nexec "${process.execPath}" --import "${older}/as-20.mjs" "$@"\n`;
  await writeFile(join(older, 'node'), olderNode, { mode: 0o755 });
  const system = await systemFolder();
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  for (const command of [scripts.start, scripts.build, 'rapport doctor']) {
    for (const folders of [
      [bin, older, system],
      [bin, system],
    ]) {
      const env = { PATH: folders.join(':'), npm_execpath: join(project, 'npm.cjs') };
      const { output, exit_code } = await end(spawn('/bin/sh', ['-c', command], { cwd: project, env }));
      assert.match(output, /\n {2}apt-get install libatomic1 /, `${command}: ${output}`);
      assert.equal(exit_code, 2, command);
    }
  }
});

/** A folder with the programs of a system that has no Node. */
async function systemFolder(): Promise<string> {
  const folder = await mkdtemp(join(project, 'system-'));
  for (const name of ['sh', 'sed', 'dirname', 'readlink'])
    await symlink(await findProgram(name), join(folder, name));
  return folder;
}

async function findProgram(name: string): Promise<string> {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name;
}

/** What the loader of the system says and does when a library is missing. */
async function pinNodeWithoutLibrary(): Promise<void> {
  const pinned = join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  await mkdir(pinned, { recursive: true });
  const text = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  await writeFile(join(pinned, 'node'), `#!/bin/sh\necho "node: ${text}" >&2\nexit 127\n`, { mode: 0o755 });
}

const AS_NODE_20_CODE =
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
const AS_NODE_20 = `data:text/javascript,${encodeURIComponent(AS_NODE_20_CODE)}`;

test('a signal reaches the service, and its exit code comes back', async () => {
  await run('scripts/start.mjs');
  const child = start('scripts/start.mjs', ['wait']);
  // The first line comes from the service, so everything is installed by then.
  await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  const [exitCode] = await once(child, 'exit');
  assert.equal(exitCode, 7);
});

test('the command runs from any folder, with its arguments and exit code', async () => {
  const { output, exit_code } = await run('cli/bin/rapport.mjs', ['doctor', '--json']);
  assert.match(output, /^{"args":\["doctor","--json"\]/);
  assert.equal(exit_code, 0);
});

test('a shell waits beside the service, and no second Node', async () => {
  await run('scripts/start.mjs');
  const child = start('scripts/start.mjs', ['wait']);
  const [line] = await once(child.stdout!, 'data');
  const comm = spawnSync('ps', ['-o', 'comm=', '-p', String(child.pid)], { encoding: 'utf8' }).stdout;
  child.kill();
  await once(child, 'exit');
  assert.equal(JSON.parse(String(line)).ppid, child.pid);
  assert.doesNotMatch(comm, /node/);
});

test('npm start starts a service that died again, and none that ended or was refused', async () => {
  await run('scripts/start.mjs');
  const starts = async (ends: string) => {
    await writeFile(join(project, 'ends'), ends);
    const { output, exit_code } = await run('scripts/start.mjs', ['die']);
    return { count: output.match(/"args"/g)?.length, exit_code, output };
  };
  const again = await starts('70 SIGKILL 0');
  assert.deepEqual([again.count, again.exit_code], [3, 0]);
  assert.match(
    again.output,
    /died \(exit code 70\)\. It starts again in 1 s\..+137\)\. It starts again in 2 s/s,
  );
  for (const end of ['0', '1', '2']) {
    const { count, exit_code } = await starts(end);
    assert.deepEqual([count, exit_code], [1, Number(end)]);
  }
});

test('a signal ends the wait for the next start', async () => {
  await run('scripts/start.mjs');
  await writeFile(join(project, 'ends'), '70 0');
  const child = start('scripts/start.mjs', ['die']);
  await once(child.stderr!, 'data');
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [70, null]);
});

test('a signal to the command itself, as supervisors are told to start it, reaches the service', async () => {
  await run('scripts/start.mjs');
  const bin = join(project, 'node_modules/.bin/rapport');
  await mkdir(join(project, 'node_modules/.bin'));
  await symlink('../../cli/bin/rapport', bin);
  const child = spawn(bin, ['serve', 'wait'], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});

async function run(
  script: string,
  args: string[] = [],
  flags: string[] = [],
): Promise<{ output: string; exit_code: number }> {
  return end(start(script, args, flags));
}

async function end(child: ChildProcess): Promise<{ output: string; exit_code: number }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [exit_code] = await once(child, 'close');
  return { output, exit_code };
}

/** Starts a script from another folder, because scripts must find the project by themselves. */
function start(script: string, args: string[], flags: string[] = []): ChildProcess {
  const env = { ...process.env, npm_execpath: join(project, 'npm.cjs') };
  return spawn(process.execPath, [...flags, join(project, script), ...args], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function lock(packages: Record<string, object>): Promise<void> {
  const names = Object.keys(packages).map((path) => path.replace('node_modules/', ''));
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']));
  const lockFile = { packages: { '': { dependencies }, ...packages } };
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lockFile));
}

async function installations(): Promise<string[]> {
  return (await readFile(join(project, 'calls'), 'utf8')).trim().split('\n');
}
