import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { planTestDeliveries } from '../server/src/testing/test-deliveries.ts';
import {
  measureLatency,
  setUp,
  startChild,
  startWorkers,
  subscribe,
  untilDelivered,
} from './deliveries/setup.ts';
import { percentile, type Row, report } from './report.ts';
import { sized } from './sized.ts';

// Measures the effect of a flood for fast receivers on a quiet one, and of hanging receivers on the
// others. First a fifth of 100 receivers hang, then most, then 400 more.

const ENDPOINTS = 100;
const MORE_HANGING = sized(400, 20);
const FLOOD = sized(400, 5);
/**
 * Long enough to cover the time-out of an attempt, during which hanging receivers hold all their
 * slots.
 */
const MEASURED = { count: sized(75, 5), interval_ms: 200 };

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
const uuids = await subscribe(
  setup,
  Array.from({ length: ENDPOINTS }, (_, n) => `${base}/${n}`),
);
const quiet_ms = await quietBesideFlood();
const without_ms = await p99WithHanging(0);
const rows: Row[] = [
  {
    what: `A quiet receiver's delivery beside ${FLOOD * ENDPOINTS} for ${ENDPOINTS} others`,
    measured: quiet_ms,
    target: { at_most: 200 },
    unit: 'ms',
    note: '',
  },
  rowOf(ENDPOINTS / 5, ENDPOINTS, await p99WithHanging(ENDPOINTS / 5), { at_most: 1.5 }),
  rowOf(ENDPOINTS - 20, ENDPOINTS, await p99WithHanging(ENDPOINTS - 20), null),
];
await subscribe(
  setup,
  Array.from({ length: MORE_HANGING }, (_, n) => `${base}/hang/${ENDPOINTS + n}`),
);
const most = await p99WithHanging(ENDPOINTS - 20);
rows.push(rowOf(ENDPOINTS - 20 + MORE_HANGING, ENDPOINTS + MORE_HANGING, most, null));
await setup.close();
receiver.process.disconnect();
report(rows);

function rowOf(hanging: number, all: number, with_ms: number, target: Row['target']): Row {
  return {
    what: `Healthy p99 while ${hanging} of ${all} endpoints hang ÷ without`,
    measured: with_ms / without_ms,
    target,
    unit: '',
    note: `${with_ms} ms against ${without_ms} ms`,
  };
}

/**
 * Returns the latency of a delivery just after a flood, for a receiver that got none of the flood.
 */
async function quietBesideFlood(): Promise<number> {
  const workers = await startWorkers(setup, 1);
  await planTestDeliveries(setup, 20);
  await untilDelivered(setup.db);
  await planTestDeliveries(setup, FLOOD);
  const [quiet] = await subscribe(setup, [`${base}/quiet`]);
  const started_ms = Date.now();
  await planTestDeliveries(setup, 1);
  const open = sql`SELECT FROM webhook_open_deliveries WHERE subscription_uuid = ${quiet}`;
  while ((await setup.db.query(open)).length > 0) await sleep(5);
  const quiet_ms = Date.now() - started_ms;
  await untilDelivered(setup.db);
  await workers.stop();
  await setup.db.query(sql`DELETE FROM webhook_subscriptions WHERE uuid = ${quiet}`);
  return quiet_ms;
}

async function p99WithHanging(count: number): Promise<number> {
  const hanging = uuids.slice(0, count);
  await setup.db.query(sql`
    UPDATE webhook_subscriptions SET url = regexp_replace(url, '/([0-9]+)$', '/hang/\\1') WHERE uuid = ANY (${hanging}::uuid[])
      AND url NOT LIKE '%/hang/%'`);
  // Forgets the receivers that hung before: all slots are free, and no receiver counts as failing.
  await setup.db.query(sql`TRUNCATE webhook_open_deliveries`);
  await setup.db.query(sql`UPDATE webhook_endpoints SET slots = 8, consecutive_failures = 0,
    failing_since = NULL, probe_count = 0, paused_until = NULL`);
  const workers = await startWorkers(setup, 1);
  await measureLatency(setup, receiver, { count: 20, interval_ms: 20 });
  const latencies_ms = await measureLatency(setup, receiver, MEASURED);
  await untilDelivered(setup.db);
  await workers.stop();
  return percentile(latencies_ms, 0.99);
}
