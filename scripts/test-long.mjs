// `npm run test:long`: tests that take too long for `npm test`.
//
// - Fifty random kills for each kind of database, fifty under writes to all kinds of record, fifty
//   with jobs under way, fifty during an import, fifty while one of 100,000 rows is taken back,
//   fifty during merges and their undos, fifty during a handover of 50,000 Notes, and fifty while
//   20,000 mails are read from a Dovecot.
// - A failover, thirty hits on a cluster, and a worker that is frozen.
// - An upgrade from each schema that was ever released, and ten backups under load.
// - An outage with 100,000 waiting deliveries, and a list of 100,000 in a browser.
// - Who sees what: ten thousand guesses, a mirror over ten thousand changes, and the condition
//   taken from each place in turn, which takes an hour.
// - Lists and writes among a million records of each kind, which takes an hour;
//   TEST_RECORDS=100000 makes them fewer.
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runScript } from './lib/run-script.mjs';
import { ensureWebPages } from './lib/web-pages.mjs';

process.env.TEST_KILLS ??= '50';
process.env.TEST_ROWS ??= '100000';
process.env.TEST_WAITING ??= '1000000';
process.env.TEST_SCHEMAS ??= 'all';
process.env.TEST_HELD ??= '50000';
process.env.TEST_GUESSES ??= '10000';
process.env.TEST_MIRRORED ??= '10000';
ensureDependencies();
ensureChromium();
await ensureWebPages();
await runScript(
  '--test',
  // One after the other, because each test needs the whole machine.
  '--test-concurrency=1',
  '--test-global-setup=server/src/platform/database/testing/global-setup.ts',
  'server/src/kills.slow.test.ts',
  'server/src/jobs-kills.slow.test.ts',
  'server/src/imports/kills.slow.test.ts',
  'server/src/undo-kills.slow.test.ts',
  'server/src/merge-kills.slow.test.ts',
  'server/src/handover-kills.slow.test.ts',
  'server/src/records/out-of-reach.slow.test.ts',
  'server/src/mail/dovecot.slow.test.ts',
  'server/src/upgrade.slow.test.ts',
  '{server,e2e}/**/*.long.ts',
);
