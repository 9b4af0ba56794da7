import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Import, ImportPlan, MatchKey } from '@rapport/contract/imports';
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

const FILES: Record<string, string> = {
  external_id: 'ID,Name,Industry,Description\nA-1,Alpha,Mills,new\n',
  email: 'Name,E-mail,Industry,Description\nOther,OFFICE@alpha.example,Mills,new\n',
  phone: 'Name,Phone,Industry,Description\nOther,+49 (30) 11-11-11,Mills,new\n',
  domain: 'Name,Website,Industry,Description\nOther,www.alpha.example/about,Mills,new\n',
  name_city: 'Name,City,Industry,Description\nALPHA,bonn,Mills,new\n',
};

describe('a record that is there already is found and changed as the plan says', () => {
  for (const [key, csv] of Object.entries(FILES)) {
    test(`by ${key}`, async () => {
      await addAlpha();
      app.clock.advance(1000);
      const outcomes: unknown[] = [];
      for (const on_match of ['skip', 'fill', 'update', 'create'] as const) {
        await run('clients.csv', csv, { on_match, match_by: [key as MatchKey], take_hints: true });
        app.clock.advance(1000);
        const all = await recordsOf(app, ann, 'clients');
        const alpha = all.find(({ external_id }) => external_id === 'A-1')!;
        outcomes.push([on_match, all.length, alpha.industry, alpha.description]);
      }
      assert.deepEqual(outcomes, [
        ['skip', 1, null, 'old'],
        ['fill', 1, 'Mills', 'old'],
        ['update', 1, 'Mills', 'new'],
        // Two records cannot have one id.
        ['create', key === 'external_id' ? 1 : 2, 'Mills', 'new'],
      ]);
    });
  }
});

test('of two people with one name, the one at the Client of the row is meant, else a new one', async () => {
  const uuids = [];
  for (const name of ['Alpha', 'Beta']) {
    const { uuid } = await make('clients', { name });
    uuids.push((await make('contacts', { name: 'Ann Lee', clients: [{ client_uuid: uuid }] })).uuid);
  }
  app.clock.advance(1000);
  const csv = 'Full name,Company,Job title\nAnn Lee,Beta,CTO\nAnn Lee,,CEO\n';
  const done = await run('contacts.csv', csv, { on_match: 'update', match_by: ['name_city'] });
  assert.deepEqual([done.counts.updated, done.counts.created], [1, 1]);
  const people = await recordsOf(app, ann, 'contacts');
  const titles = uuids.map((uuid) => people.find((one) => one.uuid === uuid)!.job_title);
  assert.deepEqual(titles, [null, 'CTO']);
});

