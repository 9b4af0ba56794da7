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
  assert.deepEqual([done.counts.created, done.counts.added, done.counts.lost_cells], [3, 2, 0]);
  const [lens, mill, loom] = (await recordsOf(app, ann, 'deals')).toSorted((a, b) =>
    a.external_id < b.external_id ? -1 : 1,
  );
  assert.deepEqual([lens!.client_uuid, lens!.contacts.length, loom!.contacts.length], [uuid, 1, 1]);
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

  test('has names behind the one of their table, and with a plural in brackets', () => {
    assert.deepEqual(targets(['kun_id', 'user_id', 'kun_firma', 'kun_telefon', 'kun_town'], 'x.csv'), [
      'client',
      'external_id',
      undefined,
      'name',
      'phone',
      'city',
    ]);
    assert.deepEqual(
      targets(['crm.lead.name', 'crm.lead.phone', 'crm.lead.mobile', 'crm.lead.job_title'], 'x.csv'),
      ['contact', 'name', 'phone', 'phone mobile', 'job_title'],
    );
    assert.deepEqual(targets(['Contact: Name', 'Contact: E-Mail(s)', 'Contact: Телефон(ы)'], 'x.csv'), [
      'contact',
      'name',
      'email',
      'phone',
    ]);
    assert.deepEqual(targets(['Client_First_Name', 'Client_Last_Name', 'Goals'], 'x.csv'), [
      'contact',
      'first_name',
      'last_name',
      undefined,
    ]);
  });

  test('is one of companies where they have tax numbers, or where it names a business and nobody', () => {
    assert.deepEqual(targets(['imie', 'nazwisko', 'nazwa_firmy', 'nip'], 'klienci.csv'), [
      'client',
      'person_first_name',
      'person_last_name',
      'name',
      'tax_number',
    ]);
    assert.deepEqual(targets(['Business Name', 'Phone Number', 'Notes'], 'leads.csv'), [
      'client',
      'name',
      'phone',
      'description',
    ]);
    assert.deepEqual(targets(['Practice Name', 'Town', 'Website'], 'x.csv'), [
      'client',
      'name',
      'city',
      'website',
    ]);
  });

  test('has no owner here in a broker or a sort of customer that stands beside that word', () => {
    assert.deepEqual(targets(['Company', 'Broker/Owner', 'Industrial/Commercial', 'City'], 'x.csv'), [
      'client',
      'name',
      undefined,
      undefined,
      'city',
    ]);
    assert.deepEqual(targets(['Company', 'Owner/Account owner', 'City'], 'x.csv')[2], 'owner_uuid');
  });

  test('has names behind the word for customers, and currencies in small letters', () => {
    assert.deepEqual(targets(['NombreCliente', 'Ciudad', 'Pais'], 'clientes.csv'), [
      'client',
      'name',
      'city',
      'country',
    ]);
    assert.deepEqual(targets(['empresa', 'etapa', 'importe_eur', 'contacto', 'cierre previsto'], 'x.csv'), [
      'deal',
      'client',
      'stage_uuid',
      'amount',
      'contact',
      'closes_at',
    ]);
  });

  test('is asked for its kind if it is of products or tickets', () => {
    assert.equal(targets(['Name', 'Description', 'Price', 'Currency', 'Stock'], 'products.csv')[0], null);
    assert.equal(targets(['Ticket ID', 'Ticket Name', 'Pipeline', 'Close Date'], 'tickets.csv')[0], null);
  });
});

