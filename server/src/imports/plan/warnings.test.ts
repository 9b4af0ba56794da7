import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Import, ImportWarning } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Worker } from '../../worker.ts';
import { draftOf, finish, recordsOf } from '../testing/sending.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});
beforeEach(async () => {
  ann = await app.addUser();
  account = await app.addAccount(ann);
});

const told = ({ warnings }: Import, code: ImportWarning['code']) =>
  warnings.find((warning) => warning.code === code)?.detail;
const draft = (lines: string[], name = 'clients.csv') =>
  draftOf(app, ann, account, { [name]: lines.join('\n') });

test('of a changed file, the rows that were imported before are counted, in any order of the columns', async () => {
  const firms = Array.from({ length: 600 }, (_, n) => `Firm ${n},Mills,`);
  await finish(app, ann, (await draft(['Name,Industry,City', ...firms])).uuid);
  const changed = firms.map((_, n) => (n < 20 ? `Tools,Firm ${n}` : `Mills,Firm ${n}`));
  const again = await draft(['Industry,Name', ...changed, 'Mills,Another']);
  assert.match(
    told(again, 'imported_before')!,
    /^A part of this file was imported on \d+ \w+ \d{4}: 580 of its 601 rows are the same\.$/,
  );
});

test('a row that was refused, or whose import was taken back, is not said to be imported before', async () => {
  const lines = ['First name,E-mail', 'Ann,ann@example.com', ',no address'];
  const done = await finish(app, ann, (await draft(lines, 'people.csv')).uuid);
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 1]);
  const again = await draft([...lines, 'Bo,bo@example.com'], 'people.csv');
  assert.match(told(again, 'imported_before')!, /: 1 of its 3 rows are the same\.$/);
  const path = `/api/v2/changes/${done.change_uuid}/undo`;
  assert.equal((await app.call('POST', path, { as: ann, body: {} })).status, 200);
  assert.equal(told(await draft(lines, 'people.csv'), 'imported_before'), undefined);
});

test('rows of others are not compared', async () => {
  const lines = ['Name', 'Alpha', 'Beta'];
  await finish(app, ann, (await draft(lines)).uuid);
  const bea = await app.addUser();
  const own = await app.addAccount(bea);
  const theirs = await draftOf(app, bea, own, { 'clients.csv': lines.join('\n') });
  assert.equal(told(theirs, 'imported_before'), undefined);
});

test('rows that look like records which the keys do not find are told, with what they share', async () => {
  const make = (plural: string, body: object) => app.call('POST', `/api/v2/${plural}`, { as: ann, body });
  await make('clients', {
    name: 'Zeiss AG',
    external_id: 'old:1',
    domain: 'zeiss.example',
    phones: [{ value: '+49 3641 640' }],
  });
  await make('clients', { name: 'Leitz', kind: 'organisation', addresses: [{ postal_code: '35578' }] });
  const lines = [
    'ID,Name,Website,Phone,Zip,City',
    '7,Carl Zeiss,https://www.zeiss.example,,,',
    '8,LEITZ,,,35578,Wetzlar',
    '9,Zeiss,,03641 640,,',
    '10,Nobody,,,35578,Wetzlar',
  ];
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: ann, body: { country: 'DE' } });
  const first = await draft(lines);
  assert.equal(
    told(first, 'likely_same'),
    '3 rows look like records that are there, but make new ones: "Carl Zeiss" in line 2 has the domain of "Zeiss AG", ' +
      '"LEITZ" in line 3 has the name and postal code of "Leitz", "Zeiss" in line 4 has the phone number of "Zeiss AG". ' +
      'Say that what they share makes them the same, or merge them afterwards.',
  );
  const plan = structuredClone(first.plan);
  plan.files[0]!.columns[0] = { column: 'ID', to: null };
  plan.files[0]!.match_by = ['domain', 'phone'];
  plan.files[0]!.take_hints = true;
  const changed = await app.call('PATCH', `/api/v2/imports/${first.uuid}`, { as: ann, body: { plan } });
  assert.match(told(changed.body.data, 'likely_same')!, /^1 row looks like a record .* "LEITZ" in line 3/);
});

