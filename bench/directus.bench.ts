// Measures lists, single records and creates beside Directus, on the same PostgreSQL, with the same
// 20,000 Clients. For a folder with `npm install directus@11`, which DIRECTUS_FOLDER names.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Pool } from 'undici';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { READY_LIMIT_MS, startDatabase, startLeashed, startService } from './service.ts';
import { sized } from './sized.ts';

const CALLERS = 16;
const ROUNDS = sized(4, 1);
const ROUND_MS = sized(6_000, 500);
const RECORDS = sized(20_000, 500);
const ADMIN = { email: 'admin@example.com', password: 'long enough for this' };
const TOKEN = 'a-token-for-benchmarks';
const TARGETS: Record<string, number> = { list: 10, one: 15, create: 5 };

const folder = process.env.DIRECTUS_FOLDER ?? '';
if (existsSync(join(folder, 'node_modules/directus/package.json'))) {
  report(await compareWithDirectus());
} else {
  console.error(
    'Left out: Directus is not installed. Run `npm install directus@11` in a folder, and name it: DIRECTUS_FOLDER=/a/folder npm run bench -- directus',
  );
  report([]);
}

type Peer = { pool: Pool; token: string };
type Work = { ours: (turn: number) => Asked; theirs: (turn: number) => Asked };
type Asked = { path: string; body?: object };
type Base = { connectionString: string; db: Database; account_uuid: string };

async function compareWithDirectus(): Promise<Row[]> {
  const database = await startDatabase();
  const { connectionString } = database;
  const { db, token, account_uuids } = await seed(connectionString, [RECORDS], ['client']);
  const base = { connectionString, db, account_uuid: account_uuids[0]! };
  const service = await startService(connectionString, 'api');
  const directus = await startDirectus(base);
  const ours: Peer = { pool: poolOf(service.base_url), token };
  const theirs: Peer = { pool: poolOf(directus.base_url), token: TOKEN };
  const rows: Row[] = [];
  for (const [what, work] of Object.entries(await worksOf(base)))
    rows.push(await compared(what, work, ours, theirs));
  await Promise.all([ours.pool.close(), theirs.pool.close()]);
  await Promise.all([service.stop(), directus.stop()]);
  await db.close();
  await database.close();
  return rows;
}

async function startDirectus({ connectionString, db }: Base) {
  await db.query(sql`CREATE DATABASE directus`);
  const address = new URL(connectionString);
  address.pathname = '/directus';
  const base_url = `http://127.0.0.1:${await freePort()}`;
  const environment = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: address.href,
    HOST: '127.0.0.1',
    PORT: new URL(base_url).port,
    SECRET: 'a secret for benchmarks',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  };
  const cli = join(folder, 'node_modules/directus/cli.js');
  const [code] = (await once(startLeashed([process.execPath, cli, 'bootstrap'], environment), 'exit')) as [
    number,
  ];
  if (code !== 0) throw new Error(`directus bootstrap ended with ${code}.`);
  const started = startLeashed([process.execPath, cli, 'start'], environment);
  for (const limit_ms = Date.now() + READY_LIMIT_MS; ; await delay(100)) {
    if (await isUp(`${base_url}/server/ping`)) break;
    if (Date.now() > limit_ms) throw new Error('Directus did not answer.');
  }
  const own = openDatabase(address.href);
  await fillDirectus(own, base_url, db);
  await own.close();
  return {
    base_url,
    stop: async () => {
      started.kill('SIGTERM');
      await once(started, 'exit');
    },
  };
}

