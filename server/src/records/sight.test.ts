import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIL_LEVELS } from '@rapport/contract/mail';
import type { Share } from '@rapport/contract/records/share-fields';
import sql, { raw } from 'sql-template-tag';
import type { Level, Levels } from '../access/narrow.ts';
import { hiddenFrom } from '../access/sight.ts';
import type { Database } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { exampleRequest, operationsOf } from '../testing/described-requests.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

/** A record as the rule sees it: its people, its shares, and what it hangs on or is about. */
type Plain = {
  kind: string;
  uuid: string;
  people: (string | null)[];
  shared_with: Share[];
  to: string[];
  word: string;
};

const KINDS = ['client', 'contact', 'deal', 'task', 'note'] as const;
const [LEVELS, FREE] = [['client', 'contact', 'deal'], 'pipeline'];

/** A User with who shares a team with them, and these teams. */
type Looker = { user: string; team: string[]; teams: string[] };

/** The rule of who sees, or may change, what, on plain objects. */
function oracle(
  all: Map<string, Plain>,
  { user, team, teams }: Looker,
  levels: Levels,
  right: 'see' | 'change' = 'see',
): (uuid: string) => boolean {
  type Who = { is: (person: string | null) => boolean; shares: (share: Share) => boolean };
  const holds = ({ people, shared_with, to }: Plain, who: Who): boolean =>
    people.some(who.is) || shared_with.some(who.shares) || to.some((uuid) => holds(all.get(uuid)!, who));
  const isNarrow = LEVELS.some((kind) => levels[kind]![right] !== 'all');
  const shares = ({ user_uuid, team_uuid, may_change }: Share) =>
    (user_uuid === user || teams.includes(team_uuid ?? '')) && (right === 'see' || may_change);
  const anybody = { is: (person: string | null) => person !== null, shares: () => true };
  const sees = (one: Plain): boolean => {
    if (!isNarrow) return true;
    if (LEVELS.includes(one.kind)) {
      const level = levels[one.kind]![right];
      const us = level === 'team' ? team : [user];
      const isOurs = holds(one, { is: (person) => us.includes(person ?? ''), shares });
      return level === 'all' || isOurs || !holds(one, anybody);
    }
    if (one.people.includes(user) || one.to.some((uuid) => sees(all.get(uuid)!))) return true;
    return one.to.length === 0 && one.people.every((person) => person === null);
  };
  return (uuid) => sees(all.get(uuid)!);
}

let app: TestApp;
let account_uuid: string;
let [owner, ann, ben, cid] = [] as unknown as TestUser[];
const records = new Map<string, Plain>();
let pipeline_uuid: string;
let lookers: Looker[] = [];

/** A fixed series of numbers, so that a failure can be seen again. */
let seed = 7;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
const uuidsOf = (kind: string) =>
  [...records.values()].filter((one) => one.kind === kind).map(({ uuid }) => uuid);

async function call(method: string, path: string, as: TestUser, body?: unknown, headers = {}) {
  return app.call(method, `/api/v2${path}`, { as, body, headers });
}

