// Measures lists, a total and searches among a million records at the level "own", for those who
// hold none, three, the 8,000 oldest, 3 % and 30 %.
import { callMany } from './callers.ts';
import { seedHolders, setLevel } from './narrow-holders.ts';
import { median, percentile, type Row, report } from './report.ts';
import { startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

const TIMES = sized(20, 1);
const PATHS = {
  'clients, newest': '/api/v2/clients?limit=50',
  'clients by name': '/api/v2/clients?limit=50&sort=name',
  'contacts, newest': '/api/v2/contacts?limit=50',
  'deals, newest': '/api/v2/deals?limit=50',
  'open deals by day of close': '/api/v2/deals?limit=50&filter[status]=open&sort=expected_close_on',
  'clients with their number, up to 10,001': '/api/v2/clients?limit=50&include=count',
  'search of a rare word': '/api/v2/search?q=Company+c4ca4238',
  'search of a word of all clients': '/api/v2/search?q=company',
};

const database = await startDatabase();
const kinds = ['client', 'contact', 'deal'] as const;
const { db, account_uuid, holders } = await seedHolders(
  database.connectionString,
  sized(1_000_000, 1000),
  kinds,
);
const service = await startService(database.connectionString, 'api');
await setLevel(db, account_uuid, 'own');
const rows: Row[] = [];
for (const [name, path] of Object.entries(PATHS)) {
  const each: { holder: string; times: number[] }[] = [];
  for (const { name: holder, token } of holders) {
    const server = { base_url: service.base_url, token };
    await callMany(server, [path], { requests: 1, callers: 1 });
    each.push({ holder, times: await callMany(server, [path], { requests: TIMES, callers: 1 }) });
  }
  rows.push({
    what: `${name}, p95 of the slowest of those who hold none, three, the 8,000 oldest, 3 %, 30 %`,
    measured: Math.max(...each.map(({ times }) => percentile(times, 0.95))),
    target: { at_most: 50 },
    unit: 'ms',
    note: each.map(({ holder, times }) => `${holder}: ${median(times).toFixed(0)} ms`).join(', '),
  });
}
report(rows);
await service.stop();
await db.close();
await database.close();
