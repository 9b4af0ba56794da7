// Imports 100,000 Clients from CSV with one active subscription. Measures rows per second, and
// whether the server's memory stays constant.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ImportResult } from '@rapport/contract/records/imports';
import sql from 'sql-template-tag';
import { request } from 'undici';
import { operator } from '../server/src/access/caller.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { report } from './report.ts';
import { type BenchProcess, SECRET_KEY, startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

const ROWS = sized(100_000, 1000);
/** The first rows warm up, and show the memory of a small import. */
const FIRST_ROWS = sized(50_000, 500);

const receiver = createServer((incoming, answer) => incoming.resume().on('end', () => answer.end()));
receiver.listen(0, '127.0.0.1');
const alone = await measure('api');
const delivering = await measure('all');
receiver.close();

report([
  {
    what: 'CSV import of 100,000 clients',
    measured: alone.rowsPerSecond,
    target: { at_least: 5_000 },
    unit: '/s',
    note: `one subscription, ${alone.events} events; sent again, nothing changes: ${Math.round(alone.unchangedPerSecond)}/s`,
  },
  {
    what: 'the same while a worker delivers in the same process',
    measured: delivering.rowsPerSecond,
    target: null,
    unit: '/s',
    note: `${delivering.delivered} delivered meanwhile`,
  },
  {
    what: 'peak memory, import of 100,000 ÷ 50,000 clients',
    measured: alone.peak_mb / alone.firstPeak_mb,
    target: { at_most: 1.2 },
    unit: '',
    note: `${Math.round(alone.peak_mb)} MB against ${Math.round(alone.firstPeak_mb)} MB`,
  },
]);

/** Uses a new database, so that all rows are new. */
async function measure(role: 'api' | 'all') {
  const database = await startDatabase();
  const db = openDatabase(database.connectionString);
  const token = await makeOwner(db);
  const service = await startService(database.connectionString, role);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const subscription = JSON.stringify({ url, events: ['client.*'] });
  await post(service, token, '/api/v2/webhook-subscriptions', 'application/json', subscription);

  await importRows(service, token, 0, FIRST_ROWS, 'created');
  const firstPeak_mb = await peakMemory_mb(service);
  const rowsPerSecond = await importRows(service, token, FIRST_ROWS, ROWS, 'created');
  const peak_mb = await peakMemory_mb(service);
  const [made] = await db.query<{ events: number; delivered: number }>(sql`
    SELECT (SELECT count(*) FROM events WHERE event = 'client.created') AS events,
      (SELECT count(*) FROM webhook_deliveries WHERE state = 'succeeded') AS delivered`);
  const unchangedPerSecond = await importRows(service, token, FIRST_ROWS, ROWS, 'unchanged');
  await service.stop();
  await db.close();
  await database.close();
  return { rowsPerSecond, unchangedPerSecond, firstPeak_mb, peak_mb, ...made! };
}

async function makeOwner(db: Database): Promise<string> {
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: 'bench@example.com', name: 'Bench', password: 'long enough for this' };
  const user = orThrow(await createUser(core, details));
  orThrow(await createAccount(core, operator('bench'), user.uuid, { name: 'Bench' }));
  return orThrow(await createPersonalAccessToken(core, operator('bench'), user.uuid, { name: 'bench' }))
    .token;
}

/** Imports rows and returns the rows per second. Throws unless all rows have the same outcome. */
async function importRows(
  service: BenchProcess,
  token: string,
  from: number,
  rows: number,
  fate: 'created' | 'unchanged',
): Promise<number> {
  const start_ms = performance.now();
  const body = Readable.from(csv(from, rows));
  const result = (await post(service, token, '/api/v2/clients/import', 'text/csv', body)) as ImportResult;
  if (result[fate] !== rows) throw new Error(`The import ended otherwise: ${JSON.stringify(result)}`);
  return rows / ((performance.now() - start_ms) / 1000);
}

async function post(
  service: BenchProcess,
  token: string,
  path: string,
  type: string,
  body: string | Readable,
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const options = { method: 'POST', headers, body, headersTimeout: 0 } as const;
  const answer = await request(service.base_url + path, options);
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${text}`);
  return JSON.parse(text).data;
}

/** Rows of a typical customer list, about 170 bytes each. */
function* csv(from: number, rows: number): Generator<string> {
  yield 'ID,Company,E-mail,Phone,Website,Street,Zip,City,Country,Industry,Tags,Founded\n';
  for (let n = from; n < from + rows; n++) {
    const domain = `company${n}.example.com`;
    const address = `${n} Main Street,SW1Y ${n % 1000},London,GB`;
    yield `${n},"Company ${n}, Inc.",office@${domain},+44 20 7946 ${n},https://www.${domain},${address},Engines,"imported, key",${1900 + (n % 120)}\n`;
  }
}

/** The largest resident memory of the process so far, from Linux. */
async function peakMemory_mb(service: BenchProcess): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
