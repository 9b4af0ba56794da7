import {
  measureLatency,
  setUp,
  startChild,
  startWorkers,
  subscribe,
  untilDelivered,
} from './deliveries/setup.ts';
import { percentile, report } from './report.ts';
import { sized } from './sized.ts';

// Measures the time from a change to its arrival at the receiver, when there is no other work.

const WARM_UP = { count: sized(200, 10), interval_ms: 5 };
const MEASURED = { count: sized(400, 20), interval_ms: 37 };

const receiver = await startChild('receiver.ts');
const setup = await setUp();
await subscribe(setup, [`http://127.0.0.1:${(receiver.first as { port: number }).port}/0`]);
const workers = await startWorkers(setup, 1);
await measureLatency(setup, receiver, WARM_UP);
const latencies_ms = await measureLatency(setup, receiver, MEASURED);
await untilDelivered(setup.db);
await workers.stop();
await setup.close();
receiver.process.disconnect();

const note = `${latencies_ms.length} changes, one every ${MEASURED.interval_ms} ms`;
report([
  {
    what: 'Change to arrival when idle, p50',
    measured: percentile(latencies_ms, 0.5),
    target: { at_most: 10 },
    unit: 'ms',
    note,
  },
  {
    what: 'Change to arrival when idle, p99',
    measured: percentile(latencies_ms, 0.99),
    target: { at_most: 50 },
    unit: 'ms',
    note,
  },
]);
