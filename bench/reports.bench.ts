// Measures each report of an Account with a million Deals, Clients, tasks and notes, as it is now
// and as of days near and far.
import { REPORT_NAMES } from '@rapport/contract/reports';
import sql from 'sql-template-tag';
import { callMany } from './callers.ts';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

const RECORDS = Number(process.env.BENCH_RECORDS ?? sized(1_000_000, 1000));
const TIMES = sized(20, 2);
/** The history is written by so many statements, as one would take longer than it may. */
const PARTS = 10;
/** People wait no longer for a page. */
const P95_MAX_MS = 1000;

const database = await startDatabase();
const { db, token, account_uuids } = await seed(
  database.connectionString,
  [RECORDS],
  ['client', 'deal', 'task', 'note'],
);
await fillHistory(account_uuids[0]!);
const service = await startService(database.connectionString, 'api');
const server = { base_url: service.base_url, token };

const rows: Row[] = [];
for (const name of REPORT_NAMES) rows.push(await timesOf(name, ''));
for (const day of ['today-7d', 'today-365d'])
  for (const name of ['pipeline', 'changes', 'forecast']) rows.push(await timesOf(name, `?as_of=${day}`));
report(rows);
await service.stop();
await db.close();
await database.close();

async function timesOf(name: string, query: string): Promise<Row> {
  const path = `/api/v2/reports/${name}${query}`;
  await callMany(server, [path], { requests: 2, callers: 1 });
  const times = await callMany(server, [path], { requests: TIMES, callers: 1 });
  return {
    what: `report ${name}${query} with ${RECORDS.toLocaleString('en')} deals, p95`,
    measured: percentile(times, 0.95),
    target: { at_most: P95_MAX_MS },
    unit: 'ms',
    note: `median ${median(times).toFixed(0)} ms`,
  };
}

/**
 * Two states for each Deal: in another stage until some day of the last two years, then as it is.
 * Each was in that stage for another time, as the median sorts these times.
 * Seeded events have no records in their bodies, so the states do not come from them.
 */
async function fillHistory(account_uuid: string): Promise<void> {
  for (let part = 0; part < PARTS; part++)
    await db.query(sql`
    INSERT INTO deal_states (account_uuid, deal_uuid, position, since, until, status, pipeline_uuid, stage_uuid,
      stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid)
    SELECT account_uuid, uuid, place, since, until, CASE place WHEN 1 THEN 'open' ELSE status END, pipeline_uuid,
      CASE place WHEN 1 THEN first.stage ELSE stage_uuid END,
      since - interval '1 second' * (abs(hashtext(uuid::text || 'stage')) % 5000000),
      owner_uuid, amount, currency, probability, expected_close_on, CASE place WHEN 1 THEN status END, CASE place WHEN 1 THEN stage_uuid END
    FROM deals
    CROSS JOIN (SELECT uuid AS stage FROM stages WHERE account_uuid = ${account_uuid} ORDER BY position LIMIT 1) AS first
    CROSS JOIN LATERAL (SELECT now() - interval '1 day' * (abs(hashtext(uuid::text)) % 730) AS moved) AS change
    CROSS JOIN LATERAL (VALUES
      (1, moved - interval '30 days', moved), (2, moved, 'infinity'::timestamptz)
    ) AS state (place, since, until)
    WHERE account_uuid = ${account_uuid} AND abs(hashtext(uuid::text)) % ${PARTS} = ${part}`);
  await db.query(sql`ANALYZE deal_states`);
}
