import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFailover } from './testing/kills.ts';
import { findDebianPostgres, startReplicatedPostgres } from './testing/replicated-postgres.ts';

test('a failover to a promoted standby loses no event, and the service recovers by itself', async (t) => {
  const bin = await findDebianPostgres();
  if (bin === null)
    return t.skip('There is no PostgreSQL of Debian on this machine (apt-get install postgresql).');
  const report = await runFailover(await startReplicatedPostgres(bin));
  t.diagnostic(JSON.stringify(report));
  const { kills: _, confirmed, duplicates: __, ...faults } = report;
  assert.ok(confirmed > 0);
  assert.deepEqual(faults, { lost: [], undelivered: 0, renamed: 0, open: 0, in_flight: 0 });
});
