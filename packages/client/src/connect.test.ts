import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../../server/src/testing/test-app.ts';
import { until } from '../../../server/src/testing/until.ts';
import { connect, type Rapport } from './connect.ts';
import type { Client, Event } from './resources.ts';
import type { CreateOption } from './verbs.ts';

const COMPANIES = join(import.meta.dirname, '../../../examples/data/companies.csv');

let app: TestApp;
let rapport: Rapport;
let account_uuid: string;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Lovelace Engines');
  rapport = connect({ baseUrl: app.base_url, token: ada.token });
});
after(() => app.close());

describe('a record', () => {
  it('is created, read, changed and deleted', async () => {
    const created = await rapport.clients.create({ name: '3M', tags: ['key-account'] });
    assert.equal((await rapport.clients.retrieve(created.uuid)).name, '3M');
    const updated = await rapport.clients.update(created.uuid, { status: 'active' });
    assert.deepEqual([updated.status, updated.version], ['active', 2]);
    await rapport.clients.delete(created.uuid);
    await assert.rejects(rapport.clients.retrieve(created.uuid), { name: 'ApiError', code: 'not_found' });
  });

  it('is created once under one Idempotency-Key', async () => {
    const subscription = { url: 'http://127.0.0.1:9/', events: ['*'] };
    const option = { idempotencyKey: 'order-7' };
    const first = await rapport.webhookSubscriptions.create(subscription, option);
    const second = await rapport.webhookSubscriptions.create(subscription, option);
    assert.equal(first.uuid, second.uuid);
  });

  it('that has changed since it was read is not changed when the version is given', async () => {
    const { uuid, version } = await rapport.clients.create({ name: 'Bayer' });
    await rapport.clients.update(uuid, { status: 'active' });
    await assert.rejects(rapport.clients.update(uuid, { status: 'lead' }, { version }), {
      code: 'version_mismatch',
      status: 412,
    });
  });

  it('with a wrong field is refused with the field and a request id', async () => {
    const wrong = { name: '', status: 'someday' } as never;
    const error = await rapport.clients.create(wrong).catch((error) => error);
    assert.deepEqual(error.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
      '/name',
      '/status',
    ]);
    assert.ok(error.request_id);
  });

  it('of another kind is not reached by a uuid that is a path', async () => {
    const { uuid } = await rapport.webhookSubscriptions.create({ url: 'http://127.0.0.1:9/', events: ['*'] });
    for (const path of [`../webhook-subscriptions/${uuid}`, '..', '.', '']) {
      await assert.rejects(rapport.clients.delete(path), { name: 'ApiError' });
    }
    assert.equal((await rapport.webhookSubscriptions.retrieve(uuid)).uuid, uuid);
  });

  it('of the caller is returned by me', async () => {
    assert.equal((await rapport.me()).name, 'Ada');
    const [login] = await rapport.logins.list().toArray();
    assert.equal(login?.account.name, 'Lovelace Engines');
  });

  it('without a function of its own is reached with request', async () => {
    const answer = (await rapport.request('get', '/api/v1/logins')) as { data: { role: string }[] };
    assert.equal(answer.data[0]?.role, 'owner');
  });
});

describe('a POST with request', () => {
  /** Counts how often the client sends a POST to a service that is not available. */
  async function timesSent(option: CreateOption): Promise<number> {
    const keys: (string | null)[] = [];
    const away: typeof fetch = async (_url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return Response.json({ code: 'unavailable' }, { status: 503, headers: { 'retry-after': '0' } });
    };
    const { request } = connect({ baseUrl: app.base_url, token: ada.token, retries: 1, fetch: away });
    await assert.rejects(request('POST', '/api/v2/clients', {}, option), { status: 503 });
    assert.deepEqual([...new Set(keys)], [option.idempotencyKey ?? null]);
    return keys.length;
  }

  it('is not sent again, since not every endpoint takes an Idempotency-Key', async () => {
    assert.equal(await timesSent({}), 1);
  });

  it('is sent again under a key that was given', async () => {
    assert.equal(await timesSent({ idempotencyKey: 'order-8' }), 2);
  });
});

