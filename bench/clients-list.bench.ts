// `GET /api/v2/clients?limit=50` with a token, against a bare handler with the same SQL; and the same list, filtered and sorted, at 1 M
// clients against 10,000.

import sql from 'sql-template-tag';
import { Pool } from 'undici';
import { operator } from '../server/src/access/caller.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { clients } from '../server/src/crm/clients/kind.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { selectionOf } from '../server/src/records/columns.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { median, percentile, report } from './report.ts';
import { SECRET_KEY, startDatabase, startProcess, startService } from './service.ts';

const CALLERS = 16;
const ROUNDS = 5;
const REQUESTS_PER_ROUND = 2_000;
const PATH = '/api/v2/clients?limit=50';

const database = await startDatabase();
const db = openDatabase(database.connectionString);
const { token, small, large } = await makeData(db);

const ours = await startService(database.connectionString, 'api');
const bare = await startProcess(
  ['bench/bare-list.ts'],
  { DATABASE_URL: database.connectionString, ACCOUNT_UUID: small, COLUMNS: selectionOf(clients) },
  /ready/,
);
const path = `${PATH}&account_uuid=${small}`;
const ratios: number[] = [];
const speeds: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const bareSpeed = await requestsPerSecond(bare.base_url, PATH);
  const ourSpeed = await requestsPerSecond(ours.base_url, path);
  // The first round warms up.
  if (round > 0) ratios.push(ourSpeed / bareSpeed);
  if (round > 0) speeds.push(ourSpeed);
}
const filtered = '&filter[status]=active&sort=-updated_at';
const smallTimes = await latencies_ms(ours.base_url, `${path}${filtered}`);
const largeTimes = await latencies_ms(ours.base_url, `${PATH}&account_uuid=${large}${filtered}`);

report([
  {
    what: 'clients list ÷ bare handler',
    measured: median(ratios),
    target: { at_least: 0.6 },
    unit: '',
    note: `${Math.round(median(speeds))} requests/s, ${CALLERS} callers`,
  },
  {
    what: 'filtered list, p99 at 1 M ÷ 10,000 clients',
    measured: percentile(largeTimes, 0.99) / percentile(smallTimes, 0.99),
    target: { at_most: 1.5 },
    unit: '',
    note: `p99 ${percentile(largeTimes, 0.99).toFixed(1)} ms against ${percentile(smallTimes, 0.99).toFixed(1)} ms`,
  },
]);
await Promise.all([ours.stop(), bare.stop()]);
await db.close();
await database.close();

async function requestsPerSecond(base_url: string, path: string): Promise<number> {
  const start_ms = performance.now();
  await callMany(base_url, path, REQUESTS_PER_ROUND, () => {});
  return REQUESTS_PER_ROUND / ((performance.now() - start_ms) / 1000);
}

async function latencies_ms(base_url: string, path: string): Promise<number[]> {
  await callMany(base_url, path, 500, () => {});
  const times: number[] = [];
  await callMany(base_url, path, 3_000, (ms) => times.push(ms), 4);
  return times;
}

async function callMany(
  base_url: string,
  path: string,
  requests: number,
  each: (ms: number) => void,
  callers = CALLERS,
) {
  const pool = new Pool(base_url, { connections: callers });
  let left = requests;
  const caller = async () => {
    while (left-- > 0) {
      const start_ms = performance.now();
      const { statusCode, body } = await pool.request({
        path,
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
      });
      await body.dump({ limit: 10_000_000 });
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      each(performance.now() - start_ms);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
}

/** A User with a token, an Account with 10,000 clients and one with a million. */
async function makeData(db: Database) {
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: 'bench@example.com', name: 'Bench', password: 'long enough for this' };
  const user = orThrow(await createUser(db, core.clock, details));
  const { token } = orThrow(
    await createPersonalAccessToken(core, operator('bench'), user.uuid, { name: 'bench' }),
  );
  const make = async (name: string, clients: number) => {
    const { uuid } = orThrow(await createAccount(core, operator('bench'), user.uuid, { name }));
    await insertClients(db, uuid, clients);
    return uuid;
  };
  const accounts = { token, small: await make('small', 10_000), large: await make('large', 1_000_000) };
  await db.query(sql`ANALYZE`);
  return accounts;
}

async function insertClients(db: Database, account_uuid: string, clients: number): Promise<void> {
  // In batches: no statement may take longer than 29 s.
  for (let first = 1; first <= clients; first += 100_000) {
    await insertBatch(db, account_uuid, first, Math.min(first + 99_999, clients));
  }
}

async function insertBatch(db: Database, account_uuid: string, first: number, last: number): Promise<void> {
  await db.query(sql`
    INSERT INTO clients (uuid, account_uuid, kind, name, status, emails, phones, website, domain, addresses, industry, tags,
      external_id, custom, created_at, updated_at)
    SELECT new_uuid(now() - n * interval '1 second'), ${account_uuid}, 'organisation', 'Company ' || md5(n::text),
      (ARRAY['lead', 'prospect', 'active', 'inactive'])[1 + n % 4],
      jsonb_build_array(jsonb_build_object('label', 'work', 'value', 'office' || n || '@example.com', 'primary', true)), '[]',
      'https://www.company' || n || '.example.com', 'company' || n || '.example.com',
      jsonb_build_array(jsonb_build_object('city', 'London', 'country', 'GB')), 'Industrial Conglomerates', ARRAY['imported'],
      n::text, jsonb_build_object('founded', 1900 + n % 120), now() - n * interval '1 second', now() - n * interval '1 second'
    FROM generate_series(${first}::integer, ${last}::integer) AS n`);
}
