import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Change } from '@rapport/contract/changes';
import { loneUuid } from '../../platform/ids.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada');
  bob = await app.addUser('Bob');
  account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, bob, 'member');
});
after(() => app.close());

/** Calls the API; returns the data and the change. */
async function call(method: string, path: string, body?: object, as = ada) {
  const answer = await app.call(method, `/api/v2${path}`, { as, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return { data: answer.body?.data, change: answer.headers.get('x-change-uuid')!, status: answer.status };
}

const add = (name: string, as = ada) => call('POST', '/clients', { account_uuid, name }, as);
const read = (uuid: string) => app.call('GET', `/api/v2/clients/${uuid}`, { as: ada });
const undo = (change: string, as = ada, body?: object) =>
  app.call('POST', `/api/v2/changes/${change}/undo`, { as, body });
const batch = (operations: object[]) => call('POST', '/clients/batch', { account_uuid, operations });

test('a change says who made it, when, how, and what it changed', async () => {
  const { change } = await batch([
    { action: 'create', data: { name: 'One' } },
    { action: 'create', data: { name: 'Two' } },
  ]);
  const { data } = await call('GET', `/changes/${change}`);
  const { actor, source, counts, resources, undone_by, created_at, undoable_until } = data as Change;
  assert.deepEqual(
    [actor.user_uuid, source, counts, resources, undone_by],
    [ada.uuid, 'batch', { created: 2, updated: 0, deleted: 0, restored: 0 }, ['client'], null],
  );
  assert.equal(Date.parse(undoable_until!) - Date.parse(created_at), 30 * 86_400_000);
});

test('the list of changes has each one once, the newest first, page by page', async () => {
  const made = [(await add('A')).change, (await add('B')).change, (await add('C')).change];
  const all: string[] = [];
  let cursor = '';
  do {
    const { body } = await app.call('GET', `/api/v2/changes?limit=2${cursor}`, { as: ada });
    all.push(...body.data.map(({ uuid }: Change) => uuid));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  assert.equal(new Set(all).size, all.length);
  assert.deepEqual(all, all.toSorted().toReversed());
  assert.deepEqual(
    all.filter((uuid) => made.includes(uuid)),
    made.toSorted().toReversed(),
  );
});

describe('an undo', () => {
  test('deletes what the change made, and can be taken back', async () => {
    const { data, change } = await add('Made');
    const undone = await undo(change);
    assert.deepEqual([undone.body.data.undone, undone.body.data.kept], [1, []]);
    assert.equal((await read(data.uuid)).status, 404);
    assert.equal(undone.body.data.change_uuid, undone.headers.get('x-change-uuid'));
    assert.equal((await call('GET', `/changes/${change}`)).data.undone_by, undone.body.data.change_uuid);

    const again = await undo(undone.body.data.change_uuid);
    assert.equal(again.body.data.undone, 1);
    assert.equal((await read(data.uuid)).body.data.name, 'Made');
    assert.equal((await call('GET', `/changes/${change}`)).data.undone_by, null);
  });

  test('restores what the change deleted', async () => {
    const { data } = await add('Deleted');
    const { change } = await call('DELETE', `/clients/${data.uuid}`);
    await undo(change);
    assert.equal((await read(data.uuid)).body.data.name, 'Deleted');
  });

  test('puts back what still has the value of the change, and names what has not', async () => {
    const { data } = await add('First');
    const { change } = await call('PATCH', `/clients/${data.uuid}`, { name: 'Second', tags: ['new'] });
    await call('PATCH', `/clients/${data.uuid}`, { name: 'Third' });
    const undone = await undo(change);
    const { name, tags } = (await read(data.uuid)).body.data;
    assert.deepEqual([name, tags], ['Third', []]);
    assert.deepEqual(undone.body.data.kept, [
      { resource: 'client', uuid: data.uuid, field: 'name', reason: 'It has changed since.' },
    ]);
  });

  test('puts back each custom field by itself, and names the one that somebody changed since', async () => {
    const { data } = await call('POST', '/clients', {
      account_uuid,
      name: 'Own',
      custom: { a: '1', b: '1' },
    });
    const path = `/clients/${data.uuid}`;
    const { change } = await call('PATCH', path, { custom: { a: '2', b: '2', made: 'new' } });
    await call('PATCH', path, { custom: { a: '3', b: '2', made: 'new', later: 'stays' } }, bob);
    const { body } = await undo(change);
    const reason = 'It has changed since.';
    assert.deepEqual(body.data.kept, [{ resource: 'client', uuid: data.uuid, field: 'custom.a', reason }]);
    assert.deepEqual((await call('GET', path)).data.custom, { a: '3', b: '1', later: 'stays' });
    await undo(body.data.change_uuid);
    assert.deepEqual((await call('GET', path)).data.custom, {
      ...{ a: '3', b: '2', made: 'new', later: 'stays' },
    });
  });

  test('leaves the custom field that somebody else wrote between two requests of the change', async () => {
    const { data } = await call('POST', '/clients', { account_uuid, name: 'Between', custom: { a: '1' } });
    const path = `/clients/${data.uuid}`;
    const headers = { 'x-change-uuid': loneUuid(app.clock.now()) };
    const write = (custom: object, more = {}) =>
      app.call('PATCH', `/api/v2${path}`, { as: ada, body: { custom }, ...more });
    await write({ a: '2' }, { headers });
    await write({ a: '2', b: 'of Bob' });
    await write({ a: '3', b: 'of Bob', c: '1' }, { headers });
    const { body } = await undo(headers['x-change-uuid']);
    assert.deepEqual([body.data.undone, body.data.kept], [1, []]);
    assert.deepEqual((await call('GET', path)).data.custom, { a: '1', b: 'of Bob' });
  });

  test('keeps a record that it made and whose custom field was changed since, and names that', async () => {
    const made = await call('POST', '/clients', { account_uuid, name: 'Made', custom: { a: '1' } });
    await call('PATCH', `/clients/${made.data.uuid}`, { custom: { a: '1', b: '2' } }, bob);
    const { body } = await undo(made.change);
    assert.deepEqual([body.data.undone, body.data.kept[0].field], [0, 'custom.b']);
  });

  test('puts back the others where one custom field cannot be as before, because its value is taken', async () => {
    const field = {
      account_uuid,
      resource: 'client',
      key: 'badge',
      label: 'Badge',
      type: 'text',
      unique: true,
    };
    await call('POST', '/custom-fields', field);
    const { data } = await call('POST', '/clients', {
      account_uuid,
      name: 'A',
      custom: { badge: 'x', b: '1' },
    });
    const path = `/clients/${data.uuid}`;
    const { change } = await call('PATCH', path, { custom: { badge: 'y', b: '2' } });
    await call('POST', '/clients', { account_uuid, name: 'B', custom: { badge: 'x' } });
    const { body } = await undo(change);
    assert.deepEqual([body.data.undone, body.data.kept[0].field], [1, 'custom.badge']);
    assert.match(body.data.kept[0].reason, /is unique/);
    assert.deepEqual((await call('GET', path)).data.custom, { badge: 'y', b: '1' });
  });

  test('puts back an amount and its currency together, or neither', async () => {
    const client_uuid = (await add('Buyer')).data.uuid;
    for (const [first, second] of [
      [{ amount: '7000' }, { currency: 'USD' }],
      [{ currency: 'JPY' }, { amount: '9000' }],
    ]) {
      const deal = { title: 'T', client_uuid, amount: '5000', currency: 'EUR' };
      const { data } = await call('POST', '/deals', deal);
      const path = `/deals/${data.uuid}`;
      const pair = async () => {
        const { amount, currency } = (await call('GET', path)).data;
        return [Number(amount), currency];
      };
      const one = await call('PATCH', path, { ...first, title: 'U' });
      const between = await pair();
      const two = await call('PATCH', path, second);
      const both = await pair();
      const { kept } = (await undo(one.change)).body.data;
      assert.ok(kept.length > 0);
      assert.deepEqual([await pair(), (await call('GET', path)).data.title], [both, 'T']);
      await undo(two.change);
      assert.deepEqual(await pair(), between);
    }
  });

  test('names a value that somebody gave its former value again, as it comes from a later change', async () => {
    const { data } = await add('One');
    const away = await call('PATCH', `/clients/${data.uuid}`, { name: 'Two' });
    await call('PATCH', `/clients/${data.uuid}`, { name: 'One' });
    const { body } = await undo(away.change);
    const { undone, kept } = body.data;
    assert.deepEqual([undone, kept.map(({ field }: { field: string }) => field)], [0, ['name']]);
  });

  test('keeps a record that was edited after the change made it', async () => {
    const { data, change } = await add('Made');
    await call('PATCH', `/clients/${data.uuid}`, { name: 'Edited' });
    const { body } = await undo(change);
    assert.deepEqual([body.data.undone, body.data.kept.length, body.data.kept[0].field], [0, 1, 'name']);
    assert.equal((await read(data.uuid)).status, 200);
  });

  test('writes nothing as a dry run, and answers the same', async () => {
    const { data, change } = await add('Tried');
    const { body } = await undo(change, ada, { dry_run: true });
    assert.deepEqual(body.data, { change_uuid: null, undone: 1, kept: [], kept_count: 0 });
    assert.equal((await read(data.uuid)).body.data.version, 1);
    assert.equal((await call('GET', `/changes/${change}`)).data.undone_by, null);
  });

  test('moves a Deal back into its stage, with the time at which it entered it', async () => {
    const client_uuid = (await add('Client')).data.uuid;
    const pipeline = (await call('GET', '/pipelines')).data[0];
    const { data: deal } = await call('POST', '/deals', { account_uuid, title: 'Deal', client_uuid });
    app.clock.advance(60_000);
    const stage_uuid = pipeline.stages[2].uuid;
    const { change } = await call('PATCH', `/deals/${deal.uuid}`, { stage_uuid, status: 'won' });
    await undo(change);
    const { version: _, updated_at: __, ...now } = (await call('GET', `/deals/${deal.uuid}`)).data;
    const { version: ___, updated_at: ____, ...then } = deal;
    assert.deepEqual(now, then);
  });

  test('gives a stage back that was removed, and the Deals that were moved out of it', async () => {
    const client_uuid = (await add('Client')).data.uuid;
    const { data: pipeline } = await call('POST', '/pipelines', { account_uuid, name: 'Undone' });
    const [first, second, ...others] = pipeline.stages;
    const { data: deal } = await call('POST', '/deals', {
      account_uuid,
      title: 'Deal',
      client_uuid,
      stage_uuid: first.uuid,
    });
    const grouped = '01a1f841-6e00-7abc-8def-0123456789ab';
    const headers = { 'x-change-uuid': grouped };
    await app.call('PATCH', `/api/v2/deals/${deal.uuid}`, {
      as: ada,
      body: { stage_uuid: second.uuid },
      headers,
    });
    await app.call('PATCH', `/api/v2/pipelines/${pipeline.uuid}`, {
      as: ada,
      body: { stages: [second, ...others] },
      headers,
    });
    const { body } = await undo(grouped);
    assert.deepEqual([body.data.undone, body.data.kept], [2, []]);
    assert.deepEqual((await call('GET', `/pipelines/${pipeline.uuid}`)).data.stages, pipeline.stages);
    assert.equal((await call('GET', `/deals/${deal.uuid}`)).data.stage_uuid, first.uuid);
  });

  test('takes the values of a record back that is too large for a delivery', async () => {
    const body = 'ü'.repeat(65_500);
    const { data: client } = await add('About');
    const records = [{ resource: 'client', uuid: client.uuid }];
    const { data: note } = await call('POST', '/notes', { account_uuid, body, records });
    const { change } = await call('PATCH', `/notes/${note.uuid}`, { body: 'ä'.repeat(65_500) });
    await undo(change);
    assert.equal((await call('GET', `/notes/${note.uuid}`)).data.body, body);
  });

  test('does not give an external_id back that another record has by now', async () => {
    const { data } = await call('POST', '/clients', { account_uuid, name: 'One', external_id: 'X1' });
    const { change } = await call('PATCH', `/clients/${data.uuid}`, { name: 'Two', external_id: null });
    await call('POST', '/clients', { account_uuid, name: 'Other', external_id: 'X1' });
    const { body } = await undo(change);
    const { name, external_id } = (await read(data.uuid)).body.data;
    assert.deepEqual([name, external_id], ['One', null]);
    assert.deepEqual([body.data.kept[0].field, body.data.kept.length], ['external_id', 1]);
  });

  test('keeps what somebody else wrote between two requests of the change', async () => {
    const headers = { 'x-change-uuid': '01a1f841-6e00-7abc-8def-0123456789ad' };
    const { data } = await add('Between');
    const patch = (body: object, more = {}) =>
      app.call('PATCH', `/api/v2/clients/${data.uuid}`, { as: ada, body, ...more });
    await patch({ name: 'One', industry: 'Tools' }, { headers });
    await patch({ name: 'By hand' });
    await patch({ name: 'Two' }, { headers });
    const { body } = await undo(headers['x-change-uuid']);
    const { name, industry } = (await read(data.uuid)).body.data;
    assert.deepEqual([name, industry], ['Two', null]);
    assert.deepEqual(
      body.data.kept.map(({ field }: { field: string }) => field),
      ['name'],
    );
  });

  test('keeps what came of it, for whoever looks later', async () => {
    const { data } = await add('First');
    const { change } = await call('PATCH', `/clients/${data.uuid}`, { name: 'Second', tags: ['new'] });
    await call('PATCH', `/clients/${data.uuid}`, { name: 'Third' });
    const { change_uuid, ...outcome } = (await undo(change)).body.data;
    const { data: later } = await call('GET', `/changes/${change_uuid}`, undefined, bob);
    assert.deepEqual(later.outcome, { state: 'completed', ...outcome, job_uuid: null });
    assert.equal((await call('GET', `/changes/${change}`)).data.outcome, null);
  });

  test('that can take nothing back leaves the change to be taken back later', async () => {
    const { data, change } = await add('Made');
    const edit = await call('PATCH', `/clients/${data.uuid}`, { name: 'Edited' });
    assert.equal((await undo(change)).body.data.undone, 0);
    assert.equal((await call('GET', `/changes/${change}`)).data.undone_by, null);
    await undo(edit.change);
    assert.equal((await undo(change)).body.data.undone, 1);
  });

  test('that is sent again under its key answers with the change of the first', async () => {
    const { change } = await add('Once');
    const send = () =>
      app.call('POST', `/api/v2/changes/${change}/undo`, { as: ada, headers: { 'idempotency-key': change } });
    const [first, again] = [await send(), await send()];
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('x-change-uuid'), first.headers.get('x-change-uuid'));
  });

  test('of an undone change is refused with the change that took it back', async () => {
    const { change } = await add('Twice');
    const { body } = await undo(change);
    const again = await undo(change);
    assert.equal(again.status, 409);
    assert.match(again.body.detail, new RegExp(body.data.change_uuid));
  });
});

describe('who may undo', () => {
  test('a member takes back what they did, and nothing of others', async () => {
    const [own, foreign] = [await add('Own', bob), await add('Foreign')];
    assert.deepEqual(
      [(await undo(own.change, bob)).status, (await undo(foreign.change, bob)).status],
      [200, 403],
    );
  });

  test('an owner takes back what a member did', async () => {
    const { change } = await add('Of Bob', bob);
    assert.equal((await undo(change)).status, 200);
  });

  test('a stranger does not find the change', async () => {
    const stranger = await app.addUser('Stranger');
    await app.addAccount(stranger);
    const { change } = await add('Hidden');
    assert.deepEqual(
      [
        (await undo(change, stranger)).status,
        (await app.call('GET', `/api/v2/changes/${change}`, { as: stranger })).status,
      ],
      [404, 404],
    );
  });
});

test('the events of a change are listed in their order, page by page', async () => {
  const { change } = await batch([
    { action: 'create', data: { name: 'One' } },
    { action: 'create', data: { name: 'Two' } },
    { action: 'create', data: { name: 'Three' } },
  ]);
  const first = (await app.call('GET', `/api/v2/changes/${change}/events?limit=2`, { as: bob })).body;
  const rest = await app.call('GET', `/api/v2/changes/${change}/events?cursor=${first.next_cursor}`, {
    as: bob,
  });
  const names = [...first.data, ...rest.body.data].map(({ data }: { data: { name: string } }) => data.name);
  assert.deepEqual([names, rest.body.next_cursor], [['One', 'Two', 'Three'], null]);
});

test('a large change is taken back by a job, each record once', async () => {
  await app.startWorker();
  const operations = Array.from({ length: 200 }, (_, n) => ({ action: 'create', data: { name: `L ${n}` } }));
  const headers = { 'x-change-uuid': '01a1f841-6e00-7abc-8def-0123456789ac' };
  const made: { uuid: string }[] = [];
  for (let i = 0; i < 2; i++) {
    const body = { account_uuid, operations };
    made.push(
      ...(await app.call('POST', '/api/v2/clients/batch', { as: ada, body, headers })).body.data.outcomes,
    );
  }
  await call('PATCH', `/clients/${made[7]!.uuid}`, { name: 'Edited' });
  const started = await undo(headers['x-change-uuid']);
  assert.equal(started.status, 202);
  const job = await finished(started.body.data.job_uuid);
  assert.deepEqual([job.state, job.result.undone, job.result.kept_count], ['completed', 399, 1]);
  assert.equal(job.result.kept[0].uuid, made[7]!.uuid);
  assert.equal((await read(made[8]!.uuid)).status, 404);
  const { data } = await call('GET', `/changes/${started.body.data.change_uuid}`);
  assert.deepEqual([data.counts.deleted, data.source], [399, 'undo']);
  assert.deepEqual(data.outcome, {
    state: 'completed',
    undone: 399,
    kept: job.result.kept,
    kept_count: 1,
    job_uuid: job.uuid,
  });
});

async function finished(uuid: string) {
  for (;;) {
    const { data } = await call('GET', `/jobs/${uuid}`);
    if (!['waiting', 'running'].includes(data.state)) return data;
  }
}

test('a change older than 30 days is not taken back', async () => {
  const { change } = await add('Old');
  app.clock.advance(31 * 86_400_000);
  assert.equal((await undo(change)).status, 409);
});

test('one X-Change-Uuid for two Accounts is a change in each, which account_uuid tells apart', async () => {
  const other = await app.addAccount(ada);
  const headers = { 'x-change-uuid': loneUuid(app.clock.now()) };
  const uuids: string[] = [];
  for (const account of [account_uuid, other]) {
    const body = { account_uuid: account, name: 'In both' };
    uuids.push((await app.call('POST', '/api/v2/clients', { as: ada, body, headers })).body.data.uuid);
  }
  const change = headers['x-change-uuid'];
  const path = `/api/v2/changes/${change}`;
  for (const vague of [path, `${path}/events`]) {
    const { status, body } = await app.call('GET', vague, { as: ada });
    assert.deepEqual(
      [status, body.detail.includes(account_uuid), body.detail.includes(other)],
      [409, true, true],
    );
  }
  assert.equal((await undo(change)).status, 409);
  const { data } = await call('GET', `/changes/${change}?account_uuid=${other}`);
  assert.equal(data.account_uuid, other);
  const events = (await call('GET', `/changes/${change}/events?account_uuid=${other}`)).data;
  assert.deepEqual(
    events.map((event: { data: { uuid: string } }) => event.data.uuid),
    [uuids[1]],
  );
  assert.equal((await undo(change, ada, { account_uuid: other })).body.data.undone, 1);
  assert.deepEqual([(await read(uuids[0]!)).status, (await read(uuids[1]!)).status], [200, 404]);
  // A User of one of the Accounts alone has no choice to make.
  assert.equal((await call('GET', `/changes/${change}`, undefined, bob)).data.account_uuid, account_uuid);
  // A page does not end between the two.
  const page = (await app.call('GET', '/api/v2/changes?limit=2', { as: ada })).body;
  const next = (await app.call('GET', `/api/v2/changes?limit=2&cursor=${page.next_cursor}`, { as: ada }))
    .body;
  const both = [...page.data, ...next.data].filter(({ uuid }: Change) => uuid === change);
  assert.equal(both.length, 2);
});
