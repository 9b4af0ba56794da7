import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '@rapport/contract/imports';
import { operator } from '../server/src/access/caller.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { percentile, report } from './report.ts';
import { type BenchProcess, SECRET_KEY, startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

// Measures what an import costs others: the list of another Account while rows of a file become
// Contacts in the same process, against the same list alone. And how many rows it makes a second.

const ROWS = sized(20_000, 500);
const LISTED = sized(2_000, 50);
const ALONE = sized(200, 5);
/** A person who opens one list after the other. */
const INTERVAL_MS = 20;

/** So many people were made, so that all of them differ. */
let made = 0;

const database = await startDatabase();
const db = openDatabase(database.connectionString);
const service = await startService(database.connectionString, 'all');
const [importer, reader] = [await addOwner(db, 'importer'), await addOwner(db, 'reader')];
await importFile(reader, LISTED);
for (let n = 0; n < ALONE; n++) await listed_ms(reader);
const alone: number[] = [];
for (let n = 0; n < ALONE; n++) {
  alone.push(await listed_ms(reader));
  await sleep(INTERVAL_MS);
}
let isOver = false;
const beside: number[] = [];
const start = await sent(importer, ROWS);
const start_ms = performance.now();
const work = ended(importer, start).finally(() => {
  isOver = true;
});
while (!isOver) {
  beside.push(await listed_ms(reader));
  await sleep(INTERVAL_MS);
}
await work;
const rowsPerSecond = ROWS / ((performance.now() - start_ms) / 1000);
const quickest = await importFile(importer, ROWS);
await service.stop();
await db.close();
await database.close();
const [p95_ms, besideP95_ms] = [percentile(alone, 0.95), percentile(beside, 0.95)];
report([
  {
    what: 'p95 of a list while another Account imports ÷ alone',
    measured: besideP95_ms / p95_ms,
    target: { at_most: 2 },
    unit: '',
    note: `${besideP95_ms.toFixed(1)} ms against ${p95_ms.toFixed(1)} ms`,
  },
  {
    what: 'rows of a file that become Contacts, while nobody waits',
    measured: quickest,
    target: { at_least: 2_500 },
    unit: '/s',
    note: `${Math.round(rowsPerSecond)}/s beside the list`,
  },
]);

async function addOwner(db: Database, name: string): Promise<string> {
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: `${name}@example.com`, name, password: 'long enough for this' };
  const user = orThrow(await createUser(core, details));
  orThrow(await createAccount(core, operator('bench'), user.uuid, { name }));
  return orThrow(await createPersonalAccessToken(core, operator('bench'), user.uuid, { name })).token;
}

async function listed_ms(token: string): Promise<number> {
  const start_ms = performance.now();
  await call(service, token, 'GET', '/api/v2/contacts?limit=50&sort=name');
  return performance.now() - start_ms;
}

/** Imports a file alone; the rows per second. */
async function importFile(token: string, rows: number): Promise<number> {
  const uuid = await sent(token, rows);
  const start_ms = performance.now();
  await ended(token, uuid);
  return rows / ((performance.now() - start_ms) / 1000);
}

async function sent(token: string, rows: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([csv(rows)]), 'people.csv');
  const { uuid } = await call<Import>(service, token, 'POST', '/api/v2/imports', form);
  return uuid;
}

async function ended(token: string, uuid: string): Promise<void> {
  await call(service, token, 'POST', `/api/v2/imports/${uuid}/start`);
  for (;;) {
    const { state } = await call<Import>(service, token, 'GET', `/api/v2/imports/${uuid}`);
    if (state === 'completed') return;
    if (state !== 'running') throw new Error(`The import is ${state}.`);
    await sleep(200);
  }
}

/** People with their companies, ten to each. */
function csv(rows: number): string {
  const lines = ['First Name,Last Name,Email,Phone,Company,Job Title,City,Notes'];
  for (let n = 0; n < rows; n++) {
    made += 1;
    const firm = Math.floor(made / 10);
    lines.push(
      `Ann${made},Person,ann${made}@firm${firm}.example,+44 20 7946 ${made},Firm ${firm},Buyer,London,Met at the fair ${made}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function call<Data>(
  { base_url }: BenchProcess,
  token: string,
  method: string,
  path: string,
  body?: FormData,
): Promise<Data> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(base_url + path, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${text}`);
  return JSON.parse(text).data;
}
