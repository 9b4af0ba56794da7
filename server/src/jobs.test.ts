import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import sql from 'sql-template-tag';
import { JOBS, runCleanupJobs } from './jobs.ts';
import { signedIn } from './testing/oauth-flow.ts';
import { startTestApp } from './testing/test-app.ts';

const DAY_MS = 86_400_000;

test('a table locked by a backup does not stop the other clean-up jobs, and the log names the failed one', async () => {
  const app = await startTestApp();
  const lines: { job?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const ada = await app.addUser();
  await signedIn(app, ada);
  app.clock.advance(60 * DAY_MS);
  await app.db.transaction(async (backup) => {
    await backup.query(sql`LOCK TABLE webhook_finished_deliveries IN ACCESS SHARE MODE`);
    await runCleanupJobs(app.db, app.clock, log, new AbortController().signal);
  });
  assert.deepEqual(
    lines.map(({ job }) => job),
    ['forgetOldDeliveries'],
  );
  assert.deepEqual(await app.db.query(sql`SELECT FROM browser_sessions`), []);
  await app.close();
});

test('every job has a unique name for the log', () => {
  const names = JOBS.map((job) => job.name);
  assert.ok(!names.includes(''), names.join(', '));
  assert.equal(new Set(names).size, names.length);
});
