import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PlannedApp, startPlannedApp } from './testing/write-plans.ts';

const COUNT = Number(process.env.TEST_RECORDS ?? 1_000_000);

let planned: PlannedApp;
before(async () => {
  planned = await startPlannedApp();
});
after(() => planned.app.close());

test(`no statement of a write reads more than a few rows among ${COUNT} records of each kind`, {
  timeout: 3_600_000,
}, async () => {
  await planned.fill(COUNT, { keepsPlans: false });
  assert.deepEqual(await planned.writeAll(), []);
});
