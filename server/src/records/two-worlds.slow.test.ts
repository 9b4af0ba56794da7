import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { REPORT_NAMES } from '@rapport/contract/reports';
import sql from 'sql-template-tag';
import { FEW } from '../access/candidates.ts';
import { newUuid } from '../platform/ids.ts';
import { exampleRequest, operationsOf } from '../testing/described-requests.ts';
import { addDropBox, dropMail, sendFile } from '../testing/hand-in.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { type Answer, MAIL_DROP, startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

/** A service with an Account, in which one User sees only what is theirs. */
type World = {
  app: TestApp;
  account_uuid: string;
  ann: TestUser;
  /** Lets others write something that is hidden from them. */
  othersWrite: () => Promise<void>;
  /** The numbers of the uuids and times that answers have named so far. */
  numbers: Map<string, string>;
};

/** What differs between two services by itself. */
const UNLIKE = ['/api-requests', '/personal-access-tokens'];

const DROPPED = { subject: 'zqdropped grace', body: 'zqdropped website' };

/** What she sends as well: an Account keeps the same bytes once. */
const SHARED_BYTES = 'The same bytes.';

/** Others write once in so many requests. */
const BETWEEN = 10;

let worlds: World[] = [];

before(async () => {
  worlds = await Promise.all([makeWorld(false), makeWorld(true)]);
});
after(() => Promise.all(worlds.map(({ app }) => app.close())));

async function makeWorld(isFull: boolean): Promise<World> {
  const app = await startTestApp({ mail_drop: MAIL_DROP });
  const [olga, ann, ben] = [await app.addUser('Olga'), await app.addUser('Ann'), await app.addUser('Ben')];
  const account_uuid = await app.addAccount(olga, 'Two worlds');
  for (const user of [ann, ben]) await app.addLogin(account_uuid, user, 'member');
  await narrowAccess(app, account_uuid, levelsOf('own'));
  const bens = isFull ? await addDropBox(app, account_uuid, ben) : '';
  let count = 0;
  const othersWrite = async () => {
    // That somebody was here is no record.
    await app.call('GET', '/api/v2/me', { as: ben });
    if (!isFull) return;
    const number = ++count;
    const post = async (path: string, fields: object) => {
      const body = { account_uuid, owner_uuid: ben.uuid, tags: ['shared'], ...fields };
      const made = await app.call('POST', `/api/v2/${path}`, { as: ben, body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.data.uuid as string;
    };
    const emails = [{ value: 'same@double.example' }];
    const client = await post('clients', { name: `Acme ${number % 3}`, domain: 'double.example' });
    const contact = await post('contacts', {
      name: 'Grace Hopper',
      emails,
      clients: [{ client_uuid: client }],
    });
    const deal = await post('deals', {
      title: 'Website',
      client_uuid: client,
      amount: '7.00',
      currency: 'USD',
    });
    const records = [
      { resource: 'client', uuid: client },
      { resource: 'deal', uuid: deal },
    ];
    // With her it is shared that they share with each other, and nothing of it.
    await post('deals', { title: 'Website', shared_with: [{ user_uuid: olga.uuid, may_change: true }] });
    await post('notes', { body: 'Website @Ann', records });
    await post('tasks', { title: 'Website call', records, due_on: '2030-01-01', assignee_uuid: ben.uuid });
    await app.call('PATCH', `/api/v2/deals/${deal}`, { as: ben, body: { status: 'won' } });
    if (number % 2) await app.call('DELETE', `/api/v2/contacts/${contact}`, { as: ben });
    // With somebody whom she sees, and hidden; and shown, with somebody whom she does not see.
    await post('contacts', { name: 'Only of Ben', emails: [{ value: `only${number}@ben.example` }] });
    await keepMail(app, { account_uuid, ben, visibility: 'hidden', address: 'same@double.example' });
    await keepMail(app, { account_uuid, ben, visibility: 'full', address: `only${number}@ben.example` });
    if (number % 2 === 0) return;
    await dropMail(app, bens, { of: ben, to: `only${number}@ben.example`, ...DROPPED });
    await dropMail(app, bens, { of: null, to: 'same@double.example', ...DROPPED });
    const text = number % 4 === 1 ? SHARED_BYTES : `zqfile ${number}`;
    await sendFile(app, { account_uuid, as: ben }, { name: 'zqfile.txt', text, records });
  };
  await othersWrite();
  return { app, account_uuid, ann, othersWrite, numbers: new Map() };
}

/** Waits until the feed holds all that was written: it ends before the oldest open transaction. */
async function untilFeedIsWhole({ app }: World): Promise<void> {
  await until('the feed to hold all events', async () => {
    const [row] = await app.db.query<{ is_whole: boolean }>(sql`
      SELECT coalesce(bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())), true) AS is_whole
      FROM events`);
    return row!.is_whole;
  });
}

async function keepMail(
  app: TestApp,
  mail: { account_uuid: string; ben: TestUser; visibility: string; address: string },
): Promise<void> {
  const uuid = newUuid(app.clock.now());
  const { account_uuid, ben, visibility, address } = mail;
  await app.db.query(sql`
    INSERT INTO mails (uuid, account_uuid, holder_uuid, fingerprint, thread_uuid, direction, visibility, sent_at,
      subject, text, version, created_at, updated_at)
    VALUES (${uuid}, ${account_uuid}, ${ben.uuid}, ${Buffer.from(uuid)}, ${uuid}, 'in', ${visibility}, now(),
      'zqsubject grace', 'zqtext website', 1, now(), now())`);
  await app.db.query(sql`
    INSERT INTO mail_people (account_uuid, mail_uuid, "position", role, address, point, name, is_own)
    VALUES (${account_uuid}, ${uuid}, 1, 'from', ${address}, ${address}, 'Grace', false)`);
}

/** An answer in which uuids and times are their numbers, in the order in which they came up. */
function numbered({ numbers }: World, { status, headers, body }: Answer): string {
  const numberOf = (kind: string) => (text: string) => {
    const known = numbers.get(text) ?? `${kind}${numbers.size}`;
    numbers.set(text, known);
    return known;
  };
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
    .replace(/"request_id":"[^"]*"/g, '')
    .replace(/"next_cursor":"[^"]*"/g, '"next_cursor":"…"')
    .replace(/[\w-]+@(?=example|[\w-]+\.test)/g, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, numberOf('U'))
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)/g, 'T');
  return `${status} ${headers.get('etag') ?? ''} ${text}`;
}

