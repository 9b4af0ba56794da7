import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import sql from 'sql-template-tag';
import { JOBS, runCleanupJobs } from './jobs.ts';
import { signedIn } from './testing/oauth-flow.ts';
import { startTestApp } from './testing/test-app.ts';

const DAY_MS = 86_400_000;

test('a table that a backup holds keeps nothing else from being tidied up, and the log says which job failed', async () => {
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

test('every job has a name of its own, by which the log can tell it', () => {
  const names = JOBS.map((job) => job.name);
  assert.ok(!names.includes(''), names.join(', '));
  assert.equal(new Set(names).size, names.length);
});
