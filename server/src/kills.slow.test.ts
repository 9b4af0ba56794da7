import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KillReport, runKills } from './testing/kills.ts';

// Every run makes a few kills; `npm run test:long` makes fifty for each database.
const KILLS = Number(process.env.TEST_KILLS ?? 4);

for (const database of ['embedded', 'external'] as const) {
  const timeout = 300_000 + KILLS * 10_000;
  test(`${KILLS} kills of API, worker and ${database} database lose no event and leave nothing stuck`, {
    timeout,
  }, async (t) => {
    const report = await runKills(database, KILLS);
    t.diagnostic(JSON.stringify(report));
    assertNothingLost(report);
  });
}

function assertNothingLost({ kills: _, confirmed, duplicates: __, ...faults }: KillReport): void {
  assert.ok(confirmed > 0);
  assert.deepEqual(faults, { lost: [], undelivered: 0, renamed: 0, open: 0, in_flight: 0 });
}
