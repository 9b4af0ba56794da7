// Measures 24 lists that people ask for, each among ten thousand and among a million records,
// against a bare handler with the best SQL for that one list, and what PostgreSQL takes for each.

import sql from 'sql-template-tag';
import { request } from 'undici';
import { wholeAccount } from '../server/src/access/reach.ts';
import { KINDS } from '../server/src/crm/kinds.ts';
import type { Database, Queryable } from '../server/src/platform/database/database.ts';
import { parseListQuery } from '../server/src/platform/lists/list-query.ts';
import { listWithDeclared } from '../server/src/records/custom-fields/listed.ts';
import { listRecords } from '../server/src/records/queries.ts';
import { ANY_MOMENT } from '../server/src/testing/moment.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { callMany } from './callers.ts';
import { type Context, type ListByHand, listsByHand } from './lists-by-hand.ts';
import { declareOwnFields } from './own-fields.ts';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startProcess, startService } from './service.ts';
import { sized } from './sized.ts';

/** The number of requests for each list. */
const TIMES = sized(40, 2);
const COUNTS = [sized(10_000, 300), sized(1_000_000, 1200)];

const database = await startDatabase();
const { db, token, account_uuids } = await seed(database.connectionString, COUNTS, ['client', 'deal']);
const service = await startService(database.connectionString, 'api');
const server = { base_url: service.base_url, token };
const contexts: Context[] = [];
for (const [which, account_uuid] of account_uuids.entries()) {
  await declareOwnFields(db, server, account_uuid, COUNTS[which]!);
  contexts.push(await contextOf(account_uuid, account_uuids[1 - which]!));
}
await db.query(sql`VACUUM ANALYZE custom_values`);
const bare = await startProcess(
  ['bench/bare-lists.ts'],
  { DATABASE_URL: database.connectionString, CONTEXTS: JSON.stringify(contexts) },
  /ready/,
);
const rows: Row[] = [];
for (const [which, context] of contexts.entries()) rows.push(...(await measure(which, context)));
report(rows);
await Promise.all([service.stop(), bare.stop()]);
await db.close();
await database.close();

async function contextOf(account_uuid: string, other_uuid: string): Promise<Context> {
  const fields = await db.query<{ key: string; uuid: string }>(sql`
    SELECT key, uuid FROM custom_fields WHERE account_uuid = ${account_uuid}`);
  const uuidOf = (key: string) => fields.find((field) => field.key === key)!.uuid;
  const [client] = await db.query<{ uuid: string }>(sql`
    SELECT uuid FROM clients WHERE account_uuid = ${account_uuid} AND external_id = '1'`);
  // The last record of page 4, or the last of all in a small run.
  const [after] = await db.query<{ name: string; uuid: string }>(sql`
    SELECT name, uuid FROM (
      SELECT name_order AS name, uuid FROM clients
      WHERE account_uuid = ${account_uuid} AND status IN ('lead', 'prospect') ORDER BY name_order, uuid LIMIT 200
    ) AS four ORDER BY name DESC LIMIT 1`);
  return {
    account_uuid,
    other_uuid,
    client_uuid: client!.uuid,
    size_uuid: uuidOf('size'),
    plan_uuid: uuidOf('plan'),
    after: after!,
  };
}