describe('a hint changes no record', () => {
  const contact = { name: 'Ann Lee', job_title: 'CTO', addresses: [{ city: 'Bonn' }] };
  const reach = { emails: [{ value: 'ann@alpha.example' }], phones: [{ value: '+49 30 111111' }] };
  for (const [what, csv, name] of [
    ['a phone of colleagues', 'Name,Phone,Job title\nBo Ek,+49 30 111111,CEO\n', 'Bo Ek'],
    ['an address of colleagues', 'Name,E-mail,Job title\nBo Ek,ann@alpha.example,CEO\n', 'Bo Ek'],
    ['a name and town', 'Name,City,Job title\nAnn Lee,Bonn,CEO\n', 'Ann Lee'],
    [
      'a name and phone, with another address',
      'Name,Phone,E-mail,Job title\nAnn Lee,+49 30 111111,al@beta.example,CEO\n',
      'Ann Lee',
    ],
  ] as const) {
    test(`${what}: the row is told, and makes a new one`, async () => {
      await make('contacts', { ...contact, ...reach });
      app.clock.advance(1000);
      const draft = await draftOf(app, ann, account, { 'contacts.csv': csv });
      const said = draft.warnings.find(({ code }) => code === 'likely_same')!.detail;
      assert.match(said, new RegExp(`"${name}" in line 2 has the .* of "Ann Lee"`));
      await finish(app, ann, draft.uuid);
      const people = await recordsOf(app, ann, 'contacts');
      assert.deepEqual(
        people.map((one) => [one.name, one.job_title]),
        [
          ['Ann Lee', 'CTO'],
          [name, 'CEO'],
        ],
      );
      app.clock.advance(1000);
      const again = await run('contacts.csv', csv, {});
      assert.deepEqual([again.counts.created, again.counts.unchanged], [0, 1]);
    });
  }

  for (const [what, csv] of [
    ['by a phone and their name', 'Name,Phone,Job title\nann lee,+49 30 111111,CEO\n'],
    ['by their address, with one name alone', 'First name,E-mail,Job title\nAnn,ann@alpha.example,CEO\n'],
  ] as const) {
    test(`but a person is found ${what}`, async () => {
      await make('contacts', { ...contact, ...reach });
      app.clock.advance(1000);
      const done = await run('contacts.csv', csv, {});
      assert.deepEqual([done.counts.created, done.counts.updated], [0, 1]);
    });
  }

  test('a domain: a row without a name or with another one leaves the company as it is called', async () => {
    await addAlpha();
    app.clock.advance(1000);
    const csv =
      'Company,Domain,Industry\n,alpha.example,Mills\nBeta,alpha.example,Looms\nALPHA,alpha.example,Shoes\n';
    const done = await run('clients.csv', csv, {});
    assert.deepEqual([done.counts.created, done.counts.updated], [2, 1]);
    const found = await recordsOf(app, ann, 'clients');
    assert.deepEqual(found.map(({ name, industry }) => [name, industry]).toSorted(), [
      ['ALPHA', 'Shoes'],
      ['Beta', 'Looms'],
      ['alpha.example', 'Mills'],
    ]);
  });

  test('a title: a deal of another Client stays there', async () => {
    const { uuid } = await make('clients', { name: 'Alpha' });
    await make('deals', { title: 'Mill', client_uuid: uuid });
    app.clock.advance(1000);
    const done = await run('deals.csv', 'Deal name,Company\nMill,Beta\nMill,Alpha\n', {});
    assert.deepEqual([done.counts.created, done.counts.unchanged], [1, 1]);
  });

  test('a list with two rows that are alike changes nothing when it is sent again', async () => {
    const csv =
      'Name,E-mail,City\nAnn Lee,ann@alpha.example,Bonn\nAnn Lee,ann@alpha.example,Bonn\nBo Ek,,Bonn\nBo Ek,,Bonn\n';
    await run('contacts.csv', csv, {});
    app.clock.advance(1000);
    const again = await run('contacts.csv', csv, {});
    assert.deepEqual([again.counts.created, again.counts.unchanged, again.counts.refused], [0, 4, 0]);
  });
});

test('a row that renames a record, or gives it the address of another, is told with both names', async () => {
  await make('contacts', { name: 'Ann Lee', external_id: 'P-1', emails: [{ value: 'ann@alpha.example' }] });
  await make('contacts', { name: 'Bo Ek', emails: [{ value: 'bo@alpha.example' }] });
  app.clock.advance(1000);
  const csv = 'ID,Name,E-mail\nP-1,Ann Miller,bo@alpha.example\n';
  const { warnings } = await draftOf(app, ann, account, { 'contacts.csv': csv });
  const told = ['renamed', 'email_shared'].map((code) => warnings.find((one) => one.code === code)?.detail);
  assert.deepEqual(told, [
    '1 row gives another name to a record that is there: "Ann Lee" becomes "Ann Miller" (line 2).',
    '1 row gives a record an e-mail address that another one has: "Ann Miller" (line 2) gets one of "Bo Ek".',
  ]);
});

test('rows of one file with one id are one record, and people of one name stay two', async () => {
  const csv = 'ID,Name,Industry\n1,Alpha,Mills\n1,Alpha,Looms\n,Beta,\n,Beta,\n';
  const done = await run('clients.csv', csv, {});
  assert.deepEqual([done.counts.created, done.counts.unchanged, done.counts.lost_cells], [3, 1, 1]);
  const found = await recordsOf(app, ann, 'clients');
  assert.deepEqual(found.map(({ name, industry }) => [name, industry]).toSorted(), [
    ['Alpha', 'Mills'],
    ['Beta', null],
    ['Beta', null],
  ]);
});