describe('columns as their values say', () => {
  const planned = async (lines: string[]) => {
    const { plan } = await draftOf(app, ann, account, { 'list.csv': lines.join('\n') });
    const { resource, columns } = plan.files[0]!;
    return [resource, ...columns.map(({ to, type }) => (type ? `${to} ${type}` : to))];
  };

  test('are of addresses whatever they are called, and no names where they say yes or no', async () => {
    assert.deepEqual(
      await planned(['Name,Feld 7,Ort', 'Max,max@muster.example,Bonn', 'Eva,eva@licht.example,Linz']),
      ['contact', 'name', 'email', 'city'],
    );
    assert.deepEqual(
      await planned(['customer,name,phone,tax number', 'True,Acme,030 123456,1', 'False,Beta,,2']),
      ['client', 'custom boolean', 'name', 'phone', 'tax_number'],
    );
  });

  test('become fields of their own where an earlier one has their field in the same rows', async () => {
    assert.deepEqual(await planned(['Company,Sector,Industry,City', 'Acme,Food,Boxes,Bonn']), [
      'client',
      'name',
      'custom text',
      'industry',
      'city',
    ]);
    assert.deepEqual(await planned(['AccountId,AccountName,AccountNumber', 'A1,Acme,GS-1', 'A2,Beta,GS-2']), [
      'client',
      'external_id',
      'name',
      'custom text',
    ]);
    assert.deepEqual(await planned(['Company,Sector,Industry', 'Acme,Food,', 'Beta,,Boxes']), [
      'client',
      'name',
      'industry',
      'industry',
    ]);
  });

  test('have no value where a dump says so', async () => {
    assert.deepEqual(await planned(['Company,Website,Size', 'Acme,\\N,7', 'Beta,https://beta.example,\\N']), [
      'client',
      'name',
      'website',
      'custom number',
    ]);
  });

  test('keep words of which none is a choice, and two days in one cell', async () => {
    assert.deepEqual(
      await planned(['Company,Industry,Status,Term', "Acme,Mills,Haven't Called,01-03-2025 - 01-02-2026"]),
      ['client', 'name', 'industry', 'custom text', 'custom text'],
    );
  });

  test('are known without names: of people with addresses, and of firms with websites', async () => {
    assert.deepEqual(await planned(['Luigi;Verdi;V1;l@verdi.example', 'Mario;Rossi;R2;m@rossi.example']), [
      'contact',
      'first_name',
      'last_name',
      'custom text',
      'email',
    ]);
    assert.deepEqual(await planned(['Blanc & Co, blanc.example', 'Bloom, bloom.example']), [
      'client',
      'name',
      'website',
    ]);
  });

  test('bring several addresses of a cell, and names in one line without signs of control', async () => {
    await imported('people.csv', ['name,emails', 'Ada,a@b.example;c@d.example', '"Bo\nEk \u0096 Sohn",']);
    const people = await recordsOf(app, ann, 'contacts');
    assert.deepEqual(people.map(({ name, emails }) => [name, emails.length]).toSorted(), [
      ['Ada', 2],
      ['Bo Ek – Sohn', 0],
    ]);
  });

  test('are told with how many of their cells cannot be read', async () => {
    const lines = ['Name,Email', 'Ada,a@b.example', 'Bo,nowhere', 'Cy,nobody'];
    const draft = await draftOf(app, ann, account, { 'people.csv': lines.join('\n') });
    assert.equal(
      told(draft, 'cells_lost'),
      '2 cells of "Email" cannot be read and are left out, such as "nowhere".',
    );
  });
});

test('many rows without a name at one number stay unchanged when they are sent again', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => `312 555 0199,Shop ${at}`);
  const lines = ['Phone,Notes', ...rows];
  const first = await imported('contacts.csv', lines);
  assert.equal(first.done.counts.created, 9);
  app.clock.advance(1000);
  const { done } = await imported('contacts.csv', lines);
  assert.deepEqual([done.counts.created, done.counts.unchanged], [0, 9]);
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

