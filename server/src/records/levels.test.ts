import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sql from 'sql-template-tag';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import {
  account_uuid,
  ann,
  app,
  ben,
  call,
  cid,
  LEVELS,
  owner,
  startNarrowWorld,
} from '../testing/narrow-world.ts';
import type { TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

before(startNarrowWorld);
after(() => app.close());

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
    for (const ownerless of ['all', null, 'nobody'])
      assert.equal(
        (
          await app.call('PUT', `/api/v2/accounts/${account_uuid}/access`, {
            as: owner!,
            in_browser: true,
            body: { levels: { member: own, viewer: own }, ownerless },
          })
        ).status,
        422,
      );
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

describe('a reach that moves', () => {
  /** How many `login.reach_changed` a User has read, each of their own Login. */
  const read = async (user: TestUser): Promise<number> => {
    const { data } = (await call('GET', '/events?filter[event]=login.reach_changed&limit=200', user)).body;
    const own = data.filter(
      ({ data: login }: { data: { user_uuid: string } }) => login.user_uuid === user.uuid,
    );
    const { levels } = (await call('GET', `/accounts/${account_uuid}/access`, user)).body.data;
    // Who sees all sees those of others, too: they hide nothing from them.
    if (levels.member.client.see !== 'all') assert.deepEqual(own, data);
    return own.length;
  };

  /** Waits until the feed has all that was written, which it has once it has a later Deal. */
  async function untilFeedIsHere(): Promise<void> {
    const mark = { account_uuid, title: 'Mark', owner_uuid: cid!.uuid };
    const made = await call('POST', '/deals', owner!, mark);
    await until('the feed to come so far', async () => {
      const { data } = (await call('GET', '/events?filter[event]=deal.created&limit=200', cid!)).body;
      return data.some(({ data: deal }: { data: { uuid: string } }) => deal.uuid === made.body.data.uuid);
    });
  }

  /** Compares how many each of them reads more than before. */
  async function told(work: () => Promise<unknown>, expected: [TestUser, number][]): Promise<void> {
    const everybody = [ann!, ben!, cid!];
    const before = await Promise.all(everybody.map(read));
    await work();
    await untilFeedIsHere();
    const more = (await Promise.all(everybody.map(read))).map((count, index) => count - before[index]!);
    const wanted = everybody.map((user) => expected.find(([one]) => one.uuid === user.uuid)?.[1] ?? 0);
    assert.deepEqual(more, wanted);
  }
  const add = async (path: string, fields: object) =>
    (await call('POST', path, owner!, { account_uuid, ...fields })).body.data.uuid as string;
  const give = (path: string, fields: object) => call('PATCH', path, owner!, fields);

  before(async () => {
    await narrowAccess(app, account_uuid, null);
    await put(owner!, { member: levelsOf('all'), viewer: levelsOf('all') });
    await untilFeedIsHere();
  });

  it('by levels or a team is told to each whom it concerns, and to nobody else', async () => {
    const all: [TestUser, number][] = [ann!, ben!, cid!].map((user) => [user, 1]);
    await told(() => put(owner!, { member: levelsOf('team'), viewer: levelsOf('all') }), all);
    await told(async () => {
      const both = { account_uuid, name: 'Both of them', member_uuids: [ann!.uuid, cid!.uuid] };
      const { uuid } = (await call('POST', '/teams', owner!, both)).body.data;
      await call('PATCH', `/teams/${uuid}`, owner!, { name: 'Both' });
      await call('DELETE', `/teams/${uuid}`, owner!);
    }, [
      [ann!, 2],
      [cid!, 2],
    ]);
    const closed = { levels: { member: levelsOf('own'), viewer: levelsOf('all') }, ownerless: 'admins' };
    const path = `/api/v2/accounts/${account_uuid}/access`;
    await told(() => app.call('PUT', path, { as: owner!, in_browser: true, body: closed }), all);
    const open = { ...closed, ownerless: 'everybody' };
    await told(() => app.call('PUT', path, { as: owner!, in_browser: true, body: open }), all);
    await told(
      () => app.call('PUT', path, { as: owner!, in_browser: true, body: { levels: open.levels } }),
      [],
    );
  });

  it('by a record that changes hands, or a share, is told to who had or has it', async () => {
    const client = await add('/clients', { name: 'Handed', owner_uuid: ann!.uuid });
    const deal = await add('/deals', { title: 'Handed', owner_uuid: ann!.uuid });
    const between: [TestUser, number][] = [
      [ann!, 1],
      [ben!, 1],
    ];
    await told(() => give(`/clients/${client}`, { owner_uuid: ben!.uuid }), between);
    await told(() => give(`/deals/${deal}`, { shared_with: [{ user_uuid: cid!.uuid }] }), [[cid!, 1]]);
    await told(() => give(`/deals/${deal}`, { title: 'Renamed' }), []);
    // It hangs on what Ben has.
    await told(() => give(`/deals/${deal}`, { client_uuid: client }), [[ben!, 1]]);
    await told(
      () => give(`/deals/${deal}`, { owner_uuid: null, shared_with: [] }),
      [
        [ann!, 1],
        [cid!, 1],
      ],
    );
  });

  it('by a record of nobody that somebody takes is told to all who see not all', async () => {
    const lead = await add('/clients', { name: 'Lead' });
    const all: [TestUser, number][] = [ann!, ben!, cid!].map((user) => [user, 1]);
    await told(() => call('PATCH', `/clients/${lead}`, ann!, { owner_uuid: ann!.uuid }), all);
  });

  it('by a handover of many, and its undo, is told once to each', async () => {
    const operations = Array.from({ length: 200 }, (_, n) => ({
      action: 'create',
      data: { name: `Of Ben ${n}`, owner_uuid: ben!.uuid },
    }));
    for (const _ of [1, 2]) await call('POST', '/clients/batch', owner!, { account_uuid, operations });
    const body = { from_user_uuid: ben!.uuid, to_user_uuid: cid!.uuid };
    await told(async () => {
      assert.equal((await call('POST', `/accounts/${account_uuid}/handovers`, owner!, body)).status, 202);
      await app.jobs.finished();
    }, [
      [ben!, 1],
      [cid!, 1],
    ]);
  });

  it('is a delivery to its User alone', async () => {
    const hooks = await Promise.all(
      [ann!, ben!, owner!].map(async (user) => {
        const body = { url: 'http://127.0.0.1:9/reach', events: ['login.*'] };
        return (await call('POST', '/webhook-subscriptions', user, body)).body.data.uuid;
      }),
    );
    const deal = await add('/deals', { title: 'Told', owner_uuid: ann!.uuid });
    const { headers } = await give(`/deals/${deal}`, { owner_uuid: cid!.uuid });
    const change = headers.get('x-change-uuid');
    const counts = await Promise.all(
      [ann!, ben!, owner!].map(
        async (user, index) =>
          (await call('GET', `/webhook-subscriptions/${hooks[index]}/deliveries`, user)).body.data.length,
      ),
    );
    assert.deepEqual(counts, [1, 0, 0]);
    // It is no part of the change.
    const { resources, counts: of } = (await call('GET', `/changes/${change}`, owner!)).body.data;
    assert.deepEqual([resources, of.updated], [['deal'], 1]);
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
    assert.deepEqual(
      [(await post(owner!, both)).status, (await post(owner!, both)).body.code],
      [409, 'conflict'],
    );
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
