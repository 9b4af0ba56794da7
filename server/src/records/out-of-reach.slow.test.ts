import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sql from 'sql-template-tag';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';
import { until } from '../testing/until.ts';

// Every run makes some; `npm run test:long` makes ten thousand of each.
const GUESSES = Number(process.env.TEST_GUESSES ?? 60);
const MIRRORED = Number(process.env.TEST_MIRRORED ?? 144);
const PAUSES = 12;

let app: TestApp;
let account_uuid: string;
let [olga, ann, ben] = [] as unknown as TestUser[];

before(async () => {
  app = await startTestApp();
  [olga, ann, ben] = await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => app.addUser(name)));
  account_uuid = await app.addAccount(olga!);
  for (const user of [ann!, ben!]) await app.addLogin(account_uuid, user, 'member');
  await narrowAccess(app, account_uuid, levelsOf('own'));
});
after(() => app.close());

const call = (method: string, path: string, as: TestUser, body?: object) =>
  app.call(method, `/api/v2${path}`, { as, body });

async function add(path: string, fields: object): Promise<string> {
  const made = await call('POST', path, olga!, { account_uuid, ...fields });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data.uuid;
}

const sees = async (path: string) => (await call('GET', path, ann!)).status === 200;

describe('what a record hangs on', () => {
  it('holds on while it is deleted, and leads to the winner when it was merged', async () => {
    const [mine, theirs] = [
      await add('/clients', { name: 'Mine', owner_uuid: ann!.uuid }),
      await add('/clients', { name: 'Theirs', owner_uuid: ben!.uuid }),
    ];
    const deal = await add('/deals', { title: 'Hangs', client_uuid: mine, owner_uuid: ben!.uuid });
    const links = [{ client_uuid: mine, ended_on: '2026-01-01' }, { client_uuid: theirs }];
    const contact = await add('/contacts', { name: 'Of two', clients: links, owner_uuid: ben!.uuid });
    assert.deepEqual([await sees(`/deals/${deal}`), await sees(`/contacts/${contact}`)], [true, true]);
    await call('DELETE', `/clients/${mine}`, olga!);
    assert.deepEqual([await sees(`/deals/${deal}`), await sees(`/contacts/${contact}`)], [true, true]);
    await call('POST', `/clients/${mine}/restore`, olga!);
    const merged = await call('POST', `/clients/${theirs}/merge`, olga!, { from_uuid: mine });
    assert.equal(merged.status, 200);
    assert.deepEqual([await sees(`/deals/${deal}`), await sees(`/contacts/${contact}`)], [false, false]);
    await call('POST', `/changes/${merged.headers.get('x-change-uuid')}/undo`, olga!);
    assert.deepEqual([await sees(`/deals/${deal}`), await sees(`/contacts/${contact}`)], [true, true]);
  });
});

describe('a delivery that waits while its record is handed over', () => {
  it('is not sent, nor again by hand, by a recovery or by a relay', async (t) => {
    const receiver = await startTestReceiver();
    t.after(() => receiver.close());
    receiver.answerWith(500);
    const subscribe = async (path: string, url: string) =>
      (await call('POST', path, ann!, { url, events: ['client.*', 'login.*'] })).body.data.uuid as string;
    const hook = await subscribe('/webhook-subscriptions', receiver.url);
    const relay = await subscribe('/webhook-relays', 'http://localhost:4000/');
    const worker = await app.startWorker();
    t.after(() => worker.stop());
    const since = app.clock.now().toISOString();
    const client = await add('/clients', { name: 'canaryyranac', owner_uuid: ann!.uuid });
    await receiver.untilReceived(1);
    await call('POST', `/accounts/${account_uuid}/handovers`, olga!, {
      from_user_uuid: ann!.uuid,
      to_user_uuid: ben!.uuid,
    });
    receiver.answerWith(200);
    const list = async () =>
      (await call('GET', `/webhook-subscriptions/${hook}/deliveries?limit=50`, ann!)).body.data;
    const of = async (uuid: string) => (await list()).find((one: { uuid: string }) => one.uuid === uuid);
    const [first] = (await list()).filter(({ event }: { event: string }) => event === 'client.created');
    app.clock.advance(3_600_000);
    await until('it to be given up', async () => (await of(first.uuid)).not_sent_reason === 'out_of_reach');
    await call('POST', `/webhook-deliveries/${first.uuid}/resend`, ann!);
    await call('POST', `/webhook-subscriptions/${hook}/recover`, ann!, { since });
    await app.jobs.finished();
    await until('nothing to wait', async () =>
      (await list()).every(({ state }: { state: string }) => !['waiting', 'sending'].includes(state)),
    );
    const relayed = await call('GET', `/webhook-relays/${relay}/deliveries`, ann!);
    const delivery = (await call('GET', `/webhook-deliveries/${first.uuid}`, ann!)).body;
    assert.equal(delivery.data.body, null);
    assert.ok(!JSON.stringify([await list(), relayed.body, delivery]).includes('canaryyranac'));
    assert.equal(receiver.received.filter(({ body }) => body.includes('canaryyranac')).length, 1);
    const told = receiver.received.filter(({ body }) => body.includes('login.reach_changed'));
    assert.equal(new Set(told.map(({ headers }) => headers['x-delivery-uuid'])).size, 1);
    assert.equal(await sees(`/clients/${client}`), false);
  });
});