async function add(
  kind: string,
  fields: Record<string, unknown>,
  to: string[],
  as = owner!,
): Promise<string> {
  const word = `zq${records.size}hidden`;
  const named = kind === 'client' || kind === 'contact' ? 'name' : kind === 'note' ? 'body' : 'title';
  const emails = kind === 'contact' ? { emails: [{ value: `${word}@mail.example`, label: 'work' }] } : {};
  const body = {
    account_uuid,
    [named]: `Common ${word}`,
    tags: [`tag${records.size % 5}`],
    ...emails,
    ...fields,
  };
  const made = await call('POST', `/${kind}s`, as, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { uuid, owner_uuid = null, assignee_uuid = null, shared_with = [] } = made.body.data;
  records.set(uuid, { kind, uuid, people: [owner_uuid, assignee_uuid], shared_with, to, word });
  return uuid;
}

async function addTeam(team: object): Promise<string> {
  const made = await call('POST', '/teams', owner!, team);
  assert.equal(made.status, 201);
  return made.body.data.uuid;
}

before(async () => {
  app = await startTestApp();
  [owner, ann, ben, cid] = await Promise.all(['Olga', 'Ann', 'Ben', 'Cid'].map((name) => app.addUser(name)));
  account_uuid = await app.addAccount(owner!);
  for (const user of [ann!, ben!, cid!]) await app.addLogin(account_uuid, user, 'member');
  const north = { account_uuid, name: 'North', member_uuids: [ann!.uuid, ben!.uuid] };
  const south = { ...north, name: 'South', member_uuids: [cid!.uuid] };
  const [north_uuid, south_uuid] = [await addTeam(north), await addTeam(south)];
  lookers = [
    { user: ann!.uuid, team: [ann!.uuid, ben!.uuid], teams: [north_uuid] },
    { user: ben!.uuid, team: [ann!.uuid, ben!.uuid], teams: [north_uuid] },
    { user: cid!.uuid, team: [cid!.uuid], teams: [south_uuid] },
  ];
  pipeline_uuid = (await call('GET', '/pipelines', owner!)).body.data[0].uuid;
  const person = () => anyOf([null, ann!.uuid, ben!.uuid, cid!.uuid]);
  /** One in three is shared: with a User who is not its owner, with a team, or with both. */
  const held = () => {
    const owner_uuid = person();
    if (random(3) > 0) return { owner_uuid };
    const user_uuid = anyOf([ann!.uuid, ben!.uuid, cid!.uuid]);
    const shares = [
      { user_uuid, may_change: random(2) === 0 },
      { team_uuid: anyOf([north_uuid, south_uuid]), may_change: random(2) === 0 },
    ].filter((share) => !('user_uuid' in share && owner_uuid === user_uuid));
    return { owner_uuid, shared_with: shares.slice(random(2)) };
  };
  for (let n = 0; n < 10; n++) await add('client', held(), []);
  for (let n = 0; n < 14; n++) {
    const clients = [...new Set(Array.from({ length: random(3) }, () => anyOf(uuidsOf('client'))))];
    const links = clients.map((client_uuid, index) => ({
      client_uuid,
      ended_on: index === 1 ? '2026-01-01' : null,
    }));
    await add('contact', { ...held(), clients: links }, clients);
  }
  for (let n = 0; n < 14; n++) {
    const client_uuid = anyOf([null, ...uuidsOf('client')]);
    const amount = { amount: '10.00', currency: 'EUR' };
    await add('deal', { ...held(), client_uuid, ...amount }, client_uuid ? [client_uuid] : []);
  }
  const subjects = () => [...new Set(Array.from({ length: random(3) }, () => anyOf([...records.values()])))];
  for (let n = 0; n < 24; n++) {
    const kind = n % 2 ? 'task' : 'note';
    const about = subjects().filter((one) => LEVELS.includes(one.kind));
    if (kind === 'note' && about.length === 0) about.push(records.get(anyOf(uuidsOf('client')))!);
    const people = kind === 'task' ? { assignee_uuid: person(), due_on: '2030-01-01' } : {};
    const links = about.map(({ kind: resource, uuid }) => ({ resource, uuid }));
    await add(
      kind,
      { owner_uuid: person(), ...people, records: links },
      about.map(({ uuid }) => uuid),
    );
  }
  await keepMails();
});
after(() => app.close());

/** Mails that Cid holds, at each level, of one or two Contacts. */
type Mailed = { uuid: string; visibility: string; contacts: string[] };
const mailed: Mailed[] = [];

async function keepMails(): Promise<void> {
  const contacts = uuidsOf('contact');
  for (let n = 0; n < 24; n++) {
    const visibility = MAIL_LEVELS[n % 4]!;
    // What is shown whole names all its people, also those whom a reader does not see.
    const others = visibility === 'full' ? [] : [anyOf(contacts)];
    const mail = { uuid: newUuid(app.clock.now()), visibility, contacts: [anyOf(contacts), ...others] };
    await app.db.query(sql`
      INSERT INTO mails (uuid, account_uuid, holder_uuid, fingerprint, thread_uuid, direction, visibility, sent_at,
        subject, text, version, created_at, updated_at)
      VALUES (${mail.uuid}, ${account_uuid}, ${cid!.uuid}, ${Buffer.from(mail.uuid)}, ${mail.uuid}, 'in',
        ${visibility}, now(), 'zqsubject', 'zqtext', 1, now(), now())`);
    for (const [index, uuid] of mail.contacts.entries()) {
      const address = `${records.get(uuid)!.word}@mail.example`;
      await app.db.query(sql`
        INSERT INTO mail_people (account_uuid, mail_uuid, "position", role, address, point, name, is_own)
        VALUES (${account_uuid}, ${mail.uuid}, ${index}, 'from', ${address}, ${address}, ${address}, false)`);
    }
    mailed.push(mail);
  }
}

/** Compares what Ann is told of mails with the rule: of what she sees, at the level of each. */
async function compareMails(sees: (uuid: string) => boolean): Promise<void> {
  for (const uuid of uuidsOf('contact')) {
    const answer = await call('GET', `/mails?record_uuid=${uuid}&limit=200`, ann!);
    assert.equal(answer.status, sees(uuid) ? 200 : 404);
    if (!sees(uuid)) continue;
    const known = mailed.filter(
      ({ visibility, contacts }) => visibility !== 'hidden' && contacts.includes(uuid),
    );
    assert.deepEqual(uuidsIn(answer), known.map((one) => one.uuid).sort());
  }
  const words = [...records.values()].filter(({ uuid }) => !sees(uuid)).map(({ word }) => word);
  for (const { uuid, visibility, contacts } of mailed) {
    const { status, body } = await call('GET', `/mails/${uuid}`, ann!);
    const isKnown = visibility !== 'hidden' && contacts.some(sees);
    assert.equal(status, isKnown ? 200 : 404, visibility);
    const text = JSON.stringify(body);
    assert.equal(text.includes('zqtext'), isKnown && visibility === 'full');
    assert.equal(text.includes('zqsubject'), isKnown && (visibility === 'full' || visibility === 'subject'));
    assert.deepEqual(
      words.filter((word) => text.includes(`${word}@`)),
      [],
      visibility,
    );
  }
}

/** A statement that reads records, or what tells of them. */
const GUARDED =
  /\b(FROM|JOIN)\s+(clients|contacts|deals|tasks|notes|events|points|custom_values|deal_states)\b/;
const DOOR = 'AS NOT MATERIALIZED (SELECT * FROM';

/** Parts of statements that may read them otherwise, each with the reason. */
const WITHOUT_DOOR: [part: string, reason: string][] = [
  ['END AS open_since', 'the place of a reader in the feed, whatever they see of its event'],
  ['imported_below)', 'the place in the feed before a time'],
  ['FROM notifications AS one', 'has the condition about its subject itself'],
  ['AS one (resource, uuid)', 'asks which records are seen'],
  ['IS NOT TRUE', 'asks which of those that are seen may not be changed'],
];

/** The texts of all statements from now on, also of those in transactions. */
function spyOn(db: Database): string[] {
  const texts: string[] = [];
  const { query, transaction } = db;
  db.query = (statement) => {
    texts.push(statement.text);
    return query(statement);
  };
  db.transaction = (work) =>
    transaction((tx) => {
      const ask = tx.query.bind(tx);
      tx.query = (statement) => {
        texts.push(statement.text);
        return ask(statement);
      };
      return work(tx);
    });
  return texts;
}

/** Ways to narrow what is seen of clients, contacts and deals. */
const WAYS: Levels[] = [
  ['own', 'own', 'own'],
  ['team', 'team', 'team'],
  ['all', 'all', 'own'],
  ['own', 'team', 'all'],
  ['team', 'own', 'all'],
  ['all', 'own', 'team'],
].map((ways) =>
  Object.fromEntries(
    LEVELS.map((kind, index) => [kind, { see: ways[index] as Level, change: 'own' as const }]),
  ),
);

const uuidsIn = ({ body }: { body: { data: { uuid: string }[] } }) =>
  body.data.map(({ uuid }) => uuid).sort();

describe('who sees what', () => {
  for (const [number, levels] of WAYS.entries())
    it(`lists, records, totals, search, board and feed agree with the rule (way ${number})`, async () => {
      await narrowAccess(app, account_uuid, levels);
      const sees = oracle(records, lookers[0]!, levels);
      for (const kind of KINDS) {
        const expected = uuidsOf(kind).filter(sees).sort();
        const path = `/${kind}s?limit=200`;
        for (const more of [
          '&include=total',
          '&sort=updated_at',
          '&filter[tags]=tag1,tag2&filter[tags][in]=tag1,tag2',
          '&q=common',
        ]) {
          if (more.startsWith('&filter')) continue;
          const answer = await call('GET', `${path}${more}`, ann!);
          assert.deepEqual(uuidsIn(answer), expected, `${kind} ${more}`);
          if (more.includes('total')) assert.equal(answer.body.total, expected.length);
        }
        const csv = await app.call('GET', `/api/v2/${kind}s.csv`, { as: ann! });
        for (const uuid of uuidsOf(kind))
          assert.equal(String(csv.body).includes(uuid), sees(uuid), `${kind} in CSV`);
      }
      for (const { kind, uuid } of records.values()) {
        const { status } = await call('GET', `/${kind}s/${uuid}`, ann!);
        assert.equal(status, sees(uuid) ? 200 : 404, `${kind} ${uuid}`);
      }
      const hits = await call('GET', '/search?q=common&limit=50', ann!);
      const searched = (await call('GET', '/search?q=common&limit=50', owner!)).body.data.map(
        ({ uuid }: { uuid: string }) => uuid,
      );
      assert.deepEqual(uuidsIn(hits), searched.filter(sees).sort());
      const board = await call('GET', `/deals/board?pipeline_uuid=${pipeline_uuid}`, ann!);
      const count = board.body.data.stages.reduce(
        (sum: number, stage: { count: number }) => sum + stage.count,
        0,
      );
      assert.equal(count, uuidsOf('deal').filter(sees).length);
      const report = await call('GET', `/reports/pipeline?account_uuid=${account_uuid}`, ann!);
      assert.equal(report.status, 200);
      await compareMails(sees);
      const feed = await call('GET', '/events?limit=200', ann!);
      const told = new Set<string>(feed.body.data.map(({ data }: { data: { uuid: string } }) => data.uuid));
      for (const uuid of records.keys())
        assert.equal(told.has(uuid), sees(uuid), `${records.get(uuid)!.kind} in the feed`);
    });

  it('what has no request goes by the same rule', async () => {
    for (const levels of WAYS) {
      await narrowAccess(app, account_uuid, levels);
      const sees = oracle(records, lookers[0]!, levels);
      const all = [...records.values()];
      const hidden = await app.db.query<{ uuid: string }>(sql`
        SELECT uuid FROM unnest(${all.map(({ uuid }) => uuid)}::uuid[], ${all.map(({ kind }) => kind)}::text[]) AS one (uuid, kind)
        WHERE ${hiddenFrom(sql`${ann!.uuid}::uuid`, sql`${account_uuid}::uuid`, raw('one.uuid'), 'one.kind')}`);
      assert.deepEqual(
        hidden.map(({ uuid }) => uuid).sort(),
        [...records.keys()].filter((uuid) => !sees(uuid)).sort(),
      );
    }
  });

  it('each record says who sees it, and why', async () => {
    for (const levels of [WAYS[1]!, WAYS[5]!]) {
      await narrowAccess(app, account_uuid, levels);
      const seers = lookers.map((looker) => ({ uuid: looker.user, sees: oracle(records, looker, levels) }));
      const changes = oracle(records, lookers[0]!, levels, 'change');
      for (const { kind, uuid } of records.values()) {
        const path = `/${kind}s/${uuid}/access`;
        const { body } = await call('GET', path, owner!);
        const told = body.data.people.map((one: { user_uuid: string }) => one.user_uuid);
        const expected = seers.filter(({ sees }) => sees(uuid)).map((one) => one.uuid);
        assert.deepEqual(told.sort(), [owner!.uuid, ...expected].sort(), `${kind} ${uuid}`);
        assert.equal(body.data.people.find((one: { role: string }) => one.role === 'owner').because, 'role');
        const own = await call('GET', path, ann!);
        assert.equal(own.status, expected.includes(ann!.uuid) ? 200 : 404);
        if (own.status === 200) assert.equal(own.body.data.may_change, changes(uuid), `${kind} ${uuid}`);
      }
    }
  });

  it('an Account without levels is as it was', async () => {
    await narrowAccess(app, account_uuid, null);
    for (const kind of KINDS) {
      const answer = await call('GET', `/${kind}s?limit=200`, ann!);
      assert.deepEqual(uuidsIn(answer), uuidsOf(kind).sort());
    }
  });
});

describe('a share', () => {
  const share = (uuid: string, shared_with: unknown[], as = ben!) =>
    call('PATCH', `/deals/${uuid}`, as, { shared_with });
  let [client, deal] = ['', ''];

  before(async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const post = async (path: string, fields: object) =>
      (await call('POST', path, owner!, { account_uuid, owner_uuid: ben!.uuid, ...fields })).body.data.uuid;
    client = await post('/clients', { name: 'Of Ben' });
    deal = await post('/deals', { title: 'To share', client_uuid: client });
  });

  it('shows a record and not what it hangs on, to see or to change, and ends at once', async () => {
    assert.equal((await call('GET', `/deals/${deal}`, ann!)).status, 404);
    const shared = await share(deal, [{ user_uuid: ann!.uuid.toUpperCase() }]);
    assert.deepEqual(shared.body.data.shared_with, [{ user_uuid: ann!.uuid, may_change: false }]);
    assert.equal((await call('GET', `/deals/${deal}`, ann!)).status, 200);
    assert.equal((await call('GET', `/clients/${client}`, ann!)).status, 404);
    assert.equal((await share(deal, [], ann!)).body.code, 'change_not_allowed');
    await share(deal, [{ team_uuid: lookers[0]!.teams[0], may_change: true }]);
    assert.equal((await call('PATCH', `/deals/${deal}`, ann!, { tags: ['ours'] })).status, 200);
    const access = (await call('GET', `/deals/${deal}/access`, owner!)).body.data.people;
    const because = access.find((one: { user_uuid: string }) => one.user_uuid === ann!.uuid).because;
    assert.equal(because, 'shared');
    const { headers } = await share(deal, []);
    assert.equal((await call('GET', `/deals/${deal}`, ann!)).status, 404);
    assert.equal((await call('GET', `/deals/${deal}/events`, ann!)).status, 404);
    await call('POST', `/changes/${headers.get('x-change-uuid')}/undo`, ben!);
    assert.equal((await call('GET', `/deals/${deal}`, ann!)).status, 200);
  });

  it('of a Client shows what hangs on it, and plans its deliveries', async () => {
    await share(deal, []);
    const url = 'http://127.0.0.1:9/shared';
    const hook = await call('POST', '/webhook-subscriptions', ann!, { url, events: ['deal.*'] });
    await call('PATCH', `/clients/${client}`, ben!, { shared_with: [{ user_uuid: ann!.uuid }] });
    assert.equal((await call('GET', `/deals/${deal}`, ann!)).status, 200);
    await call('PATCH', `/deals/${deal}`, ben!, { title: 'Heard' });
    await call('PATCH', `/clients/${client}`, ben!, { shared_with: [] });
    await call('PATCH', `/deals/${deal}`, ben!, { title: 'Unheard' });
    const path = `/webhook-subscriptions/${hook.body.data.uuid}/deliveries`;
    assert.equal((await call('GET', path, ann!)).body.data.length, 1);
    assert.equal((await call('GET', `/deals?filter[title]=Unheard`, ann!)).body.data.length, 0);
  });

  it('names Users and teams of the Account, each once, and not the owner', async () => {
    const stranger = await app.addUser('Far');
    const faults: [unknown[], string, string][] = [
      [[{ user_uuid: stranger.uuid }], '/shared_with/0/user_uuid', 'not_found'],
      [[{ team_uuid: client }], '/shared_with/0/team_uuid', 'not_found'],
      [[{ user_uuid: ben!.uuid }], '/shared_with/0/user_uuid', 'not_allowed'],
      [[{ user_uuid: ann!.uuid }, { user_uuid: ann!.uuid }], '/shared_with/1', 'not_unique'],
      [[{}], '/shared_with/0', 'required'],
      [[{ user_uuid: ann!.uuid, team_uuid: lookers[0]!.teams[0] }], '/shared_with/0', 'required'],
    ];
    for (const [shared_with, pointer, code] of faults) {
      const refused = await share(deal, shared_with);
      assert.equal(refused.status, 422, JSON.stringify(shared_with));
      const [error] = refused.body.errors;
      assert.deepEqual([error.pointer, error.code], [pointer, code]);
    }
    const many = Array.from({ length: 21 }, () => ({ user_uuid: ann!.uuid }));
    assert.equal((await share(deal, many)).status, 422);
    await share(deal, [{ user_uuid: ann!.uuid }]);
    const given = await call('PATCH', `/deals/${deal}`, owner!, { owner_uuid: ann!.uuid });
    assert.deepEqual([given.status, given.body.data.shared_with.length], [200, 1]);
  });

  it('stands in a file, and comes back by an import', async () => {
    await call('PATCH', `/deals/${deal}`, owner!, {
      shared_with: [{ user_uuid: cid!.uuid, may_change: true }],
    });
    const file = String(
      (await app.call('GET', `/api/v2/deals.csv?filter[uuid]=${deal}`, { as: owner! })).body,
    );
    await call('PATCH', `/deals/${deal}`, owner!, { shared_with: [] });
    const taken = await app.call('POST', `/api/v2/deals/import?account_uuid=${account_uuid}`, {
      as: owner!,
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    assert.deepEqual((await call('GET', `/deals/${deal}`, owner!)).body.data.shared_with, [
      { user_uuid: cid!.uuid, may_change: true },
    ]);
  });
});

describe('what is hidden', () => {
  const levels = levelsOf('own');
  let hidden: Plain[];

  before(async () => {
    await narrowAccess(app, account_uuid, levels);
    const sees = oracle(records, lookers[0]!, levels);
    hidden = [...records.values()].filter(({ uuid }) => !sees(uuid));
    assert.ok(hidden.length > 10);
  });

  /** The bytes of an answer, without what differs from request to request. */
  const bytesOf = (body: unknown, uuid: string) =>
    JSON.stringify(body)
      .replaceAll(uuid, 'UUID')
      .replace(/"request_id":"[^"]*"/, '');

  it('is in no answer to any request that reads, and each statement has the condition', async () => {
    const statements = spyOn(app.db);
    const operations = operationsOf(app.description).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/'),
    );
    for (const described of operations) {
      const kind = KINDS.find((name) => described.path.startsWith(`/api/v2/${name}s/`));
      const targets = kind ? hidden.filter((one) => one.kind === kind).slice(0, 3) : hidden.slice(0, 1);
      for (const target of targets) {
        const empty = exampleRequest(app.description, described).path;
        const path = described.path.includes('{')
          ? described.path.replaceAll(/\{\w+\}/g, target.uuid) +
            (empty.includes('?') ? `?${empty.split('?')[1]}` : '')
          : empty;
        const whole = path.includes('?') ? path : path;
        const answer = await app.call('GET', whole.replace(/wait_s=\d+/, 'wait_s=0'), { as: ann! });
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        const found = hidden.filter(({ word }) => text?.includes(word));
        assert.deepEqual(found, [], `${described.name} shows hidden records`);
        const open = statements.splice(0).filter((one) => GUARDED.test(one) && !one.includes(DOOR));
        const strange = open.filter((one) => !WITHOUT_DOOR.some(([part]) => one.includes(part)));
        assert.deepEqual(strange, [], `${described.name} reads without the condition`);
      }
    }
  });

  it('is for every write as a record that never was, before all other faults', async () => {
    const never = '01900000-0000-7000-8000-000000000000';
    for (const { kind, uuid } of hidden.filter((one, index) => index % 3 === 0 || one.kind === 'note')) {
      const tries: [string, string, unknown, object][] = [
        ['PATCH', '', { tags: ['x'] }, { 'if-match': '"99"' }],
        ['PATCH', '', { owner_uuid: never }, {}],
        ['DELETE', '', undefined, { 'if-match': '"99"' }],
        ['POST', '/restore', undefined, {}],
        ['GET', '/events?related=true', undefined, {}],
        ['GET', '?at=2030-01-01', undefined, {}],
      ];
      if (kind !== 'note')
        tries.push(['POST', '/merge', { from_uuid: uuidsOf(kind).find((one) => one !== uuid) }, {}]);
      for (const [method, rest, body, headers] of tries) {
        if (rest === '/merge' && kind === 'task') continue;
        const [one, other] = [
          await call(method, `/${kind}s/${uuid}${rest}`, ann!, body, headers),
          await call(method, `/${kind}s/${never}${rest}`, ann!, body, headers),
        ];
        assert.equal(one.status, other.status, `${method} ${kind} ${rest}`);
        assert.equal(bytesOf(one.body, uuid), bytesOf(other.body, never));
      }
      const batch = async (named: string) => {
        const operations = ['update', 'delete', 'restore'].map((action) => ({
          action,
          uuid: named,
          ...(action === 'update' && { data: { tags: [] } }),
        }));
        const answers = await Promise.all(
          operations.map((one) => call('POST', `/${kind}s/batch`, ann!, { account_uuid, operations: [one] })),
        );
        return answers.map(({ body }) => bytesOf(body, named));
      };
      assert.deepEqual(await batch(uuid), await batch(never));
    }
  });

  it('cannot be named by a record of the caller', async () => {
    const client = hidden.find(({ kind }) => kind === 'client')!;
    const made = await call('POST', '/deals', ann!, {
      account_uuid,
      title: 'Mine',
      client_uuid: client.uuid,
    });
    assert.deepEqual([made.status, made.body.errors[0].code], [422, 'not_found']);
    const records = [{ resource: 'client', uuid: client.uuid }];
    assert.equal((await call('POST', '/notes', ann!, { account_uuid, body: 'Mine', records })).status, 422);
  });

  it('says of a taken value only that it is taken', async () => {
    const body = { account_uuid, name: 'Secretive Ltd', external_id: 'E-1', owner_uuid: ben!.uuid };
    const theirs = (await call('POST', '/clients', owner!, body)).body.data;
    const taken = await call('POST', '/clients', ann!, { account_uuid, name: 'Mine', external_id: 'E-1' });
    assert.deepEqual([taken.status, taken.body.errors[0].code], [409, 'taken']);
    const text = JSON.stringify(taken.body);
    assert.ok(!text.includes('Secretive') && !text.includes(theirs.uuid), text);
    const found = await call('GET', '/clients?filter[external_id]=E-1', ann!);
    assert.deepEqual(found.body.data, []);
  });

  it('has no figures in tags, reports, duplicates and changes', async () => {
    const name = 'Double Ltd';
    await call('POST', '/clients', owner!, {
      account_uuid,
      name,
      domain: 'double.example',
      owner_uuid: ben!.uuid,
      tags: ['theirs'],
    });
    await call('POST', '/clients', ann!, {
      account_uuid,
      name,
      domain: 'double.example',
      owner_uuid: ann!.uuid,
      tags: ['mine'],
    });
    const similar = await call('POST', '/clients/duplicates/check', ann!, {
      account_uuid,
      name,
      domain: 'double.example',
    });
    if (similar.status === 200) assert.equal(similar.body.data.length, 1);
    assert.deepEqual((await call('GET', '/clients/duplicates', ann!)).body.data, []);
    const tags = (await call('GET', '/tags', ann!)).body.data.map((tag: { name: string }) => tag.name);
    assert.ok(tags.includes('mine') && !tags.includes('theirs'));
    const changes = (await call('GET', '/changes?limit=200', ann!)).body.data;
    const all = (await call('GET', '/changes?limit=200', owner!)).body.data;
    assert.ok(changes.length < all.length);
  });

  it('is not imported into, merged or tagged by who sees only some records', async () => {
    const mine = await call('POST', '/clients', ann!, { account_uuid, name: 'Mine', owner_uuid: ann!.uuid });
    const merge = await call('POST', `/clients/${mine.body.data.uuid}/merge`, ann!, {
      from_uuid: hidden[0]!.uuid,
    });
    assert.deepEqual([merge.status, merge.body.code], [403, 'change_not_allowed']);
    const csv = await app.call('POST', `/api/v2/clients/import?account_uuid=${account_uuid}`, {
      as: ann!,
      body: 'name\nX\n',
      headers: { 'content-type': 'text/csv' },
    });
    assert.deepEqual([csv.status, csv.body.code], [403, 'change_not_allowed']);
    assert.deepEqual((await call('GET', '/imports', ann!)).body.data, []);
  });
});

describe('what is seen and may not be changed', () => {
  it('is 403 for each way to change it, and stays as it is', async () => {
    await narrowAccess(app, account_uuid, levelsOf('all', 'own'));
    const theirs = (
      await call('POST', '/clients', owner!, { account_uuid, name: 'Theirs', owner_uuid: ben!.uuid })
    ).body.data;
    const path = `/clients/${theirs.uuid}`;
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await call(method, path, ann!, body, { 'if-match': '"99"' });
      assert.deepEqual([refused.status, refused.body.code], [403, 'change_not_allowed']);
    }
    const operations = [{ action: 'update', uuid: theirs.uuid, data: { name: 'Mine' } }];
    const batch = await call('POST', '/clients/batch', ann!, { account_uuid, operations });
    assert.equal(batch.body.data.outcomes[0].problem.code, 'change_not_allowed');
    await call('DELETE', path, owner!);
    const restored = await call('POST', `${path}/restore`, ann!);
    assert.deepEqual([restored.status, restored.body.code], [403, 'change_not_allowed']);
    assert.equal((await call('POST', `${path}/restore`, ben!)).status, 200);
    assert.equal((await call('GET', path, ann!)).body.data.name, 'Theirs');
  });

  it('is named beside each list and board, so that pages do not offer to change it', async () => {
    for (const levels of [levelsOf('all', 'own'), levelsOf('team', 'own')]) {
      await narrowAccess(app, account_uuid, levels);
      const [sees, changes] = [
        oracle(records, lookers[0]!, levels),
        oracle(records, lookers[0]!, levels, 'change'),
      ];
      for (const kind of KINDS) {
        const fixed = uuidsOf(kind).filter((uuid) => sees(uuid) && !changes(uuid));
        const { body } = await call('GET', `/${kind}s?limit=200`, ann!);
        const told = body.unchangeable.filter((uuid: string) => records.has(uuid));
        assert.deepEqual(told.sort(), fixed.sort(), kind);
        assert.equal((await call('GET', `/${kind}s`, owner!)).body.unchangeable, undefined);
      }
      const { data } = (await call('GET', `/deals/board?pipeline_uuid=${pipeline_uuid}`, ann!)).body;
      const shown = data.stages.flatMap(({ deals }: { deals: { uuid: string }[] }) => deals);
      const own = shown.filter(({ uuid }: { uuid: string }) => !data.unchangeable.includes(uuid));
      for (const { uuid } of own) if (records.has(uuid)) assert.ok(changes(uuid));
      assert.ok(own.length > 0 && own.length < shown.length);
    }
    assert.deepEqual((await call('GET', '/clients/deleted', ann!)).body.unchangeable, []);
  });

  it('a change of one’s own is taken back while all of it may be changed', async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const made = await call('POST', '/clients', ann!, {
      account_uuid,
      name: 'Undo me',
      owner_uuid: ann!.uuid,
    });
    const { uuid } = made.body.data;
    const renamed = await call('PATCH', `/clients/${uuid}`, ann!, { name: 'Renamed' });
    const change = renamed.headers.get('x-change-uuid');
    assert.equal((await call('POST', `/changes/${change}/undo`, ann!)).status, 200);
    const given = await call('PATCH', `/clients/${uuid}`, ann!, { owner_uuid: ben!.uuid });
    assert.equal((await call('GET', `/clients/${uuid}`, ann!)).status, 404);
    const away = given.headers.get('x-change-uuid');
    assert.equal((await call('POST', `/changes/${away}/undo`, ann!)).status, 404);
    assert.equal((await call('GET', `/changes/${away}`, ann!)).status, 404);
  });
});

