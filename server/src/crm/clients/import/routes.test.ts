import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { assertForbids, assertRefused } from '../../../testing/assert-forbids.ts';
import { overtake } from '../../../testing/overtake.ts';
import { addTeam } from '../../../testing/team.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

const PATH = '/api/v2/clients/import';
const CSV = { 'content-type': 'text/csv' };
const COMPANIES = new URL('../../../../../examples/data/companies.csv', import.meta.url);

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});

describe('an import', () => {
  test('brings the 503 companies of the example as they are, and changes nothing the second time', async () => {
    const file = await readFile(COMPANIES, 'utf8');
    assert.deepEqual(countsOf(await send(file)), { created: 503, updated: 0, unchanged: 0, failed: 0 });
    const [client] = await clients('filter[external_id]=MMM');
    assert.equal(client.name, '3M');
    assert.equal(client.industry, 'Industrial Conglomerates');
    assert.deepEqual(client.addresses, [{ city: 'Saint Paul, Minnesota' }]);
    assert.deepEqual(client.custom, {
      'GICS Sector': 'Industrials',
      'Date added': '1957-03-04',
      CIK: '66740',
      Founded: '1902',
    });
    assert.equal((await events()).length, 503);

    assert.deepEqual(countsOf(await send(file)), { created: 0, updated: 0, unchanged: 503, failed: 0 });
    const [again] = await clients('filter[external_id]=MMM');
    assert.deepEqual(again, client);
    assert.equal((await events()).length, 503);
  });

  test('recognises columns by their names, and says as what', async () => {
    const header =
      'Kind;First Name;LAST_NAME;E-Mail Address;Telephone;Web site;Street;ZIP code;Town;State;Country;Labels;Shoe size;';
    const row =
      'person;Grace;Hopper;grace@example.com;+1 555 0100;https://example.com;1 Navy Yard;20374;Washington;DC;US;vip, navy;37;';
    const answer = await send(`${header}\n${row}\n`);
    assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 0, failed: 0 });
    assert.deepEqual(answer.body.data.columns.slice(3, 5), [
      { column: 'E-Mail Address', field: 'email' },
      { column: 'Telephone', field: 'phone' },
    ]);
    const [client] = await clients();
    const { kind, name, first_name, last_name, emails, phones, website, domain, addresses, tags, custom } =
      client;
    assert.deepEqual([kind, name, first_name, last_name], ['person', 'Grace Hopper', 'Grace', 'Hopper']);
    assert.deepEqual([emails, phones], [[{ value: 'grace@example.com' }], [{ value: '+1 555 0100' }]]);
    assert.deepEqual([website, domain], ['https://example.com', 'example.com']);
    assert.deepEqual(addresses, [
      { street: '1 Navy Yard', postal_code: '20374', city: 'Washington', region: 'DC', country: 'US' },
    ]);
    assert.deepEqual([tags, custom], [['vip', 'navy'], { 'Shoe size': '37' }]);
  });

  test('takes the name of a field before other words for it, which are custom fields beside it', async () => {
    const header = 'external_id,name,email,description,notes,Company,E-Mail,state,region';
    const answer = await send(`${header}\n7,3M,a@3m.com,d,n,C,e,s,r\n`);
    assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 0, failed: 0 });
    const [{ name, emails, description, addresses, custom }] = await clients();
    assert.deepEqual(
      [name, description, emails, addresses],
      ['3M', 'd', [{ value: 'a@3m.com' }], [{ region: 'r' }]],
    );
    assert.deepEqual(custom, { notes: 'n', Company: 'C', 'E-Mail': 'e', state: 's' });
  });

  test('takes status and kind in any case', async () => {
    const answer = await send('Name,Status,Kind\nGrace Hopper,Lead,PERSON\n');
    assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 0, failed: 0 });
    const [{ status, kind }] = await clients();
    assert.deepEqual([status, kind], ['lead', 'person']);
  });

  test('reads columns as the mapping says, and leaves out those that are mapped to nothing', async () => {
    const mapping = { Firm: 'name', Company: 'custom', 'Größe [m]': '', Nr: 'external_id' };
    const query = new URLSearchParams(
      Object.entries(mapping).map(([column, field]) => [`map[${column}]`, field]),
    );
    assert.deepEqual(
      countsOf(await send('Nr,Firm,Company,Größe [m]\n7,3M,yes,1.8\n', `?${query}`)).created,
      1,
    );
    const [{ external_id, name, custom }] = await clients();
    assert.deepEqual([external_id, name, custom], ['7', '3M', { Company: 'yes' }]);
  });

  test('updates what the row says and nothing else, with an event of what changed', async () => {
    const before = await create({
      name: '3M',
      external_id: 'MMM',
      status: 'active',
      emails: [{ label: 'office', value: 'old@3m.com', primary: true }, { value: 'second@3m.com' }],
      addresses: [{ city: 'Saint Paul', country: 'US' }, { city: 'London' }],
      custom: { founded: 1902, Sector: 'Industrials' },
    });
    const answer = await send('ID,Status,E-mail,City,Sector\nMMM,,new@3m.com,Maplewood,Health\n');
    assert.deepEqual(countsOf(answer), { created: 0, updated: 1, unchanged: 0, failed: 0 });
    const [after] = await clients();
    assert.deepEqual(after, {
      ...before,
      version: 2,
      emails: [{ label: 'office', value: 'new@3m.com', primary: true }, { value: 'second@3m.com' }],
      addresses: [{ city: 'Maplewood', country: 'US' }, { city: 'London' }],
      custom: { founded: 1902, Sector: 'Health' },
    });
    const event = (await events()).at(-1);
    assert.deepEqual([event.event, event.data], ['client.updated', after]);
    assert.deepEqual(event.changed_fields, ['emails', 'addresses', 'custom']);
    assert.deepEqual(event.previous.emails, before.emails);
  });

  test('creates rows without an external_id anew each time', async () => {
    const file = 'ID,Name\n,3M\n,3M\n';
    assert.equal(countsOf(await send(file)).created, 2);
    assert.equal(countsOf(await send(file)).created, 2);
    assert.equal((await clients()).length, 4);
  });

  test('takes rows with the same external_id as changes, one after the other', async () => {
    const answer = await send('ID,Name,City\n1,Alpha,Rome\n2,Beta,\n1,,Oslo\n1,Alpha,\n');
    assert.deepEqual(countsOf(answer), { created: 2, updated: 1, unchanged: 1, failed: 0 });
    const [alpha] = await clients('filter[external_id]=1');
    assert.deepEqual([alpha.version, alpha.addresses], [2, [{ city: 'Oslo' }]]);
    const ofAlpha = (await events()).filter(({ data }) => data.uuid === alpha.uuid);
    assert.deepEqual(
      ofAlpha.map(({ event, data }) => [event, data.version, data.addresses[0].city]),
      [
        ['client.created', 1, 'Rome'],
        ['client.updated', 2, 'Oslo'],
      ],
    );
  });

  test('names its cause and its Account in the events, and plans their deliveries', async () => {
    await app.call('POST', '/api/v2/webhook-subscriptions', {
      as: ada,
      body: { url: 'http://127.0.0.1:9/x', events: ['client.created'] },
    });
    await send('Name\nAlpha\nBeta\n');
    const made = await events();
    assert.deepEqual(new Set(made.map((event) => event.account_uuid)), new Set([account_uuid]));
    assert.equal(made[0].actor.user_uuid, ada.uuid);
    const [planned] = await app.db.query<{ count: number }>(sql`
      SELECT count(*) FROM webhook_deliveries WHERE event_uuid = ANY(${made.map((event) => event.uuid)}::uuid[])`);
    assert.equal(planned!.count, 2);
  });

  test('that finds only a header does nothing', async () => {
    assert.deepEqual(countsOf(await send('Name,City')), { created: 0, updated: 0, unchanged: 0, failed: 0 });
  });

  test('that is a dry run says what it would do, and does nothing', async () => {
    await create({ name: 'Alpha', external_id: '1' });
    const answer = await send('ID,Name\n1,Omega\n2,Beta\n3,\n', '?dry_run=true');
    assert.deepEqual(countsOf(answer), { created: 1, updated: 1, unchanged: 0, failed: 1 });
    assert.equal(answer.body.data.dry_run, true);
    assert.deepEqual(
      (await clients()).map(({ name, version }) => [name, version]),
      [['Alpha', 1]],
    );
    assert.equal((await events()).length, 1);
  });

  test('updates a client that another request creates at the same moment', async () => {
    let other: { uuid: string } | undefined;
    const create = async (tx: Transaction) => {
      [other] = await tx.query<{ uuid: string }>(sql`
        INSERT INTO clients (uuid, account_uuid, kind, name, status, emails, phones, addresses, tags, custom, external_id, created_at, updated_at)
        VALUES (new_uuid(now()), ${account_uuid}, 'person', 'Other', 'lead', '[]', '[]', '[]', '{}', '{}', '1', now(), now()) RETURNING uuid`);
    };
    const sent = await overtake(app.db, 'clients', create, () => send('ID,Name\n1,Ours\n2,Second\n'));
    assert.deepEqual(countsOf(sent), { created: 1, updated: 1, unchanged: 0, failed: 0 });
    const [client] = await clients('filter[external_id]=1');
    assert.deepEqual([client.uuid, client.name, client.version], [other!.uuid, 'Ours', 2]);
  });

  test('that waits for one client does not put its change of another before one that was made meanwhile', async () => {
    await send('ID,Name\nA,First\nM,First\nZ,First\n');
    const [last] = await clients('filter[external_id]=Z');
    const changes: Promise<Answer>[] = [];
    await app.db.transaction(async (tx) => {
      await tx.query(
        sql`SELECT FROM clients WHERE account_uuid = ${account_uuid} AND external_id = 'M' FOR UPDATE`,
      );
      changes.push(send('ID,Name\nA,Third\nM,Third\nZ,Third\n'));
      await untilWaiting(1);
      const body = { name: 'Second' };
      const second = app.call('PATCH', `/api/v2/clients/${last.uuid}`, { as: ada, body });
      changes.push(second);
      await Promise.race([second, untilWaiting(2)]);
    });
    await Promise.all(changes);
    const versions = await until(
      'all changes in the feed',
      async () => {
        const { body } = await app.call('GET', `/api/v2/events?account_uuid=${account_uuid}`, { as: ada });
        const ofLast = body.data.filter(({ data }: Answer['body']) => data.uuid === last.uuid);
        return ofLast.map(({ data }: Answer['body']) => data.version);
      },
      (versions: number[]) => versions.length === 3,
    );
    assert.deepEqual(versions, [1, 2, 3]);
  });
});

