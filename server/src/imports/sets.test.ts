import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { zipOf } from '../platform/sheets/testing/files.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import type { Worker } from '../worker.ts';
import { draftOf, finish, recordsOf, sendFiles } from './testing/sending.ts';

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

const draft = (lines: string[]) => draftOf(app, ann, account, { 'people.csv': lines.join('\n') });

test('a picture or PDF in a zip file is left out and named, and the lists in it are taken', async () => {
  const zip = await zipOf({
    'logo.png': Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(100, 200)]),
    'clients.csv': 'Name\nZeiss',
    'offer.pdf': '%PDF-1.7 …',
    'letter.docx': await zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': '<x/>' }),
    'nothing.csv': '',
  });
  const first = await draftOf(app, ann, account, { 'all.zip': zip });
  assert.deepEqual(
    first.warnings.map(({ file, detail }) => [first.files[file!]!.name, detail]),
    [
      ['logo.png', 'a picture'],
      ['offer.pdf', 'a PDF'],
      ['letter.docx', 'no workbook'],
      ['nothing.csv', 'empty'],
    ].map(([name, what]) => [name, `The file is ${what}, which has no rows to read, so it is left out.`]),
  );
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.refused], [1, 0]);
});

test('a file that cannot be read is left out alone, and named with the line that is at fault', async () => {
  const files = { 'people.csv': 'Name,E-mail\nAda,a@b.example\n', 'broken.csv': 'Name\nBo\n"Cyd\n' };
  const made = await draftOf(app, ann, account, files);
  const [warning] = made.warnings.filter(({ code }) => code === 'file_unread');
  assert.match(
    warning!.detail,
    /^The file is left out: "broken\.csv": .*line 3.*a quote is opened and never closed/,
  );
  const { counts } = await finish(app, ann, made.uuid);
  assert.equal(counts.created, 1);
  const alone = await sendFiles(app, ann, account, { 'broken.csv': files['broken.csv'] });
  assert.equal(alone.status, 400);
  assert.match(alone.body.detail!, /^"broken\.csv": In the row that begins at line 3/);
});

test('a zip file of nothing but pictures is refused with what they are', async () => {
  const zip = await zipOf({ 'logo.gif': 'GIF89a', 'offer.pdf': '%PDF-1.7 …' });
  const { status, body } = await sendFiles(app, ann, account, { 'all.zip': zip });
  assert.equal(status, 400);
  assert.match(body.detail!, /^The file "logo\.gif" is a picture\. Nothing was imported\./);
});

test('two people with one e-mail address are found again by their names, whichever way the file is sent', async () => {
  const lines = ['First name,Last name,E-mail,Job title'];
  const [hans, lena] = ['Hans,Müller,info@mill.example', 'Lena,Groß,info@mill.example'];
  await finish(app, ann, (await draft([...lines, `${hans},Miller`, `${lena},Buyer`])).uuid);
  app.clock.advance(1000);
  const again = await draft([...lines, `${lena},Buyer`, `${hans},Owner`, 'Uwe,Jäger,info@mill.example,']);
  const { counts } = await finish(app, ann, again.uuid);
  assert.deepEqual([counts.created, counts.unchanged, counts.updated, counts.refused], [1, 1, 1, 0]);
  const people = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    people.map(({ name, job_title }) => [name, job_title]),
    [
      ['Hans Müller', 'Owner'],
      ['Lena Groß', 'Buyer'],
      ['Uwe Jäger', null],
    ],
  );
});

test('an own list in German has its amounts, days and words read as what they are', async () => {
  const lines = [
    'Kunde;Kunde seit;Mobil;Umsatz;Rabatt;Gegründet;Schlagworte;Verantwortlich',
    `Öko AG;24.12.2020;0171/1234567;12.500,50 €;1.234,5;24.12.1999;VIP, Messe;${ann.email}`,
    `Müller GmbH;03.04.2019;;1.234,00 €;99 €;01.02.2003;;${ann.email}`,
  ];
  const first = await draftOf(app, ann, account, { 'kunden.csv': lines.join('\n') });
  assert.deepEqual(
    first.plan.files[0]!.columns.map(({ to, type }) => type ?? to),
    ['name', 'source_created_at', 'phone', 'money', 'text', 'date', 'tags', 'owner_uuid'],
  );
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [2, 0]);
  const [oeko] = await recordsOf(app, ann, 'clients');
  assert.deepEqual(oeko!.custom, {
    Umsatz: { amount: '12500.50', currency: 'EUR' },
    Rabatt: '1.234,5',
    Gegründet: '1999-12-24',
  });
  assert.deepEqual(
    [oeko!.source_created_at.slice(0, 10), oeko!.tags, oeko!.owner_uuid, oeko!.phones[0].label],
    ['2020-12-24', ['VIP', 'Messe'], ann.uuid, 'mobile'],
  );
});