test('two rows with ids of their own stay two, although both have the e-mail of one record', async () => {
  await make('contacts', { name: 'Ann Lee', emails: [{ value: 'office@alpha.example' }] });
  app.clock.advance(1000);
  const csv = 'ID,Full name,E-mail\n1,Ann Lee,office@alpha.example\n2,Bo Ek,office@alpha.example\n';
  const done = await run('contacts.csv', csv, {});
  assert.deepEqual([done.counts.created, done.counts.updated], [1, 1]);
  const found = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(found.map(({ name, external_id }) => [name, external_id]).toSorted(), [
    ['Ann Lee', '1'],
    ['Bo Ek', '2'],
  ]);
});

for (const [far, between] of [
  ['near', 1],
  ['far', 900],
] as const) {
  test(`a second row ${far} below fills the record of the first, and is refused where a hint would rename it`, async () => {
    const emails = [{ value: 'office@alpha.example' }];
    await make('contacts', { name: 'Ann Lee', emails, phones: [{ value: '+49 30 111111' }] });
    app.clock.advance(1000);
    const others = Array.from({ length: between }, (_, n) => `Other ${n},o${n}@alpha.example,,\n`).join('');
    const csv = (second: string) =>
      `Full name,E-mail,Phone,Job title\nAnn Lee,office@alpha.example,,CTO\n${others}${second},CEO\n`;
    const done = await run('contacts.csv', csv('Bo Ek,,+49 30 111111'), { take_hints: true });
    assert.deepEqual([done.counts.updated, done.counts.refused], [1, 1]);
    const query = '?filter[email]=office@alpha.example';
    const found = async () => {
      const { body } = await app.call('GET', `/api/v2/contacts${query}`, { as: ann });
      return body.data.map(({ name, job_title }: Record<string, unknown>) => [name, job_title]).toSorted();
    };
    assert.deepEqual(await found(), [['Ann Lee', 'CTO']]);
    const { body } = await app.call('GET', `/api/v2/imports/${done.uuid}/rows?outcome=refused`, { as: ann });
    assert.match(body.data[0].losses[0].detail, /same record, "Ann Lee", and this one would rename it/);
    app.clock.advance(1000);
    const again = await run('contacts.csv', csv('Ann Ek,office@alpha.example,'), {});
    assert.deepEqual([again.counts.created, again.counts.refused], [1, 0]);
    assert.deepEqual(await found(), [
      ['Ann Ek', 'CEO'],
      ['Ann Lee', 'CTO'],
    ]);
  });
}

test('deals of one title stay several, however far apart they stand in the file', async () => {
  const { uuid } = await make('clients', { name: 'Alpha' });
  await make('deals', { title: 'Mill', client_uuid: uuid });
  app.clock.advance(1000);
  const rows = Array.from({ length: 600 }, (_, n) => (n % 590 < 2 ? 'Renewal,Alpha' : `Deal ${n},Alpha`));
  const done = await run('deals.csv', `Deal name,Company\n${rows.join('\n')}\n`, {});
  assert.deepEqual([done.counts.created, done.counts.updated, done.counts.refused], [600, 0, 0]);
});

test('a row with the id of a merged record fills the one that stays, and a link leads there', async () => {
  const csv = 'ID,Name,Description\nA-1,Alpha,chosen\nA-2,Alpha too,other\n';
  await run('clients.csv', csv, {});
  const [stays, goes] = await recordsOf(app, ann, 'clients');
  const body = { from_uuid: goes!.uuid };
  const merged = await app.call('POST', `/api/v2/clients/${stays!.uuid}/merge`, { as: ann, body });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  const again = await run('clients.csv', csv, {});
  assert.deepEqual([again.counts.created, again.counts.unchanged], [0, 2]);
  await run('clients.csv', 'ID,Name,Industry\nA-2,Alpha too,Looms\n', {});
  await run('contacts.csv', 'ID,First name,Company ID\nP-1,Ann,A-2\n', {});
  const clients = await recordsOf(app, ann, 'clients');
  assert.deepEqual(
    clients.map((one) => [one.uuid, one.external_id, one.name, one.description, one.industry]),
    [[stays!.uuid, stays!.external_id, stays!.name, stays!.description, 'Looms']],
  );
  const [person] = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    person!.clients.map(({ client_uuid }: { client_uuid: string }) => client_uuid),
    [stays!.uuid],
  );
});