test('of a long file it is told that the rows behind the first thousand are not looked at', async () => {
  const body = { account_uuid: account, name: 'Zeiss' };
  await app.call('POST', '/api/v2/clients', { as: ann, body });
  const rows = Array.from({ length: 1001 }, (_, n) => `${n},Long list ${n},`);
  assert.equal(
    told(await draft(['ID,Name,Website', ...rows]), 'likely_same'),
    'Of the first 1,000 rows, none looks like another record. The rows behind them are not looked at: Duplicates shows them after the import.',
  );
});

test('numbers that only the country of the Account makes whole are told until it has one', async () => {
  const people = ['Ann,040 111 22', 'Bo,+49 40 11123', 'Cy,112', 'Di,0049 40 111 24', 'Ed,(202) 555-0102'];
  const made = await draft(['First name,Phone', ...people], 'people.csv');
  assert.equal(
    told(made, 'no_country'),
    '2 phone numbers, such as "040 111 22", have no country code, and the Account has no country. What is written so ' +
      'stays so: a search with the code does not find it, and Duplicates does not compare it. ' +
      'Choose the country of the Account before you start.',
  );
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: ann, body: { country: 'DE' } });
  const { body } = await app.call('GET', `/api/v2/imports/${made.uuid}`, { as: ann });
  assert.equal(told(body.data, 'no_country'), undefined);
  await finish(app, ann, made.uuid);
  const [first] = await recordsOf(app, ann, 'contacts');
  assert.equal(first!.phones[0].e164, '+494011122');
  assert.equal(
    told(await draft(['First name,Phone', 'Flo,040 111 25'], 'people.csv'), 'no_country'),
    undefined,
  );
});

test('a stage that the start creates is in the preview, and no fault of its row', async () => {
  const deals = await draft(['Deal Name,Deal Stage,Company', 'Mill,Qualified out,Alpha'], 'deals.csv');
  assert.equal(deals.plan.values.stage?.['Qualified out'], 'create');
  const [row] = deals.preview;
  assert.deepEqual([row!.losses, row!.fields!['Deal Stage']], [[], 'Qualified out']);
});

test('stages of a source stand in its order, also in the preview, with own ones where the file has them', async () => {
  const rows = ['Negotiation/Review', 'Legal check', 'Closed Won', 'Prospecting', 'Needs Analysis'];
  const opportunities = [
    'Id,IsDeleted,AccountId,Name,StageName,CloseDate,Probability',
    // As likely as each other, which says nothing of their order.
    ...rows.map((stage, n) => `006${n},0,,Deal ${n},${stage},2026-01-0${n + 1},10`),
  ];
  const made = await draft(opportunities, 'Opportunity.csv');
  assert.equal(
    told(made, 'stages_created'),
    'Stages that will be created, in this order: "Prospecting", "Legal check", "Needs Analysis", "Negotiation/Review".',
  );
  const { body } = await app.call('GET', `/api/v2/imports/${made.uuid}`, { as: ann });
  const order = ['Prospecting', 'Legal check', 'Needs Analysis', 'Negotiation/Review', 'Closed Won'];
  assert.deepEqual(Object.keys(body.data.plan.values.stage), order);
  await finish(app, ann, made.uuid);
  const [sales] = await recordsOf(app, ann, 'pipelines');
  const stages = sales!.stages.map(({ name }: { name: string }) => name);
  assert.deepEqual(stages.slice(-4), order.slice(0, 4));
});

test('stages of HubSpot by their internal names, and of Zoho, stand as deals pass through them', async () => {
  const hubspot = ['contractsent', 'appointmentscheduled', 'qualifiedtobuy'];
  const zoho = ['Proposal/Price Quote', 'Qualification', 'Identify Decision Makers'];
  const byHubspot = await draft(
    ['Record ID,Deal Name,Deal Stage', ...hubspot.map((stage, n) => `${n},Deal ${n},${stage}`)],
    'deals.csv',
  );
  const byZoho = await draft(
    [
      'Record Id,Deal Name,Deal Owner.id,Closing Date,Stage',
      ...zoho.map((stage, n) => `z${n},Deal ${n},,,${stage}`),
    ],
    'Deals.csv',
  );
  assert.deepEqual(
    [byHubspot, byZoho].map((made) => told(made, 'stages_created')!.split(': ')[1]),
    [
      '"appointmentscheduled", "qualifiedtobuy", "contractsent".',
      '"Qualification", "Identify Decision Makers", "Proposal/Price Quote".',
    ],
  );
});

