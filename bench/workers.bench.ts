import { measureThroughput, setUp, startChild, subscribe } from './deliveries/setup.ts';
import { median, type Row, report } from './report.ts';

// What more workers on one database bring, all on this machine.

const RECEIVERS = 64;
const EVENTS = 300;
const ROUNDS = 3;
const WORKERS = [1, 2, 4];

const receiver = await startChild('receiver.ts');
const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}`;
const setup = await setUp();
await subscribe(
  setup,
  Array.from({ length: RECEIVERS }, (_, n) => `${base}/${n}`),
);
const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [workers, measured] of rates) {
    measured.push(await measureThroughput(setup, receiver, { workers, events: EVENTS }));
  }
}
await setup.close();
receiver.process.disconnect();

const one = median(rates.get(1)!);
const rows = WORKERS.slice(1).map((workers): Row => {
  const together = median(rates.get(workers)!);
  return {
    what: `Deliveries with ${workers} workers ÷ with one`,
    measured: together / one,
    target: null,
    unit: '',
    note: `${Math.round(together)} against ${Math.round(one)} per second, all on this machine`,
  };
});
report(rows);