describe('a list', () => {
  before(async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega']) {
      await rapport.clients.create({
        name,
        industry: 'Greek',
        status: name === 'Omega' ? 'inactive' : 'lead',
      });
    }
  });
  const greek = { filter: { industry: 'Greek' } };

  it('is read over all its pages', async () => {
    const names: string[] = [];
    for await (const { name } of rapport.clients.list({ ...greek, sort: 'name', limit: 2 })) names.push(name);
    assert.deepEqual(names, ['Alpha', 'Beta', 'Delta', 'Gamma', 'Omega']);
  });

  it('is fetched no further than it is read', async () => {
    let requests = 0;
    const counting: typeof fetch = (...call) => {
      requests += 1;
      return fetch(...call);
    };
    const { token } = await app.addUser();
    const counted = connect({ baseUrl: app.base_url, token, fetch: counting });
    const list = counted.logins.list();
    assert.equal(requests, 0);
    for await (const _ of list) break;
    assert.equal(requests, 1);
  });

  it('is filtered, sorted in descending order and counted', async () => {
    const list = rapport.clients.list({
      filter: { industry: 'Greek', status: { in: ['lead', 'active'] }, name: { gte: 'B' } },
      sort: ['-name'],
      include: 'total',
      account_uuid,
    });
    const { data, total } = await list.firstPage();
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Gamma', 'Delta', 'Beta'],
    );
    assert.equal(total, 3);
  });

  it('of Deals is counted and added up', async () => {
    const { uuid: client_uuid } = await rapport.clients.create({ name: 'Buyer', account_uuid });
    for (const amount of ['10.50', '2'])
      await rapport.deals.create({ title: 'Sum', client_uuid, amount, currency: 'EUR', account_uuid });
    const { count, amounts } = await rapport.deals
      .list({ filter: { client_uuid }, include: 'amounts', account_uuid })
      .firstPage();
    assert.deepEqual([count, amounts], [2, [{ currency: 'EUR', amount: '12.50' }]]);
  });

  it('takes values with commas and quotes', async () => {
    const names = ['Apple, Inc.', '"Best", Ltd', 'Plain'];
    for (const name of names) await rapport.clients.create({ name, account_uuid });
    const found = await rapport.clients.list({ filter: { name: { in: names } }, sort: 'name' }).toArray();
    assert.deepEqual(
      found.map(({ name }) => name),
      names.toSorted(),
    );
  });

  it('of webhook subscriptions has a single page', async () => {
    const { uuid } = await rapport.webhookSubscriptions.create({
      url: 'http://127.0.0.1:9/all',
      events: ['*'],
    });
    const all = await rapport.webhookSubscriptions.list().toArray();
    assert.ok(all.some((subscription) => subscription.uuid === uuid));
  });

  it('begins at a cursor', async () => {
    const query = { ...greek, sort: 'name', limit: 3 } as const;
    const { next_cursor } = await rapport.clients.list(query).firstPage();
    const rest = await rapport.clients.list({ ...query, cursor: next_cursor! }).toArray();
    assert.deepEqual(
      rest.map(({ name }) => name),
      ['Gamma', 'Omega'],
    );
  });

  it('of the events of one client is read over all its pages', async () => {
    const { uuid } = await rapport.clients.create({ name: 'Busy' });
    // With the event of the creation there is one more than fits on a page.
    for (let change = 1; change <= 50; change++)
      await rapport.clients.update(uuid, { description: `${change}` });
    const events = await rapport.clients.events(uuid).toArray();
    assert.deepEqual(
      events.map(({ data }) => (data as Client).version),
      Array.from({ length: 51 }, (_, index) => 51 - index),
    );
  });
});

