// `npm test` runs the tests for every change. `npm run test:all` adds the slow ones:
// `*.browser.test.ts` (the pages in Chromium) and `*.slow.test.ts` (kills, plans, guides). `npm
// test -- path/to/file.test.ts` runs only that file. Browser tests then leave pictures in
// e2e/screenshots. `npm run check` runs no test.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { groupTests } from './lib/grouped-tests.mjs';
import { runPinnedNode } from './lib/pinned-node.mjs';
import { root } from './lib/root.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

const folders = [
  'packages',
  'server',
  'cli',
  'conformance',
  'examples',
  'scripts',
  'bench',
  'web/src',
  'e2e',
];
const all = process.argv.includes('--all');
const given = process.argv.slice(2).filter((argument) => argument !== '--all');
const givenFiles = given.filter((argument) => !argument.startsWith('-'));

// Both runs include e2e/smoke.test.ts, the smoke test of the pages.
const isWanted = (file) => file.endsWith('.test.ts') && (all || !/\.(slow|browser)\.test\.ts$/.test(file));

const checks = [
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check'],
  ['types', 'node_modules/typescript/bin/tsc'],
  ['types of the web pages', 'node_modules/typescript/bin/tsc', '-p', 'web'],
  ['allowed imports', 'scripts/check-imports.ts'],
  ['kinds named by hand', 'scripts/check-kinds.ts'],
];
const tests = () => [
  'tests',
  '--test',
  // A test that waits in vain must fail. --test-force-exit is no alternative, because it skips the
  // global teardown.
  '--test-timeout=120000',
  '--test-concurrency=3',
  '--test-global-setup=server/src/platform/database/testing/global-setup.ts',
  '--test-reporter=./scripts/lib/test-reporter.mjs',
  '--test-reporter-destination=stdout',
  ...given.filter((argument) => argument.startsWith('-')),
  ...(givenFiles.length > 0 ? givenFiles : groupTests(testFiles())),
];

// Pictures of the pages in e2e/screenshots help during work on them.
if (givenFiles.length > 0) process.env.TEST_SCREENSHOTS = '1';

ensureDependencies();
const isCheck = given[0] === '--check';
if (given.length === 0) ensureChromium();
if (!isCheck) await ensureWebPages();
// The groups are made after an installation, which empties node_modules.
const steps = isCheck ? checks : given.length > 0 ? [tests()] : [...checks, tests()];
for (const [name, ...args] of steps) {
  console.log(`\n» ${name}`);
  const began = performance.now();
  const exitCode = await runPinnedNode(args, { cwd: root });
  if (exitCode !== 0) {
    if (args.at(-1) === 'check') console.error('\nMost of this is mended by: npx biome check --write');
    console.error(`\n» ${name}: failed`);
    process.exit(exitCode);
  }
  console.log(`» ${name}: ${Math.round((performance.now() - began) / 1000)} s`);
}

/** The test files of this run, by path from the root, in order. */
function testFiles() {
  const inFolder = (folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path));
  return folders
    .flatMap(inFolder)
    .filter((path) => isWanted(path) && !path.includes('node_modules'))
    .sort();
}
