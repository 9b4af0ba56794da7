// `npm test`: everything that must hold. `npm test -- path/to/file.test.ts` runs only those tests, and those of
// pages then leave pictures in e2e/screenshots.
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runPinnedNode } from './lib/pinned-node.mjs';
import { root } from './lib/root.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

const folders = ['packages', 'server', 'cli', 'conformance', 'examples', 'scripts', 'bench', 'e2e'];
const given = process.argv.slice(2);
const givenFiles = given.filter((argument) => !argument.startsWith('-'));

const checks = [
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check'],
  ['types', 'node_modules/typescript/bin/tsc'],
  ['types of the web pages', 'node_modules/typescript/bin/tsc', '-p', 'web'],
  ['allowed imports', 'scripts/check-imports.ts'],
];
const tests = [
  'tests',
  '--test',
  // A test that waits for what never comes is to fail. Not with --test-force-exit, which leaves out the global teardown.
  '--test-timeout=120000',
  '--test-concurrency=3',
  '--test-global-setup=server/src/platform/database/testing/global-setup.ts',
  ...given.filter((argument) => argument.startsWith('-')),
  ...(givenFiles.length > 0 ? givenFiles : folders.map((folder) => `${folder}/**/*.test.ts`)),
];

// Pictures of the pages, in e2e/screenshots, are for whoever is at work on them.
if (givenFiles.length > 0) process.env.TEST_SCREENSHOTS = '1';

ensureDependencies();
if (given.length === 0) ensureChromium();
await ensureWebPages();
for (const [name, ...args] of given.length > 0 ? [tests] : [...checks, tests]) {
  console.log(`\n» ${name}`);
  const exitCode = await runPinnedNode(args, { cwd: root });
  if (exitCode !== 0) {
    console.error(`\n» ${name}: failed`);
    process.exit(exitCode);
  }
}