describe('news of what is hidden', () => {
  it('plans no delivery, and a delivery that waits is not sent when the record goes', async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const url = 'http://127.0.0.1:9/hook';
    const made = await call('POST', '/webhook-subscriptions', ann!, {
      url,
      events: ['client.*'],
      skip_own: false,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await call('POST', '/clients', owner!, { account_uuid, name: 'Unheard', owner_uuid: ben!.uuid });
    const heard = await call('POST', '/clients', owner!, {
      account_uuid,
      name: 'Heard',
      owner_uuid: ann!.uuid,
    });
    const path = `/webhook-subscriptions/${made.body.data.uuid}/deliveries`;
    const planned = (await call('GET', path, ann!)).body.data;
    assert.deepEqual(
      planned.map((one: { record_name: string }) => one.record_name),
      ['Heard'],
    );
    await call('PATCH', `/clients/${heard.body.data.uuid}`, owner!, { owner_uuid: ben!.uuid });
    await app.startWorker();
    await until('the delivery to be given up', async () => {
      const [one] = (await call('GET', path, ann!)).body.data;
      return one.not_sent_reason === 'out_of_reach' && one.record_name === null;
    });
  });

  it('is not told live, in notifications and in the calendar', async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const client = await call('POST', '/clients', owner!, {
      account_uuid,
      name: 'Silent Ltd',
      owner_uuid: ben!.uuid,
    });
    const records = [{ resource: 'client', uuid: client.body.data.uuid }];
    await call('POST', '/notes', owner!, { account_uuid, body: `@Ann look`, records, owner_uuid: ben!.uuid });
    const live = await call('GET', '/live?missed_ms=600000', ann!);
    assert.ok(!JSON.stringify(live.body).includes(client.body.data.uuid));
    assert.deepEqual(
      (await call('GET', '/notifications', ann!)).body.data.filter(
        ({ sort }: { sort: string }) => sort === 'mentioned',
      ),
      [],
    );
    assert.equal((await call('GET', '/notifications/unread', ann!)).status, 200);
    app.clock.advance(10 * 60_000);
    await app.jobs.finished();
    assert.deepEqual(
      app.mails.filter(({ to, text }) => to === ann!.email && text.includes('look')),
      [],
    );
    await call('POST', '/tasks', owner!, {
      account_uuid,
      title: 'Call them',
      assignee_uuid: ann!.uuid,
      due_on: '2030-01-01',
      records,
    });
    const feed = await app.call('POST', '/api/v2/calendar-feeds', {
      as: ann!,
      in_browser: true,
      body: { expected_closes: true },
    });
    const ics = await (await fetch(feed.body.data.address)).text();
    assert.ok(ics.includes('Call them') && !ics.includes('Silent'));
  });
});

