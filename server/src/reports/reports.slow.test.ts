import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Deal } from '@rapport/contract/records/deals';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import {
  REPORT_NAMES,
  REPORTS,
  type ReportName,
  type ReportTable,
  type ReportTables,
} from '@rapport/contract/reports';
import sql, { raw } from 'sql-template-tag';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { recount } from './testing/recount.ts';

let app: TestApp;
let team: Team;
let pipelines: Pipeline[];

const send = (method: string, path: string, body?: unknown, as: TestUser = team.owner) =>
  app.call(method, `/api/v2${path}`, { as, body });
const get = (path: string) => app.call('GET', path, { as: team.owner });

async function make(plural: string, fields: object): Promise<{ uuid: string }> {
  const made = await send('POST', `/${plural}`, fields);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
}

async function read(name: ReportName, query = '', as: TestUser = team.owner): Promise<ReportTables> {
  const answer = await send('GET', `/reports/${name}${query}`, undefined, as);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

before(async () => {
  app = await startTestApp();
  app.clock.advance(Date.parse('2026-10-31T22:30:00Z') - app.clock.now().getTime());
  team = await addTeam(app);
  await fill();
});
after(() => app.close());

/** Deals of three currencies in two pipelines, won and lost around the turn of a month. */
async function fill(): Promise<void> {
  await make('pipelines', {
    name: 'Renewals',
    stages: [{ name: 'Due', probability: 90 }, { name: 'Asked' }],
  });
  pipelines = (await send('GET', '/pipelines')).body.data;
  const stages = pipelines.flatMap(({ stages }) => stages);
  const clients = [];
  for (const source of ['Fair', 'fair', 'Web, and "more"', null])
    clients.push(await make('clients', { name: `Client ${source}`, source }));
  for (let index = 0; index < 36; index++) {
    const status = ['open', 'won', 'lost'][index % 3]!;
    const currency = ['EUR', 'USD', 'JPY', null][index % 4];
    await make('deals', {
      title: `Deal ${index}`,
      client_uuid: clients[index % 4]!.uuid,
      stage_uuid: stages[(index * 5 + Math.floor(index / 3)) % stages.length]!.uuid,
      status,
      amount:
        index % 7 === 0 ? null : currency === 'JPY' ? String(index * 111) : `${index * 100}.3${index % 10}`,
      currency,
      probability: index % 5 === 0 ? 33 : null,
      owner_uuid: index % 2 === 0 ? team.member.uuid : null,
      expected_close_on: index % 4 === 1 ? null : `2026-${String(8 + (index % 5)).padStart(2, '0')}-30`,
      ...(status === 'lost' && { lost_reason: ['Price', 'price', 'No answer', 'A, "B" & C'][index % 4] }),
    });
    app.clock.advance(5 * 60_000);
  }
  for (const type of ['call', 'meeting', 'todo'])
    await make('tasks', { title: type, type, status: 'completed', assignee_uuid: team.member.uuid });
  await make('notes', {
    body: 'They called.',
    records: [{ resource: 'client', uuid: clients[0]!.uuid }],
    owner_uuid: team.owner.uuid,
  });
  app.clock.advance(Date.parse('2026-11-02T23:59:59.500Z') - app.clock.now().getTime());
  for (const name of ['pipeline', 'forecast'] as const) kept.set(name, (await read(name)).tables);
  app.clock.advance(7 * 24 * 3_600_000);
  await change();
}

/** The reports about now, as they were at the end of 2 November. */
const kept = new Map<string, ReportTable[]>();

/** Something of each sort happens to one of the open Deals. */
async function change(): Promise<void> {
  const { data } = (await send('GET', '/deals?filter[status]=open&sort=created_at&limit=200')).body;
  const dated = data.filter((deal: Deal) => deal.expected_close_on !== null && deal.amount !== null);
  const [slipped, sooner, shrank, ...more] = dated;
  const others = data.filter((deal: Deal) => ![slipped, sooner, shrank].includes(deal));
  assert.ok(more.length > 0);
  const [moved, grew, won, lost, gone, deleted] = others;
  const other = (deal: { pipeline_uuid: string; stage_uuid: string }) =>
    pipelines.flatMap(({ stages }) => stages).find(({ uuid }) => uuid !== deal.stage_uuid)!.uuid;
  const patch = async (deal: { uuid: string }, fields: object) => {
    const { status, body } = await send('PATCH', `/deals/${deal.uuid}`, fields);
    assert.equal(status, 200, JSON.stringify(body));
  };
  await patch(moved, { stage_uuid: other(moved), description: 'Nothing that counts.' });
  await patch(grew, { amount: '99999.99' });
  await patch(shrank, { amount: '1' });
  await patch(slipped, { expected_close_on: '2029-01-01' });
  await patch(sooner, { expected_close_on: '2026-01-01' });
  await patch(won, { status: 'won' });
  await patch(lost, { status: 'lost', lost_reason: 'Price' });
  await patch(gone, { currency: 'CHF' });
  await send('DELETE', `/deals/${deleted.uuid}`);
  const [closed] = (await send('GET', '/deals?filter[status]=lost&sort=created_at')).body.data;
  await patch(closed, { status: 'open' });
  await make('deals', { title: 'New since', client_uuid: moved.client_uuid, amount: '5', currency: 'EUR' });
}

const chances = () =>
  new Map(pipelines.flatMap(({ stages }) => stages).map(({ uuid, probability }) => [uuid, probability]));

const FILTERS = [
  '',
  '&as_of=2026-11-02',
  '&owner_uuid={member}&pipeline_uuid={pipeline}&time_zone=Asia/Tokyo',
];

for (const name of REPORT_NAMES) {
  for (const filter of FILTERS) {
    test(`every figure of ${name}${filter} is what its list adds up to`, async () => {
      const query = `?${filter}`
        .replace('{member}', team.member.uuid)
        .replace('{pipeline}', pipelines[0]!.uuid);
      const { filters } = REPORTS.find((one) => one.name === name)!;
      const own = query.replaceAll(/&(\w+)=[^&]*/g, (parameter, filter) =>
        filter === 'time_zone' || filters.some((one) => one === filter) ? parameter : '',
      );
      const report = await read(name, own.replace('?&', '?'));
      assert.ok((await recount(get, report, chances())) > 0);
    });
  }
}

for (const name of ['pipeline', 'forecast'] as const) {
  test(`${name} as of a past day is what it was at the end of that day, whatever happened since`, async () => {
    const query = name === 'forecast' ? '&from=2026-11-01&until=2027-05-01' : '';
    const past = (await read(name, `?as_of=2026-11-02${query}`)).tables;
    assert.deepEqual(past.map(valuesOf), kept.get(name)!.map(valuesOf));
    const now = (await read(name, query && `?${query}`)).tables;
    assert.notDeepEqual(now.map(valuesOf), past.map(valuesOf));
  });
}

const valuesOf = ({ currency, rows }: ReportTable) => [
  currency,
  rows.map(({ label, figures }) => [label, figures.map(({ value }) => value)]),
];

test('what moved, grew, slipped, was won and lost since a day is told with what it was worth', async () => {
  const { tables, history_since } = await read('changes', '?as_of=2026-11-02');
  const counted = new Map<string | null, number>();
  for (const { key, figures } of tables.flatMap(({ rows }) => rows))
    counted.set(key, (counted.get(key) ?? 0) + Number(figures[0]!.value));
  assert.deepEqual(Object.fromEntries(counted), {
    new: 1,
    moved: 1,
    grew: 1,
    shrank: 1,
    slipped: 1,
    sooner: 1,
    won: 1,
    lost: 1,
    reopened: 1,
    deleted: 1,
  });
  assert.equal(history_since?.slice(0, 16), '2026-10-31T22:30');
});

test('a day before all history has nothing, and says since when there is one', async () => {
  const { tables, history_since } = await read('pipeline', '?as_of=2020-01-01');
  assert.equal(totalsOf(tables[0]!).count, 0);
  assert.equal(history_since?.slice(0, 10), '2026-10-31');
});

test('how long deals were in a stage, and where they went, follows from their history', async () => {
  const [table] = (await read('stages')).tables;
  const { left, won, lost } = totalsOf(table!);
  assert.deepEqual([left, won, lost], [3, 1, 1]);
  const days = table!.rows.flatMap(({ figures }) =>
    figures.filter(({ name, value }) => name === 'average_days' && value !== null),
  );
  assert.ok(
    days.every(({ value }) => Number(value) > 8 && Number(value) < 10),
    JSON.stringify(days),
  );
});

test('every state in the history of a deal is what the deal was then', async () => {
  const states = await app.db.query<{ deal_uuid: string; since: string; status: string; amount: string }>(sql`
    SELECT deal_uuid, since, status, amount::text AS amount FROM deal_states`);
  assert.ok(states.length > 45);
  for (const { deal_uuid, since, ...state } of states.slice(-20)) {
    const at = encodeURIComponent(new Date(since).toISOString());
    const { body } = await send('GET', `/deals/${deal_uuid}?at=${at}`);
    assert.deepEqual({ status: body.data.status, amount: body.data.amount }, state);
  }
  const wrong = await app.db.query(sql`
    SELECT FROM deals FULL JOIN (SELECT * FROM deal_states WHERE until = 'infinity') AS last ON last.deal_uuid = deals.uuid
    WHERE (deals.deleted_at IS NULL) <> (last.deal_uuid IS NOT NULL)
      OR (deals.deleted_at IS NULL AND (deals.status, deals.stage_uuid, deals.amount, deals.currency, deals.owner_uuid)
        IS DISTINCT FROM (last.status, last.stage_uuid, last.amount, last.currency, last.owner_uuid))`);
  assert.deepEqual(wrong, []);
});

const totalsOf = ({ totals }: ReportTable) =>
  Object.fromEntries(totals.map(({ name, value }) => [name, value]));

test('the migration makes the history that the trigger has kept, from the same events', async () => {
  const file = new URL('../../migrations/0058_deal_states.sql', import.meta.url);
  const [, fill] = readFileSync(file, 'utf8').split('-- All days before this release.\n');
  const read = () => app.db.query(sql`SELECT * FROM deal_states ORDER BY deal_uuid, position`);
  const kept = await read();
  await app.db.query(sql`DELETE FROM deal_states`);
  await app.db.query(sql`${raw(fill!)}`);
  assert.deepEqual(await read(), kept);
});

test('currencies are never added up: each has a table of its own', async () => {
  const tables = (await read('pipeline')).tables.filter(({ name }) => name === 'stages');
  assert.deepEqual(
    tables.map(({ currency }) => currency),
    ['CHF', 'EUR', 'JPY', 'USD', null],
  );
  assert.equal(
    tables.reduce((sum, table) => sum + Number(totalsOf(table).count), 0),
    11,
  );
});

test('a deal counts in the month of its day where the reader is', async () => {
  const wonIn = async (zone: string, month: string) => {
    const { tables } = await read('won-and-lost', `?time_zone=${zone}`);
    const rows = tables.filter(({ name }) => name === 'months').flatMap(({ rows }) => rows);
    return rows
      .filter(({ key }) => key === month)
      .reduce((sum, { figures }) => sum + Number(figures[0]!.value), 0);
  };
  assert.deepEqual([await wonIn('UTC', '2026-10'), await wonIn('UTC', '2026-11')], [6, 7]);
  assert.deepEqual([await wonIn('Asia/Tokyo', '2026-10'), await wonIn('Asia/Tokyo', '2026-11')], [0, 13]);
});

test('reasons in another case are one, and a deleted deal does not count', async () => {
  const reasonsOf = async () => {
    const { tables } = await read('won-and-lost');
    const rows = tables.filter(({ name }) => name === 'reasons').flatMap(({ rows }) => rows);
    return rows.reduce((sum, { figures }) => sum + Number(figures[0]!.value), 0);
  };
  assert.equal(await reasonsOf(), 12);
  const [lost] = (await send('GET', '/deals?filter[status]=lost')).body.data;
  await send('DELETE', `/deals/${lost.uuid}`);
  assert.equal(await reasonsOf(), 11);
  await send('POST', `/deals/${lost.uuid}/restore`);
});

for (const [report, rows] of [
  ['won-and-lost', 'months'],
  ['pipeline', 'stages'],
  ['forecast', 'months'],
  ['new-clients', 'months'],
] as const)
  test(`${report} is split by person, who is left out where one is asked for`, async () => {
    const { tables } = await read(report);
    const sum = (name: string) =>
      tables
        .filter((table) => table.name === name)
        .flatMap(({ rows }) => rows)
        .reduce((all, { figures }) => all + Number(figures[0]!.value), 0);
    assert.ok(sum('people') > 0);
    assert.equal(sum('people'), sum(rows));
    const one = await read(report, `?owner_uuid=${team.owner.uuid}`);
    assert.equal(
      one.tables.some(({ name }) => name === 'people'),
      false,
    );
  });

test('a report as a file has the tables with their currency, and no cell starts a formula', async () => {
  const file = await send('GET', '/reports/pipeline.csv');
  assert.match(file.body, /^stages,currency,count,amount,weighted\r\n/);
  assert.match(file.body, /\r\nTotal,EUR,/);
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="pipeline.csv"');
});

test('what is no day, an empty time and a foreign Account are refused in words', async () => {
  const refused = async (query: string) => {
    const { status, body } = await send('GET', `/reports/won-and-lost${query}`);
    return [status, body.code, body.errors?.[0]?.pointer];
  };
  assert.deepEqual(await refused('?from=2026-02-31'), [400, 'query_invalid', 'from']);
  assert.deepEqual(await refused('?from=month&until=month'), [400, 'query_invalid', 'until']);
  assert.deepEqual(await refused('?from=0001-01-01&until=today'), [400, 'query_invalid', 'until']);
  assert.deepEqual(await refused(`?account_uuid=${team.stranger_account_uuid}`), [
    404,
    'not_found',
    undefined,
  ]);
  assert.equal((await send('GET', '/reports/won-and-lost?stage=1')).status, 400);
  assert.equal((await send('GET', '/reports/nothing')).status, 404);
});

test('Deals of two figures at once are refused, as one of them would be passed over', async () => {
  for (const [one, other] of [
    ['exit=won', 'change=moved'],
    ['exit=won', 'month=2026-11'],
    ['change=moved', 'month=2026-11'],
    ['exit=won', 'currency=EUR'],
  ]) {
    const path = `/reports/past-deals?account_uuid=${team.account_uuid}&${one}`;
    assert.equal((await send('GET', path)).status, 200);
    const { status, body } = await send('GET', `${path}&${other}`);
    assert.deepEqual([status, body.code, body.errors[0].code], [400, 'query_invalid', 'not_allowed']);
  }
});

test('a viewer reads reports, and a stranger sees nothing of them', async () => {
  assert.equal((await read('pipeline', '', team.viewer)).account_uuid, team.account_uuid);
  const [table] = (await read('pipeline', '', team.stranger)).tables;
  assert.equal(totalsOf(table!).count, 0);
});

test('a stage that is gone keeps its place, and the way back from it is no way forward', async () => {
  const pipeline = await make('pipelines', {
    name: 'Shrinks',
    stages: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
  });
  const [a, b, c] = (await send('GET', `/pipelines/${pipeline.uuid}`)).body.data.stages;
  for (const way of [
    [b, c],
    [b, a],
    [c, b, a],
  ]) {
    const { uuid } = await make('deals', { title: 'Walks', stage_uuid: a.uuid });
    for (const { uuid: stage_uuid } of way) await send('PATCH', `/deals/${uuid}`, { stage_uuid });
  }
  const before = await stagesOf(pipeline.uuid);
  assert.deepEqual(before.slice(0, 3), [
    ['A', 3, 3, 0],
    ['B', 3, 1, 2],
    ['C', 1, 0, 1],
  ]);
  await send('PATCH', `/pipelines/${pipeline.uuid}`, { stages: [a, c] });
  await send('PATCH', `/pipelines/${pipeline.uuid}`, { stages: [{ name: 'New' }, a, c] });
  assert.deepEqual(await stagesOf(pipeline.uuid), [['New', 0, 0, 0], ...before]);
  const path = `/reports/past-deals?account_uuid=${team.account_uuid}&stage_uuid=${b.uuid}&include=total`;
  for (const [exit, total] of [
    ['back', 2],
    ['forward', 1],
  ] as const) {
    const { status, body } = await send('GET', `${path}&exit=${exit}`);
    assert.deepEqual([status, body.total], [200, total], JSON.stringify(body));
  }
});

async function stagesOf(pipeline_uuid: string) {
  const [table] = (await read('stages', `?pipeline_uuid=${pipeline_uuid}`)).tables;
  return table!.rows.map(({ label, figures }) => [
    label,
    ...['left', 'forward', 'back'].map((name) => Number(figures.find((one) => one.name === name)!.value)),
  ]);
}
