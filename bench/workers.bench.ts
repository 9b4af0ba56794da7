import { measureThroughput, setUp, startChild, subscribe } from './deliveries/setup.ts';
import { median, type Row, report } from './report.ts';

// What more workers on one database bring, all on this machine: with receivers that answer at once, where the cores are scarce, and
// with receivers that take half a second.

const ROUNDS = 3;
const WORKERS = [1, 2, 4];

const atOnce = await measure(64, '', 300);
// With eight at a time each, 4,096 a second at most.
const slow = await measure(256, 'slow/', 80);
report([...rowsOf(atOnce, 'that answer at once'), ...rowsOf(slow, 'that answer after 500 ms')]);

/** Deliveries per second, in each round, by the number of workers. */
async function measure(receivers: number, folder: string, events: number): Promise<Map<number, number[]>> {
  const receiver = await startChild('receiver.ts');
  const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}/${folder}`;
  const setup = await setUp();
  await subscribe(
    setup,
    Array.from({ length: receivers }, (_, n) => `${base}${n}`),
  );
  const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [workers, measured] of rates) {
      measured.push(await measureThroughput(setup, receiver, { workers, events, receivers }));
    }
  }
  await setup.close();
  receiver.process.disconnect();
  return rates;
}

function rowsOf(rates: Map<number, number[]>, receivers: string): Row[] {
  const one = median(rates.get(1)!);
  return WORKERS.slice(1).map((workers): Row => {
    const together = median(rates.get(workers)!);
    return {
      what: `Deliveries to receivers ${receivers}, with ${workers} workers ÷ with one`,
      measured: together / one,
      target: null,
      unit: '',
      note: `${Math.round(together)} against ${Math.round(one)} per second, all on this machine`,
    };
  });
}