describe('a row is refused with its line, column and reason', () => {
  const faults: [string, string | null, string][] = [
    ['x,,a@example.com,,,', 'Company', 'required'],
    [`x,${'n'.repeat(201)},,,,`, 'Company', 'too_long'],
    ['x,A,no-address,,,', 'Mail', 'wrong_format'],
    ['x,A,,open,,', 'Status', 'not_in_list'],
    ['x,A,,,not-a-uuid,', 'owner_uuid', 'wrong_format'],
    ['x,A,,,01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64,', 'owner_uuid', 'not_found'],
    [`x,A,,,,${'c'.repeat(16 * 1024)}`, null, 'too_long'],
    ['x\0,A,,,,', 'ID', 'invalid_characters'],
    ['x,A,,,', null, 'too_few_items'],
    ['x,A,,,,,', null, 'too_many_items'],
  ];
  for (const [row, column, code] of faults) {
    test(`${code}: ${JSON.stringify(row.slice(0, 50))}`, async () => {
      const answer = await send(
        `ID,Company,Mail,Status,owner_uuid,Other\n1,Before,,,,\n${row}\n2,After,,,,\n`,
      );
      assert.deepEqual(countsOf(answer), { created: 2, updated: 0, unchanged: 0, failed: 1 });
      const [failure, ...more] = answer.body.data.failures;
      assert.deepEqual([failure.line, failure.column, failure.code], [3, column, code]);
      // What is wrong with a value begins with its place, which a page can say in words of its own.
      assert.match(failure.detail, /^(\/\S+|The (row|text)) .*[.?]$/);
      assert.deepEqual(more, []);
      assert.deepEqual(
        (await clients()).map(({ name }) => name),
        ['After', 'Before'],
      );
    });
  }

  test('a value under a column without a name is not lost in silence', async () => {
    const answer = await send('Name,,\nAlpha,,\nBeta,,lost\n');
    assert.deepEqual(countsOf(answer), { created: 1, updated: 0, unchanged: 0, failed: 1 });
    assert.match(
      answer.body.data.failures[0].detail,
      /^Column 3 has no name in the header, but a value here\./,
    );
  });

  test('all faults of a row are listed, the first thousand of a file, and all rows counted', async () => {
    const answer = await send(`Name,Mail,Status\n${',x,y\n'.repeat(1200)}`);
    assert.deepEqual(countsOf(answer), { created: 0, updated: 0, unchanged: 0, failed: 1200 });
    const { failures } = answer.body.data;
    assert.equal(failures.length, 1000);
    assert.deepEqual([failures[0].line, failures.at(-1).line], [2, 1001]);
  });
});

