import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pipeline } from '@rapport/contract/records/pipelines';
import {
  REPORT_NAMES,
  type ReportName,
  type ReportTable,
  type ReportTables,
} from '@rapport/contract/reports';
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
}

const chances = () =>
  new Map(pipelines.flatMap(({ stages }) => stages).map(({ uuid, probability }) => [uuid, probability]));

const FILTERS = ['', '&owner_uuid={member}&pipeline_uuid={pipeline}&time_zone=Asia/Tokyo'];

for (const name of REPORT_NAMES) {
  for (const filter of FILTERS) {
    test(`every figure of ${name}${filter} is what its list adds up to`, async () => {
      const query = `?${filter}`
        .replace('{member}', team.member.uuid)
        .replace('{pipeline}', pipelines[0]!.uuid);
      const own = name === 'new-clients' ? query.replace(/&pipeline_uuid=[^&]*/, '') : query;
      const report = await read(name, own.replace('?&', '?'));
      assert.ok((await recount(get, report, chances())) > 0);
    });
  }
}

const totalsOf = ({ totals }: ReportTable) =>
  Object.fromEntries(totals.map(({ name, value }) => [name, value]));

test('currencies are never added up: each has a table of its own', async () => {
  const { tables } = await read('pipeline');
  assert.deepEqual(
    tables.map(({ currency }) => currency),
    ['EUR', 'JPY', 'USD', null],
  );
  assert.equal(
    tables.reduce((sum, table) => sum + Number(totalsOf(table).count), 0),
    12,
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
  assert.deepEqual([await wonIn('UTC', '2026-10'), await wonIn('UTC', '2026-11')], [6, 6]);
  assert.deepEqual([await wonIn('Asia/Tokyo', '2026-10'), await wonIn('Asia/Tokyo', '2026-11')], [0, 12]);
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

test('a viewer reads reports, and a stranger sees nothing of them', async () => {
  assert.equal((await read('pipeline', '', team.viewer)).account_uuid, team.account_uuid);
  const [table] = (await read('pipeline', '', team.stranger)).tables;
  assert.equal(totalsOf(table!).count, 0);
});
