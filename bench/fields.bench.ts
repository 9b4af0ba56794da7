// Measures declared fields: lists of Clients by a custom number, day and choice among a million
// against the same among ten thousand, and a create with ten declared values against one with none.
import sql from 'sql-template-tag';
import { callMany } from './callers.ts';
import { declare, declareOwnFields, post } from './own-fields.ts';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

/** The number of requests for each list. The median counts. */
const TIMES = sized(9, 1);
const ROUNDS = sized(5, 1);
const WRITES = sized(600, 20);
const [FEW, MANY] = [sized(10_000, 200), sized(1_000_000, 1000)];

const database = await startDatabase();
const { db, token, account_uuids } = await seed(database.connectionString, [FEW, MANY, 10], ['client']);
const service = await startService(database.connectionString, 'api');
const server = { base_url: service.base_url, token };
const [small, large, written] = account_uuids as [string, string, string];

await declareOwnFields(db, server, small, FEW);
await declareOwnFields(db, server, large, MANY);
await db.query(sql`VACUUM ANALYZE custom_values`);
report([await lists(), await writes()]);
await service.stop();
await db.close();
await database.close();

/** In turns, so that a slow moment of the machine affects both. */
async function lists(): Promise<Row> {
  const conditions = [
    '',
    'filter[custom.size]=7919',
    'filter[custom.size][gte]=90000',
    'filter[custom.day][gte]=2027-01-01&filter[custom.day][lt]=2027-02-01',
    'filter[custom.plan]=o7',
    'filter[custom.plan][in]=o1,o2',
    'filter[custom.plan]=none',
  ];
  const sorts = ['created_at', 'size', 'day', 'plan'].flatMap((name) => {
    const field = name === 'created_at' ? name : `custom.${name}`;
    return [`sort=${field}`, `sort=-${field}`];
  });
  const queries = conditions.flatMap((condition) => sorts.map((sort) => `${condition}&${sort}`));
  const ratios: { name: string; ratio: number; slowest_ms: number }[] = [];
  for (const name of queries) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= TIMES; turn++) {
      for (const [which, account_uuid] of [small, large].entries()) {
        const path = `/api/v2/clients?limit=50&account_uuid=${account_uuid}&${name}`;
        const [ms] = await callMany(server, [path], { requests: 1, callers: 1 });
        // The first turn warms up.
        if (turn > 0) times[which]!.push(ms!);
      }
    }
    ratios.push({ name, ratio: median(times[1]) / median(times[0]), slowest_ms: median(times[1]) });
  }
  const worst = ratios.toSorted((a, b) => b.ratio - a.ratio);
  const all = ratios.map(({ ratio }) => ratio);
  const slowest = Math.max(...ratios.map(({ slowest_ms }) => slowest_ms));
  return {
    what: `${all.length} lists by custom fields, p99 at 1 M ÷ 10,000`,
    measured: percentile(all, 0.99),
    target: { at_most: 1.5 },
    unit: '',
    note: `median ${median(all).toFixed(2)}; ${all.filter((ratio) => ratio > 1.5).length} above, worst ${worst[0]!.ratio.toFixed(1)}: ${worst[0]!.name}; slowest ${slowest.toFixed(0)} ms`,
  };
}

/** In turns, in an Account with ten declared fields. */
async function writes(): Promise<Row> {
  const custom: Record<string, unknown> = {};
  const values = [1.5, '2027-01-15', true, 'a text', '2027-01-15T09:00:00Z'];
  const types = ['number', 'date', 'boolean', 'text', 'time'];
  for (let index = 0; index < 10; index++) {
    const { key } = await declare(server, written, { label: `Own ${index}`, type: types[index % 5] });
    custom[key] = values[index % 5];
  }
  const ratios: number[] = [];
  const seen: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < WRITES; n++) {
      for (const [which, body] of [{}, { custom }].entries()) {
        const start_ms = performance.now();
        await post(server, '/api/v2/clients', { account_uuid: written, name: `W ${round} ${n}`, ...body });
        times[which]!.push(performance.now() - start_ms);
      }
    }
    // The first round warms up.
    if (round === 0) continue;
    ratios.push(median(times[1]) / median(times[0]));
    for (const which of [0, 1] as const) seen[which].push(median(times[which]));
  }
  return {
    what: 'create with ten declared values ÷ with none',
    measured: median(ratios),
    target: { at_most: 1.4 },
    unit: '',
    note: `p50 ${median(seen[1]).toFixed(1)} ms and ${median(seen[0]).toFixed(1)} ms, one caller`,
  };
}