describe('rows that lack what a record needs', () => {
  test('are told before the start with their number', async () => {
    const { draft, done } = await imported('companies.csv', [
      'Company,Industry',
      'Acme,Mills',
      ',Looms',
      ',Shoes',
    ]);
    assert.equal(
      told(draft, 'no_name'),
      '2 of 3 rows will be refused: they have no name, and nothing that stands for one.',
    );
    assert.equal(draft.files[0]!.refused_rows, 2);
    assert.deepEqual([done.counts.created, done.counts.refused], [1, 2]);
  });

  test('are told also where each has an id, unless that is of a record which is there', async () => {
    await imported('companies.csv', ['ID,Company,Industry', 'A-1,Acme,Mills']);
    const { draft, done } = await imported('more.csv', ['Client ID,Industry', 'A-1,Looms', 'A-2,Shoes']);
    assert.equal(draft.files[0]!.refused_rows, 1);
    assert.deepEqual([done.counts.updated, done.counts.refused], [1, 1]);
  });

  test('are told with the reason where they name nobody whom they are about', async () => {
    const { draft, done } = await imported('notes.csv', ['Note,Company', 'Hello,Nobody']);
    assert.match(told(draft, 'rows_refused')!, /^1 row will be refused: .*records is missing/);
    assert.deepEqual([draft.files[0]!.refused_rows, done.counts.refused], [1, 1]);
  });

  test('come with a title if they are of deals or activities', async () => {
    const { draft, done } = await imported('activities.csv', ['Task ID,Due date', 'T-1,2027-01-31']);
    assert.match(told(draft, 'no_name')!, /^1 row has no title/);
    assert.deepEqual([done.counts.created, done.counts.refused], [1, 0]);
    const [task] = await recordsOf(app, ann, 'tasks');
    assert.equal(task!.title, 'Task');
  });
});

test('a row far below that renames a record or takes an address of another is told before the start', async () => {
  await app.call('POST', '/api/v2/contacts', {
    as: ann,
    body: { name: 'Ann Lee', external_id: 'P-1', emails: [{ value: 'ann@alpha.example' }] },
  });
  const other = { name: 'Bo Ek', emails: [{ value: 'bo@alpha.example' }] };
  await app.call('POST', '/api/v2/contacts', { as: ann, body: other });
  const others = Array.from({ length: 1200 }, (_, n) => `O-${n},Other ${n},o${n}@alpha.example`);
  const lines = ['ID,Name,E-mail', ...others, 'P-1,Ann Miller,bo@alpha.example'];
  const draft = await draftOf(app, ann, account, { 'people.csv': lines.join('\n') });
  assert.match(told(draft, 'renamed')!, /"Ann Lee" becomes "Ann Miller" \(line 1202\)/);
  assert.match(told(draft, 'email_shared')!, /"Ann Miller" \(line 1202\) gets one of "Bo Ek"/);
});

describe('the halves of a file give what the whole gives', () => {
  const HEADER = 'First name,Last name,E-mail,City,Job title';
  const ROWS = [
    'Ann,Lee,office@alpha.example,Bonn,CTO',
    'Bo,Ek,office@alpha.example,Bonn,',
    'Ann,Smith,office@alpha.example,Ulm,CEO',
    'Ann,Lee,office@alpha.example,,',
    'A.,Lee,office@alpha.example,,',
  ];
  const people = async () =>
    (await recordsOf(app, ann, 'contacts')).map(({ name, job_title }) => [name, job_title]).toSorted();

  test('also where people share an e-mail address, and neither changes anything when it is sent again', async () => {
    await imported('people.csv', [HEADER, ...ROWS]);
    const whole = await people();
    assert.deepEqual(whole, [
      ['Ann Lee', 'CTO'],
      ['Ann Smith', 'CEO'],
      ['Bo Ek', null],
    ]);
    const again = await imported('people.csv', [HEADER, ...ROWS]);
    assert.deepEqual([again.done.counts.created, again.done.counts.updated], [0, 0]);
    ann = await app.addUser();
    account = await app.addAccount(ann);
    await imported('first.csv', [HEADER, ...ROWS.slice(0, 2)]);
    app.clock.advance(1000);
    await imported('second.csv', [HEADER, ...ROWS.slice(2)]);
    assert.deepEqual(await people(), whole);
  });

  test('and what a second row of a person says otherwise is named', async () => {
    const { done } = await imported('people.csv', [
      HEADER,
      ROWS[0]!,
      'Ann,Lee,office@alpha.example,Bonn,CEO',
    ]);
    assert.deepEqual([done.counts.created, done.counts.lost_cells], [1, 1]);
    const { body } = await app.call('GET', `/api/v2/imports/${done.uuid}/rows?lossy=true`, { as: ann });
    assert.deepEqual(body.data[0].losses, [
      { column: 'Job title', cell: 'CEO', detail: 'A row before says "CTO".' },
    ]);
  });

  test('and a stage that a second row says otherwise is told without a uuid', async () => {
    const { done } = await imported('deals.csv', [
      'Deal ID,Deal name,Company,Stage',
      'd1,Lens,Acme,Sample sent',
      'd1,Lens,Acme,Price agreed',
    ]);
    const { body } = await app.call('GET', `/api/v2/imports/${done.uuid}/rows?lossy=true`, { as: ann });
    const stages = body.data.flatMap(({ losses }: { losses: { column: string }[] }) =>
      losses.filter(({ column }) => column === 'Stage'),
    );
    assert.deepEqual(stages, [{ column: 'Stage', cell: null, detail: 'A row before says another one.' }]);
  });

  test('also where a Client has several deals of one title', async () => {
    const header = 'Deal name,Company,Amount';
    await imported('january.csv', [header, 'Renewal,Acme,100']);
    app.clock.advance(1000);
    const { draft, done } = await imported('february.csv', [header, 'Renewal,Acme,200']);
    assert.match(told(draft, 'likely_same')!, /"Renewal" in line 2 has the title of "Renewal"/);
    assert.deepEqual([done.counts.created, done.counts.updated], [1, 0]);
  });
});

