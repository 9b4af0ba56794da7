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
const draft = (files: Record<string, string[]>) =>
  draftOf(
    app,
    ann,
    account,
    Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, lines.join('\n')])),
  );

const LEAD =
  'Id,LastName,FirstName,Company,Email,Street,City,Status,LeadSource,IsConverted,ConvertedContactId';

test('leads of Salesforce become Contacts of their companies, and converted ones are left out', async () => {
  const first = await draft({
    'Lead.csv': [
      LEAD,
      '00Q1,Hopper,Grace,Navy,grace@navy.example,1 Main St,Boston,Working,Web,0,',
      '00Q2,Lovelace,Ada,Engines,ada@engines.example,,,Closed - Converted,Web,1,0031',
    ],
    'Task.csv': ['Id,WhoId,WhatId,Subject,Status', '00T1,00Q1,,Call Grace,Not Started'],
  });
  assert.match(told(first, 'leads')!, /^Leads become Contacts\./);
  assert.deepEqual(
    first.preview.map(({ outcome, losses }) => [outcome, losses[0]?.detail]),
    [
      ['created', undefined],
      ['skipped', 'It was converted in the source: the person is among its Contacts.'],
      ['created', undefined],
    ],
  );
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.skipped, counts.added], [2, 1, 1]);
  const [client] = await recordsOf(app, ann, 'clients');
  assert.deepEqual([client!.name, client!.status, client!.kind], ['Navy', 'lead', 'organisation']);
  const [contact] = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    [contact!.name, contact!.external_id, contact!.clients[0].client_uuid, contact!.addresses[0].city],
    ['Grace Hopper', 'salesforce:00Q1', client!.uuid, 'Boston'],
  );
  const [task] = await recordsOf(app, ann, 'tasks');
  assert.equal(task!.records[0].uuid, contact!.uuid);
});

test('leads of Zoho become Contacts, also beside a company that is there', async () => {
  await app.call('POST', '/api/v2/clients', { as: ann, body: { name: 'Navy', status: 'active' } });
  const first = await draft({
    'Leads.csv': [
      'Record Id,Lead Owner.id,Lead Owner,Company,First Name,Last Name,Email,Lead Status,Zip Code',
      'zcrm_1,zcrm_9,Ann,Navy,Grace,Hopper,grace@navy.example,Contacted,02108',
    ],
  });
  assert.equal(first.preset, 'zoho');
  await finish(app, ann, first.uuid);
  const [client, ...others] = await recordsOf(app, ann, 'clients');
  assert.deepEqual([client!.status, others], ['active', []]);
  const [contact] = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    [contact!.external_id, contact!.clients[0].client_uuid, contact!.custom['Lead Status']],
    ['zoho:zcrm_1', client!.uuid, 'Contacted'],
  );
});

test('leads of Pipedrive become open Deals of their people, in the first stage', async () => {
  const first = await draft({
    'leads.csv': [
      'Lead - ID,Lead - Title,Lead - Value,Lead - Currency,Lead - Labels,Lead - Contact person,Lead - Organization',
      'u-1,Ten pages,100,EUR,Hot,Grace Hopper,Navy',
    ],
    'people.csv': ['Person - ID,Person - Name,Person - Email', '1,Grace Hopper,grace@navy.example'],
    'activities.csv': ['Activity - ID,Activity - Subject,Activity - Lead', '5,Call Grace,Ten pages'],
  });
  assert.match(told(first, 'leads')!, /^Leads become open Deals in the first stage\./);
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.refused, counts.lost_cells], [3, 0, 0]);
  const [client] = await recordsOf(app, ann, 'clients');
  assert.deepEqual([client!.name, client!.status], ['Navy', 'lead']);
  const [contact] = await recordsOf(app, ann, 'contacts');
  const [deal] = await recordsOf(app, ann, 'deals');
  const [pipeline] = await recordsOf(app, ann, 'pipelines');
  assert.deepEqual(
    [deal!.status, deal!.stage_uuid, deal!.client_uuid, deal!.contacts[0].contact_uuid, Number(deal!.amount)],
    ['open', pipeline!.stages[0].uuid, client!.uuid, contact!.uuid, 100],
  );
  const [task] = await recordsOf(app, ann, 'tasks');
  assert.equal(task!.records[0].uuid, deal!.uuid);
});

