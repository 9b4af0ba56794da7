// `npm run test:long`: the tests with random kills, fifty for each kind of database, and a list of 100,000 in a browser. Takes some minutes.
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runScript } from './lib/run-script.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

process.env.TEST_KILLS ??= '50';
ensureDependencies();
ensureChromium();
await ensureWebPages();
await runScript(
  '--test',
  '--test-global-setup=server/src/platform/database/testing/global-setup.ts',
  'server/src/kills.test.ts',
  'e2e/large-list.long.ts',
);
