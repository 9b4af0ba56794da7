import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ImportRow } from '@rapport/contract/imports';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import type { Worker } from '../worker.ts';
import { refuseFull } from './actions.ts';
import { draftOf, ended, finish, recordsOf } from './testing/sending.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
  ann = await app.addUser();
  account = await app.addAccount(ann);
});
after(async () => {
  await worker.stop();
  await app.close();
});

test('the rows of an import are listed page by page, and by outcome', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) =>
    index % 400 === 7 ? ',lead' : `Firm ${index},lead`,
  );
  const draft = await draftOf(app, ann, account, { 'clients.csv': `Name,Status\n${rows.join('\n')}\n` });
  const done = await finish(app, ann, draft.uuid);
  assert.deepEqual([done.counts.created, done.counts.refused, done.refused_files], [1197, 3, [0]]);
  const lines: number[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/v2/imports/${draft.uuid}/rows?limit=170${cursor && `&cursor=${cursor}`}`;
    const { body } = await app.call('GET', path, { as: ann });
    lines.push(...body.data.map(({ line }: { line: number }) => line));
    if (body.next_cursor === null) break;
    cursor = body.next_cursor;
  }
  assert.deepEqual(
    lines,
    Array.from({ length: 1200 }, (_, index) => index + 2),
  );
  const { body } = await app.call('GET', `/api/v2/imports/${draft.uuid}/rows?outcome=refused`, { as: ann });
  assert.deepEqual(
    body.data.map(({ line }: { line: number }) => line),
    [9, 409, 809],
  );
});

test('an Account whose kept imports take more than they may is refused, and another is not', async () => {
  const [full, empty] = [await app.addAccount(ann), await app.addAccount(ann)];
  await draftOf(app, ann, full, { 'clients.csv': `Name\n${'Firm with a name\n'.repeat(200)}` });
  assert.equal(await refuseFull(app.db, full), null);
  const refusal = await refuseFull(app.db, full, 100);
  assert.equal(refusal?.code, 'rate_limited');
  assert.equal(await refuseFull(app.db, empty, 100), null);
});

test('rows that were taken without a cell are listed, and no refused ones, page by page', async () => {
  const own = await app.addAccount(ann);
  const email = (index: number) => (index % 300 === 7 ? 'no' : `a${index}@firm.example`);
  const rows = Array.from({ length: 1200 }, (_, index) =>
    index % 400 === 9 ? ',no' : `"Firm ${index}, ""losses"":[{",${email(index)}`,
  );
  const draft = await draftOf(app, ann, own, { 'clients.csv': `Name,E-mail\n${rows.join('\n')}\n` });
  const { counts } = await finish(app, ann, draft.uuid);
  assert.deepEqual([counts.refused, counts.lost_cells], [3, 4]);
  const page = async (query: string) => {
    const path = `/api/v2/imports/${draft.uuid}/rows?${query}`;
    const { body } = await app.call('GET', path, { as: ann });
    return { lines: body.data.map(({ line }: { line: number }) => line), next: body.next_cursor };
  };
  const first = await page('lossy=true&limit=3');
  assert.deepEqual(first.lines, [9, 309, 609]);
  assert.deepEqual(await page(`lossy=true&cursor=${first.next}`), { lines: [909], next: null });
  assert.deepEqual((await page('lossy=true&outcome=created')).lines, [9, 309, 609, 909]);
  assert.deepEqual((await page('lossy=true&outcome=refused')).lines, []);
  assert.equal((await page('lossy=false&limit=200')).lines.length, 200);
});

test('a task that is due on the last day there is, as exporters write never, comes with its row', async () => {
  const own = await app.addAccount(ann);
  const rows = ['Soon,2026-11-25 10:00', 'Never,9999-12-31', 'Later,9999-12-31T23:59:59-12:00'];
  const draft = await draftOf(app, ann, own, { 'tasks.csv': `Title,due_at\n${rows.join('\n')}\n` });
  const outcomes = draft.preview.map(({ outcome }) => outcome);
  assert.deepEqual(outcomes, ['created', 'created', 'created']);
  await finish(app, ann, draft.uuid);
  const tasks = await recordsOf(app, ann, 'tasks');
  const due = tasks
    .filter(({ account_uuid }) => account_uuid === own)
    .map(({ due_at }) => due_at.slice(0, 10));
  assert.deepEqual(due.sort(), ['2026-11-25', '9999-12-31', '9999-12-31']);
});

test('the file of refused rows has its header alone when no row was refused', async () => {
  const files = { 'clients.csv': 'Name,Status\nZeiss,lead\n,lead\n', 'contacts.csv': 'Name\nErnst Abbe\n' };
  const draft = await draftOf(app, ann, account, files);
  const get = async (query = '') => {
    const answer = await fetch(`${app.base_url}/api/v2/imports/${draft.uuid}/refused.csv${query}`, {
      headers: { authorization: `Bearer ${ann.token}`, accept: 'text/csv, application/problem+json' },
    });
    return `${answer.status} ${await answer.text()}`;
  };
  assert.equal(await get(), '200 error,Name,Status\r\n');
  await finish(app, ann, draft.uuid);
  assert.equal((await get()).split('\r\n').length, 3);
  assert.equal(await get('?file=1'), '200 error,Name\r\n');
  assert.match(await get('?file=2'), /^404 .*no file 2\. Its files are 0 to 1\./);
  await app.db.query(sql`DELETE FROM import_chunks WHERE import_uuid = ${draft.uuid}`);
  assert.match(await get(), /^404 .*kept for 30 days/);
});

test('a viewer sees that there are imports, and not what a draft or the rows of a file have', async () => {
  const viewer = await app.addUser();
  await app.addLogin(account, viewer, 'viewer');
  const draft = await draftOf(app, ann, account, { 'clients.csv': 'Name,Salary\nAda,1\n' });
  const list = await app.call('GET', '/api/v2/imports', { as: viewer });
  assert.ok(list.body.data.some(({ uuid }: { uuid: string }) => uuid === draft.uuid));
  for (const path of ['', '/rows', '/refused.csv']) {
    const { status, body } = await app.call('GET', `/api/v2/imports/${draft.uuid}${path}`, { as: viewer });
    assert.deepEqual([status, body.code], [403, 'role_insufficient'], path);
  }
});

test('a draft is deleted with its rows by a member, and what was started stays', async () => {
  const files = { 'clients.csv': 'Name,Status\nWrong,lead\n' };
  const draft = await draftOf(app, ann, account, files);
  const remove = (as: TestUser, uuid: string) => app.call('DELETE', `/api/v2/imports/${uuid}`, { as });
  assert.equal((await remove(await app.addUser(), draft.uuid)).status, 404);
  assert.equal((await remove(ann, draft.uuid)).status, 204);
  assert.equal((await app.call('GET', `/api/v2/imports/${draft.uuid}`, { as: ann })).status, 404);
  const kept = await app.db.query(sql`SELECT FROM import_chunks WHERE import_uuid = ${draft.uuid}`);
  assert.deepEqual(kept, []);
  const other = await draftOf(app, ann, account, files);
  await finish(app, ann, other.uuid);
  const refused = await remove(ann, other.uuid);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /Undo its change/);
});

test('calls of another system are calls that took place, with their way and their end', async () => {
  const cal = await app.addUser();
  const own = await app.addAccount(cal);
  const head =
    'Record ID,Call Title,Call direction,Call outcome,Call duration,Activity date,Associated Contact';
  const rows = [
    '1,Offer,INBOUND,Connected,00:12:30,2026-10-01 09:30,',
    '2,,OUTBOUND,Left voicemail,,2026-10-02 09:30,',
    '3,Sum,OUTBOUND,Somehow,,2026-10-03 09:30,',
  ];
  const csv = `${head}\n${rows.join('\n')}\n`;
  const draft = await draftOf(app, cal, own, { 'hubspot-calls.csv': csv });
  assert.equal(draft.preset, 'hubspot');
  const done = await finish(app, cal, draft.uuid);
  assert.equal(done.counts.created, 3, JSON.stringify(done));
  const calls = await recordsOf(app, cal, 'tasks');
  assert.deepEqual(
    calls.map(({ title, type, status, direction, call_outcome, completed_at }) =>
      [title, type, status, direction, call_outcome, completed_at.slice(0, 10)].join(),
    ),
    [
      'Offer,call,completed,incoming,reached,2026-10-01',
      'call,call,completed,outgoing,left_message,2026-10-02',
      'Sum,call,completed,outgoing,none,2026-10-03',
    ],
  );
});

test('calls of Salesforce last as many minutes as their seconds make, and say their way', async () => {
  const cal = await app.addUser();
  const own = await app.addAccount(cal);
  const head = 'Id,WhoId,WhatId,Subject,Type,Status,CallDurationInSeconds,CallType,CallDisposition';
  const rows = [
    '00T1,,,Offer,Call,Completed,750,Outbound,Sent the offer',
    '00T2,,,Hello,Call,Completed,20,Inbound,',
    '00T3,,,Letter,Other,Completed,0,,',
    '00T4,,,Sum,Call,Completed,long,Internal,',
  ];
  const draft = await draftOf(app, cal, own, { 'Task.csv': [head, ...rows].join('\n') });
  assert.equal(draft.preset, 'salesforce');
  const done = await finish(app, cal, draft.uuid);
  assert.deepEqual([done.counts.created, done.counts.lost_cells], [4, 1]);
  const calls = await recordsOf(app, cal, 'tasks');
  assert.deepEqual(
    calls.map(({ title, type, duration_min, direction }) => [title, type, duration_min, direction].join()),
    ['Offer,call,13,outgoing', 'Hello,call,1,incoming', 'Letter,todo,,none', 'Sum,call,,none'],
  );
  // Its result is text of one's own.
  assert.deepEqual(calls[0]!.custom, { CallDisposition: 'Sent the offer' });
});

test('appointments of Salesforce are meetings at their time, and those that have begun took place', async () => {
  const dan = await app.addUser();
  const own = await app.addAccount(dan);
  const [past, future] = ['2024-03-04', '2031-03-05'];
  const head =
    'Id,WhoId,WhatId,Subject,Location,IsAllDayEvent,ActivityDateTime,ActivityDate,DurationInMinutes,StartDateTime,EndDateTime,IsDeleted';
  const row = (id: string, day: string, time: string, isWhole: boolean) =>
    `${id},,,${id},Jena,${isWhole ? 1 : 0},${day}T${time}.000Z,${day},30,${day}T${time}.000Z,,0`;
  const lines = [
    row('Past', past, '00:00:00', false),
    row('Day', future, '00:00:00', true),
    row('Soon', future, '09:30:00', false),
  ];
  const { uuid } = await draftOf(app, dan, own, { 'Event.csv': [head, ...lines].join('\n') });
  const { counts } = await finish(app, dan, uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [3, 0]);
  const tasks = await recordsOf(app, dan, 'tasks');
  assert.deepEqual(
    tasks.map(({ title, type, status, due_on, due_at, completed_at, duration_min }) =>
      [title, type, status, due_on, due_at, completed_at, duration_min].join(),
    ),
    [
      `Past,meeting,completed,${past},${past}T00:00:00.000+00:00,${past}T00:00:00.000+00:00,30`,
      `Day,meeting,open,${future},,,30`,
      `Soon,meeting,open,${future},${future}T09:30:00.000+00:00,,30`,
    ],
  );
  assert.deepEqual(tasks[0]!.custom, { Location: 'Jena' });
});

test('the time of day beside a due date is kept, but for midnight', async () => {
  const csv =
    'Record ID,Task title,Due date,Task status\n' +
    '1,Call,2026-10-01 09:30,NOT_STARTED\n2,Write,2026-10-02 00:00,NOT_STARTED\n';
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const draft = await draftOf(app, bea, own, { 'tasks.csv': csv });
  await finish(app, bea, draft.uuid);
  const tasks = await recordsOf(app, bea, 'tasks');
  assert.deepEqual(
    tasks.map(({ title, due_on, due_at }) => [title, due_on, due_at]),
    [
      ['Call', '2026-10-01', '2026-10-01T09:30:00.000+00:00'],
      ['Write', '2026-10-02', null],
    ],
  );
});

test('a preview says of each row what the run does, also where a link leads nowhere', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const companies =
    'Record ID,Company name,Company Domain Name\n1,Zeiss,zeiss.example\n2,Leitz,leitz.example\n';
  const contacts =
    'Record ID,First Name,Last Name,Associated Company IDs\n11,Ernst,Abbe,1;77\n12,Oskar,Barnack,77\n';
  const deals =
    'Record ID,Deal Name,Deal Stage,Associated Company IDs (Primary),Associated Contact IDs\n' +
    '21,One,Appointment,2,11\n22,Two,Appointment,,11\n23,Three,Appointment,77,\n25,Five,Appointment,,99\n';
  const tasks = 'Title,Company,Contact\nCall,zeiss,Ernst Abbe\nWrite,Agfa,Nobody\n';
  const set = {
    'companies.csv': companies,
    'contacts.csv': contacts,
    'deals.csv': deals,
    'tasks.csv': tasks,
  };
  const shownAndDone = async (files: Record<string, string>) => {
    const { uuid, preview } = await draftOf(app, bea, own, files);
    await finish(app, bea, uuid);
    const { body } = await app.call('GET', `/api/v2/imports/${uuid}/rows`, { as: bea });
    const told = (rows: ImportRow[]) =>
      rows.map(({ resource, line, outcome, losses }) => ({ resource, line, outcome, losses }));
    return { shown: told(preview), done: told(body.data) };
  };
  const first = await shownAndDone(set);
  assert.deepEqual(first.shown, first.done);
  assert.deepEqual(
    first.done.filter(({ resource }) => resource === 'deal').map(({ outcome }) => outcome),
    ['created', 'created', 'created', 'created'],
  );
  // The deal has its Client already: a row that names another one changes it only if there is one.
  const again = await shownAndDone({ 'companies.csv': companies, 'deals.csv': deals.replace(',2,', ',88,') });
  assert.deepEqual(again.shown, again.done);
  assert.equal(again.done.find(({ resource }) => resource === 'deal')!.outcome, 'unchanged');
});

test('a preview during which another request takes an external_id says whose it is then', async () => {
  const john = await app.addUser();
  const own = await app.addAccount(john);
  const draft = await draftOf(app, john, own, { 'clients.csv': 'Id,Name\nZ-1,Zeiss\nZ-2,Leitz\n' });
  // A sequence keeps its count when the trial is undone: the first look alone meets the other one.
  await app.db.query(sql`CREATE SEQUENCE looks`);
  await app.db.query(sql`
    CREATE FUNCTION take_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.external_id = 'Z-1' AND nextval('looks') = 1 THEN
        RAISE unique_violation USING CONSTRAINT = 'clients_external_id_key';
      END IF;
      RETURN NEW;
    END $$`);
  await app.db.query(
    sql`CREATE TRIGGER take_id BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION take_id()`,
  );
  const { status, body } = await app.call('GET', `/api/v2/imports/${draft.uuid}`, { as: john });
  await app.db.query(sql`DROP TRIGGER take_id ON clients`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.data.preview.map(({ title, outcome }: ImportRow) => [title, outcome]),
    [
      ['Zeiss', 'created'],
      ['Leitz', 'created'],
    ],
  );
  assert.deepEqual(await recordsOf(app, john, 'clients'), []);
});

test('a phone number that a record has in another spelling is not added to it', async () => {
  const own = await app.addAccount(ann);
  const germany = { country: 'DE' };
  assert.equal((await app.call('PATCH', `/api/v2/accounts/${own}`, { as: ann, body: germany })).status, 200);
  const phones = [{ value: '+49 30 1234567' }];
  const body = { account_uuid: own, name: 'Cy', external_id: 'C-1', phones };
  assert.equal((await app.call('POST', '/api/v2/contacts', { as: ann, body })).status, 201);
  const files = { 'contacts.csv': 'Id,Name,Phone,Mobile\nC-1,Cy,030 / 1234567,0171 1234567\n' };
  const draft = await draftOf(app, ann, own, files);
  assert.equal((await finish(app, ann, draft.uuid)).counts.updated, 1);
  const { body: found } = await app.call('GET', `/api/v2/contacts?account_uuid=${own}`, { as: ann });
  assert.deepEqual(
    found.data[0].phones.map(({ value }: { value: string }) => value),
    ['+49 30 1234567', '0171 1234567'],
  );
});

test('a row with more cells than the header has is refused with all of them', async () => {
  const rows = ['Name,City', '"Zeiss, AG",Jena', 'Leitz, GmbH,Wetzlar', 'Schott,Mainz,'];
  const draft = await draftOf(app, ann, account, { 'clients.csv': rows.join('\n') });
  assert.deepEqual(
    draft.preview.map(({ outcome }) => outcome),
    ['created', 'refused', 'created'],
  );
  const done = await finish(app, ann, draft.uuid);
  assert.deepEqual([done.counts.created, done.counts.refused], [2, 1]);
  const answer = await fetch(`${app.base_url}/api/v2/imports/${draft.uuid}/refused.csv`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  const detail = 'The row has 3 cells and the header 2. Does a text with the delimiter lack its quotes?';
  assert.equal((await answer.text()).split('\r\n')[1], `${detail},Leitz,GmbH,Wetzlar`);
});

test('an import that was taken back says so, alone and in the list, until that is taken back', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const { uuid } = await draftOf(app, bea, own, { 'clients.csv': 'Name\nZeiss\n' });
  const { change_uuid } = await finish(app, bea, uuid);
  const said = async () => {
    const { body: alone } = await app.call('GET', `/api/v2/imports/${uuid}`, { as: bea });
    const { body: list } = await app.call('GET', '/api/v2/imports', { as: bea });
    return [alone.data.is_undone, list.data[0].is_undone];
  };
  const undo = async (change: string) => {
    const { body } = await app.call('POST', `/api/v2/changes/${change}/undo`, { as: bea, body: {} });
    return body.data.change_uuid as string;
  };
  assert.deepEqual(await said(), [false, false]);
  const undone = await undo(change_uuid!);
  assert.deepEqual(await said(), [true, true]);
  await undo(undone);
  assert.deepEqual(await said(), [false, false]);
});

test('deals stay in the pipeline of their source, also when all of them have ended', async () => {
  const rows = [
    '1,One,Renewals,Contract Sent,Zeiss',
    '2,Two,Renewals,Closed Won,Zeiss',
    '3,Three,Renewals,Negotiation,Zeiss',
    '4,Four,Old,Closed Lost,Zeiss',
    '5,Five,Small,Offer,Zeiss',
    '6,Six,Small,Closed Won,Zeiss',
  ];
  const csv = `Record ID,Deal Name,Pipeline,Deal Stage,Company\n${rows.join('\n')}\n`;
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const draft = await draftOf(app, bea, own, { 'deals.csv': csv });
  // The Account has a stage of this name, but not the pipeline of the file.
  assert.equal(draft.plan.values.stage!['Renewals › Negotiation'], 'create');
  assert.ok(draft.warnings.some(({ detail }) => detail.endsWith('for deals that have ended: "Old".')));
  await finish(app, bea, draft.uuid);
  const pipelines = await recordsOf(app, bea, 'pipelines');
  const names = new Map(pipelines.map(({ uuid, name }) => [uuid, name]));
  const deals = await recordsOf(app, bea, 'deals');
  assert.deepEqual(
    deals.map(({ status, pipeline_uuid }) => `${status} in ${names.get(pipeline_uuid)}`),
    [
      'open in Renewals',
      'won in Renewals',
      'open in Renewals',
      'lost in Old',
      // All stages of that pipeline are in one that is there.
      'open in Sales',
      'won in Sales',
    ],
  );
  assert.equal(pipelines.length, 3);
});

test('new stages stand as the file has them or by how likely each is won, before those of the ended', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const [sales] = await recordsOf(app, bea, 'pipelines');
  const stages = [{ name: 'Lead' }, { name: 'Closed won' }, { name: 'Lost' }];
  await app.call('PATCH', `/api/v2/pipelines/${sales!.uuid}`, { as: bea, body: { stages } });
  const names = async (name: string) => {
    const pipelines = await recordsOf(app, bea, 'pipelines');
    return pipelines.find((one) => one.name === name)!.stages.map((one: { name: string }) => one.name);
  };
  const deals = async (header: string, ...rows: string[]) => {
    const lines = rows.map((row, n) => `${own}-${n},Deal ${n},Zeiss,${row}`);
    const csv = `Record ID,Deal Name,Company,${header}\n${lines.join('\n')}\n`;
    const { uuid } = await draftOf(app, bea, own, { 'deals.csv': csv });
    await finish(app, bea, uuid);
  };
  await deals('Deal Stage', 'Qualified to buy', 'Demo', 'Won', 'Contract out');
  assert.deepEqual(await names('Sales'), [
    'Lead',
    'Qualified to buy',
    'Demo',
    'Contract out',
    'Closed won',
    'Lost',
  ]);
  await deals(
    'Pipeline,Deal Stage,Deal probability',
    'Big,Negotiation,0.8',
    'Big,Call,0.1',
    'Big,Proposal made,0.5',
  );
  assert.deepEqual(await names('Big'), ['Call', 'Proposal made', 'Negotiation']);
});

test('an import is the change that the answer of its start names, also when it goes on', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const { uuid } = await draftOf(app, bea, own, { 'clients.csv': 'Name\nZeiss\n' });
  await worker.stop();
  const changes: (string | null)[] = [];
  for (const verb of ['start', 'stop', 'start']) {
    const answer = await app.call('POST', `/api/v2/imports/${uuid}/${verb}`, { as: bea });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    changes.push(answer.headers.get('x-change-uuid'));
  }
  worker = await app.startWorker();
  const done = await ended(app, bea, uuid);
  assert.equal(done.state, 'completed');
  assert.deepEqual(changes, Array(3).fill(done.change_uuid));
});

test('lists that Rapport exported change nothing when they are imported together', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const make = async (plural: string, body: object) => {
    const answer = await app.call('POST', `/api/v2/${plural}`, { as: bea, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const client = await make('clients', {
    name: 'Zuse, "Konrad" & Söhne',
    kind: 'organisation',
    emails: [{ value: 'a@zuse.example', label: 'work' }, { value: 'b@zuse.example' }],
    phones: [{ value: 'ask Ada' }, { value: '+49 30 1234 ext. 5', label: 'desk' }],
    addresses: [
      { street: '=1+1', city: 'Berlin', country: 'DE' },
      { label: 'billing', city: 'Ulm' },
    ],
    tags: ['early', 'z, 3'],
    owner_uuid: bea.uuid,
    custom: { Founded: '1941', Staff: 12, email: 'his own' },
    description: "'=not a formula;\r\n- a list",
  });
  const contact = await make('contacts', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    clients: [{ client_uuid: client.uuid, role: 'buyer', primary: true }],
    emails: [{ value: 'ada@example.com' }],
    birthday_on: '1815-12-10',
  });
  const deal = await make('deals', {
    title: 'Z4',
    client_uuid: client.uuid,
    // In a file of others this could be 1500.
    amount: '1.500',
    currency: 'KWD',
    status: 'lost',
    lost_reason: 'Price',
    contacts: [{ contact_uuid: contact.uuid, role: 'buyer' }],
  });
  await make('tasks', {
    title: 'Call',
    due_at: '2026-11-26T13:30:00.000Z',
    records: [{ resource: 'deal', uuid: deal.uuid }],
  });
  const completed_at = '2026-11-05T10:00:00.328+00:00';
  await make('tasks', { title: 'Done', status: 'completed', completed_at });
  await make('notes', { body: 'Said **yes**', records: [{ resource: 'client', uuid: client.uuid }] });
  const plurals = ['clients', 'contacts', 'deals', 'tasks', 'notes'];
  const before = await Promise.all(plurals.map((plural) => recordsOf(app, bea, plural)));
  const files: Record<string, string> = {};
  for (const plural of plurals) {
    const answer = await fetch(`${app.base_url}/api/v2/${plural}.csv`, {
      headers: { authorization: `Bearer ${bea.token}` },
    });
    files[`${plural}.csv`] = await answer.text();
  }
  const draft = await draftOf(app, bea, own, files);
  assert.equal(draft.preset, 'rapport');
  const done = await finish(app, bea, draft.uuid);
  const { body } = await app.call('GET', `/api/v2/imports/${draft.uuid}/rows`, { as: bea });
  assert.deepEqual([done.counts.unchanged, done.counts.lost_cells], [6, 0], JSON.stringify(body.data));
  const after = await Promise.all(plurals.map((plural) => recordsOf(app, bea, plural)));
  assert.deepEqual(after, before);
  // In another Account the deal was lost then, and not now.
  const cleo = await app.addUser();
  app.clock.advance(60_000);
  const moved = await draftOf(app, cleo, await app.addAccount(cleo), files);
  assert.deepEqual(
    moved.warnings.filter(({ code }) => code === 'no_closed_at'),
    [],
  );
  await finish(app, cleo, moved.uuid);
  const [lost] = await recordsOf(app, cleo, 'deals');
  assert.deepEqual([lost!.status, lost!.closed_at], ['lost', before[2]![0]!.closed_at]);
});

test('a new field that is called as another gets a number behind its name', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const field = { account_uuid: own, resource: 'client', label: 'Fee', key: 'old', type: 'text' };
  await app.call('POST', '/api/v2/custom-fields', { as: bea, body: field });
  const draft = await draftOf(app, bea, own, { 'clients.csv': 'Name,fee\nMill,12.5\n' });
  const plan = structuredClone(draft.plan);
  assert.deepEqual(plan.files[0]!.columns[1], { column: 'fee', to: 'custom', key: 'old', type: 'text' });
  plan.files[0]!.columns[1] = { column: 'fee', to: 'custom', type: 'number' };
  await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, { as: bea, body: { plan } });
  const done = await finish(app, bea, draft.uuid);
  assert.equal(done.counts.created, 1);
  const { data } = (await app.call('GET', '/api/v2/custom-fields', { as: bea })).body;
  assert.deepEqual(
    data.map(({ label, key }: { label: string; key: string }) => [label, key]),
    [
      ['Fee', 'old'],
      ['fee (2)', 'fee'],
    ],
  );
});

test('a preview shows the words of choices that the start creates, and the import reads them again', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const rows = Array.from({ length: 12 }, (_, index) => `Firm ${index},${index % 2 ? 'Köln' : 'New York'}`);
  const csv = `Name,Vibe\n${rows.join('\n')}\n`;
  const draft = await draftOf(app, bea, own, { 'clients.csv': csv });
  assert.equal(draft.plan.files[0]!.columns[1]!.type, 'choice');
  const wordsOf = ({ preview }: typeof draft) => preview.slice(0, 2).map(({ fields }) => fields!.custom);
  assert.deepEqual(wordsOf(draft), [{ Vibe: 'New York' }, { Vibe: 'Köln' }]);
  await finish(app, bea, draft.uuid);
  const [first] = await recordsOf(app, bea, 'clients');
  assert.deepEqual(Object.values(first!.custom), ['new_york']);
  const answer = await fetch(`${app.base_url}/api/v2/clients.csv?sort=name`, {
    headers: { authorization: `Bearer ${bea.token}` },
  });
  const exported = await answer.text();
  assert.match(exported, /,New York,/);
  const again = await finish(app, bea, (await draftOf(app, bea, own, { 'clients.csv': exported })).uuid);
  assert.deepEqual([again.counts.unchanged, again.counts.lost_cells], [12, 0]);
  // Somebody else gets the words as well.
  const cleo = await app.addUser();
  const moved = await draftOf(app, cleo, await app.addAccount(cleo), { 'clients.csv': exported });
  assert.ok(wordsOf(moved).some((custom) => Object.values(custom!).includes('Köln')));
});

test('columns that nobody knows become custom fields of the type that their values have', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const header = 'Name,Renewal day,Fee,Tier,Homepage of the shop,Is VIP,Remark,Fee';
  const rows = Array.from(
    { length: 12 },
    (_, n) =>
      `Firm ${n},2026-0${(n % 9) + 1}-15,${n}.5,${n % 2 ? 'Gold' : 'Silver'},https://s${n}.example,${n % 2 ? 'yes' : 'no'},Word ${n},${n * 2}`,
  );
  const draft = await draftOf(app, bea, own, { 'clients.csv': [header, ...rows].join('\n') });
  const types = draft.plan.files[0]!.columns.map(({ to, type }) => (to === 'custom' ? type : to));
  assert.deepEqual(types, ['name', 'date', 'number', 'choice', 'url', 'boolean', 'text', 'number']);
  const [, renewal, fee] = draft.plan.files[0]!.columns;
  const plan = structuredClone(draft.plan);
  plan.files[0]!.columns[6] = { column: 'Remark', to: null };
  const changed = await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, { as: bea, body: { plan } });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const said = changed.body.data.warnings.map(({ detail }: { detail: string }) => detail);
  assert.ok(said.includes('Columns that are left out: "Remark".'), said.join(' '));
  assert.ok(
    said.some((detail: string) => detail.includes('"Fee (number)"')),
    said.join(' '),
  );
  const done = await finish(app, bea, draft.uuid);
  assert.deepEqual([done.counts.created, done.counts.lost_cells], [12, 0]);
  const { body } = await app.call('GET', '/api/v2/clients?filter[custom.Fee][gte]=11&sort=name', { as: bea });
  assert.deepEqual(body.data[0].custom, {
    [renewal!.column]: '2026-03-15',
    [fee!.column]: 11.5,
    Tier: 'gold',
    'Homepage of the shop': 'https://s11.example',
    'Is VIP': true,
    // Two columns of one name are two fields.
    'Fee 2': 22,
  });
});

test('an import after an undo of one makes the fields anew that went with this', async () => {
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const file = (...tiers: string[]) =>
    ['Name,Tier', ...Array.from({ length: 12 }, (_, n) => `Firm ${n},${tiers[n % tiers.length]}`)].join('\n');
  const first = await draftOf(app, bea, own, { 'clients.csv': file('Gold', 'Silver') });
  const { change_uuid } = await finish(app, bea, first.uuid);
  await app.call('POST', `/api/v2/changes/${change_uuid}/undo`, { as: bea, body: {} });
  const fields = async () => (await app.call('GET', '/api/v2/custom-fields', { as: bea })).body.data;
  assert.deepEqual(await fields(), []);
  const second = await draftOf(app, bea, own, { 'clients.csv': file('Gold', 'Bronze') });
  const done = await finish(app, bea, second.uuid);
  assert.deepEqual([done.counts.created, done.counts.lost_cells], [12, 0]);
  const [tier, ...others] = await fields();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [tier.archived_at, tier.options.map(({ label }: { label: string }) => label)],
    [null, ['Gold', 'Bronze']],
  );
});