it('the same requests have the same answers, whatever is hidden', async () => {
  const uuids: string[][] = [[], []];
  let sent = 0;
  const { ...few } = FEW;
  /** Sends it in both worlds, while others write in one of them; returns the answers. */
  const both = async (
    method: string,
    path: string | ((world: number) => string),
    fields?: (world: number) => object,
  ) => {
    // In turns as where somebody sees few records, and as where there are many.
    Object.assign(FEW, sent % 2 ? { page: 0, whole: 0 } : few);
    const answers = await Promise.all(
      worlds.map(async (world, index) => {
        // What is made in the same millisecond has no order of its own.
        world.app.clock.advance(1000);
        const at = typeof path === 'string' ? path : path(index);
        if (at.includes('/events')) await untilFeedIsWhole(world);
        const body = fields && {
          ...(method === 'POST' && { account_uuid: world.account_uuid }),
          ...fields(index),
        };
        return world.app.call(method, `/api/v2${at}`, { as: world.ann, body });
      }),
    );
    const [one, other] = worlds.map((world, index) => numbered(world, answers[index]!));
    assert.equal(other, one, `${method} ${typeof path === 'string' ? path : path(0)}`);
    if (++sent % BETWEEN === 0) await Promise.all(worlds.map(({ othersWrite }) => othersWrite()));
    return answers;
  };
  const add = async (path: string, fields: (world: number) => object) => {
    const answers = await both('POST', path, fields);
    answers.forEach((answer, world) => {
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      uuids[world]!.push(answer.body.data.uuid);
    });
    return uuids[0]!.length - 1;
  };
  const mine = (world: number) => ({ owner_uuid: worlds[world]!.ann.uuid, tags: ['shared'] });
  const uuid = (place: number) => (world: number) => uuids[world]![place]!;
  const client = uuid(await add('/clients', (world) => ({ ...mine(world), name: 'Acme 1' })));
  const emails = [{ value: 'same@double.example' }];
  await add('/contacts', (world) => ({
    ...mine(world),
    name: 'Grace Hopper',
    emails,
    clients: [{ client_uuid: client(world) }],
  }));
  const deal = uuid(
    await add('/deals', (world) => ({
      ...mine(world),
      title: 'Website',
      client_uuid: client(world),
      amount: '5.00',
      currency: 'EUR',
    })),
  );
  for (let n = 0; n < 3; n++) await add('/clients', (world) => ({ ...mine(world), name: `Acme ${n}` }));
  const records = (world: number) => [{ resource: 'client', uuid: client(world) }];
  await add('/notes', (world) => ({ ...mine(world), body: 'Website', records: records(world) }));
  await add('/tasks', (world) => ({
    ...mine(world),
    title: 'Website call',
    records: records(world),
    due_on: '2030-01-01',
  }));

  const sent_files = await Promise.all(
    worlds.map(({ app, account_uuid, ann }, world) => {
      app.clock.advance(1000);
      const mine = { name: 'mine.txt', text: SHARED_BYTES, records: records(world) };
      return sendFile(app, { account_uuid, as: ann }, mine);
    }),
  );
  const [one, other] = worlds.map((world, index) => numbered(world, sent_files[index]!));
  assert.equal(other, one, 'a file of the same bytes');
  const file = (world: number) => sent_files[world]!.body.data.uuid;

  for (const kind of ['clients', 'contacts', 'deals', 'tasks', 'notes']) {
    for (const query of [
      '?include=total',
      '?sort=-updated_at',
      '?q=website',
      '?q=acme&include=count',
      '?filter[tags]=shared',
      '.csv',
      '/deleted',
      '?limit=1',
    ])
      if (query !== '?q=acme&include=count' || kind !== 'notes') await both('GET', `/${kind}${query}`);
  }
  for (const { plural, list, ...kind } of RECORDS.filter((one) => 'seen_by' in one))
    for (const [name, field] of Object.entries(list.fields as Record<string, { sortable?: boolean }>))
      for (const sign of field.sortable ? ['', '-'] : [])
        await both('GET', `/${plural}?sort=${sign}${name}&limit=${kind.name === 'note' ? 1 : 3}`);
  const own = {
    clients: client,
    contacts: uuid(1),
    deals: deal,
    notes: uuid(6),
    tasks: uuid(7),
    files: file,
  };
  for (const described of operationsOf(worlds[0]!.app.description)) {
    const path = described.path.replace(/^\/api\/v2/, '');
    if (described.method !== 'GET' || path === described.path || UNLIKE.includes(path)) continue;
    const kind = path.split('/')[1] as keyof typeof own;
    const example = exampleRequest(worlds[0]!.app.description, described).path.replace(/^\/api\/v2/, '');
    const at = (world: number) => (own[kind] ? path.replace('{uuid}', own[kind](world)) : example);
    await both('GET', (world) =>
      path.includes('{') ? at(world) : example.replace(/wait_s=\d+/, 'wait_s=0'),
    );
  }
  // Page by page: the cursors of one world are those of its own records.
  let cursors = ['', ''];
  for (let page = 0; page < 3; page++) {
    const answers = await both(
      'GET',
      (world) => `/clients?sort=name&limit=1${cursors[world] && `&cursor=${cursors[world]}`}`,
    );
    cursors = answers.map(({ body }) => encodeURIComponent(body.next_cursor ?? ''));
  }
  await both('GET', '/deals?include=amounts');
  await both('GET', '/search?q=website&limit=50');
  await both('GET', '/search?q=acm&limit=2');
  for (const q of ['same@double.example', 'grace', 'zqsubject', 'zqtext', 'zqdropped', 'zqfile'])
    await both('GET', `/search?q=${q}&resources=mail&limit=2`);
  await both('GET', (world) => `/files?record_uuid=${client(world)}`);
  await both('GET', (world) => `/mails?record_uuid=${uuid(1)(world)}`);
  await both('GET', '/held-mails');
  await both('GET', '/mail-drop-boxes');
  await both('GET', '/tags');
  await both('GET', '/changes');
  await both('GET', '/clients/duplicates');
  await both('GET', '/contacts/duplicates');
  await both('GET', '/notifications');
  await both('GET', '/notifications/unread');
  await both('GET', '/live?missed_ms=0');
  await both('GET', '/events?limit=200');
  await both('GET', '/events?after=latest');
  await both('GET', '/custom-fields');
  await both('GET', '/views');
  await both('GET', '/imports');
  await both('GET', '/jobs');
  for (const report of REPORT_NAMES)
    await both('GET', (world) => `/reports/${report}?account_uuid=${worlds[world]!.account_uuid}`);
  await both('GET', (world) => `/clients/${client(world)}/events?related=true`);
  await both('GET', (world) => `/clients/${client(world)}`);
  await both(
    'PATCH',
    (world) => `/deals/${deal(world)}`,
    () => ({ status: 'won' }),
  );
  await both('POST', '/clients/batch', () => ({
    operations: [{ action: 'create', data: { name: 'Batch' } }],
  }));
  await both('DELETE', (world) => `/deals/${deal(world)}`);
  await both('GET', '/deals/deleted');
  await both('POST', (world) => `/deals/${deal(world)}/restore`);
  await both('GET', '/events?limit=200');
  assert.ok(worlds[0]!.numbers.size > 20);
});