describe('a mail that was planned while its record was seen', () => {
  it('is sent without it after it has gone, and so is what the calendar has', async () => {
    const client = await add('/clients', { name: 'Mailed', owner_uuid: ann!.uuid });
    const records = [{ resource: 'client', uuid: client }];
    await add('/notes', { body: '@Ann mailedcanary', records, owner_uuid: ben!.uuid });
    const deal = { title: 'closingcanary', expected_close_on: '2026-12-24', owner_uuid: ann!.uuid };
    const closing = await add('/deals', deal);
    const made = await app.call('POST', '/api/v2/calendar-feeds', {
      as: ann!,
      in_browser: true,
      body: { expected_closes: true },
    });
    const calendar = async () => (await fetch(made.body.data.address)).text();
    assert.ok((await calendar()).includes('closingcanary'));
    await call('PATCH', `/clients/${client}`, olga!, { owner_uuid: ben!.uuid });
    await call('PATCH', `/deals/${closing}`, olga!, { owner_uuid: ben!.uuid });
    app.clock.advance(3_600_000);
    await app.jobs.finished();
    const texts = app.mails.filter(({ to }) => to === ann!.email).map((mail) => JSON.stringify(mail));
    assert.ok(!texts.some((text) => text.includes('mailedcanary')));
    assert.ok(!(await calendar()).includes('closingcanary'));
    const shown = await call('GET', '/notifications', ann!);
    assert.ok(!JSON.stringify(shown.body).includes('Mailed'));
  });
});

describe('guesses', () => {
  it('at identifiers of hidden records tell that one is taken, and nothing else', async () => {
    for (const number of [1, 2])
      await add('/clients', {
        name: `Guessed ${number}`,
        external_id: `ERP-${number}`,
        owner_uuid: ben!.uuid,
      });
    const answers = new Set<string>();
    for (let number = 1; number <= GUESSES; number++) {
      const body = { account_uuid, name: 'Mine', external_id: `ERP-${number}`, owner_uuid: ann!.uuid };
      const answer = await call('POST', '/clients', ann!, body);
      if (number > 2) assert.equal(answer.status, 201);
      else
        answers.add(
          JSON.stringify(answer.body)
            .replaceAll(`ERP-${number}`, 'ID')
            .replace(/"request_id":"[^"]*"/, ''),
        );
    }
    assert.equal(answers.size, 1);
    assert.ok(![...answers][0]!.includes('Guessed'));
  });
});

describe('an undo', () => {
  it('takes nothing back while half of what it touched is out of reach', async () => {
    const operations = ['One', 'Two'].map((name) => ({
      action: 'create',
      data: { name, owner_uuid: ann!.uuid },
    }));
    const made = await call('POST', '/clients/batch', ann!, { account_uuid, operations });
    const [one, two] = made.body.data.outcomes.map(({ uuid }: { uuid: string }) => uuid);
    const renamed = await call('POST', '/clients/batch', ann!, {
      account_uuid,
      operations: [one, two].map((uuid) => ({ action: 'update', uuid, data: { industry: 'Engines' } })),
    });
    const change = renamed.headers.get('x-change-uuid');
    await call('PATCH', `/clients/${two}`, olga!, { owner_uuid: ben!.uuid });
    const undone = await call('POST', `/changes/${change}/undo`, ann!);
    assert.ok([403, 404].includes(undone.status), JSON.stringify(undone.body));
    assert.ok(!JSON.stringify(undone.body).includes(two));
    assert.equal((await call('GET', `/clients/${one}`, ann!)).body.data.industry, 'Engines');
    const by_owner = await call('POST', `/changes/${change}/undo`, olga!);
    assert.equal(by_owner.status, 200);
    assert.equal((await call('GET', `/clients/${one}`, ann!)).body.data.industry, null);
  });

  /** What Ann does as an admin to two Clients; returns the change and the Client that goes. */
  const GREAT: Record<string, () => Promise<[change: string, gone: string]>> = {
    merge: async () => {
      const [one, two] = [await mine('Winner'), await mine('Loser')];
      const merged = await call('POST', `/clients/${one}/merge`, ann!, { from_uuid: two });
      return [merged.headers.get('x-change-uuid')!, one];
    },
    import: async () => {
      const sent = await app.call('POST', `/api/v2/clients/import?account_uuid=${account_uuid}`, {
        as: ann!,
        body: 'external_id,name\nIMP-1,Imported 1\nIMP-2,Imported 2\n',
        headers: { 'content-type': 'text/csv' },
      });
      const { data } = (await call('GET', '/clients?filter[external_id][starts_with]=IMP-', olga!)).body;
      for (const { uuid } of data) await call('PATCH', `/clients/${uuid}`, olga!, { owner_uuid: ann!.uuid });
      return [sent.headers.get('x-change-uuid')!, data[0].uuid];
    },
    handover: async () => {
      const [one] = [await mine('Handed 1', ben!), await mine('Handed 2', ben!)];
      const path = `/accounts/${account_uuid}/handovers`;
      const done = await call('POST', path, ann!, { from_user_uuid: ben!.uuid, to_user_uuid: ann!.uuid });
      return [done.body.data.change_uuid, one];
    },
  };
  const mine = (name: string, of = ann!) => add('/clients', { name, owner_uuid: of.uuid });
  const become = (role: string) =>
    app.db.query(sql`UPDATE logins SET role = ${role} WHERE user_uuid = ${ann!.uuid}`);

  for (const [name, make] of Object.entries(GREAT))
    it(`of half a ${name} takes nothing back, and tells nothing of the other half`, async () => {
      await become('admin');
      const [change, gone] = await make();
      await become('member');
      await call('PATCH', `/clients/${gone}`, olga!, { owner_uuid: ben!.uuid, name: 'gonecanary' });
      const versions = async () =>
        (await call('GET', '/clients?limit=200', olga!)).body.data.map(
          (one: { uuid: string; version: number }) => `${one.uuid} ${one.version}`,
        );
      const before = await versions();
      const undone = await call('POST', `/changes/${change}/undo`, ann!);
      assert.ok([403, 404].includes(undone.status), JSON.stringify(undone.body));
      assert.doesNotMatch(JSON.stringify(undone.body), new RegExp(`${gone}|gonecanary`));
      assert.deepEqual(await versions(), before);
      assert.equal((await call('POST', `/changes/${change}/undo`, olga!)).status, 200);
    });
});

