// Measures reads among a million records of each kind: lists with every indexed filter in every
// order, against the same lists among ten thousand; the requests of a record's page; and a search
// of all kinds.
import { RECORDS } from '@rapport/contract/records/all';
import sql from 'sql-template-tag';
import { KINDS } from '../server/src/crm/kinds.ts';
import { listQueries } from '../server/src/testing/list-queries.ts';
import { callMany } from './callers.ts';
import { median, percentile, type Row, report } from './report.ts';
import { seed } from './seeded.ts';
import { startDatabase, startService } from './service.ts';
import { sized } from './sized.ts';

/** The number of requests for each list. The median counts. */
const TIMES = sized(5, 1);
const PAGES = sized(300, 10);
/** One of so many lists is measured. */
const EACH = sized(1, 40);

const database = await startDatabase();
const { db, token, account_uuids } = await seed(database.connectionString, [
  sized(10_000, 200),
  sized(1_000_000, 1000),
]);
const service = await startService(database.connectionString, 'api');
const server = { base_url: service.base_url, token };
const [small, large] = account_uuids as [string, string];

const rows: Row[] = [];
for (const kind of KINDS.filter(({ definition }) => definition.searchable !== false)) {
  rows.push(await listsOf(kind));
}
rows.push(await recordPages(), await searches());
report(rows);
await service.stop();
await db.close();
await database.close();

/** In turns, so that a slow moment of the machine affects both. */
async function listsOf(kind: (typeof KINDS)[number]): Promise<Row> {
  const ratios: { name: string; ratio: number }[] = [];
  const [few, many] = [await listQueries(db, kind, small), await listQueries(db, kind, large)];
  const names = [...many.keys()];
  for (const [index, query] of [...few.values()].entries()) {
    if (index % EACH > 0) continue;
    const paths = [query, [...many.values()][index]!].map(
      (one) => `${kind.definition.path}?${parameters(one)}`,
    );
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= TIMES; turn++) {
      for (const which of [0, 1] as const) {
        const [ms] = await callMany(server, [paths[which]!], { requests: 1, callers: 1 });
        // The first turn warms up.
        if (turn > 0) times[which].push(ms!);
      }
    }
    ratios.push({ name: names[index]!, ratio: median(times[1]) / median(times[0]) });
  }
  const worst = ratios.toSorted((a, b) => b.ratio - a.ratio);
  const above = worst.filter(({ ratio }) => ratio > 1.5);
  return {
    what: `${ratios.length} lists of ${kind.definition.plural}, p99 at 1 M ÷ 10,000`,
    measured: percentile(
      ratios.map(({ ratio }) => ratio),
      0.99,
    ),
    target: { at_most: 1.5 },
    unit: '',
    note: `median ${median(ratios.map(({ ratio }) => ratio)).toFixed(2)}; ${above.length} above, worst ${worst[0]!.ratio.toFixed(1)}: ${worst[0]!.name}`,
  };
}

function parameters(query: object): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/**
 * Requests the record, five related lists and the history with that of its related records, all at
 * once like the page.
 */
async function recordPages(): Promise<Row> {
  const found = await db.query<{ uuid: string }>(sql`
    (SELECT uuid FROM clients WHERE account_uuid = ${large} AND external_id = '1') UNION ALL
    (SELECT uuid FROM clients WHERE account_uuid = ${large} LIMIT ${PAGES - 1})`);
  const times: number[] = [];
  for (const { uuid } of found) {
    const related = `account_uuid=${large}&limit=20`;
    const paths = [
      `/api/v2/clients/${uuid}`,
      `/api/v2/contacts?${related}&filter[clients]=${uuid}`,
      `/api/v2/deals?${related}&filter[client_uuid]=${uuid}`,
      `/api/v2/tasks?${related}&filter[records]=${uuid}&sort=due_on&filter[status]=open`,
      `/api/v2/tasks?${related}&filter[records]=${uuid}&sort=-completed_at&filter[status]=completed`,
      `/api/v2/notes?${related}&filter[records]=${uuid}`,
      `/api/v2/clients/${uuid}/events?related=true`,
    ];
    const start_ms = performance.now();
    await callMany(server, paths, { requests: paths.length, callers: paths.length });
    times.push(performance.now() - start_ms);
  }
  const note = `${found.length} clients of a million, the first with a thousand of each; median ${median(times).toFixed(0)} ms`;
  return {
    what: 'page of a record, five lists, history, p95',
    measured: percentile(times, 0.95),
    target: { at_most: 100 },
    unit: 'ms',
    note,
  };
}

async function searches(): Promise<Row> {
  const found = await db.query<{ name: string }>(sql`
    SELECT name FROM clients WHERE account_uuid = ${large} LIMIT 100`);
  const words = found.flatMap(({ name }) => [name, name.slice(0, 12), name.slice(-8)]);
  const paths = [...words, 'company', 'grace', 'deal', 'offer', 'nobody'].map(
    (q) => `/api/v2/search?account_uuid=${large}&q=${encodeURIComponent(q)}`,
  );
  await callMany(server, paths, { requests: 20, callers: 1 });
  const times = await callMany(server, paths, { requests: paths.length, callers: 1 });
  const kinds = RECORDS.length - 1;
  return {
    what: 'search over all kinds, p95',
    measured: percentile(times, 0.95),
    target: { at_most: 50 },
    unit: 'ms',
    note: `${kinds} kinds of a million each; median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  };
}
