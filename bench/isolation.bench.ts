import sql from 'sql-template-tag';
import {
  measureLatency,
  setUp,
  startChild,
  startWorkers,
  subscribe,
  untilDelivered,
} from './deliveries/setup.ts';
import { percentile, report } from './report.ts';

// What receivers that hang until the time-out do to those that do not: 100 endpoints, of which a fifth, and then most, hang.

const ENDPOINTS = 100;
/** As long as an attempt may take: all slots of the receivers that hang are taken for all of it. */
const MEASURED = { count: 75, interval_ms: 200 };

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
const uuids = await subscribe(
  setup,
  Array.from({ length: ENDPOINTS }, (_, n) => `${base}/${n}`),
);
const without_ms = await p99WithHanging(0);
const rows = [];
for (const [hanging, target] of [
  [ENDPOINTS / 5, { at_most: 1.5 }],
  [ENDPOINTS - 20, null],
] as const) {
  const with_ms = await p99WithHanging(hanging);
  rows.push({
    what: `Healthy p99 while ${hanging} of ${ENDPOINTS} endpoints hang ÷ without`,
    measured: with_ms / without_ms,
    target,
    unit: '' as const,
    note: `${with_ms} ms against ${without_ms} ms`,
  });
}
await setup.close();
receiver.process.disconnect();
report(rows);

async function p99WithHanging(count: number): Promise<number> {
  const hanging = uuids.slice(0, count);
  await setup.db.query(sql`
    UPDATE webhook_subscriptions SET url = regexp_replace(url, '/([0-9]+)$', '/hang/\\1') WHERE uuid = ANY (${hanging}::uuid[])
      AND url NOT LIKE '%/hang/%'`);
  // What hung before is over: all slots are free, and none is known to hang.
  await setup.db.query(sql`TRUNCATE webhook_open_deliveries`);
  await setup.db.query(sql`UPDATE webhook_endpoints SET slots = 8, in_flight = 0, backlog_due_at = NULL, consecutive_failures = 0,
    failing_since = NULL, probe_count = 0, paused_until = NULL`);
  const workers = await startWorkers(setup, 1);
  await measureLatency(setup, receiver, { count: 20, interval_ms: 20 });
  const latencies_ms = await measureLatency(setup, receiver, MEASURED);
  await untilDelivered(setup.db);
  await workers.stop();
  return percentile(latencies_ms, 0.99);
}