assert.ok(FREE);

const put = (as: TestUser, levels: unknown, headers = {}, in_browser = true) =>
  app.call('PUT', `/api/v2/accounts/${account_uuid}/access`, { as, in_browser, body: { levels }, headers });

describe('the access of an Account', () => {
  const whole = levelsOf('all');
  const own = levelsOf('own');
  it('is set by an owner who has just signed in, and holds for the next request', async () => {
    await narrowAccess(app, account_uuid, null);
    const path = `/accounts/${account_uuid}/access`;
    const before = await call('GET', path, ann!);
    assert.deepEqual(before.body.data.levels, { member: whole, viewer: whole });
    const counted = await call('POST', `${path}/preview`, owner!, { levels: { member: own, viewer: own } });
    const row = counted.body.data.find(({ user_uuid }: { user_uuid: string }) => user_uuid === ann!.uuid);
    const set = await put(owner!, { member: own, viewer: own }, { 'if-match': before.headers.get('etag')! });
    assert.deepEqual([set.status, set.body.data.version], [200, before.body.data.version + 1]);
    for (const kind of LEVELS) {
      const { total } = (await call('GET', `/${kind}s?include=total`, ann!)).body;
      assert.equal(total, row.seen_then[kind]);
      assert.ok(row.seen_then[kind] < row.seen_now[kind]);
    }
    const log = await app.call('GET', `/api/v2/audit-log?account_uuid=${account_uuid}`, {
      as: owner!,
      in_browser: true,
    });
    assert.ok(JSON.stringify(log.body).includes('account.access_changed'));
  });

  it('is refused to others, to tokens, when stale, and when it lets change what is not seen', async () => {
    const stale = await put(owner!, { member: whole, viewer: whole }, { 'if-match': '"1"' });
    assert.equal(stale.status, 412);
    assert.equal((await put(ann!, { member: whole, viewer: whole })).body.code, 'role_insufficient');
    assert.equal(
      (await put(owner!, { member: whole, viewer: whole }, {}, false)).body.code,
      'session_required',
    );
    const wider = await put(owner!, { member: { ...own, deal: { see: 'own', change: 'all' } }, viewer: own });
    assert.deepEqual([wider.status, wider.body.errors[0].pointer], [422, '/levels/member/deal/change']);
    assert.equal((await put(owner!, { member: own })).status, 422);
    assert.equal((await put(owner!, { member: own, viewer: own, admin: own })).status, 422);
    const stranger = await app.addUser('Stranger');
    assert.equal((await call('GET', `/accounts/${account_uuid}/access`, stranger)).status, 404);
    assert.equal(
      (
        await call('POST', `/accounts/${account_uuid}/access/preview`, ann!, {
          levels: { member: own, viewer: own },
        })
      ).status,
      403,
    );
  });
});