test('a file sent again says which records were changed here since, unless the plan keeps them', async () => {
  const lines = ['ID,First name,Last name,E-mail,Job title', '1,Ann,Mill,ann@mill.example,Miller'];
  lines.push('2,Bo,Mill,bo@mill.example,Buyer', '3,Cy,Mill,cy@mill.example,CEO');
  await finish(app, ann, (await draft(lines)).uuid);
  app.clock.advance(1000);
  const [, bo, cy] = await recordsOf(app, ann, 'contacts');
  const edit = (uuid: string, body: object) =>
    app.call('PATCH', `/api/v2/contacts/${uuid}`, { as: ann, body });
  await edit(bo!.uuid, { job_title: 'Head of buying' });
  // What the file does not say is not overwritten.
  await edit(cy!.uuid, { description: 'Likes tea.' });
  const again = await draft(lines);
  const told = ({ warnings }: typeof again) => warnings.find(({ code }) => code === 'changed_since')?.detail;
  assert.equal(
    told(again),
    '1 row overwrites what was changed here after that import: "Bo Mill" in line 3. ' +
      'To keep it, choose that a record that is there is left alone, or filled only where it is empty.',
  );
  const plan = { ...again.plan, on_match: 'fill' };
  const kept = await app.call('PATCH', `/api/v2/imports/${again.uuid}`, { as: ann, body: { plan } });
  assert.equal(told(kept.body.data), undefined);
});

test('a weekly export of Salesforce is taken: most of its hundred lists are empty, or have no kind here', async () => {
  const shared = 'CreatedDate,CreatedById,LastModifiedDate,SystemModstamp';
  const zip = await zipOf({
    'Account.csv':
      'Id,IsDeleted,MasterRecordId,Name,Type,BillingStreet\n0011,0,,Zeiss,Customer,Main Street 1',
    'Contact.csv': 'Id,IsDeleted,MasterRecordId,AccountId,LastName,FirstName\n0031,0,,0011,Abbe,Ernst',
    ...Object.fromEntries(many(90, (n) => [`Empty${n}__c.csv`, `Id,IsDeleted,Name,${shared}\n`])),
    ...Object.fromEntries(many(30, (n) => [`Case${n}.csv`, `Id,IsDeleted,Name,${shared}\n500,0,Case,,,,`])),
    ...Object.fromEntries(many(400, (n) => [`Attachments/00P${n}`, 'Name,E-mail\nNobody,no@example.com'])),
  });
  const first = await draftOf(app, ann, account, { 'WE_00D_1.ZIP': zip });
  const left = first.warnings.filter(({ code }) => code === 'kind_unknown' || code === 'no_rows');
  assert.deepEqual(
    left.map(({ file, detail }) => [file === null ? null : first.files[file]!.name, detail]),
    [
      [
        null,
        '90 files have no rows beside their header, so they are left out: "Empty0__c.csv", "Empty1__c.csv", ' +
          '"Empty2__c.csv", "Empty3__c.csv", "Empty4__c.csv", "Empty5__c.csv" and 84 more.',
      ],
      [
        null,
        '30 files are left out: these records of Salesforce have no kind here. Say what the rows of one are to take ' +
          'them all the same: "Case0.csv", "Case1.csv", "Case2.csv", "Case3.csv", "Case4.csv", "Case5.csv" and 24 more.',
      ],
      ['WE_00D_1.ZIP', '400 files in it are no lists by their names, so they are left out.'],
    ],
  );
  const plan = { ...first.plan, strict: true };
  const changed = await app.call('PATCH', `/api/v2/imports/${first.uuid}`, { as: ann, body: { plan } });
  assert.equal(changed.status, 200);
  const { counts } = await finish(app, ann, first.uuid);
  assert.deepEqual([counts.created, counts.refused], [2, 0]);
  const [abbe] = await recordsOf(app, ann, 'contacts');
  assert.equal(abbe!.clients.length, 1);
});

test('a zip file of more lists than an import has is refused, and so is one of attachments alone', async () => {
  const lists = await zipOf(Object.fromEntries(many(201, (n) => [`list${n}.csv`, 'Name\nZeiss'])));
  const { status, body } = await sendFiles(app, ann, account, { 'all.zip': lists });
  assert.deepEqual(
    [status, body.detail],
    [400, 'The zip file has more than 200 lists. Send those that you need. Nothing was imported.'],
  );
  const others = await zipOf(Object.fromEntries(many(30, (n) => [`Attachments/00P${n}`, 'Name'])));
  const refused = await sendFiles(app, ann, account, { 'all.zip': others });
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail!, /^No file in "all\.zip" is a list by its name/);
});

function many<Item>(count: number, item: (n: number) => Item): Item[] {
  return Array.from({ length: count }, (_, n) => item(n));
}
