import pg from 'pg';
import { measureThroughput, type Setup, setUp, startChild, subscribe } from './deliveries/setup.ts';
import { median, report } from './report.ts';
import { sized } from './sized.ts';

// Measures deliveries per second during a backup. Like `pg_dump`, it reads in one transaction, and
// PostgreSQL cannot clean up dead rows until the transaction ends. Each round takes about a minute.

const RECEIVERS = 64;
const EVENTS = sized(6_000, 10);
const ROUNDS = sized(3, 1);

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
await subscribe(
  setup,
  Array.from({ length: RECEIVERS }, (_, n) => `${base}/${n}`),
);
const [without, during]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  without.push(await throughput());
  const end = await beginBackup(setup);
  during.push(await throughput());
  await end();
}
await setup.close();
receiver.process.disconnect();
report([
  {
    what: 'Deliveries while a backup holds what they leave behind ÷ without',
    measured: median(during) / median(without),
    target: { at_least: 0.8 },
    unit: '',
    note: `${Math.round(median(during))} against ${Math.round(median(without))} per second, ${RECEIVERS * EVENTS * 2} a round`,
  },
]);

function throughput(): Promise<number> {
  return measureThroughput(setup, receiver, { workers: 1, events: EVENTS, receivers: RECEIVERS });
}

async function beginBackup({ database }: Setup): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM events LIMIT 1');
  return () => client.end();
}