describe('a file that cannot be read changes nothing', () => {
  const rows = Array.from({ length: 2000 }, (_, n) => `${n},Company ${n}\n`).join('');

  test('a quote that is never closed, thousands of rows behind the beginning', async () => {
    const answer = await send(`ID,Name\n${rows}x,"open\n`);
    assertRefused(answer, 400, 'csv_invalid');
    assert.match(
      answer.body.detail,
      /line 2002, column 2 \("Name"\), a quote is opened and never closed\. Nothing was imported/,
    );
    assert.equal((await clients()).length, 0);
  });

  test('Latin-1 and UTF-16', async () => {
    const latin = await sendBytes(Buffer.from(`ID,Name\n${rows}x,Zoë\n`, 'latin1'));
    assertRefused(latin, 400, 'csv_invalid');
    assert.match(latin.body.detail, /^Line 2002 is not UTF-8; the file looks like Latin-1/);
    const wide = await sendBytes(Buffer.from('ID,Name\n1,Zoë\n', 'utf16le'));
    assertRefused(wide, 400, 'csv_invalid');
    assert.match(wide.body.detail, /looks like UTF-16.*Save it as CSV in UTF-8/);
    assert.equal((await clients()).length, 0);
  });

  const headers: [string, RegExp][] = [
    ['', /^The file is empty/],
    [
      'MMM,3M\nAOS,A. O. Smith\n',
      /^None of the columns "MMM", "3M" is read as name or external_id\. Is the first line a header\?/,
    ],
    ['Name,City,Name\n', /^The column "Name" is there twice/],
    ['Name,Company\n', /^The columns "Name", "Company" are all read as name\./],
    [`Name${',x'.repeat(200)}\n`, /^The header has 201 columns, and at most 200 are allowed/],
    [`Name,${'x'.repeat(201)}\n`, /^The name of column 2 has more than 200 characters/],
    ['Name,__proto__\n', /^The name of column 2 cannot be stored/],
  ];
  for (const [file, fault] of headers) {
    test(`the header ${JSON.stringify(file.slice(0, 20))}: ${fault.source.slice(1, 40)}`, async () => {
      const answer = await send(file);
      assertRefused(answer, 400, 'csv_invalid');
      assert.match(answer.body.detail, fault);
    });
  }

  test('a connection that ends in the middle', async () => {
    const request = openRequest({ 'content-length': '100000' });
    const lost = new Promise((resolve) => request.once('error', resolve));
    request.write(`ID,Name\n${rows}`);
    request.destroy();
    await lost;
    assert.equal((await clients()).length, 0);
    assert.equal(countsOf(await send('Name\nAlpha\n')).created, 1);
  });
});