test('owners who are no Users yet are kept by their names, and a filter finds what is theirs', async () => {
  const users = ['Id,Username,Name,Email,IsActive', '005A,jim@org,Jim Hal,jim@office.example,1'];
  const { draft } = await imported('deals.csv', [
    'Deal name,Deal owner,Company',
    `Lens,${ann.name},Acme`,
    'Mill,Jim Hal,Acme',
  ]);
  assert.match(told(draft, 'users_unknown')!, /"Jim Hal"\. .* Their names are kept beside/);
  const { body } = await app.call('GET', '/api/v2/deals?filter[custom.Deal owner]=Jim Hal', { as: ann });
  assert.deepEqual(
    body.data.map(({ title, owner_uuid }: Record<string, unknown>) => [title, owner_uuid]),
    [['Mill', draft.plan.owner_uuid]],
  );
  const all = await recordsOf(app, ann, 'deals');
  assert.deepEqual(all.find(({ title }) => title === 'Lens')!.custom, {});
  const set = {
    'User.csv': users.join('\n'),
    'Account.csv': 'Id,Name,BillingCity,OwnerId\n001A,Beta,Ulm,005A',
  };
  await finish(app, ann, (await draftOf(app, ann, account, set)).uuid);
  const beta = (await recordsOf(app, ann, 'clients')).find(({ name }) => name === 'Beta')!;
  assert.deepEqual(beta.custom, { OwnerId: 'Jim Hal' });
});

test('many people of one name, sent again, are those who are there', async () => {
  const rows = Array.from({ length: 14 }, (_, n) => `Ana,Lee,${1960 + n}`);
  const lines = ['First name,Last name,Year', ...rows];
  assert.equal((await imported('people.csv', lines)).done.counts.created, 14);
  app.clock.advance(1000);
  const { counts } = (await imported('people.csv', lines)).done;
  assert.deepEqual([counts.created, counts.unchanged], [0, 14]);
});

