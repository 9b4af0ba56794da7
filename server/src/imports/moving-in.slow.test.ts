import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Import, ImportRow } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import type { Worker } from '../worker.ts';
import { type Business, businessOf } from './testing/business.ts';
import { draftOf, finish, recordsOf } from './testing/sending.ts';
import { SOURCES } from './testing/sources.ts';

let app: TestApp;
let worker: Worker;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});

const CRMS = [
  'hubspot',
  'hubspot in Spanish',
  'hubspot in German',
  'pipedrive',
  'salesforce',
  'zoho',
  'twenty',
  'espocrm',
];
const business = businessOf();

for (const [name, source] of Object.entries(SOURCES)) {
  test(`a business moves in from ${name}, with every record as it was there`, async () => {
    const ann = await app.addUser();
    const account = await app.addAccount(ann);
    const draft = await draftOf(app, ann, account, await source(business));
    assert.equal(draft.preset, name.split(' ')[0]);
    // Rows that only link records of other files change these.
    const expected = (file: number) => (draft.files[file]!.name.includes('Role') ? 'updated' : 'created');
    assert.deepEqual(
      draft.preview.filter(({ file, outcome }) => outcome !== expected(file)),
      [],
    );
    const done = await finish(app, ann, draft.uuid);
    await compareWithPreview(ann, draft);
    assert.deepEqual(
      [done.state, done.counts.refused, done.progress.done],
      ['completed', 0, done.progress.total],
      JSON.stringify(done.counts),
    );
    const isCrm = CRMS.includes(name);
    await compareClients(ann, business, name);
    await comparePeople(ann, business, name);
    if (isCrm) await compareSales(ann, business);
    if (isCrm) await compareTodos(ann, business, name);
    if (!['twenty', 'espocrm'].includes(name) && isCrm) await compareNotes(ann, business);
    app.clock.advance(1000);
    // Sent again, it finds everything and changes nothing.
    const again = await draftOf(app, ann, account, await source(business));
    assert.ok(again.warnings.some(({ code }) => code === 'imported_before'));
    const second = await finish(app, ann, again.uuid);
    const { created, updated, added } = second.counts;
    assert.deepEqual({ created, updated, added }, { created: 0, updated: 0, added: 0 });
  });
}

/** Each row of the preview says what the run did. */
async function compareWithPreview(as: TestUser, { uuid, preview }: Import): Promise<void> {
  const done = await app.call('GET', `/api/v2/imports/${uuid}/rows?limit=200`, { as });
  for (const { file, line, outcome, losses } of preview) {
    const row = done.body.data.find((one: ImportRow) => one.file === file && one.line === line);
    assert.deepEqual([row.outcome, row.losses], [outcome, losses], `line ${line} of file ${file}`);
  }
}

async function compareClients(as: TestUser, { companies }: Business, name: string): Promise<void> {
  const clients = await recordsOf(app, as, 'clients');
  assert.equal(clients.length, companies.length);
  const isThin = !CRMS.includes(name);
  for (const company of companies) {
    const client = clients.find((one) => one.name === company.name);
    assert.ok(client, company.name);
    if (isThin) continue;
    assert.equal(client.source_created_at?.slice(0, 10), company.created);
    assert.equal(client.addresses[0]?.city, company.city);
  }
}

async function comparePeople(as: TestUser, { people }: Business, name: string): Promise<void> {
  const contacts = await recordsOf(app, as, 'contacts');
  const clients = await recordsOf(app, as, 'clients');
  assert.equal(contacts.length, people.length);
  for (const person of people) {
    const contact = contacts.find((one) => one.emails[0]?.value === person.email);
    assert.ok(contact, person.email);
    if (!name.startsWith('outlook'))
      assert.deepEqual([contact.first_name, contact.last_name], [person.first, person.last]);
    if (name !== 'pipedrive') assert.equal(contact.job_title, person.title);
    const phones = contact.phones.map(({ e164 }: { e164: string }) => e164);
    assert.ok(phones.includes(person.phone.replaceAll(' ', '')), `${person.phone}: ${phones}`);
    const client = clients.find(({ uuid }) => uuid === contact.clients[0]?.client_uuid);
    assert.equal(client?.name, person.company.name);
    assert.equal(contact.clients.length, 1);
  }
}

async function compareSales(as: TestUser, { sales }: Business): Promise<void> {
  const deals = await recordsOf(app, as, 'deals');
  assert.equal(deals.length, sales.length);
  const pipelines = await recordsOf(app, as, 'pipelines');
  const stages = new Map(
    pipelines.flatMap((one) =>
      one.stages.map((stage: { uuid: string; name: string }) => [stage.uuid, stage.name]),
    ),
  );
  for (const sale of sales) {
    const deal = deals.find(({ title }) => title === sale.title);
    assert.ok(deal, sale.title);
    assert.deepEqual([Number(deal.amount), deal.status], [sale.amount, sale.status]);
    assert.equal(deal.closed_at?.slice(0, 10) ?? null, sale.status === 'open' ? null : sale.closes);
    assert.equal(deal.expected_close_on, sale.closes);
    if (sale.status === 'open')
      assert.equal(
        String(stages.get(deal.stage_uuid)).toLowerCase().replace('_', ' '),
        sale.stage.toLowerCase(),
      );
    assert.equal(await nameOf(as, 'clients', deal.client_uuid), sale.company.name);
    assert.equal(deal.contacts.length, 1, sale.title);
  }
  const won = await app.call(
    'GET',
    '/api/v2/deals?filter[status]=won&filter[closed_at][gte]=2026-10-01&filter[closed_at][lt]=2026-11-01',
    { as },
  );
  const expected = sales.filter(
    ({ status, closes }) => status === 'won' && closes >= '2026-10-01' && closes < '2026-11-01',
  );
  assert.equal(won.body.data.length, expected.length, JSON.stringify(won.body));
}

async function compareTodos(as: TestUser, { todos }: Business, name: string): Promise<void> {
  const tasks = await recordsOf(app, as, 'tasks');
  assert.equal(tasks.length, todos.length);
  for (const todo of todos) {
    const task = tasks.find(({ title }) => title === todo.title);
    assert.ok(task, todo.title);
    assert.deepEqual([task.status, task.due_on], [todo.is_done ? 'completed' : 'open', todo.due]);
    // Twenty names no record in a task.
    assert.equal(task.records.length > 0, name !== 'twenty', todo.title);
  }
}

async function compareNotes(as: TestUser, { remarks }: Business): Promise<void> {
  const notes = await recordsOf(app, as, 'notes');
  assert.equal(notes.length, remarks.length);
  for (const remark of remarks) {
    const note = notes.find(({ body }) => body === remark.body);
    assert.ok(note, remark.body);
    assert.equal(note.source_created_at?.slice(0, 10), remark.written);
    assert.ok(note.records.length >= 1);
  }
}

async function nameOf(as: TestUser, plural: string, uuid: string): Promise<string> {
  return (await app.call('GET', `/api/v2/${plural}/${uuid}`, { as })).body.data.name;
}