describe('the feed of events', () => {
  it('is read to its end, and goes on behind an event', async () => {
    const events = await shownEvents();
    const { uuid } = await rapport.clients.create({ name: 'Zeta' });
    await shownEvents();
    const next = await rapport.events.list({ after: events.at(-1)!.uuid }).toArray();
    assert.deepEqual(
      next.map(({ event, data }) => [event, data.uuid]),
      [['client.created', uuid]],
    );
  });

  it('is followed from now on', async () => {
    await shownEvents();
    const after = (await rapport.events.latest()) ?? undefined;
    const { uuid } = await rapport.clients.create({ name: 'Eta' });
    for await (const event of rapport.events.follow({ after })) {
      assert.deepEqual([event.event, event.data.uuid], ['client.created', uuid]);
      break;
    }
  });

  it('gives the bytes that are signed', async () => {
    const { next_cursor } = await rapport.events.list().firstPage();
    const bodies = rapport.events.followBodies({ after: next_cursor!, limit: 200 });
    const custom = '{"b":"]}\\"","10":[{}],"9":"\\u00e9 \\ud83d\\ude00 ë"}';
    const body = `{"name":"Theta","custom":${custom}}`;
    assert.equal((await app.call('POST', '/api/v2/clients', { as: ada, body })).status, 201);
    for await (const body of bodies) {
      if (!body.includes('Theta')) continue;
      const [row] = await app.db.query<{ body: string }>(
        sql`SELECT body FROM events ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1`,
      );
      assert.equal(body, row?.body);
      break;
    }
  });

  it('has events whose data is narrowed by their name', () => {
    const nameOf = (event: Event) =>
      event.event === 'login.deleted' ? event.data.user.name : event.data.uuid;
    assert.equal(typeof nameOf, 'function');
  });
});

describe('an import', () => {
  it('reports its progress up to the last byte, and its result', async () => {
    const file = await openAsBlob(COMPANIES);
    const progress: number[] = [];
    const result = await rapport.clients.import(file, {
      account_uuid,
      onProgress: ({ sent_bytes, total_bytes }) => {
        assert.equal(total_bytes, file.size);
        progress.push(sent_bytes);
      },
    });
    assert.deepEqual([result.created, result.failed], [503, 0]);
    assert.equal(progress.at(-1), file.size);
  });

  it('takes text, and columns under other names; a trial keeps nothing', async () => {
    const result = await rapport.clients.import('Firma,Nr\nAda & Co,1\n', {
      dry_run: true,
      map: { Firma: 'name', Nr: 'external_id' },
    });
    assert.deepEqual([result.created, result.dry_run], [1, true]);
    assert.deepEqual(await rapport.clients.list({ filter: { name: 'Ada & Co' } }).toArray(), []);
  });

  it('takes a stream', async () => {
    const pieces = (async function* () {
      yield new TextEncoder().encode('name\nStream ');
      yield new TextEncoder().encode('Ltd\n');
    })();
    assert.equal((await rapport.clients.import(pieces)).created, 1);
  });
});

describe('an import of files', () => {
  it('gives the refused rows as a file', async () => {
    await app.startWorker();
    const files = [{ name: 'contacts.csv', content: 'First name,Last name,Email\n,,\n,,no address\n' }];
    const { uuid } = await rapport.imports.create(files, { account_uuid });
    await rapport.imports.start(uuid);
    await until('the end of the import', async () => {
      const { state } = await rapport.imports.retrieve(uuid);
      return state === 'completed';
    });
    assert.match(await rapport.imports.refused(uuid), /First name,Last name,Email\r?\n.*no address/);
  });
});

/**
 * Returns all events, once the feed shows them. The feed waits for every older transaction, also
 * for one of another test that runs at the same time.
 */
async function shownEvents(): Promise<Event[]> {
  const [row] = await app.db.query<{ count: number }>(
    sql`SELECT count(*) FROM events WHERE account_uuid = ${account_uuid}`,
  );
  return until('all events in the feed', async () => {
    const events = await rapport.events.list({ limit: 7 }).toArray();
    return events.length === row!.count && events;
  });
}