describe('a program that mirrors for one who sees not all', () => {
  it('has at every pause what the lists have', async () => {
    const people = [ann!.uuid, ben!.uuid, null];
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const any = <Item>(items: readonly Item[]) => items[random(items.length)]!;
    const uuids: { client: string[]; deal: string[] } = { client: [], deal: [] };
    const mirror = new Map<string, number>();
    const readAll = async (into = mirror) => {
      into.clear();
      for (const path of ['/clients', '/deals'])
        for (let cursor = ''; ; ) {
          const { body } = await call('GET', `${path}?limit=200${cursor}`, ann!);
          for (const { uuid, version } of body.data) into.set(uuid, version);
          if (body.next_cursor === null) break;
          cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
        }
    };
    let after = (await call('GET', '/events?after=latest', ann!)).body.next_cursor;
    await readAll();
    const catchUp = async () => {
      for (;;) {
        const { body } = await call('GET', `/events?limit=200&after=${after}`, ann!);
        after = body.next_cursor;
        const isMoved = (one: { event: string; data: { user_uuid?: string } }) =>
          one.event === 'login.reach_changed' && one.data.user_uuid === ann!.uuid;
        if (body.data.some(isMoved)) await readAll();
        for (const { event, data } of body.data) {
          const [resource, action] = event.split('.');
          if (!['client', 'deal'].includes(resource)) continue;
          if (action === 'deleted') mirror.delete(data.uuid);
          else if ((mirror.get(data.uuid) ?? 0) < data.version) mirror.set(data.uuid, data.version);
        }
        if (body.data.length === 0) return;
      }
    };
    const put = (see: 'all' | 'own') => {
      const levels = { member: levelsOf(see), viewer: levelsOf('all') };
      const ownerless = any(['everybody', 'admins']);
      return app.call('PUT', `/api/v2/accounts/${account_uuid}/access`, {
        as: olga!,
        in_browser: true,
        body: { levels, ownerless },
      });
    };
    for (let pause = 0; pause < PAUSES; pause++) {
      for (let change = 0; change < MIRRORED / PAUSES; change++) {
        const kind = any(['client', 'deal'] as const);
        const uuid = any(uuids[kind]);
        const held = { owner_uuid: any(people) };
        const shares = random(3)
          ? []
          : [{ user_uuid: held.owner_uuid === ann!.uuid ? ben!.uuid : ann!.uuid }];
        if (!uuid || random(4) === 0) {
          const client_uuid = any([null, ...uuids.client]);
          const fields = kind === 'client' ? { name: 'Mirrored' } : { title: 'Mirrored', client_uuid };
          uuids[kind].push(await add(`/${kind}s`, { ...fields, ...held }));
        } else if (random(12) === 0) {
          await call('DELETE', `/${kind}s/${uuid}`, olga!);
          uuids[kind] = uuids[kind].filter((one) => one !== uuid);
        } else await call('PATCH', `/${kind}s/${uuid}`, olga!, { ...held, shared_with: shares });
      }
      if (pause % 4 === 3) assert.equal((await put(pause % 8 === 3 ? 'all' : 'own')).status, 200);
      const expected = new Map<string, number>();
      await readAll(expected);
      await until('the mirror to have what the lists have', async () => {
        await catchUp();
        return JSON.stringify([...mirror].sort()) === JSON.stringify([...expected].sort());
      });
    }
  });
});
