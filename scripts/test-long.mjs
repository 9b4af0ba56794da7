// `npm run test:long`: the tests with random kills, fifty for each kind of database. Takes some minutes.
import { runScript } from './lib/run-script.mjs';

process.env.TEST_KILLS ??= '50';
await runScript(
  '--test',
  '--test-global-setup=server/src/platform/database/testing/global-setup.ts',
  'server/src/kills.test.ts',
);
