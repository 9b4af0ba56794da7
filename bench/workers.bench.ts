import { measureThroughput, setUp, startChild, subscribe } from './deliveries/setup.ts';
import { median, type Row, report } from './report.ts';
import { sized } from './sized.ts';

// Measures the gain of more workers on one database, all on this machine. With receivers that
// answer at once or after half a second, one worker fills two cores. With receivers that take ten
// seconds, it waits with its maximum of attempts under way.

const WORKERS = [1, 2, 4];

report([
  ...rowsOf(await measure(64, '', { events: sized(300, 5), rounds: sized(3, 1) }), 'that answer at once'),
  ...rowsOf(
    await measure(sized(256, 16), 'after/500/', { events: sized(40, 4), rounds: sized(3, 1) }),
    'that answer after 500 ms',
    {
      at_least: 1,
    },
  ),
  // The maximum of four workers: eight attempts under way for each receiver.
  ...rowsOf(
    await measure(sized(2_048, 16), `after/${sized(10_000, 1000)}/`, { events: 8, rounds: 1 }),
    'that answer after 10 s',
  ),
]);

/** Returns deliveries per second in each round, by the number of workers. */
async function measure(
  receivers: number,
  folder: string,
  { events, rounds }: { events: number; rounds: number },
): Promise<Map<number, number[]>> {
  const receiver = await startChild('receiver.ts');
  const base = `http://127.0.0.1:${(receiver.first as { port: number }).port}/${folder}`;
  const setup = await setUp();
  await subscribe(
    setup,
    Array.from({ length: receivers }, (_, n) => `${base}${n}`),
  );
  const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [workers, measured] of rates) {
      measured.push(await measureThroughput(setup, receiver, { workers, events, receivers }));
    }
  }
  await setup.close();
  receiver.process.disconnect();
  return rates;
}

function rowsOf(rates: Map<number, number[]>, receivers: string, ofTwo: Row['target'] = null): Row[] {
  const one = median(rates.get(1)!);
  return WORKERS.slice(1).map((workers): Row => {
    const together = median(rates.get(workers)!);
    return {
      what: `Deliveries to receivers ${receivers}, with ${workers} workers ÷ with one`,
      measured: together / one,
      target: workers === 2 ? ofTwo : null,
      unit: '',
      note: `${Math.round(together)} against ${Math.round(one)} per second, all on this machine`,
    };
  });
}