function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Makes a collection with the Clients of Rapport, and the indexes that these lists need. */
async function fillDirectus(own: Database, base_url: string, db: Database): Promise<void> {
  const text = (field: string) => ({ field, type: 'string', schema: {}, meta: {} });
  const moment = (field: string, special: string) => ({
    field,
    type: 'timestamp',
    schema: {},
    meta: { special: [special] },
  });
  const collection = {
    collection: 'clients',
    schema: {},
    meta: {},
    fields: [
      { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
      ...['name', 'status', 'industry', 'city', 'website', 'description'].map(text),
      moment('created_at', 'date-created'),
      moment('updated_at', 'date-updated'),
    ],
  };
  const { access_token } = await ask<{ access_token: string }>(base_url, 'POST', '/auth/login', ADMIN);
  await ask(base_url, 'PATCH', '/users/me', { token: TOKEN }, access_token);
  await ask(base_url, 'POST', '/collections', collection, TOKEN);
  const clients = await db.query(sql`
    SELECT uuid AS id, name, status, industry, 'London' AS city, website, description, created_at, updated_at FROM clients`);
  await own.query(sql`
    INSERT INTO clients SELECT * FROM json_populate_recordset(NULL::clients, ${JSON.stringify(clients)}::json)`);
  await own.query(sql`CREATE INDEX ON clients (name)`);
  await own.query(sql`CREATE INDEX ON clients (status, name)`);
  await own.query(sql`CREATE INDEX ON clients (industry, name)`);
  await own.query(sql`CREATE INDEX ON clients (created_at)`);
  await own.query(sql`VACUUM ANALYZE clients`);
}

async function ask<Data>(
  base_url: string,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<Data> {
  const answer = await fetch(base_url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Directus answered ${path} with ${text}`);
  return text === '' ? (undefined as Data) : JSON.parse(text).data;
}

/** The same question to both. `turn` counts the requests, so that values and records differ. */
async function worksOf({ db, account_uuid }: Base): Promise<Record<string, Work>> {
  const found = await db.query<{ uuid: string }>(sql`SELECT uuid FROM clients LIMIT 2000`);
  const uuid = (turn: number) => found[turn % found.length]!.uuid;
  const list = (query: string, ofTheirs = query) => ({
    ours: () => ({ path: `/api/v2/clients?limit=50&sort=name${query}` }),
    theirs: () => ({ path: `/items/clients?limit=50&sort=name${ofTheirs}` }),
  });
  const fresh = (turn: number) => ({
    name: `New ${turn}`,
    status: 'lead',
    industry: 'Wood',
    website: 'https://new.example.com',
    description: 'A new client',
  });
  return {
    'list by name': list(''),
    'list of a quarter by name': list('&filter[status]=lead', '&filter[status][_eq]=lead'),
    'list of a half by name': list('&filter[status][in]=lead,prospect', '&filter[status][_in]=lead,prospect'),
    'list of a fiftieth by name': list(
      '&filter[industry]=Industry%203',
      '&filter[industry][_eq]=Industry%203',
    ),
    'one client': {
      ours: (turn) => ({ path: `/api/v2/clients/${uuid(turn)}` }),
      theirs: (turn) => ({ path: `/items/clients/${uuid(turn)}` }),
    },
    'create of a client': {
      ours: (turn) => ({
        path: '/api/v2/clients',
        body: { account_uuid, ...fresh(turn), addresses: [{ city: 'Ulm' }] },
      }),
      theirs: (turn) => ({ path: '/items/clients', body: { ...fresh(turn), city: 'Ulm' } }),
    },
  };
}

/** In turns, so that a slow moment of the machine affects both. */
async function compared(what: string, work: Work, ours: Peer, theirs: Peer): Promise<Row> {
  const [us, them]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const turns = [
      async () => us.push(await speedOf(ours, work.ours)),
      async () => them.push(await speedOf(theirs, work.theirs)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    // The first round warms up.
    if (round === 0) us.length = them.length = 0;
  }
  const [speed, theirSpeed] = [us, them].map((all) => median(all.map(({ per_second }) => per_second)));
  const [p99_ms, theirP99_ms] = [us, them].map((all) => median(all.map((one) => one.p99_ms)));
  return {
    what: `${what} ÷ Directus`,
    measured: median(us.map(({ per_second }, round) => per_second / them[round]!.per_second)),
    target: { at_least: TARGETS[what.split(' ')[0]!]! },
    unit: '',
    note: `${speed!.toFixed(0)}/s, p99 ${p99_ms!.toFixed(0)} ms against ${theirSpeed!.toFixed(0)}/s, ${theirP99_ms!.toFixed(0)} ms`,
  };
}

type Measured = { per_second: number; p99_ms: number };

async function speedOf({ pool, token }: Peer, ask: (turn: number) => Asked): Promise<Measured> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times_ms: number[] = [];
  const end_ms = performance.now() + ROUND_MS;
  let turn = 0;
  const caller = async () => {
    while (performance.now() < end_ms) {
      const { path, body } = ask(turn++);
      const start_ms = performance.now();
      const answer = await pool.request({
        path,
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
      times_ms.push(performance.now() - start_ms);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { per_second: times_ms.length / (ROUND_MS / 1000), p99_ms: percentile(times_ms, 0.99) };
}

function poolOf(base_url: string): Pool {
  return new Pool(base_url, { connections: CALLERS });
}
