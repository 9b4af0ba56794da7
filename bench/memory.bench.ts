import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { planTestDeliveries } from '../server/src/testing/test-deliveries.ts';
import { setUp, startChild, startWorkers, subscribe } from './deliveries/setup.ts';
import { report } from './report.ts';
import { sized } from './sized.ts';

// Measures the memory of a worker with its maximum of attempts under way.

const UNDER_WAY = sized(4_096, 64);
const A_RECEIVER = 8;

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
await subscribe(
  setup,
  Array.from({ length: UNDER_WAY / A_RECEIVER }, (_, n) => `${base}/after/${sized(14_000, 2000)}/${n}`),
);
await planTestDeliveries(setup, A_RECEIVER);
const worker = await startWorkers(setup, 1);
const underWay = sql`SELECT FROM workers WHERE sending >= ${UNDER_WAY}`;
while ((await setup.db.query(underWay)).length === 0) await sleep(100);
const mb = peakOf(worker.pids[0]!);
await worker.stop();
await setup.close();
receiver.process.disconnect();
report([
  {
    what: 'Memory of a worker with 4,096 attempts under way, at its highest',
    measured: mb,
    target: { at_most: 150 },
    unit: 'MB',
    note: 'bodies of 0.5 kB, each at a receiver that answers after 14 s',
  },
]);

/** The largest resident memory of a process so far, in MB of 1024² bytes. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