test('what people whom nobody knows own belongs to nobody in the import of a program, or to its owner', async () => {
  const made = await draft(['Name,Owner', 'Alpha,Bob Elsewhere']);
  const { uuid, plan } = made;
  const unknown = 'No User of the Account is called "Bob Elsewhere". What they own';
  assert.equal(plan.owner_uuid, null);
  assert.equal(
    told(made, 'users_unknown'),
    `${unknown} belongs to nobody then. Their names are kept beside, so that a filter finds it.`,
  );
  plan.owner_uuid = ann.uuid;
  const changed = await app.call('PATCH', `/api/v2/imports/${uuid}`, { as: ann, body: { plan } });
  assert.equal(
    told(changed.body.data, 'users_unknown'),
    `${unknown} goes to the owner whom you choose. Their names are kept beside, so that a filter finds it.`,
  );
});

test('a list of the Users of Salesforce says who owns what, and makes no records', async () => {
  const made = await draftOf(app, ann, account, {
    'Account.csv': 'Id,Name,BillingCity,OwnerId\n001A,Alpha,Bonn,005A\n001B,Beta,Ulm,005B\n',
    'User.csv': `Id,Username,Name,Email,IsActive,ProfileId\n005A,ann@org,Ann,${ann.email},1,00e\n005B,bob@org,Bob Elsewhere,bob@example.org,1,00e\n`,
  });
  assert.deepEqual(made.plan.values.user, { '005A': ann.uuid, '005B': null });
  assert.deepEqual(made.people, { '005A': 'Ann', '005B': 'Bob Elsewhere' });
  assert.match(told(made, 'users_unknown')!, /"Bob Elsewhere"/);
  assert.match(told(made, 'kind_unknown')!, /says who owns what\. It becomes no records/);
  await finish(app, ann, made.uuid);
  const owners = (await recordsOf(app, ann, 'clients')).map(({ owner_uuid }) => owner_uuid);
  assert.deepEqual(new Set(owners), new Set([ann.uuid, null]));
  assert.deepEqual(await recordsOf(app, ann, 'contacts'), []);
});

test('new fields of a program that names columns as its API does are called in words', async () => {
  const made = await draft(
    ['Id,Name,BillingCity,AnnualRevenue,Loss_Reason__c', '1,Alpha,Bonn,12,Price'],
    'Account.csv',
  );
  await finish(app, ann, made.uuid);
  const { body } = await app.call('GET', '/api/v2/custom-fields', { as: ann });
  assert.deepEqual(
    body.data.map(({ key, label }: { key: string; label: string }) => [key, label]),
    [
      ['AnnualRevenue', 'Annual Revenue'],
      ['Loss_Reason__c', 'Loss Reason'],
    ],
  );
  const [alpha] = await recordsOf(app, ann, 'clients');
  assert.deepEqual(alpha!.custom, { AnnualRevenue: 12, Loss_Reason__c: 'Price' });
  // The same file finds its fields again.
  app.clock.advance(1000);
  const again = await draft(['Id,Name,BillingCity,AnnualRevenue', '1,Alpha,Bonn,13'], 'Account.csv');
  assert.equal(again.plan.files[0]!.columns[3]!.key, 'AnnualRevenue');
  assert.equal(told(again, 'columns_custom'), undefined);
});

test('files of HubSpot without main companies link people and deals to all that they name', async () => {
  const made = await draftOf(app, ann, account, {
    'companies.csv': 'Record ID,Company name,Company owner\n1,Alpha,\n2,Beta,\n',
    'contacts.csv': 'Record ID,First Name,Email,Associated Company IDs\n5,Ann,a@alpha.example,1;2\n',
    'deals.csv': 'Record ID,Deal Name,Deal Stage,Associated Company IDs\n9,Mill,Offer,2\n',
  });
  assert.equal(made.preset, 'hubspot');
  const done = await finish(app, ann, made.uuid);
  assert.deepEqual([done.counts.created, done.counts.refused], [4, 0]);
  const [person] = await recordsOf(app, ann, 'contacts');
  assert.equal(person!.clients.length, 2);
});