describe('teams', () => {
  it('are made by admins of members, by a name of their own, and end with a Login', async () => {
    const post = (as: TestUser, fields: object) => call('POST', '/teams', as, { account_uuid, ...fields });
    const stranger = await app.addUser('Nobody');
    assert.equal((await post(ann!, { name: 'Mine' })).body.code, 'role_insufficient');
    assert.equal((await post(owner!, { name: 'NORTH' })).body.errors[0].code, 'taken');
    const foreign = await post(owner!, { name: 'Foreign', member_uuids: [ann!.uuid, stranger.uuid] });
    assert.deepEqual([foreign.status, foreign.body.errors[0].pointer], [422, '/member_uuids/1']);
    const dora = await app.addUser('Dora');
    await app.addLogin(account_uuid, dora, 'member');
    const made = await post(owner!, { name: 'East', member_uuids: [dora.uuid, cid!.uuid] });
    assert.equal(made.status, 201);
    const path = `/teams/${made.body.data.uuid}`;
    const renamed = await call('PATCH', path, owner!, { name: 'Far East' }, { 'if-match': '"1"' });
    assert.deepEqual([renamed.body.data.name, renamed.body.data.version], ['Far East', 2]);
    assert.equal((await call('PATCH', path, owner!, { name: 'X' }, { 'if-match': '"1"' })).status, 412);
    const logins = (await call('GET', `/accounts/${account_uuid}/logins`, owner!)).body.data;
    const login = logins.find(({ user }: { user: { uuid: string } }) => user.uuid === dora.uuid);
    await app.call('DELETE', `/api/v2/logins/${login.uuid}`, { as: owner!, in_browser: true });
    assert.deepEqual((await call('GET', path, ann!)).body.data.member_uuids, [cid!.uuid]);
    assert.equal((await call('GET', path, stranger)).status, 404);
    assert.equal((await call('DELETE', path, owner!)).status, 204);
  });

  it('tell those whose reach they change, one event for each Login, as a change of levels does', async () => {
    await narrowAccess(app, account_uuid, null);
    await put(owner!, { member: levelsOf('all'), viewer: levelsOf('all') });
    const told = async (after: string) => {
      const path = `/events?filter[event]=login.reach_changed&after=${after}&limit=200`;
      const { data } = (await call('GET', path, cid!)).body;
      return data.map(({ data: login }: { data: { user_uuid: string } }) => login.user_uuid).sort();
    };
    const now = async () => (await call('GET', '/events?after=latest', cid!)).body.next_cursor;
    let after = await now();
    const members = (await call('GET', `/accounts/${account_uuid}/logins?limit=200`, owner!)).body.data
      .filter(({ role }: { role: string }) => role === 'member')
      .map(({ user }: { user: { uuid: string } }) => user.uuid);
    await put(owner!, { member: levelsOf('team'), viewer: levelsOf('all') });
    assert.deepEqual(await told(after), members.sort());
    after = await now();
    const both = { account_uuid, name: 'Both of them', member_uuids: [ann!.uuid, cid!.uuid] };
    const { uuid } = (await call('POST', '/teams', owner!, both)).body.data;
    await call('PATCH', `/teams/${uuid}`, owner!, { name: 'Both' });
    assert.deepEqual(await told(after), [ann!.uuid, cid!.uuid].sort());
    await call('DELETE', `/teams/${uuid}`, owner!);
    assert.equal((await told(after)).length, 4);
  });

  it('show the records of a colleague from the next request on', async () => {
    await narrowAccess(app, account_uuid, levelsOf('team'));
    const { uuid } = (
      await call('POST', '/clients', owner!, { account_uuid, name: 'Of Cid', owner_uuid: cid!.uuid })
    ).body.data;
    assert.equal((await call('GET', `/clients/${uuid}`, ann!)).status, 404);
    const both = { account_uuid, name: 'Both', member_uuids: [ann!.uuid, cid!.uuid] };
    const team = (await call('POST', '/teams', owner!, both)).body.data;
    assert.equal((await call('GET', `/clients/${uuid}`, ann!)).status, 200);
    assert.equal((await call('PATCH', `/clients/${uuid}`, ann!, { tags: ['ours'] })).status, 200);
    await call('DELETE', `/teams/${team.uuid}`, owner!);
    assert.equal((await call('GET', `/clients/${uuid}`, ann!)).status, 404);
  });
});

