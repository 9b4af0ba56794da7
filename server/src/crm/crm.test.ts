import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { purgeRecordsOf } from '../records/purge.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { clients } from './clients/kind.ts';
import { KINDS } from './kinds.ts';

const DAYS_31_MS = 31 * 86_400_000;

let app: TestApp;
let ada: TestUser;
let stages: { uuid: string; name: string }[];

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
  stages = (await app.call('GET', '/api/v2/pipelines', { as: ada })).body.data[0].stages;
});
after(() => app.close());

type Body = Record<string, unknown>;

async function add(plural: string, body: Body) {
  const answer = await app.call('POST', `/api/v2/${plural}`, { as: ada, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}
const change = (plural: string, uuid: string, body: Body) =>
  app.call('PATCH', `/api/v2/${plural}/${uuid}`, { as: ada, body });
const read = async (plural: string, uuid: string) =>
  (await app.call('GET', `/api/v2/${plural}/${uuid}`, { as: ada })).body.data;
const history = async (plural: string, uuid: string, query = '') =>
  (await app.call('GET', `/api/v2/${plural}/${uuid}/events${query}`, { as: ada })).body.data;
const names = (events: { event: string }[]) => events.map(({ event }) => event);
const about = (resource: string, uuid: string) => ({ records: [{ resource, uuid }] });

describe('a contact', () => {
  test('at two Clients has a role at each, and ending one leaves the other', async () => {
    const [first, second] = [
      await add('clients', { name: 'First' }),
      await add('clients', { name: 'Second' }),
    ];
    const links = [
      { client_uuid: first.uuid, role: 'Buyer', primary: true },
      { client_uuid: second.uuid, role: 'Adviser' },
    ];
    const contact = await add('contacts', { first_name: 'Grace', last_name: 'Hopper', clients: links });
    assert.equal(contact.name, 'Grace Hopper');
    const ended = [{ ...links[0], ended_on: '2026-11-01' }, links[1]];
    const changed = (await change('contacts', contact.uuid, { clients: ended })).body.data;
    assert.deepEqual(
      changed.clients.map(({ role, ended_on }: Body) => [role, ended_on]),
      [
        ['Buyer', '2026-11-01'],
        ['Adviser', null],
      ],
    );
    const [event] = await history('contacts', contact.uuid);
    assert.deepEqual([event.event, event.changed_fields], ['contact.updated', ['clients']]);
    for (const { uuid } of [first, second]) {
      assert.deepEqual(names(await history('clients', uuid)), ['client.created']);
      assert.equal(names(await history('clients', uuid, '?related=true'))[0], 'contact.updated');
    }
  });

  test('is found in the list of each of its Clients, and of no other', async () => {
    const [here, there, elsewhere] = await Promise.all(
      ['Here', 'There', 'Elsewhere'].map((name) => add('clients', { name })),
    );
    const { uuid } = await add('contacts', {
      name: 'Grace Hopper',
      clients: [{ client_uuid: here.uuid }, { client_uuid: there.uuid }],
    });
    const found = async (client_uuid: string) => {
      const { body } = await app.call(
        'GET',
        `/api/v2/contacts?filter[clients]=${client_uuid}&include=count`,
        {
          as: ada,
        },
      );
      return body.data.map((contact: Body) => contact.uuid);
    };
    assert.deepEqual(
      [await found(here.uuid), await found(there.uuid), await found(elsewhere.uuid)],
      [[uuid], [uuid], []],
    );
  });

  test('is refused with one Client twice, more than 20, an unknown one, or one of another Account', async () => {
    const { uuid: client_uuid } = await add('clients', { name: 'Own' });
    const eve = await app.addUser();
    await app.addAccount(eve);
    const foreign = (await app.call('POST', '/api/v2/clients', { as: eve, body: { name: 'Hers' } })).body
      .data;
    for (const [clients, pointer] of [
      [[{ client_uuid }, { client_uuid }], '/clients/1/client_uuid'],
      [Array.from({ length: 21 }, () => ({ client_uuid })), '/clients'],
      [[{ client_uuid: foreign.uuid }], '/clients/0/client_uuid'],
      [[{ client_uuid: ada.uuid }], '/clients/0/client_uuid'],
    ] as const) {
      const { status, body } = await app.call('POST', '/api/v2/contacts', {
        as: ada,
        body: { name: 'X', clients },
      });
      assert.deepEqual([status, body.errors[0].pointer], [422, pointer]);
      assert.doesNotMatch(JSON.stringify(body), /Hers/);
    }
  });
});

describe('a deal', () => {
  const client = add;
  const deal = async (more: Body = {}) => {
    const { uuid: client_uuid } = await client('clients', { name: 'Buyer Ltd' });
    return add('deals', { title: 'New website', client_uuid, ...more });
  };

  test('begins in the first stage, and a move makes one event with the old stage', async () => {
    const made = await deal();
    assert.deepEqual([made.stage_uuid, made.status], [stages[0]!.uuid, 'open']);
    const moved = (await change('deals', made.uuid, { stage_uuid: stages[2]!.uuid })).body.data;
    assert.equal(moved.pipeline_uuid, made.pipeline_uuid);
    const events = await history('deals', made.uuid);
    assert.deepEqual(names(events), ['deal.moved', 'deal.created']);
    assert.equal(events[0].previous.stage_uuid, stages[0]!.uuid);
  });

  test('is won, lost with a reason, and reopened, each as one event', async () => {
    const { uuid } = await deal();
    assert.notEqual((await change('deals', uuid, { status: 'won' })).body.data.closed_at, null);
    const refused = await change('deals', uuid, { status: 'lost' });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/lost_reason']);
    await change('deals', uuid, { status: 'lost', lost_reason: 'Too expensive' });
    const reopened = (await change('deals', uuid, { status: 'open' })).body.data;
    assert.deepEqual([reopened.closed_at, reopened.lost_reason], [null, null]);
    const expected = ['deal.reopened', 'deal.lost', 'deal.won', 'deal.created'];
    assert.deepEqual(names(await history('deals', uuid)), expected);
  });

  test('has its amount as text with two decimals, and also accepts numbers', async () => {
    for (const [given, kept] of [
      ['12500', '12500.00'],
      [12500.5, '12500.50'],
      ['0012.3', '12.30'],
    ] as const) {
      assert.equal((await deal({ amount: given })).amount, kept);
    }
  });

  test('has its amount with the decimals of its currency, and is refused beyond', async () => {
    for (const [currency, given, kept] of [
      ['JPY', '12500.00', '12500'],
      ['KWD', '1.5', '1.500'],
      ['CLF', 0.1234, '0.1234'],
      ['EUR', 12, '12.00'],
    ] as const) {
      const { uuid, amount } = await deal({ currency, amount: given });
      assert.deepEqual([amount, (await read('deals', uuid)).amount], [kept, kept]);
    }
    const { uuid, client_uuid } = await deal({ currency: 'KWD', amount: '1.255' });
    const refused = await change('deals', uuid, { currency: 'JPY' });
    assert.equal(refused.body.errors[0].pointer, '/amount');
    assert.match(refused.body.errors[0].detail, /0 decimals, as JPY has, such as "12500"/);
    const moved = await change('deals', uuid, { currency: 'JPY', amount: '300' });
    assert.equal(moved.body.data.amount, '300');
    const body = { title: 'T', client_uuid, currency: 'EUR', amount: '1.255' };
    assert.equal((await app.call('POST', '/api/v2/deals', { as: ada, body })).status, 422);
    const path = '/api/v2/deals?include=amounts&limit=1&filter[currency][in]=JPY,KWD';
    const { amounts } = (await app.call('GET', path, { as: ada })).body;
    assert.deepEqual(
      amounts.map(({ currency, amount }: { currency: string; amount: string }) => [currency, amount]).sort(),
      [
        ['JPY', '12800'],
        ['KWD', '1.500'],
      ],
    );
  });

  test('keeps a currency that is none from an earlier release, also when it comes back', async () => {
    const field = { resource: 'deal', label: 'Fee', key: 'fee', type: 'money' };
    await app.call('POST', '/api/v2/custom-fields', { as: ada, body: field });
    const fee = { amount: '5.00', currency: 'XYZ' };
    const wrong = await app.call('POST', '/api/v2/deals', {
      as: ada,
      body: { title: 'T', client_uuid: (await deal()).client_uuid, custom: { fee } },
    });
    assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/custom/fee/currency']);
    const { uuid } = await deal({
      amount: '7',
      currency: 'EUR',
      custom: { fee: { ...fee, currency: 'EUR' } },
    });
    const custom = JSON.stringify({ fee });
    await app.db.query(sql`UPDATE deals SET currency = 'XYZ', custom = ${custom} WHERE uuid = ${uuid}`);
    const changed = await change('deals', uuid, {
      title: 'New',
      amount: '8',
      custom: { fee: { ...fee, amount: 6 } },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await app.call('DELETE', `/api/v2/deals/${uuid}`, { as: ada });
    const { status, body } = await app.call('POST', `/api/v2/deals/${uuid}/restore`, { as: ada });
    const { amount, currency } = body.data;
    assert.deepEqual([status, amount, currency, body.data.custom.fee.currency], [200, '8.00', 'XYZ', 'XYZ']);
  });

  test('is refused with the field at fault', async () => {
    const { uuid: client_uuid } = await add('clients', { name: 'Buyer' });
    for (const [more, pointer] of [
      [{ amount: '1.234' }, '/amount'],
      [{ amount: 'much' }, '/amount'],
      [{ amount: 1e20 }, '/amount'],
      [{ expected_close_on: '2026-02-30' }, '/expected_close_on'],
      [{ stage_uuid: client_uuid }, '/stage_uuid'],
      [{ pipeline_uuid: client_uuid }, '/pipeline_uuid'],
      [{ currency: 'euro' }, '/currency'],
      [{ currency: 'XYZ' }, '/currency'],
      [{ status: 'paused' }, '/status'],
    ] as const) {
      const body = { title: 'T', client_uuid, ...more };
      const { status, body: problem } = await app.call('POST', '/api/v2/deals', { as: ada, body });
      assert.deepEqual([status, problem.errors[0].pointer], [422, pointer], JSON.stringify(problem));
    }
  });

  test('stays when its Client is deleted, and loses the link when the Client is purged', async () => {
    const { uuid, client_uuid } = await deal();
    await app.call('DELETE', `/api/v2/clients/${client_uuid}`, { as: ada });
    assert.equal((await read('deals', uuid)).client_uuid, client_uuid);
    const { status } = await change('deals', uuid, { title: 'Still there' });
    assert.equal(status, 200);
    app.clock.advance(DAYS_31_MS);
    await purgeRecordsOf(clients, app.db, app.clock);
    assert.equal((await read('deals', uuid)).client_uuid, null);
    assert.equal((await change('deals', uuid, { title: 'Without client' })).status, 200);
  });

  test('keeps its Client when that is deleted and restored, and the events of a purged Client are gone', async () => {
    const { uuid, client_uuid } = await deal();
    await app.call('DELETE', `/api/v2/clients/${client_uuid}`, { as: ada });
    assert.equal((await app.call('POST', `/api/v2/clients/${client_uuid}/restore`, { as: ada })).status, 200);
    assert.equal((await read('clients', client_uuid)).name, 'Buyer Ltd');
    assert.equal((await read('deals', uuid)).client_uuid, client_uuid);
    const [{ uuid: told }] = await history('clients', client_uuid);
    await app.call('DELETE', `/api/v2/clients/${client_uuid}`, { as: ada });
    app.clock.advance(DAYS_31_MS);
    await purgeRecordsOf(clients, app.db, app.clock);
    assert.equal((await app.call('GET', `/api/v2/events/${told}`, { as: ada })).status, 404);
    assert.equal((await app.call('GET', `/api/v2/clients/${client_uuid}`, { as: ada })).status, 404);
    assert.deepEqual(names(await history('deals', uuid)), ['deal.created']);
  });

  test('is found by an amount in its currency, which is that of the Account where none is named', async () => {
    const eve = await app.addUser();
    const account = `/api/v2/accounts/${await app.addAccount(eve)}`;
    const send = (method: string, path: string, body?: Body) => app.call(method, path, { as: eve, body });
    for (const [title, amount, currency] of [
      ['none', '881', null],
      ['euro', '882', 'EUR'],
      ['yen', '883', 'JPY'],
    ]) {
      const made = await send('POST', '/api/v2/deals', { title, amount, currency });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    }
    const found = async (query: string) => {
      const { body } = await send('GET', `/api/v2/deals?sort=amount&${query}`);
      return body.data?.map(({ title }: Body) => title).join() ?? body.errors[0].code;
    };
    const from = 'filter[amount][gte]=881';
    assert.equal(await found(from), 'none,euro,yen');
    assert.equal((await send('PATCH', account, { currency: 'EUR' })).status, 200);
    assert.equal(await found(from), 'none,euro');
    assert.equal(await found(`${from} EUR`), 'none,euro');
    assert.equal(await found(`${from} JPY&filter[amount][lte]=900 JPY`), 'yen');
    assert.equal(await found('filter[amount][in]=882,883 JPY'), 'euro,yen');
    assert.equal(await found('filter[amount][ne]=883'), 'none,euro,yen');
    assert.equal(await found('filter[amount][ne]=883 JPY'), 'none,euro');
    assert.equal(await found('filter[amount]=881 XYZ'), 'wrong_format');
  });

  test('is found by stage, Client, amount and closing day', async () => {
    const made = await deal({ amount: '777.00', expected_close_on: '2026-12-24' });
    for (const query of [
      `filter[client_uuid]=${made.client_uuid}`,
      'filter[amount][gte]=776.99&filter[amount][lt]=777.01',
      'filter[expected_close_on]=2026-12-24',
      `filter[uuid][in]=${made.uuid}`,
      'q=website&filter[amount]=777',
    ]) {
      const { body } = await app.call('GET', `/api/v2/deals?${query}`, { as: ada });
      assert.deepEqual(
        body.data?.map(({ uuid }: Body) => uuid),
        [made.uuid],
        `${query} ${JSON.stringify(body)}`,
      );
    }
  });
});

describe('a pipeline', () => {
  test('exists from the beginning, with four stages', () => {
    assert.deepEqual(
      stages.map(({ name }) => name),
      ['Lead', 'Contacted', 'Offer', 'Negotiation'],
    );
  });

  test('keeps a stage that has Deals, and can lose, rename and reorder the others', async () => {
    const pipeline = await add('pipelines', { name: 'Support' });
    const [first, second, third] = pipeline.stages;
    const { uuid: client_uuid } = await add('clients', { name: 'Buyer' });
    const deal = await add('deals', { title: 'In the way', client_uuid, stage_uuid: second.uuid });
    const refused = await change('pipelines', pipeline.uuid, { stages: [first, third] });
    assert.equal(refused.status, 409);
    assert.match(refused.body.detail, /1 deal is in the stage "Contacted"\. Move or delete them first\./);
    const without = await app.call('DELETE', `/api/v2/pipelines/${pipeline.uuid}`, { as: ada });
    assert.equal(without.status, 409);
    const changed = await change('pipelines', pipeline.uuid, {
      stages: [{ ...second, name: 'Called' }, { name: 'New', probability: 5 }, first],
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(
      changed.body.data.stages.map(({ name }: Body) => name),
      ['Called', 'New', 'Lead'],
    );
    assert.deepEqual((await read('pipelines', pipeline.uuid)).stages, changed.body.data.stages);
    assert.equal((await read('deals', deal.uuid)).stage_uuid, second.uuid);
  });

  test('refuses a stage of another pipeline', async () => {
    const { uuid } = await add('pipelines', { name: 'Other' });
    const refused = await change('pipelines', uuid, { stages: [{ uuid: stages[0]!.uuid, name: 'Stolen' }] });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/stages/0/uuid']);
  });
});

describe('a task', () => {
  test('is completed and reopened, each as one event', async () => {
    const { uuid } = await add('tasks', { title: 'Call back', due_on: '2026-12-01' });
    const completed = (await change('tasks', uuid, { status: 'completed', outcome: 'Ten seats' })).body.data;
    assert.notEqual(completed.completed_at, null);
    const early = await change('tasks', (await add('tasks', { title: 'Open' })).uuid, {
      completed_at: completed.completed_at,
    });
    assert.deepEqual([early.status, early.body.errors[0].pointer], [422, '/completed_at']);
    assert.equal((await change('tasks', uuid, { status: 'open' })).body.data.completed_at, null);
    const expected = ['task.reopened', 'task.completed', 'task.created'];
    assert.deepEqual(names(await history('tasks', uuid)), expected);
  });

  test('that is due at a time is due on the day of that time', async () => {
    const { due_on, due_at } = await add('tasks', { title: 'Meet', due_at: '2026-12-01T23:30:00+01:00' });
    assert.deepEqual([due_on, due_at], ['2026-12-01', '2026-12-01T22:30:00.000+00:00']);
  });

  test('whose day is not that of its time anywhere is refused, and else both are kept', async () => {
    const due_at = '2026-12-01T23:30:00.000+00:00';
    const kept = await add('tasks', { title: 'Meet', due_on: '2026-12-02', due_at });
    assert.deepEqual([kept.due_on, kept.due_at], ['2026-12-02', due_at]);
    for (const due_on of ['2026-11-30', '2026-12-03']) {
      const refused = await change('tasks', kept.uuid, { due_on, due_at });
      assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/due_on']);
    }
    const same = (await change('tasks', kept.uuid, { due_on: '2026-12-02', title: 'Met' })).body.data;
    assert.deepEqual([same.due_at, same.title], [due_at, 'Met']);
    assert.equal((await change('tasks', kept.uuid, { due_on: '2026-12-05' })).body.data.due_at, null);
  });

  test('that is completed keeps the time of its completion, or is refused', async () => {
    const { uuid } = await add('tasks', { title: 'Done', status: 'completed' });
    const refused = await change('tasks', uuid, { completed_at: null });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/completed_at']);
  });

  test('is the next step of its Client until it is done, and then the last contact if it was one', async () => {
    const { uuid: client } = await add('clients', { name: 'Watched' });
    const later = await add('tasks', { title: 'Later', due_on: '2026-12-09', ...about('client', client) });
    const sooner = await add('tasks', {
      ...{ title: 'Sooner', type: 'call', due_on: '2026-12-02' },
      ...about('client', client),
    });
    assert.equal((await read('clients', client)).next_task_due_on, '2026-12-02');
    const done = (await change('tasks', sooner.uuid, { status: 'completed' })).body.data;
    const { next_task_due_on, last_activity_at, version } = await read('clients', client);
    assert.deepEqual([next_task_due_on, last_activity_at, version], ['2026-12-09', done.completed_at, 1]);
    await change('tasks', later.uuid, { status: 'completed' });
    await add('notes', { body: 'They look dear.', ...about('client', client) });
    assert.equal((await read('clients', client)).last_activity_at, done.completed_at);
    assert.equal((await read('clients', client)).next_task_due_on, null);
    assert.deepEqual(names(await history('clients', client)), ['client.created']);
  });

  test('is found by me and today when it is mine and due today', async () => {
    const today = app.clock.now().toISOString().slice(0, 10);
    const { uuid } = await add('tasks', { title: 'Mine', due_on: today, assignee_uuid: ada.uuid });
    const query = 'filter[assignee_uuid]=me&filter[due_on][lte]=today&filter[status]=open&sort=due_on';
    const { body } = await app.call('GET', `/api/v2/tasks?${query}`, { as: ada });
    assert.deepEqual(
      body.data.map((task: Body) => task.uuid),
      [uuid],
    );
    const none = await app.call('GET', `/api/v2/tasks?${query.replace('today', 'today-7d')}`, { as: ada });
    assert.deepEqual(none.body.data, []);
  });
});

describe('a note', () => {
  test("about a Deal is in the Deal's history only with related=true", async () => {
    const { uuid: client_uuid } = await add('clients', { name: 'Noted' });
    const deal = await add('deals', { title: 'Noted deal', client_uuid });
    const note = await add('notes', { body: 'They **want** it.', ...about('deal', deal.uuid) });
    const around = await history('clients', client_uuid, '?related=true');
    assert.deepEqual(names(around), ['note.created', 'deal.created', 'client.created']);
    assert.equal(around[0].data.uuid, note.uuid);
    assert.deepEqual(names(await history('clients', client_uuid)), ['client.created']);
    assert.equal((await read('deals', deal.uuid)).last_activity_at, null);
  });

  test('is about 1 to 20 records of the right kinds', async () => {
    const { uuid } = await add('clients', { name: 'Noted' });
    for (const records of [
      [],
      [{ resource: 'note', uuid }],
      [{ resource: 'deal', uuid }],
      Array.from({ length: 21 }, () => ({ resource: 'client', uuid })),
    ]) {
      const { status, body } = await app.call('POST', '/api/v2/notes', {
        as: ada,
        body: { body: 'X', records },
      });
      assert.equal(status, 422);
      assert.match(body.errors[0].pointer, /^\/records/);
    }
  });
});

test('bad input is refused with its field, and writes nothing', async () => {
  const { uuid } = await add('clients', { name: 'Kept' });
  const deal = await add('deals', { title: 'Kept', client_uuid: uuid });
  const { uuid: another, stages: others } = await add('pipelines', { name: 'Another' });
  await until('the feed to give what is there', async () => {
    const path = '/api/v2/events?limit=200&filter[event]=pipeline.created';
    const { data } = (await app.call('GET', path, { as: ada })).body;
    return data.some((event: { data: { uuid: string } }) => event.data.uuid === another);
  });
  const links = (count: number) => Array.from({ length: count }, () => ({ resource: 'client', uuid }));
  const feed = async () =>
    (await app.call('GET', '/api/v2/events?after=latest', { as: ada })).body.next_cursor;
  const before = await feed();
  for (const [method, path, body, pointer] of [
    ['POST', 'notes', { body: 'N', records: [{ resource: 'pipeline', uuid }] }, '/records/0/resource'],
    ['POST', 'notes', { body: 'N', records: [{ resource: 'deal', uuid }] }, '/records/0/uuid'],
    ['POST', 'tasks', { title: 'T', records: [{ resource: 'task', uuid }] }, '/records/0/resource'],
    ['POST', 'tasks', { title: 'T', records: links(21) }, '/records'],
    ['POST', 'notes', { body: 'N', records: links(21) }, '/records'],
    ['POST', 'tasks', { title: 'T', due_on: '2026-02-30' }, '/due_on'],
    ['POST', 'contacts', { name: 'C', birthday_on: '1900-02-29' }, '/birthday_on'],
    ['POST', 'deals', { title: 'D', client_uuid: uuid, amount: '12,50' }, '/amount'],
    ['PATCH', `deals/${deal.uuid}`, { amount: 'NaN' }, '/amount'],
    ['PATCH', `deals/${deal.uuid}`, { stage_uuid: uuid }, '/stage_uuid'],
    ['PATCH', `pipelines/${deal.pipeline_uuid}`, { stages: [{ ...others[0] }] }, '/stages/0/uuid'],
  ] as const) {
    const answer = await app.call(method, `/api/v2/${path}`, { as: ada, body });
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, pointer], JSON.stringify(body));
  }
  assert.equal(await feed(), before);
});

test('numbers from before the Account has a country are read as its own once it has one', async () => {
  const account_uuid = (await app.call('GET', '/api/v2/accounts', { as: ada })).body.data[0].uuid;
  const choose = async (country: string | null) => {
    await app.call('PATCH', `/api/v2/accounts/${account_uuid}`, { as: ada, body: { country } });
    await app.jobs.finished();
  };
  const phones = [{ value: '030 1234567' }];
  const [kept, deleted] = [
    await add('clients', { name: 'Kept', phones }),
    await add('contacts', { first_name: 'Gone', phones }),
  ];
  const numberOf = async (plural: string, uuid: string) => (await read(plural, uuid)).phones[0].e164;
  assert.equal(await numberOf('clients', kept.uuid), undefined);
  await app.call('DELETE', `/api/v2/contacts/${deleted.uuid}`, { as: ada });
  await choose('DE');
  assert.equal(await numberOf('clients', kept.uuid), '+49301234567');
  assert.deepEqual(names(await history('clients', kept.uuid)), ['client.updated', 'client.created']);
  await app.call('POST', `/api/v2/contacts/${deleted.uuid}/restore`, { as: ada });
  assert.equal(await numberOf('contacts', deleted.uuid), '+49301234567');

  // What is written again takes no number away, and another country is the one of all.
  await choose(null);
  await change('clients', kept.uuid, { phones: [...phones, { value: '040 111222' }] });
  assert.deepEqual(
    (await read('clients', kept.uuid)).phones.map(({ e164 }: { e164?: string }) => e164),
    ['+49301234567', undefined],
  );
  await choose('AT');
  assert.equal(await numberOf('clients', kept.uuid), '+43301234567');
  await choose(null);
});

test('a viewer can write no kind of record', async () => {
  const viewer = await app.addUser();
  const account_uuid = (await app.call('GET', '/api/v2/accounts', { as: ada })).body.data[0].uuid;
  await app.addLogin(account_uuid, viewer, 'viewer');
  for (const { definition } of KINDS) {
    const { status } = await app.call('POST', definition.path, {
      as: viewer,
      body: { [definition.named_by]: 'X' },
    });
    assert.equal(status, 403, definition.name);
  }
});
