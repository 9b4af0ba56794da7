// Measures `GET /api/v2/{kind}?limit=50` and `GET /api/v2/{kind}/{uuid}` with a token, for each
// kind, against bare handlers with the same SQL.
import { RECORDS } from '@rapport/contract/records/all';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../server/src/platform/database/database.ts';
import { callMany } from './callers.ts';
import { median, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startProcess, startService } from './service.ts';
import { sized } from './sized.ts';

const CALLERS = 16;
const ROUNDS = sized(5, 1);
const REQUESTS_PER_ROUND = sized(600, 32);

const database = await startDatabase();
const { db, token, account_uuids } = await seed(database.connectionString, [sized(10_000, 200)]);
const ACCOUNT_UUID = account_uuids[0]!;
// Adds pipelines, so that their list fills a page.
await db.query(sql`SELECT begin_account(${ACCOUNT_UUID}, now()) FROM generate_series(1, 50)`);
const ours = await startService(database.connectionString, 'api');
const bare = await startProcess(
  ['bench/bare-api.ts'],
  { DATABASE_URL: database.connectionString, ACCOUNT_UUID },
  /ready/,
);
const rows: Row[] = [];
for (const { path, plural, name } of RECORDS) {
  const list = await ratioOf([`${path}?limit=50`]);
  rows.push({ what: `list of ${plural} ÷ bare handler`, target: { at_least: 1.3 }, unit: '', ...list });
  const uuids = await someOf(db, plural);
  const one = await ratioOf(uuids.map((uuid) => `${path}/${uuid}`));
  rows.push({ what: `one ${name} ÷ bare handler`, target: { at_least: 0.8 }, unit: '', ...one });
}
report(rows);
await Promise.all([ours.stop(), bare.stop()]);
await db.close();
await database.close();

async function ratioOf(paths: string[]): Promise<Pick<Row, 'measured' | 'note'>> {
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const bareSpeed = await requestsPerSecond(bare.base_url, paths);
    const ourSpeed = await requestsPerSecond(ours.base_url, paths);
    // The first round warms up.
    if (round > 0) ratios.push(ourSpeed / bareSpeed);
    if (round > 0) speeds.push(ourSpeed);
  }
  return { measured: median(ratios), note: `${Math.round(median(speeds))} requests/s, ${CALLERS} callers` };
}

async function requestsPerSecond(base_url: string, paths: string[]): Promise<number> {
  const start_ms = performance.now();
  await callMany({ base_url, token }, paths, { requests: REQUESTS_PER_ROUND, callers: CALLERS });
  return REQUESTS_PER_ROUND / ((performance.now() - start_ms) / 1000);
}

async function someOf(db: Database, table: string): Promise<string[]> {
  const found = await db.query<{ uuid: string }>(sql`SELECT uuid FROM ${raw(table)} LIMIT 50`);
  return found.map(({ uuid }) => uuid);
}
