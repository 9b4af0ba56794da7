import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
const uuids: Record<string, string> = {};

type Row = Record<string, unknown> & { uuid: string };

before(async () => {
  app = await startTestApp();
  [ada] = [await app.addUser('Ada Lovelace')];
  await app.addAccount(ada);
  const add = async (as: TestUser, plural: string, body: object): Promise<Row> =>
    (await app.call('POST', `/api/v2/${plural}`, { as, body })).body.data;
  uuids.client = (await add(ada, 'clients', { name: 'Müller GmbH', external_id: 'C-1' })).uuid;
  await add(ada, 'clients', { name: 'Twice Ltd' });
  uuids.second = (await add(ada, 'clients', { name: 'twice ltd', external_id: 'C-2' })).uuid;
  uuids.named = (await add(ada, 'clients', { name: 'C-1' })).uuid;
  uuids.contact = (await add(ada, 'contacts', { name: 'Grace Hopper' })).uuid;
  uuids.deal = (await add(ada, 'deals', { title: 'Website', client_uuid: uuids.client })).uuid;
  const gone = await add(ada, 'clients', { name: 'Gone Ltd' });
  await app.call('DELETE', `/api/v2/clients/${gone.uuid}`, { as: ada });
  const eve = await app.addUser();
  await app.addAccount(eve);
  await add(eve, 'clients', { name: 'Foreign Ltd', external_id: 'F-1' });
});
after(() => app.close());

