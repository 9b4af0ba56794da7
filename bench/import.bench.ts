// A CSV of 100,000 clients sent to the service, with one subscription listening: rows a second, and how far the memory of the
// server grows from the start of the import to its end.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { request } from 'undici';
import { operator } from '../server/src/access/caller.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { DatabaseClock } from '../server/src/platform/clock.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { Problem } from '../server/src/platform/problem.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { SECRET_KEY, startDatabase, startService } from './service.ts';

const ROWS = 100_000;
const WARM_UP_ROWS = 5_000;

const database = await startDatabase();
const db = openDatabase(database.connectionString);
const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
const token = await makeUser(db);
const service = await startService(database.connectionString, (process.env.ROLE ?? 'api') as 'api');
await subscribe(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);

await send(0, WARM_UP_ROWS);
const before = await residentMegabytes('VmRSS');
const start_ms = performance.now();
const growth = watchMemory();
await send(WARM_UP_ROWS, ROWS);
const seconds = (performance.now() - start_ms) / 1000;
console.log({ rows_s: ROWS / seconds, before, hwm: await residentMegabytes('VmHWM'), growth: growth() });
const start2 = performance.now();
await send(WARM_UP_ROWS, ROWS);
console.log(
  'again, unchanged',
  ROWS / ((performance.now() - start2) / 1000),
  await residentMegabytes('VmHWM'),
);
const [counts] = await db.query(
  sql`SELECT (SELECT count(*) FROM events WHERE event = 'client.created') AS events, (SELECT count(*) FROM webhook_deliveries) AS deliveries`,
);
console.log(counts);
await service.stop();
receiver.close();
await db.close();
await database.close();

function watchMemory() {
  let max = 0;
  const timer = setInterval(async () => {
    max = Math.max(max, await residentMegabytes('VmRSS'));
  }, 200);
  return () => {
    clearInterval(timer);
    return max;
  };
}

async function makeUser(db: Database): Promise<string> {
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: 'bench@example.com', name: 'Bench', password: 'long enough for this' };
  const user = orThrow(await createUser(db, core.clock, details));
  await createAccount(core, operator('bench'), user.uuid, { name: 'Bench' });
  return orThrow(await createPersonalAccessToken(core, operator('bench'), user.uuid, { name: 'bench' }))
    .token;
}

async function subscribe(url: string): Promise<void> {
  await call(
    '/api/v2/webhook-subscriptions',
    'application/json',
    JSON.stringify({ url, events: ['client.*'] }),
  );
}

function send(from: number, rows: number): Promise<unknown> {
  return call('/api/v2/clients/import', 'text/csv', Readable.from(csv(from, rows)));
}

async function call(path: string, type: string, body: string | Readable) {
  const answer = await request(service.base_url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
    headersTimeout: 0,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(text);
  return JSON.parse(text).data;
}

function* csv(from: number, rows: number): Generator<string> {
  yield 'ID,Company,E-mail,Phone,Website,Street,Zip,City,Country,Industry,Tags,Founded\n';
  for (let n = from; n < from + rows; n++) {
    const name = `"Company ${n}, Inc."`;
    yield `${n},${name},office@company${n}.example.com,+44 20 7946 ${n},https://www.company${n}.example.com,${n} Main Street,SW1Y ${n % 1000},London,GB,Industrial Conglomerates,"imported, key",${1900 + (n % 120)}\n`;
  }
}

async function residentMegabytes(field: string): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

function orThrow<T>(result: T | Problem): T {
  if (result instanceof Problem) throw new Error(result.detail);
  return result;
}
