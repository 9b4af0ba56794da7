import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import sql from 'sql-template-tag';
import { HOURLY } from './clean-up.ts';
import { JOB_TYPES } from './job-types.ts';
import { doHourly } from './testing/finish-jobs.ts';
import { signedIn } from './testing/oauth-flow.ts';
import { startTestApp } from './testing/test-app.ts';

const DAY_MS = 86_400_000;

test('a table locked by a backup stops no other clean-up, and the log names the failed one', async () => {
  const app = await startTestApp();
  const lines: { job?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const ada = await app.addUser();
  await signedIn(app, ada);
  app.clock.advance(60 * DAY_MS);
  await app.db.transaction(async (backup) => {
    await backup.query(sql`LOCK TABLE webhook_finished_deliveries IN ACCESS SHARE MODE`);
    await doHourly({ ...app, log }, HOURLY);
  });
  assert.deepEqual(
    lines.map(({ job }) => job),
    ['forget_old_deliveries'],
  );
  assert.deepEqual(await app.db.query(sql`SELECT FROM browser_sessions`), []);
  await app.close();
});

test('every type of job has a name of its own', () => {
  const names = [...JOB_TYPES, ...HOURLY].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
