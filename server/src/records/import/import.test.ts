import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { overtake } from '../../testing/overtake.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { clientsOf, countsOf, sendCsv } from './testing/import-requests.ts';

const COMPANIES = new URL('../../../../examples/data/companies.csv', import.meta.url);

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

const send = (body: string, query = '') => sendCsv(app, ada, body, query);
const clients = (query = '') => clientsOf(app, ada, query);

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

  test('takes them so with hundreds of rows between', async () => {
    const between = Array.from({ length: 300 }, (_, n) => `${n + 2},Between ${n},`);
    const answer = await send(`ID,Name,City\n1,Alpha,Rome\n${between.join('\n')}\n1,,Oslo\n`);
    assert.deepEqual(countsOf(answer), { created: 301, updated: 1, unchanged: 0, failed: 0 });
    const [alpha] = await clients('filter[external_id]=1');
    assert.deepEqual([alpha.version, alpha.addresses], [2, [{ city: 'Oslo' }]]);
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

  test('keeps names and tags without the space around them, as the API does, and finds them unchanged', async () => {
    await create({ name: '  CsvPad  ', tags: ['  a '], phones: [{ value: ' 1 ' }], external_id: '1' });
    const rows = 'ID,Name,Tags,Phone\n1,"  CsvPad  "," a "," 1 "\n2,"  CsvPad  ",a,1\n';
    assert.deepEqual(countsOf(await send(rows)), { created: 1, updated: 0, unchanged: 1, failed: 0 });
    assert.deepEqual(countsOf(await send(rows)), { created: 0, updated: 0, unchanged: 2, failed: 0 });
    const found = await clients('filter[name]=CsvPad&filter[tags]=a');
    assert.deepEqual(
      found.map(({ name, tags, phones }) => [name, tags, phones]),
      Array(2).fill(['CsvPad', ['a'], [{ value: '1' }]]),
    );
    const blank = await send('ID,Name,Phone\n3,"\u200b",1\n4,D,"\u200b"\n');
    assert.deepEqual(
      [...blank.body.data.failures, ...blank.body.data.losses].map(
        ({ column, code }: Record<string, string>) => [column, code],
      ),
      [
        ['Name', 'required'],
        ['Phone', 'invalid_characters'],
      ],
    );
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
        WITH place AS (
          INSERT INTO records (account_uuid, uuid, resource) VALUES (${account_uuid}, new_uuid(now()), 'client') RETURNING uuid
        )
        INSERT INTO clients (uuid, account_uuid, kind, name, status, emails, phones, addresses, tags, custom, external_id, created_at, updated_at)
        SELECT uuid, ${account_uuid}, 'person', 'Other', 'lead', '[]', '[]', '[]', '{}', '{}', '1', now(), now() FROM place RETURNING uuid`);
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

async function create(body: object) {
  return (await app.call('POST', '/api/v2/clients', { as: ada, body })).body.data;
}

/** All recorded events of Clients, also those that the feed does not show yet. */
async function events(): Promise<Answer['body'][]> {
  const rows = await app.db.query<{ body: string }>(sql`
    SELECT body FROM events WHERE account_uuid = ${account_uuid} AND event LIKE 'client.%' ORDER BY position`);
  return rows.map(({ body }) => JSON.parse(body));
}

function untilWaiting(count: number): Promise<unknown> {
  const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(`${count} that wait`, async () => (await app.db.query(waiting)).length === count);
}