test('files of HubSpot link people to all of their companies, the main one first, and keep each address', async () => {
  const made = await draftOf(app, ann, account, {
    'companies.csv': 'Record ID,Company name,Company owner\n1,Alpha,\n2,Beta,\n',
    'contacts.csv':
      'Record ID,First Name,Email,Additional email addresses,Associated Company IDs,Associated Company IDs (Primary)\n' +
      '5,Ann,a@alpha.example,ann@home.example;a@beta.example,1;2,2\n6,Bob,b@alpha.example,,1,\n',
    'deals.csv':
      'Record ID,Deal Name,Deal Stage,Associated Company IDs,Associated Company IDs (Primary)\n' +
      '9,Mill,Offer,1;2,2\n10,Yard,Offer,1,\n',
  });
  assert.equal(made.preset, 'hubspot');
  assert.equal(told(made, 'columns_custom'), undefined);
  assert.deepEqual(
    made.preview.flatMap(({ losses }) => losses),
    [
      {
        column: 'Associated Company IDs',
        cell: '1',
        detail: 'A deal has one client, and the row names another before.',
      },
    ],
  );
  const done = await finish(app, ann, made.uuid);
  assert.deepEqual([done.counts.created, done.counts.refused], [6, 0]);
  const clients = await recordsOf(app, ann, 'clients');
  const called = (uuid: string) => clients.find((client) => client.uuid === uuid)?.name;
  const [one, two] = await recordsOf(app, ann, 'contacts');
  const companies = [one!, two!].map((person) =>
    person.clients.map((link: { client_uuid: string; primary: boolean }) => [
      called(link.client_uuid),
      link.primary,
    ]),
  );
  assert.deepEqual(companies, [
    [
      ['Beta', true],
      ['Alpha', false],
    ],
    [['Alpha', false]],
  ]);
  assert.deepEqual(
    one!.emails.map(({ value }: { value: string }) => value),
    ['a@alpha.example', 'ann@home.example', 'a@beta.example'],
  );
  const deals = await recordsOf(app, ann, 'deals');
  assert.deepEqual(
    deals.map(({ client_uuid }) => called(client_uuid)),
    ['Beta', 'Alpha'],
  );
});

test('companies of HubSpot in German have their domain, their day and where they stand', async () => {
  const made = await draft(
    [
      'Datensatz-ID,Unternehmensname,Domainname des Unternehmens,Lifecycle-Phase,Erstelldatum',
      '1,Alpha,alpha.example,Sales-Qualified-Lead,2024-02-03 14:22',
      '2,Beta,,Abonnent,2024-02-04 14:22',
    ],
    'unternehmen.csv',
  );
  assert.equal(made.preset, 'hubspot');
  assert.deepEqual(
    made.warnings.map(({ code }) => code),
    [],
  );
  await finish(app, ann, made.uuid);
  const clients = await recordsOf(app, ann, 'clients');
  assert.deepEqual(
    clients.map(({ name, domain, status, source_created_at: at }) =>
      [name, domain, status, at.slice(0, 10)].join(),
    ),
    ['Alpha,alpha.example,prospect,2024-02-03', 'Beta,,lead,2024-02-04'],
  );
});

test('a note of Zoho belongs to the id that it names, and the name beside that is no loss', async () => {
  const made = await draftOf(app, ann, account, {
    'Accounts.csv': 'Record Id,Account Name,Account Owner\nzcrm_4,"Küche, Büro",\n',
    'Notes.csv': 'Record Id,Note Content,Parent Id.id,Parent Id\nzcrm_6,Hello,zcrm_4,"Küche, Büro"\n',
    'Notes of before.csv': 'Record Id,Note Content,Parent Id\nzcrm_8,Old,zcrm_4\n',
  });
  assert.equal(made.preset, 'zoho');
  assert.deepEqual(
    made.preview.flatMap(({ losses }) => losses),
    [],
  );
  await finish(app, ann, made.uuid);
  const notes = await recordsOf(app, ann, 'notes');
  assert.deepEqual(
    notes.map(({ body, records }) => [body, records.length]),
    [
      ['Hello', 1],
      ['Old', 1],
    ],
  );
});

