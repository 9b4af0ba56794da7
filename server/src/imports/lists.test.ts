import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Import, ImportWarning } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import type { Worker } from '../worker.ts';
import { recognise } from './read/recognise.ts';
import { draftOf, finish, recordsOf } from './testing/sending.ts';

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

async function imported(name: string, lines: string[]) {
  const draft = await draftOf(app, ann, account, { [name]: lines.join('\n') });
  return { draft, done: await finish(app, ann, draft.uuid) };
}

test('deals of a list without a client come without one, which is told, and a filter finds them', async () => {
  const { draft, done } = await imported('deals.csv', ['deal_name,stage,amount', 'Lens,New,5', 'Mill,New,6']);
  assert.equal(
    told(draft, 'no_client'),
    '2 rows name no Client and no person, so these Deals have no Client yet. The filter "Client" finds them.',
  );
  assert.deepEqual([done.counts.created, done.counts.refused], [2, 0]);
  const { body } = await app.call('GET', '/api/v2/deals?filter[client_uuid][is_null]=true&sort=title', {
    as: ann,
  });
  assert.deepEqual(
    body.data.map(({ title, client_uuid }: Record<string, unknown>) => [title, client_uuid]),
    [
      ['Lens', null],
      ['Mill', null],
    ],
  );
});

test('a deal without a title is called by its Client and product or stage, or by its id', async () => {
  const lines = ['opportunity_id,account,product,deal_stage', '1,Acme,Lens,New', '2,Acme,,New', '3,,,New'];
  const { draft } = await imported('pipeline.csv', lines);
  assert.match(told(draft, 'no_name')!, /^3 rows have no title: it is made of/);
  const deals = await recordsOf(app, ann, 'deals');
  assert.deepEqual(deals.map(({ title }) => title).toSorted(), ['Acme – Lens', 'Acme – New', 'Deal 3']);
});

test('a deal names its Client by a domain and its person by an e-mail address', async () => {
  const { uuid } = (
    await app.call('POST', '/api/v2/clients', { as: ann, body: { name: 'Acme', domain: 'acme.example' } })
  ).body.data;
  const emails = [{ value: 'bo@acme.example' }];
  await app.call('POST', '/api/v2/contacts', { as: ann, body: { name: 'Bo Ek', emails } });
  const { done } = await imported('deals.csv', [
    'Deal ID,Deal Name,Deal Stage,Associated Company Domain,Associated Contact Email',
    '1,Lens,New,www.acme.example,Bo@acme.example',
    '2,Mill,New,beta.example,',
    '3,Loom,New,beta.example,no@beta.example',
  ]);
  assert.deepEqual([done.counts.created, done.counts.added, done.counts.lost_cells], [3, 1, 1]);
  const [lens, mill, loom] = (await recordsOf(app, ann, 'deals')).toSorted((a, b) =>
    a.external_id < b.external_id ? -1 : 1,
  );
  assert.deepEqual([lens!.client_uuid, lens!.contacts.length], [uuid, 1]);
  assert.equal(mill!.client_uuid, loom!.client_uuid);
  const made = (await recordsOf(app, ann, 'clients')).find((client) => client.uuid === mill!.client_uuid)!;
  assert.deepEqual([made.name, made.domain], ['beta.example', 'beta.example']);
});

test('a Client that a row names beside its id gets the id, so that the list of Clients finds it', async () => {
  const people = ['First Name,Last Name,Email,Company,Account Id', 'Bo,Ek,bo@acme.example,Acme,A-1'];
  const { done } = await imported('people.csv', people);
  assert.deepEqual([done.counts.added, done.counts.lost_cells], [1, 0]);
  await imported('organizations.csv', ['Organization Id,Name,Industry', 'A-1,Acme Inc,Mills']);
  const clients = await recordsOf(app, ann, 'clients');
  assert.deepEqual(
    clients.map(({ name, industry, external_id }) => [name, industry, external_id]),
    [['Acme Inc', 'Mills', 'A-1']],
  );
});

describe('a list of nobody in particular', () => {
  const targets = (names: string[], file: string) => {
    const { kind, columns } = recognise(names, file);
    return [kind, ...columns.map(({ to, label }) => (label ? `${to} ${label}` : to))];
  };

  test('has parts of addresses under any prefix that several of them have', () => {
    assert.deepEqual(
      targets(
        [
          'Account Name',
          'Address 1: City',
          'Address 1: ZIP/Postal Code',
          'Rechnungsadresse Ort',
          'Rechnungsadresse PLZ',
          'Lead City',
        ],
        'list.csv',
      ),
      [
        'client',
        'name',
        'city',
        'postal_code',
        'city rechnungsadresse',
        'postal_code rechnungsadresse',
        undefined,
      ],
    );
  });

  test('has names for what a sale is worth and when it closes', () => {
    assert.deepEqual(
      targets(
        ['Topic', 'Potential Customer', 'Est. revenue', 'Est. close date', 'Actual Close Date'],
        'x.csv',
      ),
      ['deal', 'title', 'client', 'amount', 'expected_close_on', 'closed_at'],
    );
  });

  test('is asked for its kind if it is of products or tickets', () => {
    assert.equal(targets(['Name', 'Description', 'Price', 'Currency', 'Stock'], 'products.csv')[0], null);
    assert.equal(targets(['Ticket ID', 'Ticket Name', 'Pipeline', 'Close Date'], 'tickets.csv')[0], null);
  });
});

test('a list whose header stands below notes is taken from there, and the notes are told', async () => {
  const { draft, done } = await imported('Connections.csv', [
    'Notes:',
    '"When exporting your connection data, you may notice that some e-mail addresses are missing."',
    '',
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
    'Ada,Lovelace,https://www.example.com/in/ada,,Engines,Founder,24 Nov 2026',
    'Grace,Hopper,https://www.example.com/in/grace,grace@navy.example,Navy,Admiral,03 Jan 2026',
  ]);
  assert.match(told(draft, 'header_below')!, /^The names of the columns are in line 4\. .*"Notes:"/);
  assert.deepEqual([done.counts.created, done.counts.refused, done.counts.added], [2, 0, 2]);
  const people = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(people.map(({ name, job_title }) => [name, job_title]).toSorted(), [
    ['Ada Lovelace', 'Founder'],
    ['Grace Hopper', 'Admiral'],
  ]);
});

test('a first line with known names is the header, whatever stands below', async () => {
  const { done } = await imported('people.csv', [
    'Name,Email',
    'First name,last@name.example',
    'Email,e@mail.example',
  ]);
  assert.equal(done.counts.created, 2);
});