const SALES = {
  'Account.csv': ['Id,Name,BillingCity', '0011,Navy,Boston', '0012,Engines,London'],
  'Contact.csv': [
    'Id,LastName,FirstName,AccountId,Email',
    '0031,Hopper,Grace,0011,grace@navy.example',
    '0032,Lovelace,Ada,0012,ada@engines.example',
  ],
  'Opportunity.csv': [
    'Id,Name,AccountId,StageName,CloseDate,Amount',
    '0061,Ten pages,0011,Qualified,2027-01-02,5',
  ],
};
// The file of links comes first, as somebody may choose it first.
const ROLES = {
  'OpportunityContactRole.csv': [
    'Id,OpportunityId,ContactId,Role,IsPrimary,CreatedDate',
    '00K1,0061,0031,Decision Maker,1,2026-01-01T00:00:00.000Z',
    '00K2,0061,0032,Advisor,1,2026-01-01T00:00:00.000Z',
    '00K3,0069,0031,Advisor,0,2026-01-01T00:00:00.000Z',
  ],
  'AccountContactRelation.csv': ['Id,AccountId,ContactId,Roles,IsDirect', '07k1,0011,0032,Advisor,0'],
};

for (const on_match of ['update', 'skip'] as const) {
  test(`files of links of Salesforce link what the set brings, when others are left alone or not: ${on_match}`, async () => {
    const first = await draft({ ...ROLES, ...SALES });
    const roles = first.files.findIndex(({ name }) => name === 'OpportunityContactRole.csv');
    const told = first.warnings.filter(({ file }) => file === roles);
    assert.deepEqual(
      told.map(({ detail }) => detail),
      [
        '1 row will be refused: There is no deal "salesforce:0069" that the row could link. (1)',
        'Columns that are left out: "Id", "CreatedDate".',
      ],
    );
    const plan = { ...first.plan, on_match };
    await app.call('PATCH', `/api/v2/imports/${first.uuid}`, { as: ann, body: { plan } });
    const { counts } = await finish(app, ann, first.uuid);
    assert.deepEqual([counts.created, counts.updated, counts.refused], [5, 3, 1]);
    const path = `/api/v2/imports/${first.uuid}/rows?outcome=refused`;
    const [refused] = (await app.call('GET', path, { as: ann })).body.data;
    assert.equal(refused.losses[0].detail, 'There is no deal "salesforce:0069" that the row could link.');
    const [grace, ada] = await recordsOf(app, ann, 'contacts');
    const [navy, engines] = await recordsOf(app, ann, 'clients');
    const [deal] = await recordsOf(app, ann, 'deals');
    assert.deepEqual(
      deal!.contacts.map(({ contact_uuid, role, primary }: Record<string, unknown>) => [
        contact_uuid,
        role,
        primary,
      ]),
      [
        [grace!.uuid, 'Decision Maker', true],
        [ada!.uuid, 'Advisor', false],
      ],
    );
    assert.deepEqual(
      ada!.clients.map(({ client_uuid, role }: Record<string, unknown>) => [client_uuid, role]),
      [
        [engines!.uuid, null],
        [navy!.uuid, 'Advisor'],
      ],
    );
    app.clock.advance(1000);
    const again = await finish(app, ann, (await draft({ ...SALES, ...ROLES })).uuid);
    assert.deepEqual([again.counts.created, again.counts.updated], [0, 0]);
  });
}

test('a list of Salesforce whose records have no kind here is left out and named', async () => {
  const first = await draft({
    'Campaign.csv': [
      'Id,IsDeleted,Name,Type,Status,ExpectedRevenue,OwnerId',
      '701,0,Fair,Email,Planned,9,005',
    ],
    'Case.csv': ['Id,IsDeleted,CaseNumber,ContactId,Subject,Status,OwnerId', '500,0,1,,It is broken,New,005'],
    ...SALES,
  });
  const left = first.warnings.filter(({ code }) => code === 'kind_unknown');
  assert.deepEqual(
    left.map(({ file, detail }) => [first.files[file!]!.name, detail]),
    ['Campaign.csv', 'Case.csv'].map((name) => [
      name,
      'The file is left out: these records of Salesforce have no kind here. Say what its rows are to take them all the same.',
    ]),
  );
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.refused], [5, 0]);
});