describe('a handover', () => {
  const post = (as: TestUser, body: object) => call('POST', `/accounts/${account_uuid}/handovers`, as, body);

  it('gives all or the open records of one to another as one change, which is taken back', async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const [eva, fay] = [await app.addUser('Eva'), await app.addUser('Fay')];
    for (const user of [eva, fay]) await app.addLogin(account_uuid, user, 'member');
    const add = async (path: string, fields: object) =>
      (await call('POST', path, owner!, { account_uuid, ...fields })).body.data.uuid as string;
    const client = await add('/clients', { name: 'Of Eva', owner_uuid: eva.uuid });
    const won = await add('/deals', { title: 'Won', owner_uuid: eva.uuid, status: 'won' });
    await add('/tasks', { title: 'Call', assignee_uuid: eva.uuid, owner_uuid: ben!.uuid });
    const both = { from_user_uuid: eva.uuid, to_user_uuid: fay.uuid };
    const tried = await post(owner!, { ...both, only_open: true, dry_run: true });
    assert.deepEqual(tried.body.data.counts, { client: 1, task: 1 });
    const done = await post(owner!, { ...both, only_open: true });
    assert.deepEqual([done.status, done.body.data.job_uuid], [200, null]);
    assert.equal((await call('GET', `/clients/${client}`, eva)).status, 404);
    assert.equal((await call('GET', `/clients/${client}`, fay)).status, 200);
    assert.equal((await call('GET', `/deals/${won}`, eva)).status, 200);
    const { data: tasks } = (await call('GET', '/tasks?filter[title]=Call', fay)).body;
    assert.deepEqual([tasks[0].assignee_uuid, tasks[0].owner_uuid], [fay.uuid, ben!.uuid]);
    await call('POST', `/changes/${done.body.data.change_uuid}/undo`, owner!);
    assert.equal((await call('GET', `/clients/${client}`, eva)).status, 200);
    assert.equal((await call('GET', `/clients/${client}`, fay)).status, 404);
  });

  it('of many records goes on by a job', async () => {
    const [gus, hal] = [await app.addUser('Gus'), await app.addUser('Hal')];
    for (const user of [gus, hal]) await app.addLogin(account_uuid, user, 'member');
    const operations = Array.from({ length: 200 }, (_, n) => ({
      action: 'create',
      data: { name: `Of Gus ${n}`, owner_uuid: gus.uuid },
    }));
    for (const _ of [1, 2]) await call('POST', '/clients/batch', owner!, { account_uuid, operations });
    const both = { from_user_uuid: gus.uuid, to_user_uuid: hal.uuid };
    assert.equal((await post(owner!, both)).status, 202);
    await app.jobs.finished();
    const left = await call('GET', `/clients?filter[owner_uuid]=${gus.uuid}&include=total`, owner!);
    const got = await call('GET', `/clients?filter[owner_uuid]=${hal.uuid}&include=total`, owner!);
    assert.deepEqual([left.body.total, got.body.total], [0, 400]);
  });

  it('is asked for when a Login ends whose User owns records that others do not see', async () => {
    const [ida, kay] = [await app.addUser('Ida'), await app.addUser('Kay')];
    for (const user of [ida, kay]) await app.addLogin(account_uuid, user, 'member');
    await call('POST', '/clients', owner!, { account_uuid, name: 'Of Ida', owner_uuid: ida.uuid });
    const logins = (await call('GET', `/accounts/${account_uuid}/logins?limit=200`, owner!)).body.data;
    const loginOf = ({ uuid }: TestUser) =>
      logins.find(({ user }: { user: { uuid: string } }) => user.uuid === uuid).uuid;
    const end = (user: TestUser, query = '') =>
      app.call('DELETE', `/api/v2/logins/${loginOf(user)}${query}`, { as: owner!, in_browser: true });
    const refused = await end(ida);
    assert.deepEqual([refused.status, refused.body.code], [409, 'still_owner']);
    assert.match(refused.body.detail, /Ida still owns 1 client,/);
    await post(owner!, { from_user_uuid: ida.uuid, to_user_uuid: kay.uuid });
    assert.equal((await end(ida)).status, 204);
    assert.equal((await end(kay, '?leave_records=true')).status, 204);
    assert.equal((await call('GET', '/clients?filter[name]=Of%20Ida', ann!)).body.data.length, 0);
    await assert.rejects(
      app.db.query(sql`DELETE FROM users WHERE uuid = ${kay.uuid}`),
      /clients_owner_uuid_fkey/,
    );
    await narrowAccess(app, account_uuid, null);
    const [lea] = [await app.addUser('Lea')];
    await app.addLogin(account_uuid, lea, 'member');
    await call('POST', '/clients', owner!, { account_uuid, name: 'Of Lea', owner_uuid: lea.uuid });
    logins.push(...(await call('GET', `/accounts/${account_uuid}/logins?limit=200`, owner!)).body.data);
    assert.equal((await end(lea)).status, 204);
  });

  it('is for admins, to another member who may change records', async () => {
    const viewer = await app.addUser('Viewer');
    await app.addLogin(account_uuid, viewer, 'viewer');
    const refused = await post(ann!, { from_user_uuid: ann!.uuid, to_user_uuid: ben!.uuid });
    assert.equal(refused.body.code, 'role_insufficient');
    for (const to_user_uuid of [viewer.uuid, ann!.uuid, (await app.addUser('Away')).uuid])
      assert.equal((await post(owner!, { from_user_uuid: ann!.uuid, to_user_uuid })).status, 422);
  });
});
