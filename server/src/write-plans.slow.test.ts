import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { type PlannedApp, startPlannedApp } from './testing/write-plans.ts';

/** As many as an import adds in less than the minute that a connection lives. */
const COUNT = 10_000;

let planned: PlannedApp;
before(async () => {
  planned = await startPlannedApp();
});
after(() => planned.app.close());

test('statements that were prepared on empty tables read few rows when the tables are full', async () => {
  // Statistics would have the plans made anew.
  for (const table of ['clients', 'contacts', 'deals', 'tasks', 'notes', 'links', 'events', 'timeline'])
    await planned.app.db.query(sql`ALTER TABLE ${raw(table)} SET (autovacuum_enabled = off)`);
  await planned.writeAll();
  await planned.fill(COUNT, { keepsPlans: true });
  assert.deepEqual(await planned.writeAll(), []);
});