describe('persons of a company list', () => {
  const HEADER = 'Kundennr;Firma;Ansprechpartner;Position;E-Mail Ansprechpartner;Telefon Ansprechpartner;Ort';
  const LINES = [
    HEADER,
    '1;Mühle AG;Uwe Jäger;Chef;uwe@muehle.example;+49 30 111111;Bonn',
    '2;Loom AG;Lena Groß;;kein;;Ulm',
    '3;Solo AG;;;;;Ulm',
  ];

  test('become Contacts at the Client of their row, once, and go with an undo', async () => {
    const { draft, done } = await imported('kunden.csv', LINES);
    assert.match(told(draft, 'persons')!, /become Contacts at the Client/);
    assert.deepEqual([done.counts.created, done.counts.added, done.counts.lost_cells], [3, 2, 1]);
    const clients = new Map((await recordsOf(app, ann, 'clients')).map(({ uuid, name }) => [uuid, name]));
    const people = await recordsOf(app, ann, 'contacts');
    assert.deepEqual(
      people
        .map((one) => [
          one.name,
          one.job_title,
          one.emails[0]?.value,
          clients.get(one.clients[0].client_uuid),
        ])
        .toSorted(),
      [
        ['Lena Groß', null, undefined, 'Loom AG'],
        ['Uwe Jäger', 'Chef', 'uwe@muehle.example', 'Mühle AG'],
      ],
    );
    app.clock.advance(1000);
    const again = await imported('kunden.csv', LINES);
    assert.deepEqual([again.done.counts.unchanged, again.done.counts.added], [3, 0]);
    await app.call('POST', `/api/v2/changes/${done.change_uuid}/undo`, { as: ann });
    assert.deepEqual(await recordsOf(app, ann, 'contacts'), []);
  });

  test('are the customer themselves where a row names no company', async () => {
    const lines = [
      'Kundennr;Firma;Vorname;Nachname;E-Mail',
      '1;;Sabine;Maier;s@maier.example',
      '2;Acme;Bo;Ek;',
    ];
    const { done } = await imported('kunden.csv', lines);
    assert.deepEqual([done.counts.created, done.counts.added], [2, 1]);
    const clients = (await recordsOf(app, ann, 'clients')).map(({ name, kind }) => [name, kind]);
    assert.deepEqual(clients.toSorted(), [
      ['Acme', 'organisation'],
      ['Sabine Maier', 'person'],
    ]);
  });

  test('stay a text where a list of Contacts comes along, which has them', async () => {
    const draft = await draftOf(app, ann, account, {
      'firmen.csv': LINES.join('\n'),
      'kontakte.csv': 'Vorname;Nachname;Firma;E-Mail\nUwe;Jäger;Mühle AG;uwe@muehle.example',
    });
    const { counts } = await finish(app, ann, draft.uuid);
    assert.deepEqual([counts.created, counts.added], [4, 0]);
    assert.equal((await recordsOf(app, ann, 'clients'))[0]!.custom.Ansprechpartner, 'Uwe Jäger');
  });
});

test('a person whom a deal names becomes a Contact at its Client, once', async () => {
  const lines = [
    'Deal name,Company,Contact person,Contact e-mail',
    'Lens,Acme,Bo Ek,bo@acme.example',
    'Mill,Acme,Bo Ek,bo@acme.example',
    'Loom,Beta,,cy@beta.example',
  ];
  const { done } = await imported('deals.csv', lines);
  assert.deepEqual([done.counts.created, done.counts.added, done.counts.lost_cells], [3, 4, 0]);
  const people = await recordsOf(app, ann, 'contacts');
  const shown = people.map(({ name, emails, clients }) => [name, emails[0].value, clients.length]).toSorted();
  assert.deepEqual(shown, [
    ['Bo Ek', 'bo@acme.example', 1],
    ['cy@beta.example', 'cy@beta.example', 1],
  ]);
  app.clock.advance(1000);
  const again = await imported('deals.csv', lines);
  assert.deepEqual([again.done.counts.unchanged, again.done.counts.added], [3, 0]);
});

test('a sum and notes below the last row are no records, and told', async () => {
  const { draft, done } = await imported('customers.csv', [
    'Customer No.,Customer Name,City,Turnover',
    'C-1,Acme,Bonn,"1,200.00"',
    'C-2,Total Oil,Paris,800.00',
    'C-3,Beta,,',
    'Total,,,"2,000.00"',
    'Printed by Ann on 1 November',
  ]);
  assert.match(told(draft, 'notes_below')!, /"Total 2,000\.00", "Printed by Ann on 1 November"/);
  assert.deepEqual([done.counts.created, done.counts.refused], [3, 0]);
});