test('how long an activity of Pipedrive took is minutes', async () => {
  const made = await draft(
    ['Activity - Subject,Activity - Duration', 'Call,00:30', 'Visit,02:15', 'Mail,'],
    'activities.csv',
  );
  assert.equal(made.preset, 'pipedrive');
  assert.deepEqual(
    made.preview.flatMap(({ losses }) => losses),
    [],
  );
  await finish(app, ann, made.uuid);
  const tasks = await recordsOf(app, ann, 'tasks');
  assert.deepEqual(
    tasks.map(({ duration_min }) => duration_min),
    [30, 135, null],
  );
});

test('a birthday without its year, as Google writes it, is kept as a text', async () => {
  const lines = ['First Name,Last Name,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value'];
  lines.push(
    'Ann,Mill,--03-04,* myContacts,Work,ann@mill.example',
    'Bo,Mill,1980-02-29,,,',
    'Cy,Mill,--02-31,,,',
  );
  const made = await draft(lines, 'contacts.csv');
  assert.equal(made.preset, 'google');
  const { counts } = await finish(app, ann, made.uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [3, 1]);
  const people = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    people.map(({ birthday_on, custom }) => [birthday_on, custom.Birthday]),
    [
      [null, '4 March'],
      ['1980-02-29', undefined],
      [null, undefined],
    ],
  );
});

test('contacts of Outlook in German have their numbers, addresses and days, and no day is no loss', async () => {
  const made = await draft(
    [
      'Anrede,Vorname,Nachname,Firma,Position,Straße geschäftlich,Ort geschäftlich,Postleitzahl geschäftlich,Telefon geschäftlich,Mobiltelefon,E-Mail-Adresse,E-Mail 2: Adresse,Geburtstag,Jahrestag,Privat',
      'Frau,Ada,Byron,Zeiss,Leitung,Am Weg 1,Jena,07743,+49 3641 640,+49 171 1234567,a@zeiss.example,ada@home.example,24.12.1979,0.0.00,Aus',
      ',Bea,Kern,,,,,,,,b@zeiss.example,,0.0.00,0.0.00,Aus',
      ',Cem,Lang,,,,,,,,c@zeiss.example,,00.00.0000,1.5.2010,Aus',
    ],
    'kontakte.csv',
  );
  assert.equal(made.preset, 'outlook');
  assert.equal(told(made, 'columns_custom'), 'Columns that become new custom fields: "Jahrestag (date)".');
  assert.deepEqual(
    made.preview.flatMap(({ losses }) => losses),
    [],
  );
  await finish(app, ann, made.uuid);
  const [ada, bea, cem] = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(ada!.addresses, [
    { label: 'work', street: 'Am Weg 1', city: 'Jena', postal_code: '07743' },
  ]);
  assert.deepEqual(
    ada!.phones.map(({ label, e164 }: { label: string; e164: string }) => [label, e164]),
    [
      ['work', '+493641640'],
      ['mobile', '+491711234567'],
    ],
  );
  assert.deepEqual(
    ada!.emails.map(({ value }: { value: string }) => value),
    ['a@zeiss.example', 'ada@home.example'],
  );
  assert.deepEqual([ada!.birthday_on, ada!.job_title, bea!.birthday_on], ['1979-12-24', 'Leitung', null]);
  assert.deepEqual([bea!.custom, cem!.custom], [{}, { Jahrestag: '2010-05-01' }]);
});

test('a person without a name is called as their address, else as their company', async () => {
  const lines = [
    'First name,E-mail,Phone,Company',
    ',a@alpha.example,030 1234567,Alpha',
    ',,030 7654321,Pizzeria',
  ];
  const { preview } = await draft(lines, 'people.csv');
  assert.deepEqual(
    preview.map(({ title }) => title),
    ['a@alpha.example', 'Pizzeria'],
  );
});

test('words such as open are a choice, and only yes and no are yes or no', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `Firm ${n},${n % 2 ? 'Open' : 'In progress'},yes`);
  const { plan } = await draft(['Name,Lead Status,Newsletter', ...rows]);
  assert.deepEqual(
    plan.files[0]!.columns.map(({ type }) => type),
    [undefined, 'choice', 'boolean'],
  );
});

