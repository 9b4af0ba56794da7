import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../platform/database/database.ts';
import { exampleRequest, operationsOf } from '../testing/described-requests.ts';
import { addDropBox, dropMail, sendFile } from '../testing/hand-in.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import {
  account_uuid,
  ann,
  app,
  ben,
  call,
  cid,
  KINDS,
  lookers,
  oracle,
  owner,
  type Plain,
  pipeline_uuid,
  records,
  startNarrowWorld,
  uuidsOf,
} from '../testing/narrow-world.ts';
import type { TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

before(startNarrowWorld);
after(() => app.close());

/** A statement that reads records, or what tells of them. */
const GUARDED =
  /\b(FROM|JOIN)\s+(clients|contacts|deals|tasks|notes|events|points|custom_values|deal_states)\b/;
const DOOR = / AS( NOT MATERIALIZED)? \(SELECT \* FROM \w+ WHERE /;

/** Parts of statements that may read them otherwise, each with the reason. */
const WITHOUT_DOOR: [part: string, reason: string][] = [
  ['END AS open_since', 'the place of a reader in the feed, whatever they see of its event'],
  ['imported_below)', 'the place in the feed before a time'],
  ['FROM notifications AS one', 'has the condition about its subject itself'],
  ['AS one (resource, uuid)', 'asks which records are seen'],
  ['AS edge', 'tells how far the next thousand events go, of which nothing is told'],
  ['AS found LIMIT', 'counts how many somebody may see, of which nothing is told'],
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

describe('what is hidden', () => {
  const levels = levelsOf('own');
  let hidden: Plain[];

  before(async () => {
    await narrowAccess(app, account_uuid, levels);
    const sees = oracle(records, lookers[0]!, levels);
    hidden = [...records.values()].filter(({ uuid }) => !sees(uuid));
    assert.ok(hidden.length > 10);
    await addFilesAndMails(sees);
  });

  /** Files and mails of Cid that are hidden from Ann, by the rooms in which they are. */
  const ofRooms = new Map<string, string[]>();
  /** What no answer to her may have in it, beside the words of records. */
  const canaries = ['zqfile', 'zqdropped', 'zqheld'];

  async function addFilesAndMails(sees: (uuid: string) => boolean): Promise<void> {
    const uuidsIn = async (path: string, as = cid!): Promise<string[]> =>
      (await call('GET', path, as)).body.data.map(({ uuid }: { uuid: string }) => uuid);
    const files = await Promise.all(
      hidden.slice(0, 6).map(({ kind: resource, uuid }) => {
        const file = { name: 'zqfile.txt', text: `zqfile ${uuid}`, records: [{ resource, uuid }] };
        return sendFile(app, { account_uuid, as: owner! }, file);
      }),
    );
    ofRooms.set(
      'files',
      files.map(({ body }) => body.data.uuid),
    );
    const before = await uuidsIn('/mails?limit=200');
    const address = await addDropBox(app, account_uuid, cid!);
    canaries.push(address);
    const contacts = uuidsOf('contact');
    const [theirs, hers] = [contacts.find((uuid) => !sees(uuid))!, contacts.find(sees)!];
    const to = (uuid: string) => `${records.get(uuid)!.word}@mail.example`;
    await dropMail(app, address, { of: cid!, to: to(theirs), subject: 'zqdropped', body: 'zqdropped' });
    // Of a Contact that she sees a mail is told by its trace alone; one that waits, not at all.
    await dropMail(app, address, { of: cid!, to: to(hers), subject: 'zqdropped', body: 'zqdropped' });
    for (const uuid of [theirs, hers])
      await dropMail(app, address, { of: null, to: to(uuid), subject: 'zqheld', body: 'zqheld' });
    const mails = (await uuidsIn('/mails?limit=200')).filter((uuid) => !before.includes(uuid));
    ofRooms.set('mails', mails);
    ofRooms.set('held-mails', await uuidsIn('/held-mails'));
    ofRooms.set('mail-drop-boxes', await uuidsIn('/mail-drop-boxes'));
    for (const [room, uuids] of ofRooms) assert.ok(uuids.length > 0, room);
    assert.equal(
      (await uuidsIn(`/mails?record_uuid=${hers}`, ann!)).filter((uuid) => mails.includes(uuid)).length,
      1,
    );
  }

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
      const others = ofRooms.get(described.path.split('/')[3]!);
      const targets = kind ? hidden.filter((one) => one.kind === kind).slice(0, 3) : hidden.slice(0, 1);
      for (const uuid of others ?? targets.map((one) => one.uuid)) {
        const empty = exampleRequest(app.description, described).path;
        const path = described.path.includes('{')
          ? described.path.replaceAll(/\{\w+\}/g, uuid) +
            (empty.includes('?') ? `?${empty.split('?')[1]}` : '')
          : empty;
        const answer = await app.call('GET', path.replace(/wait_s=\d+/, 'wait_s=0'), { as: ann! });
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        const found = hidden.filter(({ word }) => text?.includes(word));
        assert.deepEqual(found, [], `${described.name} shows hidden records`);
        const said = canaries.filter((canary) => text?.includes(canary));
        assert.deepEqual(said, [], `${described.name} shows hidden files or mails`);
        const open = statements.splice(0).filter((one) => GUARDED.test(one) && !DOOR.test(one));
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
    const own = await call('POST', '/deals', ann!, { account_uuid, title: 'Mine', owner_uuid: ann!.uuid });
    const changed = await call('PATCH', `/deals/${own.body.data.uuid}`, ann!, { client_uuid: client.uuid });
    assert.deepEqual([changed.status, changed.body.errors?.[0].code], [422, 'not_found']);
  });

  it('of nobody is seen by admins alone where an owner says so, and what is made belongs to its maker', async () => {
    await narrowAccess(app, account_uuid, levels, 'member', 'admins');
    const lead = (await call('POST', '/clients', owner!, { account_uuid, name: 'Lead' })).body.data;
    assert.equal((await call('GET', `/clients/${lead.uuid}`, ann!)).status, 404);
    assert.equal((await call('GET', '/clients?filter[owner_uuid][is_null]=true', ann!)).body.data.length, 0);
    const mine = (await call('POST', '/clients', ann!, { account_uuid, name: 'Mine', owner_uuid: null })).body
      .data;
    const operations = [{ action: 'create', data: { title: 'Mine' } }];
    const { outcomes } = (await call('POST', '/deals/batch', ann!, { account_uuid, operations })).body.data;
    const deal = (await call('GET', `/deals/${outcomes[0].uuid}`, ann!)).body.data;
    assert.deepEqual([mine.owner_uuid, deal.owner_uuid], [ann!.uuid, ann!.uuid]);
    await narrowAccess(app, account_uuid, levels);
    assert.equal((await call('PATCH', `/clients/${lead.uuid}`, ann!, { owner_uuid: ann!.uuid })).status, 200);
    const open = await call('POST', '/clients', ann!, { account_uuid, name: 'Of nobody' });
    assert.equal(open.body.data.owner_uuid, null);
  });

  it('says of a taken value only that it is taken', async () => {
    const body = { account_uuid, name: 'Secretive Ltd', external_id: 'E-1', owner_uuid: ben!.uuid };
    const mine = { account_uuid, name: 'Mine', external_id: 'E-1', owner_uuid: ann!.uuid };
    const gone = (await call('POST', '/clients', ann!, mine)).body.data;
    await call('DELETE', `/clients/${gone.uuid}`, ann!);
    const theirs = (await call('POST', '/clients', owner!, body)).body.data;
    for (const taken of [
      await call('POST', '/clients', ann!, mine),
      await call('POST', `/clients/${gone.uuid}/restore`, ann!),
    ]) {
      assert.deepEqual([taken.status, taken.body.errors[0].code], [409, 'taken']);
      const text = JSON.stringify(taken.body);
      assert.ok(!text.includes('Secretive') && !text.includes(theirs.uuid), text);
    }
    for (const filter of ['external_id]=E-1', `owner_uuid]=${ben!.uuid}&filter[name]=Secretive%20Ltd`]) {
      const found = await call('GET', `/clients?filter[${filter}`, ann!);
      assert.deepEqual([found.status, found.body.data], [200, []]);
    }
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
    const asked = { account_uuid, name, domain: 'double.example' };
    const similar = (as: TestUser) => call('POST', '/clients/similar', as, asked);
    assert.equal((await similar(owner!)).body.data.length, 2);
    assert.equal((await similar(ann!)).body.data.length, 1);
    assert.deepEqual((await call('GET', '/clients/duplicates', ann!)).body.data, []);
    const tags = (await call('GET', '/tags', ann!)).body.data.map((tag: { name: string }) => tag.name);
    assert.ok(tags.includes('mine') && !tags.includes('theirs'));
    const changes = (await call('GET', '/changes?limit=200', ann!)).body.data;
    const all = (await call('GET', '/changes?limit=200', owner!)).body.data;
    assert.ok(changes.length < all.length);
  });

  it('is not among the deals behind a figure of the past, nor in a history', async () => {
    const sees = oracle(records, lookers[0]!, levels);
    const path = `/reports/past-deals?account_uuid=${account_uuid}&change=new&include=total&limit=200`;
    const past = async (as: TestUser) => (await call('GET', path, as)).body;
    const [some, all] = [await past(ann!), await past(owner!)];
    assert.ok(some.data.length > 0 && all.total > some.total);
    assert.equal(some.total, some.data.length);
    for (const { uuid } of some.data) if (records.has(uuid)) assert.ok(sees(uuid));
    const open = await call('POST', '/clients', owner!, { account_uuid, name: 'Of nobody' });
    const client_uuid = open.body.data.uuid;
    const deal = { account_uuid, title: 'Theirs', client_uuid, owner_uuid: ben!.uuid };
    await call('POST', '/deals', owner!, deal);
    const history = async (as: TestUser) =>
      (await call('GET', `/clients/${client_uuid}/events?related=true`, as)).body.data.map(
        ({ event }: { event: string }) => event,
      );
    assert.deepEqual(await history(owner!), ['deal.created', 'client.created']);
    assert.deepEqual(await history(ann!), ['client.created']);
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