test('a list exported before a merge makes nothing anew when it is imported behind it', async () => {
  const [stays, goes] = [await make('clients', { name: 'Alpha' }), await make('clients', { name: 'Beta' })];
  const path = `${app.base_url}/api/v2/clients.csv?account_uuid=${account}`;
  const list = await fetch(path, { headers: { authorization: `Bearer ${ann.token}` } });
  const csv = await list.text();
  const body = { from_uuid: goes.uuid };
  await app.call('POST', `/api/v2/clients/${stays.uuid}/merge`, { as: ann, body });
  const done = await run('clients.csv', csv, {});
  assert.deepEqual([done.counts.created, done.counts.unchanged], [0, 2]);
});

test('a row that only fills what is empty leaves the day alone on which a deal was closed', async () => {
  await make('clients', { name: 'Alpha' });
  const csv = 'ID,Deal name,Company,Status,Closed at\nD-1,One,Alpha,Won,2026-03-01\n';
  await run('deals.csv', csv, {});
  await run('deals.csv', csv.replace('03-01', '05-01'), { on_match: 'fill' });
  const [deal] = await recordsOf(app, ann, 'deals');
  assert.equal(deal!.closed_at?.slice(0, 10), '2026-03-01');
});

test('several addresses and phones keep their labels, and a file sent twice says so', async () => {
  const csv =
    'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value\n' +
    'Ann,Lee,* myContacts ::: * friends,* Work,ann@work.example ::: ann@other.example,Home,ann@home.example,Mobile,+49 171 1234567\n';
  await run('contacts.csv', csv, {});
  const [contact] = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    contact!.emails.map(({ label, value }: { label: string; value: string }) => [label, value]),
    [
      ['Work', 'ann@work.example'],
      ['Work', 'ann@other.example'],
      ['Home', 'ann@home.example'],
    ],
  );
  assert.equal(contact!.phones[0].label, 'Mobile');
  // Google gives the other label to everybody.
  assert.deepEqual(contact!.tags, ['friends']);
  const again = await draftOf(app, ann, account, { 'contacts.csv': csv });
  const said = again.warnings.find(({ code }) => code === 'imported_before')!.detail;
  assert.match(said, /^This file was imported on \d+ \w+ \d{4}: 1 rows? (is|are) the same\.$/);
});

async function addAlpha(): Promise<void> {
  await make('clients', {
    name: 'Alpha',
    external_id: 'A-1',
    website: 'https://alpha.example',
    domain: 'alpha.example',
    emails: [{ value: 'office@alpha.example' }],
    phones: [{ value: '+49 30 111111' }],
    addresses: [{ city: 'Bonn' }],
    description: 'old',
  });
}

async function make(plural: string, body: object): Promise<{ uuid: string }> {
  const answer = await app.call('POST', `/api/v2/${plural}`, { as: ann, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

async function run(
  name: string,
  csv: string,
  how: { on_match?: ImportPlan['on_match']; match_by?: MatchKey[]; take_hints?: boolean },
): Promise<Import> {
  const draft = await draftOf(app, ann, account, { [name]: csv });
  const { on_match = draft.plan.on_match, match_by = draft.plan.files[0]!.match_by } = how;
  const { take_hints = false } = how;
  const files = draft.plan.files.map((file) => ({ ...file, match_by, take_hints }));
  const body = { plan: { ...draft.plan, on_match, files } };
  const changed = await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, { as: ann, body });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  return finish(app, ann, draft.uuid);
}
