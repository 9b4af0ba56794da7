import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { FEW, NEAR } from '../access/candidates.ts';
import type { Level, Levels } from '../access/narrow.ts';
import { hiddenFrom } from '../access/seen-rows.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import {
  account_uuid,
  ann,
  app,
  ben,
  call,
  cid,
  KINDS,
  LEVELS,
  type Looker,
  lookers,
  mailed,
  oracle,
  owner,
  pipeline_uuid,
  records,
  startNarrowWorld,
  uuidsOf,
} from '../testing/narrow-world.ts';
import { until } from '../testing/until.ts';

before(startNarrowWorld);
after(() => app.close());

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

/** Compares which mails Ann finds with the rule: by words she may read, and Contacts she sees. */
async function compareFoundMails(sees: (uuid: string) => boolean): Promise<void> {
  const find = async (q: string) =>
    uuidsIn(await call('GET', `/search?q=${q}&resources=mail&limit=50`, ann!));
  const known = mailed.filter(({ visibility, contacts }) => visibility !== 'hidden' && contacts.some(sees));
  const shown = known.filter(({ visibility }) => visibility === 'full');
  const titled = known.filter(({ visibility }) => visibility === 'full' || visibility === 'subject');
  assert.deepEqual(await find('zqtext'), shown.map(({ uuid }) => uuid).sort());
  assert.deepEqual(await find('zqsubject'), titled.map(({ uuid }) => uuid).sort());
  for (const contact of uuidsOf('contact')) {
    // What is shown whole is found by all its people.
    const of = known.filter(
      ({ visibility, contacts }) => contacts.includes(contact) && (sees(contact) || visibility === 'full'),
    );
    assert.deepEqual(await find(records.get(contact)!.word), of.map(({ uuid }) => uuid).sort());
  }
}

/** Ways to narrow what is seen of clients, contacts and deals, and whether it is seen of nobody. */
const WAYS: { levels: Levels; isOpen: boolean }[] = [
  ['own', 'own', 'own'],
  ['team', 'team', 'team'],
  ['all', 'all', 'own'],
  ['own', 'team', 'all'],
  ['team', 'own', 'all'],
  ['all', 'own', 'team'],
].map((ways, number) => ({
  levels: Object.fromEntries(
    LEVELS.map((kind, index) => [kind, { see: ways[index] as Level, change: 'own' as const }]),
  ),
  isOpen: number % 3 > 0,
}));

/** Has the Account narrow so, and returns the rule for one who looks. */
async function narrow({ levels, isOpen }: (typeof WAYS)[number], right: 'see' | 'change' = 'see') {
  await narrowAccess(app, account_uuid, levels, 'member', isOpen ? 'everybody' : 'admins');
  return (looker: Looker) => oracle(records, looker, levels, right, isOpen);
}

const uuidsIn = ({ body }: { body: { data: { uuid: string }[] } }) =>
  body.data.map(({ uuid }) => uuid).sort();

describe('who sees what', () => {
  const { page, whole } = FEW;
  const { events } = NEAR;
  after(() => {
    Object.assign(FEW, { page, whole });
    NEAR.events = events;
  });

  for (const [number, way] of [...WAYS, WAYS[0]!, WAYS[1]!, WAYS[5]!].entries())
    it(`lists, records, totals, search, board and feed agree with the rule (way ${number})`, async () => {
      // First as where few of many are seen, then as where there are too many to be found.
      NEAR.events = number % 2 ? 2 : 0;
      if (number >= WAYS.length) Object.assign(FEW, { page: 0, whole: 0 });
      const sees = (await narrow(way))(lookers[0]!);
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
      const search = `/search?q=common&limit=50&resources=${KINDS.join()}`;
      const hits = await call('GET', search, ann!);
      const searched = (await call('GET', search, owner!)).body.data.map(
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
      await compareFoundMails(sees);
      // The feed waits for older transactions, also those of other tests in the same PostgreSQL.
      const told = await until(
        'the feed',
        async () => {
          const { data } = (await call('GET', '/events?limit=200', ann!)).body;
          return new Set<string>(data.map((event: { data: { uuid: string } }) => event.data.uuid));
        },
        (found) => [...records.keys()].every((uuid) => !sees(uuid) || found.has(uuid)),
      );
      for (const uuid of records.keys())
        assert.equal(told.has(uuid), sees(uuid), `${records.get(uuid)!.kind} in the feed`);
    });

  it('what has no request goes by the same rule', async () => {
    for (const way of WAYS) {
      const sees = (await narrow(way))(lookers[0]!);
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
    for (const way of [WAYS[1]!, WAYS[3]!, WAYS[5]!]) {
      const changes = (await narrow(way, 'change'))(lookers[0]!);
      const seen = await narrow(way);
      const seers = lookers.map((looker) => ({ uuid: looker.user, sees: seen(looker) }));
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