describe('the names of columns', () => {
  const mapped = (names: string, file = 'list.csv') => {
    const { kind, columns } = recognise(names.split(';'), file);
    return [kind, ...columns.map(({ to }) => to)].join(' ');
  };

  test('are known in Russian, Czech, Polish, Hungarian, Romanian, Greek, Turkish and Nordic', () => {
    assert.deepEqual(
      [
        'Имя;Фамилия;Компания;Телефон;Эл. почта',
        'Jméno;Příjmení;Společnost;Telefon;E-mail',
        'Imię;Nazwisko;Firma;Telefon;E-mail',
        'Prenume;Nume;Companie;Telefon;E-mail',
        'Adı;Soyadı;Şirket;Telefon;E-posta',
        'Förnamn;Efternamn;Företag;Telefon;E-post',
        'Etunimi;Sukunimi;Yritys;Puhelin;Sähköposti',
      ].map((names) => mapped(names)),
      Array.from({ length: 7 }, () => 'contact first_name last_name client phone email'),
    );
    assert.equal(mapped('Név;Cégnév;Telefonszám'), 'contact name client phone');
    assert.equal(mapped('Ονοματεπώνυμο;Εταιρεία;Τηλέφωνο'), 'contact name client phone');
    assert.equal(
      mapped('Название сделки;Сумма;Этап;Ответственный'),
      'deal title amount stage_uuid owner_uuid',
    );
  });

  test('say a customer by an everyday number, and a person beside the company', () => {
    assert.equal(mapped('Customer No.;Customer Name;City'), 'client external_id name city');
    assert.equal(
      mapped('Kundennr;Firma;Vorname;Nachname;Ort'),
      'client external_id name person_first_name person_last_name city',
    );
    assert.equal(mapped('Name;Vorname;Firma;E-Mail'), 'contact last_name first_name client email');
  });

  test('are read as those of an API or a form, and numbered ones as further ones', () => {
    assert.equal(
      mapped('*ContactName;AccountNumber;EmailAddress;FirstName;LastName;POCity;POPostalCode;TaxNumber'),
      'client name external_id email person_first_name person_last_name city postal_code tax_number',
    );
    assert.equal(mapped('Nachname;Vorname;Telefon 1;Telefon 2'), 'contact last_name first_name phone phone');
  });
});

test('numbers that count nothing stay texts, and names of currencies are currencies', async () => {
  const { done } = await imported('deals.csv', [
    'Deal name,Amount,Currency,IP,Order No',
    'Lens,"1,200.50",US Dollar,10.0.0.1,17',
  ]);
  assert.equal(done.counts.lost_cells, 0);
  const [deal] = await recordsOf(app, ann, 'deals');
  assert.deepEqual([Number(deal!.amount), deal!.currency], [1200.5, 'USD']);
  assert.deepEqual(deal!.custom, { IP: '10.0.0.1', 'Order No': '17' });
});

describe('the line with the names of the columns', () => {
  const read = async (csv: string, header_line?: string) => {
    const form = new FormData();
    form.append('account_uuid', account);
    if (header_line) form.append('header_line', header_line);
    form.append('file', new Blob([csv]), 'list.csv');
    const headers = { authorization: `Bearer ${ann.token}`, accept: 'application/json' };
    const answer = await fetch(`${app.base_url}/api/v2/imports`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: (await answer.json()) as { data: Import; detail: string } };
  };
  const LIST =
    'Ada,ada@engines.example,London\nBo,bo@acme.example,Bonn\nDi,di@acme.example,Köln\nCy,cy@acme.example,Ulm\n';

  test('is none where the first lines are of somebody, and the columns are letters', async () => {
    const { body } = await read(LIST);
    const [file] = body.data.files;
    assert.deepEqual([file!.header_line, file!.rows], [null, 4]);
    assert.deepEqual(
      file!.columns.map(({ name, samples }) => `${name} ${samples[0]}`),
      ['A Ada', 'B ada@engines.example', 'C London'],
    );
    const [planned] = body.data.plan.files;
    assert.deepEqual(
      [planned!.resource, ...planned!.columns.map(({ to }) => to)],
      ['contact', 'name', 'email', 'custom'],
    );
  });

  test('is the one that somebody says, for all lists or by their names', async () => {
    for (const said of ['3', '{"list.csv": 3}']) {
      const { body } = await read(LIST, said);
      const [file] = body.data.files;
      assert.deepEqual([file!.header_line, file!.rows], [3, 1]);
      assert.match(told(body.data, 'header_below')!, /in line 3\./);
    }
    const none = await read('Name,E-mail\nAda,a@b.example\n', 'none');
    assert.deepEqual([none.body.data.files[0]!.header_line, none.body.data.files[0]!.rows], [null, 2]);
    const wrong = await read(LIST, 'first');
    assert.deepEqual([wrong.status, wrong.body.detail.includes('/header_line')], [422, true]);
  });
});