test('a column of a field that the Account has is none that becomes a new one', async () => {
  const declare = (field: object) =>
    app.call('POST', '/api/v2/custom-fields', { as: ann, body: { resource: 'client', ...field } });
  await declare({ label: 'Renewal', type: 'date' });
  await declare({ label: 'Buyer', type: 'user' });
  const first = await draft(['Name,Renewal,Buyer,Shoe size', 'Alpha,2026-03-31,Bob,42'], 'list.csv');
  assert.equal(told(first, 'columns_custom'), 'Columns that become new custom fields: "Shoe size (number)".');
  const plan = structuredClone(first.plan);
  plan.files[0]!.columns[3] = { column: 'Shoe size', to: 'custom', key: 'renewal', type: null };
  const changed = await app.call('PATCH', `/api/v2/imports/${first.uuid}`, { as: ann, body: { plan } });
  assert.equal(told(changed.body.data, 'columns_custom'), undefined);
  assert.equal(told(changed.body.data, 'columns_loose'), undefined);
});

test('the labels of custom fields say what the rows of a file are', async () => {
  const declare = (resource: string, label: string) =>
    app.call('POST', '/api/v2/custom-fields', { as: ann, body: { resource, label, type: 'text' } });
  await declare('client', 'Renewal');
  await declare('contact', 'Shirt size');
  const kindOf = async (header: string, cells: string) =>
    (await draft([header, cells], 'list.csv')).plan.files[0]!.resource;
  assert.equal(await kindOf('Name,Renewal', 'Alpha,soon'), 'client');
  assert.equal(await kindOf('Name,shirt_size', 'Ann,M'), 'contact');
  assert.equal(await kindOf('Renewal', 'soon'), 'client');
});

test('columns that come together with another kind are taken, not replaced', async () => {
  const { uuid, plan } = await draft(['Nr,Text', '1,Alpha', '2,Beta'], 'list.csv');
  plan.files[0]!.resource = 'client';
  plan.files[0]!.columns = [
    { column: 'Nr', to: 'external_id' },
    { column: 'Text', to: 'name' },
  ];
  const changed = await app.call('PATCH', `/api/v2/imports/${uuid}`, { as: ann, body: { plan } });
  assert.deepEqual(
    changed.body.data.plan.files[0].columns.map(({ to }: { to: string }) => to),
    ['external_id', 'name'],
  );
  plan.files[0]!.resource = 'note';
  const refused = await app.call('PATCH', `/api/v2/imports/${uuid}`, { as: ann, body: { plan } });
  assert.equal(refused.status, 200, 'the same columns, so those of a note are proposed');
});

test('a deal that was won or lost was so on its close date, and a file without one says so', async () => {
  const rows = [
    'A,Zeiss,Won,',
    'B,Zeiss,Lost,2025-06-02',
    'C,Zeiss,Won,2027-06-02',
    'D,Zeiss,Lead,2027-06-02',
  ];
  const dated = await draft(['Deal,Company,Stage,Close date', ...rows], 'deals.csv');
  assert.equal(told(dated, 'no_closed_at'), undefined);
  await finish(app, ann, dated.uuid);
  const deals = await recordsOf(app, ann, 'deals');
  const today = app.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(
    deals.map(({ title, closed_at, expected_close_on }) => [
      title,
      closed_at?.slice(0, 10) ?? null,
      expected_close_on,
    ]),
    [
      ['A', today, null],
      ['B', '2025-06-02', '2025-06-02'],
      ['C', today, '2027-06-02'],
      ['D', null, '2027-06-02'],
    ],
  );
  const expected = 'No column says when deals were won or lost: they will count as closed today.';
  assert.equal(
    told(await draft(['Deal,Company,Status', 'A,Zeiss,Won'], 'deals.csv'), 'no_closed_at'),
    expected,
  );
  assert.equal(
    told(await draft(['Deal,Company,Status', 'A,Zeiss,Open'], 'deals.csv'), 'no_closed_at'),
    undefined,
  );
});

test('a column without a name, and a second one for the same field, are named', async () => {
  const { warnings } = await draft(['Name,Name,City,', 'Zeiss,,Jena,x', ',Leitz,Wetzlar,']);
  const details = warnings.filter(({ code }) => code === 'columns_left_out').map(({ detail }) => detail);
  assert.deepEqual(details, [
    'Columns that are left out: "column 4, without a name".',
    'Columns whose field an earlier column becomes, so they count where that is empty: "Name".',
  ]);
});