async function importFile(plural: string, ...lines: string[]) {
  const { status, body } = await app.call('POST', `/api/v2/${plural}/import`, {
    as: ada,
    body: `${lines.join('\n')}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function imported(plural: string, external_id: string): Promise<Row> {
  const query = `filter[external_id]=${external_id}`;
  return (await app.call('GET', `/api/v2/${plural}?${query}`, { as: ada })).body.data[0];
}

test('contacts are imported with the Client named by uuid, external_id or name, in any case', async () => {
  const { created, failures } = await importFile(
    'contacts',
    'name,id,company,job title',
    `By uuid,P-1,${uuids.client},Buyer`,
    'By name,P-2,müller gmbh,Buyer',
    'By external id,P-3,C-2,Buyer',
    'By both,P-4,C-1,Buyer',
    'At none,P-5,,Buyer',
  );
  assert.deepEqual([created, failures], [5, []]);
  const clients = async (id: string) =>
    ((await imported('contacts', id)).clients as { client_uuid: string }[]).map((link) => link.client_uuid);
  assert.deepEqual(await clients('P-1'), [uuids.client]);
  assert.deepEqual(await clients('P-2'), [uuids.client]);
  assert.deepEqual(await clients('P-3'), [uuids.second]);
  // P-4 names an external_id that is also the name of another Client: the external_id wins.
  assert.deepEqual(await clients('P-4'), [uuids.client]);
  assert.deepEqual(await clients('P-5'), []);
});

test('importing a row again adds the Client it names, and keeps the others', async () => {
  await importFile('contacts', 'name,id,company', 'Adviser,P-9,Müller GmbH');
  const second = await importFile('contacts', 'name,id,company', 'Adviser,P-9,C-2');
  assert.deepEqual([second.created, second.updated], [0, 1]);
  const { clients } = await imported('contacts', 'P-9');
  const linked = (clients as { client_uuid: string }[]).map(({ client_uuid }) => client_uuid);
  assert.deepEqual(linked, [uuids.client, uuids.second]);
});

test('a cell that names an unknown, an ambiguous or a deleted record is left out with the reason', async () => {
  const { created, losses } = await importFile(
    'contacts',
    'name,company',
    'A,Nobody Ltd',
    'B,Twice Ltd',
    'C,Gone Ltd',
    'D,Foreign Ltd',
    'E,F-1',
  );
  assert.equal(created, 5);
  assert.deepEqual(
    losses.map(({ line, column, code }: Row) => [line, column, code]),
    [2, 3, 4, 5, 6].map((line) => [line, 'company', 'not_found']),
  );
  assert.match(losses[1].detail, /^Several clients have the name "Twice Ltd"/);
  const said = losses[0].detail.replace('Nobody', 'X');
  assert.equal(losses[3].detail.replace('Foreign', 'X'), said);
});

test('deals are imported with their Client, stage, Contact and owner', async () => {
  const { created, failures } = await importFile(
    'deals',
    'Deal name,id,Organization,Stage,Person,value,currency,close date,owner_uuid',
    `New website,D-1,Müller GmbH,Offer,Grace Hopper,12500.5,EUR,2026-12-24,${ada.uuid}`,
    'No stage,D-2,C-1,,,,,,',
  );
  assert.deepEqual([created, failures], [2, []]);
  const deal = await imported('deals', 'D-1');
  const [{ stages }] = (await app.call('GET', '/api/v2/pipelines', { as: ada })).body.data;
  assert.equal(deal.client_uuid, uuids.client);
  assert.equal(deal.stage_uuid, stages[2].uuid);
  assert.deepEqual(
    [deal.amount, deal.expected_close_on, deal.owner_uuid],
    ['12500.50', '2026-12-24', ada.uuid],
  );
  assert.equal((deal.contacts as { contact_uuid: string }[])[0]!.contact_uuid, uuids.contact);
  assert.equal((await imported('deals', 'D-2')).stage_uuid, stages[0].uuid);
  const lossy = await importFile('deals', 'title,client,stage', 'X,Müller GmbH,Nowhere', 'Y,Nobody,Offer');
  assert.deepEqual([lossy.created, lossy.failures], [2, []]);
  assert.deepEqual(
    lossy.losses.map(({ column, code }: Row) => [column, code]),
    [
      ['stage', 'not_found'],
      ['client', 'not_found'],
    ],
  );
});

test('tasks are imported with their Client, Contact, Deal and assignee', async () => {
  const { created, failures } = await importFile(
    'tasks',
    'subject,id,client,contact,deal,assignee_uuid,due date,priority',
    `Call,T-1,C-1,Grace Hopper,website,${ada.uuid},2026-12-01,High`,
    'Nothing,T-2,,,,,,',
  );
  assert.deepEqual([created, failures], [2, []]);
  const task = await imported('tasks', 'T-1');
  assert.deepEqual(task.records, [
    { resource: 'client', uuid: uuids.client },
    { resource: 'contact', uuid: uuids.contact },
    { resource: 'deal', uuid: uuids.deal },
  ]);
  assert.deepEqual([task.assignee_uuid, task.due_on, task.priority], [ada.uuid, '2026-12-01', 'high']);
  const client = await app.call('GET', `/api/v2/clients/${uuids.client}`, { as: ada });
  assert.equal(client.body.data.next_task_due_on, '2026-12-01');
});

test('notes are imported with their records, and fail without any', async () => {
  const { created, failures } = await importFile(
    'notes',
    'text,id,client,deal,pinned',
    'They **want** it,N-1,Müller GmbH,Website,yes',
    'About nothing,N-2,,,',
  );
  assert.equal(created, 1);
  assert.deepEqual(
    failures.map(({ line, code }: Row) => [line, code]),
    [[3, 'required']],
  );
  const note = await imported('notes', 'N-1');
  assert.deepEqual(
    [(note.records as Row[]).map(({ uuid }) => uuid), note.pinned],
    [[uuids.client, uuids.deal], true],
  );
});

test('no column of a file takes a stage, with deals in it, from its pipeline', async () => {
  const [pipeline] = (await app.call('GET', '/api/v2/pipelines', { as: ada })).body.data;
  const external_id = 'PL-0';
  await app.call('PATCH', `/api/v2/pipelines/${pipeline.uuid}`, { as: ada, body: { external_id } });
  const { updated } = await importFile('pipelines', 'external_id,stages,position', `${external_id},[],1`);
  assert.equal(updated, 1);
  const now = await imported('pipelines', external_id);
  assert.deepEqual([now.stages, now.custom], [pipeline.stages, { stages: '[]' }]);
  const mapped = await app.call('POST', '/api/v2/pipelines/import?map[x]=stages', {
    as: ada,
    body: `external_id,x\n${external_id},[]\n`,
    headers: { 'content-type': 'text/csv' },
  });
  assert.equal(mapped.status, 400);
});

test('pipelines are imported by name, each with the default stages', async () => {
  const { created, failures } = await importFile('pipelines', 'name,position,external_id', 'Support,2,PL-1');
  assert.deepEqual([created, failures], [1, []]);
  const { position, stages } = await imported('pipelines', 'PL-1');
  assert.deepEqual([position, (stages as Row[]).length], [2, 4]);
  const { losses: ambiguous } = await importFile('deals', 'title,client,stage', 'Which,Müller GmbH,Offer');
  assert.match(ambiguous[0].detail, /^Several stages have the name "Offer"/);
});
