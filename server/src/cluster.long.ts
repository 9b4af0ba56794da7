import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runClusterHits } from './testing/cluster/run.ts';
import { whyNoCluster } from './testing/patroni-cluster.ts';

const HITS = Number(process.env.TEST_HITS ?? 30);

test(`${HITS} random hits on a cluster lose no confirmed change, and the cluster recovers by itself`, {
  timeout: 600_000 + HITS * 240_000,
}, async (t) => {
  const missing = await whyNoCluster();
  if (missing !== null) return t.skip(missing);
  // Kept after a failed run, because it has the logs of all programs.
  const folder = await mkdtemp(join(tmpdir(), 'rapport-cluster-'));
  t.diagnostic(`The programs run, and write their logs, in ${folder}.`);
  const report = await runClusterHits(folder, HITS, (line) => t.diagnostic(line));
  t.diagnostic(JSON.stringify(report));
  assert.ok(report.confirmed > 0 && report.revoked > 0);
  const {
    lost,
    undelivered,
    renamed,
    open,
    in_flight,
    feed_gaps,
    feed_repeats,
    revived,
    false_readiness,
    false_doctors,
  } = report;
  assert.deepEqual(
    {
      lost,
      undelivered,
      renamed,
      open,
      in_flight,
      feed_gaps,
      feed_repeats,
      revived,
      false_readiness,
      false_doctors,
    },
    {
      lost: [],
      undelivered: 0,
      renamed: 0,
      open: 0,
      in_flight: 0,
      feed_gaps: 0,
      feed_repeats: 0,
      revived: 0,
      false_readiness: 0,
      false_doctors: 0,
    },
  );
  assert.ok(report.at_a_time_max <= 8, `${report.at_a_time_max} at a time`);
  await rm(folder, { recursive: true });
});