describe('a request is refused before its body is read', () => {
  test('to all who may not write clients', async () => {
    const team = await addTeam(app);
    const path = `${PATH}?account_uuid=${team.account_uuid}`;
    await assertForbids(app, team, { method: 'POST', path, body: 'Name\nAlpha\n', headers: CSV }, 'member');
    const answers = ['viewer', 'stranger'] as const;
    for (const name of answers) {
      const request = openRequest({ 'content-length': '100000' }, team[name], path);
      request.flushHeaders();
      assert.equal(await statusOf(request), name === 'viewer' ? 403 : 404);
    }
  });

  test('without an Account where there are several', async () => {
    const second = await app.addAccount(ada);
    assertRefused(await send('Name\nAlpha\n'), 422, 'fields_invalid');
    assert.equal(countsOf(await send('Name\nAlpha\n', `?account_uuid=${second}`)).created, 1);
  });

  test('with a Content-Length beyond 200 MiB', async () => {
    const request = openRequest({ 'content-length': String(200 * 1024 * 1024 + 1) });
    request.flushHeaders();
    assert.equal(await statusOf(request), 413);
  });

  test('with an Idempotency-Key, which says what to do instead', async () => {
    const headers = { ...CSV, 'idempotency-key': 'once' };
    const answer = await app.call('POST', PATH, { as: ada, body: 'Name\nAlpha\n', headers });
    assertRefused(answer, 400, 'header_invalid');
    assert.match(answer.body.detail, /external_id: then the same file can be sent again/);
  });

  test('with another content type than CSV, and CSV is refused everywhere else', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data']) {
      const answer = await app.call('POST', PATH, { as: ada, body: '{}', headers: { 'content-type': type } });
      assertRefused(answer, 415, 'content_type_unsupported', type);
      assert.match(answer.body.detail, /Send the file with Content-Type: text\/csv\.$/);
    }
    const elsewhere = await app.call('POST', '/api/v2/clients', {
      as: ada,
      body: 'Name\nAlpha\n',
      headers: CSV,
    });
    assertRefused(elsewhere, 415, 'content_type_unsupported');
  });

  test('compressed, or in another charset than UTF-8', async () => {
    for (const [type, encoding] of [
      ['text/csv', 'gzip'],
      ['text/csv; charset=latin1', 'identity'],
    ] as const) {
      const headers = { 'content-type': type, 'content-encoding': encoding };
      const answer = await app.call('POST', PATH, { as: ada, body: 'Name\nAlpha\n', headers });
      assertRefused(answer, 415, 'content_type_unsupported');
    }
    assert.equal((await clients()).length, 0);
  });

  test('without a body', async () => {
    assertRefused(await app.call('POST', PATH, { as: ada }), 400, 'csv_invalid');
  });

  test('when four of the same User are under way, until one has ended, and nobody else waits for them', async (t) => {
    const requests = Array.from({ length: 5 }, () => openRequest({ 'content-length': '100' }));
    t.after(() => {
      for (const request of requests) request.destroy();
    });
    for (const request of requests) request.on('error', () => {}).write('Name\n');
    const answered = requests.map(async (request) => {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return { request, status: response.statusCode, body: JSON.parse(await text(response)) };
    });
    const refused = await Promise.any(answered);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.detail, /^You have 4 imports under way\. Nothing was imported/);
    const other = await app.addUser();
    await app.addAccount(other);
    const theirs = await app.call('POST', PATH, { as: other, body: 'Name\nAlpha\n', headers: CSV });
    assert.equal(theirs.status, 200);
    requests.find((request) => request !== refused.request)!.destroy();
    await until('a free slot', async () => (await send('')).status === 400);
  });

  const mappings: [string, RegExp][] = [
    [
      'map[Name]=nickname',
      /^map\[Name\] is "nickname", which is not a field\. Fields: external_id, kind, name, .*, custom;/,
    ],
    ['map[Name]=name&map[Name]=city', /^map\[Name\] cannot be read\. Write each column once/],
    ['map[]=name', /^map\[\] cannot be read/],
    [
      'map[Nam]=name',
      /^The mapping names the column "Nam", which the file does not have\. Its columns are "Name"\./,
    ],
    ['mapping=name', /^mapping is not/],
    ['dry_run=maybe', /^dry_run must be/],
  ];
  for (const [query, fault] of mappings) {
    test(`with the query ${query}`, async () => {
      const answer = await send('Name\nAlpha\n', `?${encodeURI(query)}`);
      assertRefused(answer, 400, 'query_invalid');
      assert.match(answer.body.detail, fault);
      assert.equal((await clients()).length, 0);
    });
  }
});