/** Requests both in turns, so that a slow moment of the machine affects both. */
async function measure(which: number, context: Context): Promise<Row[]> {
  const lists = Object.entries(listsByHand(context));
  const seen: {
    name: string;
    ratio: number;
    p50_ms: number;
    p95_ms: number;
    postgres_ms: number;
    first_ms: number;
  }[] = [];
  for (const [at, [name, list]] of lists.entries()) {
    const path = await pathOf(name, list, context);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= TIMES; turn++) {
      const [own_ms] = await callMany(server, [path], { requests: 1, callers: 1 });
      const [bare_ms] = await callMany({ ...server, base_url: bare.base_url }, [`/${which}/${at}`], {
        requests: 1,
        callers: 1,
      });
      // The first turn warms up.
      if (turn > 0) ours.push(own_ms!);
      if (turn > 0) theirs.push(bare_ms!);
    }
    const { first: first_ms, again: postgres_ms } = await postgresTime(list, path);
    const ratio = median(theirs) / median(ours);
    seen.push({ name, ratio, p50_ms: median(ours), p95_ms: percentile(ours, 0.95), postgres_ms, first_ms });
    console.log(
      `${String(COUNTS[which]).padStart(8)}  ${name.padEnd(48)} p50 ${median(ours).toFixed(1)} ms, p95 ${percentile(ours, 0.95).toFixed(1)} ms, ÷ bare ${ratio.toFixed(2)}, PostgreSQL ${postgres_ms.toFixed(1)} ms, first ${first_ms.toFixed(1)} ms`,
    );
  }
  const among = `${lists.length} lists of ${COUNTS[which]}`;
  const [slowest] = seen.toSorted((a, b) => b.p95_ms - a.p95_ms);
  const [dearest] = seen.toSorted((a, b) => b.postgres_ms - a.postgres_ms);
  const [last] = seen.toSorted((a, b) => a.ratio - b.ratio);
  return [
    {
      what: `${among}, speed ÷ best SQL by hand`,
      measured: median(seen.map(({ ratio }) => ratio)),
      target: null,
      unit: '',
      note: `median; the lowest ${last!.ratio.toFixed(2)}: ${last!.name}`,
    },
    {
      what: `${among}, highest p95`,
      measured: slowest!.p95_ms,
      target: { at_most: 150 },
      unit: 'ms',
      note: `${slowest!.name}; median of all p50 ${median(seen.map(({ p50_ms }) => p50_ms)).toFixed(1)} ms`,
    },
    {
      what: `${among}, most of PostgreSQL`,
      measured: dearest!.postgres_ms,
      target: which === 0 ? { at_most: 2 } : null,
      unit: 'ms',
      note: `${dearest!.name}; above 2 ms: ${above(seen.map(({ postgres_ms }) => postgres_ms))} of ${lists.length}, when asked for the first time ${above(seen.map(({ first_ms }) => first_ms))}`,
    },
  ];

  function above(times: number[]): number {
    return times.filter((ms) => ms > 2).length;
  }
}

async function pathOf(name: string, { path, query }: ListByHand, context: Context): Promise<string> {
  const account = name.includes('two Accounts') ? '' : `&account_uuid=${context.account_uuid}`;
  const first = `${path}?limit=50${account}&${query}`;
  if (!name.includes('page 5')) return first;
  let cursor = '';
  for (let page = 1; page < 5; page++) {
    const { body } = await request(server.base_url + first + cursor, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { next_cursor } = (await body.json()) as { next_cursor: string | null };
    if (next_cursor !== null) cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return first + cursor;
}

/**
 * What PostgreSQL takes to plan and run all statements of a page, in ms: when the list is asked for
 * the first time, and the median of five times after that.
 */
async function postgresTime({ path }: ListByHand, asked: string): Promise<{ first: number; again: number }> {
  const kind = KINDS.find(({ definition }) => definition.path === path)!;
  const query = Object.fromEntries(new URLSearchParams(asked.slice(path.length + 1)));
  const reach = wholeAccount(...(query.account_uuid ? [query.account_uuid] : account_uuids));
  const definition = orThrow(
    await listWithDeclared(db, kind.definition.list, kind.definition.name, reach, query),
  );
  const list = orThrow(parseListQuery(definition, { ...query, limit: 50 }, ANY_MOMENT));
  const times: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const statements: number[] = [];
    await listRecords(explained(db, statements), kind, reach, list, definition);
    times.push(statements.reduce((sum, one) => sum + one, 0));
  }
  const [first, ...again] = times;
  return { first: first!, again: median(again) };
}

/** A connection that notes what each statement takes. */
function explained(database: Database, times: number[]): Queryable {
  return {
    query: async (statement) => {
      const [row] = await database.query<{
        'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[];
      }>(sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`);
      const [plan] = row!['QUERY PLAN'];
      times.push(plan!['Planning Time'] + plan!['Execution Time']);
      return database.query(statement);
    },
    transaction: database.transaction,
  };
}