function send(body: string, query = ''): Promise<Answer> {
  return app.call('POST', `${PATH}${query}`, { as: ada, body, headers: CSV });
}

async function sendBytes(body: Buffer): Promise<Answer> {
  const headers = { ...CSV, authorization: `Bearer ${ada.token}` };
  const response = await fetch(app.base_url + PATH, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A request whose body is still to come. */
function openRequest(headers: Record<string, string>, as = ada, path = PATH) {
  const authorization = `Bearer ${as.token}`;
  return httpRequest(app.base_url + path, { method: 'POST', headers: { ...CSV, authorization, ...headers } });
}

/** The status of the answer, however much of the body is missing. */
async function statusOf(request: ReturnType<typeof httpRequest>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request.once('error', reject).once('response', (response) => resolve(response.statusCode!));
  const status = await promise;
  request.on('error', () => {}).destroy();
  return status;
}

async function create(body: object) {
  return (await app.call('POST', '/api/v2/clients', { as: ada, body })).body.data;
}

async function clients(query = ''): Promise<Answer['body'][]> {
  return (await app.call('GET', `/api/v2/clients?limit=200&sort=name&${query}`, { as: ada })).body.data;
}

/** What was recorded of clients, also what the feed does not show yet. */
function untilWaiting(count: number): Promise<unknown> {
  const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(`${count} that wait`, async () => (await app.db.query(waiting)).length === count);
}

async function events(): Promise<Answer['body'][]> {
  const rows = await app.db.query<{ body: string }>(sql`
    SELECT body FROM events WHERE account_uuid = ${account_uuid} AND event LIKE 'client.%' ORDER BY position`);
  return rows.map(({ body }) => JSON.parse(body));
}

function countsOf({ status, body }: Answer) {
  assert.equal(status, 200, JSON.stringify(body));
  const { created, updated, unchanged, failed } = body.data;
  return { created, updated, unchanged, failed };
}
