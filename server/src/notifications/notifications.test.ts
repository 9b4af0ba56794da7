import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Notification } from '@rapport/contract/notifications';
import { newUuid } from '../platform/ids.ts';
import { addApplication, callWith, connect, signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account_uuid: string;
let client_uuid: string;
before(async () => {
  app = await startTestApp();
  ada = await app.addUser('Ada Lovelace');
  ben = await app.addUser('Ben Carter');
  account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, ben, 'member');
  client_uuid = (await write(ada, 'clients', { name: 'Acme' })).uuid;
});
after(() => app.close());

async function write(as: TestUser, path: string, body: object, headers?: Record<string, string>) {
  const method = path.includes('/') ? 'PATCH' : 'POST';
  const own = method === 'POST' ? { account_uuid, ...body } : body;
  const answer = await app.call(method, `/api/v2/${path}`, { as, body: own, headers });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body.data;
}

/** What a User is told of a record. */
async function toldOf(as: TestUser, uuid: string): Promise<Notification[]> {
  const { body } = await app.call('GET', '/api/v2/notifications?limit=200', { as });
  return body.data.filter(({ subject }: Notification) => subject.uuid === uuid);
}

const sortsOf = async (as: TestUser, uuid: string) => (await toldOf(as, uuid)).map(({ sort }) => sort);

const about = () => [{ resource: 'client', uuid: client_uuid }];

describe('an assignment', () => {
  it('tells who is to do the task, by whom and what it is', async () => {
    const task = await write(ada, 'tasks', { title: 'Call Acme', assignee_uuid: ben.uuid });
    const [told, ...more] = await toldOf(ben, task.uuid);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [told!.sort, told!.event, told!.subject.name, told!.by?.user_uuid, told!.count, told!.read_at],
      ['assigned', 'task.created', 'Call Acme', ada.uuid, 1, null],
    );
  });

  it('tells nobody of what they give themselves', async () => {
    const task = await write(ben, 'tasks', { title: 'Mine', assignee_uuid: ben.uuid });
    assert.deepEqual(await toldOf(ben, task.uuid), []);
  });

  it('tells who is given a Client, a Contact or a Deal', async () => {
    const deal = await write(ada, 'deals', { title: 'Offer', client_uuid });
    for (const [path, body] of [
      ['clients', { name: 'Given', owner_uuid: ben.uuid }],
      ['contacts', { name: 'Given', owner_uuid: ben.uuid }],
    ] as const)
      assert.deepEqual(await sortsOf(ben, (await write(ada, path, body)).uuid), ['assigned']);
    await write(ada, `deals/${deal.uuid}`, { owner_uuid: ben.uuid });
    assert.deepEqual(await sortsOf(ben, deal.uuid), ['assigned']);
  });

  it('tells nobody of a task that is done already', async () => {
    const task = await write(ada, 'tasks', { title: 'Was', assignee_uuid: ben.uuid, status: 'completed' });
    assert.deepEqual(await toldOf(ben, task.uuid), []);
  });

  it('by an application tells also who let it in, because they did not do it', async () => {
    const application = await addApplication(app);
    const { access_token } = await connect(app, await signedIn(app, ben), application);
    const body = { account_uuid, title: 'From a form', assignee_uuid: ben.uuid };
    const task = await callWith(app, access_token, '/api/v2/tasks', 'POST', body);
    const [told] = await toldOf(ben, task.body.data.uuid);
    assert.equal(told?.sort, 'assigned');
    assert.notEqual(told?.by?.program, null);
  });
});

describe('a mention', () => {
  for (const [what, text] of [
    ['the whole name', 'Ask @Ben Carter, please'],
    ['the first name, when only one has it', 'Ask @ben. He knows.'],
    ['the address', 'Ask @BEN'],
  ] as const)
    it(`by ${what} tells the person`, async () => {
      const body = text === 'Ask @BEN' ? `Ask @${ben.email}, please` : text;
      const note = await write(ada, 'notes', { body, records: about() });
      const [told] = await toldOf(ben, note.uuid);
      assert.deepEqual([told?.sort, told?.subject.name], ['mentioned', body]);
    });

  for (const [what, body] of [
    ['within an address', 'Write to sales@ben.example'],
    ['of a longer name', 'Ask @Bennett'],
    ['without an @', 'Ask Ben Carter'],
  ] as const)
    it(`is none ${what}`, async () => {
      const note = await write(ada, 'notes', { body, records: about() });
      assert.deepEqual(await toldOf(ben, note.uuid), []);
    });

  it('tells nobody twice when the text is changed, and tells who is new in it', async () => {
    const note = await write(ada, 'notes', { body: '@Ben call', records: about() });
    await write(ada, `notes/${note.uuid}`, { body: '@Ben call them soon' });
    assert.deepEqual(await sortsOf(ben, note.uuid), ['mentioned']);
    await write(ben, `notes/${note.uuid}`, { body: '@Ben and @Ada call them soon' });
    assert.deepEqual(await sortsOf(ben, note.uuid), ['mentioned']);
    assert.deepEqual(await sortsOf(ada, note.uuid), ['mentioned']);
  });

  it('beside an assignment by the same change is one notification', async () => {
    const task = { title: 'Call', body: '@Ben you know them', assignee_uuid: ben.uuid };
    assert.deepEqual(await sortsOf(ben, (await write(ada, 'tasks', task)).uuid), ['assigned']);
  });

  it('tells nobody outside of the Account', async () => {
    const eve = await app.addUser('Eve Stranger');
    const note = await write(ada, 'notes', { body: 'Ask @Eve Stranger', records: about() });
    assert.deepEqual(await toldOf(eve, note.uuid), []);
  });
});

describe('a Deal that somebody else changes', () => {
  it('tells its owner of a move, a win and a deletion, each with its event', async () => {
    const deal = await write(ben, 'deals', { title: 'Big', client_uuid, owner_uuid: ben.uuid });
    const pipelines = await app.call('GET', '/api/v2/pipelines', { as: ada });
    const stage_uuid = pipelines.body.data[0].stages[1].uuid;
    await write(ada, `deals/${deal.uuid}`, { stage_uuid });
    await write(ada, `deals/${deal.uuid}`, { status: 'won' });
    await app.call('DELETE', `/api/v2/deals/${deal.uuid}`, { as: ada });
    const told = await toldOf(ben, deal.uuid);
    assert.deepEqual(
      told.map(({ sort, event }) => `${sort} ${event}`),
      ['deal_changed deal.deleted', 'deal_changed deal.won', 'deal_changed deal.moved'],
    );
  });

  it('tells its owner once of a change of many, with their number', async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `Deal ${index}`);
    const make = titles.map((title) => ({
      action: 'create',
      data: { title, client_uuid, owner_uuid: ben.uuid },
    }));
    const batch = (as: TestUser, operations: object[], headers?: Record<string, string>) =>
      app.call('POST', '/api/v2/deals/batch', { as, body: { account_uuid, operations }, headers });
    const made = (await batch(ben, make)).body.data.outcomes;
    const before_count = (await unread(ben)).unread;
    const change = made.map(({ uuid }: { uuid: string }) => ({
      action: 'update',
      uuid,
      data: { description: 'x' },
    }));
    // Two requests of one change, as a bulk change on the pages makes them.
    const headers = { 'x-change-uuid': newUuid(app.clock.now()) };
    await batch(ada, change.slice(0, 25), headers);
    await batch(ada, change.slice(25), headers);
    assert.equal((await unread(ben)).unread, before_count + 1);
    const [told] = (await app.call('GET', '/api/v2/notifications', { as: ben })).body.data;
    assert.deepEqual([told.count, told.change_uuid], [40, headers['x-change-uuid']]);
  });
});

async function unread(as: TestUser) {
  return (await app.call('GET', '/api/v2/notifications/unread', { as })).body.data;
}

describe('the list', () => {
  it('shows nothing of an Account that the User has left', async () => {
    const cal = await app.addUser('Cal');
    await app.addLogin(account_uuid, cal, 'member');
    const task = await write(ada, 'tasks', { title: 'Call', assignee_uuid: cal.uuid });
    const [told] = await toldOf(cal, task.uuid);
    const logins = await app.call('GET', `/api/v2/accounts/${account_uuid}/logins`, { as: ada });
    const { uuid } = logins.body.data.find(({ user }: { user: TestUser }) => user.uuid === cal.uuid);
    await app.call('DELETE', `/api/v2/logins/${uuid}`, { as: ada, in_browser: true });
    assert.deepEqual(await toldOf(cal, task.uuid), []);
    assert.deepEqual(await unread(cal), { unread: 0, newest_uuid: null });
    const one = await app.call('GET', `/api/v2/notifications/${told!.uuid}`, { as: cal });
    assert.equal(one.status, 404);
  });

  it('marks one as read, and all up to the one seen last', async () => {
    const dan = await app.addUser('Dan');
    await app.addLogin(account_uuid, dan, 'member');
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await write(ada, 'tasks', { title, assignee_uuid: dan.uuid });
    const list = async (query = '') =>
      (await app.call('GET', `/api/v2/notifications${query}`, { as: dan })).body.data as Notification[];
    const [, third, , first] = await list();
    await app.call('POST', `/api/v2/notifications/${first!.uuid}/read`, { as: dan });
    assert.equal((await unread(dan)).unread, 3);
    const body = { until_uuid: third!.uuid };
    const read = await app.call('POST', '/api/v2/notifications/read', { as: dan, body });
    assert.equal(read.body.data.read, 2);
    assert.deepEqual(
      (await list('?unread=true')).map(({ subject }) => subject.name),
      ['Four'],
    );
  });

  it('marks as read what is about one record, and not what is about several', async () => {
    const eva = await app.addUser('Eva');
    await app.addLogin(account_uuid, eva, 'member');
    const one = await write(ada, 'tasks', { title: 'One', assignee_uuid: eva.uuid });
    await write(ada, 'tasks', { title: 'Two', assignee_uuid: eva.uuid });
    const records = ['Three', 'Four'].map((title) => ({ title, assignee_uuid: eva.uuid }));
    const batch = { account_uuid, operations: records.map((data) => ({ action: 'create', data })) };
    await app.call('POST', '/api/v2/tasks/batch', { as: ada, body: batch });
    const list = async () =>
      (await app.call('GET', '/api/v2/notifications?unread=true', { as: eva })).body.data as Notification[];
    const [several] = await list();
    assert.equal(several!.count, 2);
    for (const subject_uuid of [several!.subject.uuid, one.uuid])
      await app.call('POST', '/api/v2/notifications/read', { as: eva, body: { subject_uuid } });
    assert.deepEqual(
      (await list()).map(({ subject, count }) => [subject.name, count]),
      [
        [several!.subject.name, 2],
        ['Two', 1],
      ],
    );
    // Another User's notifications about the record are theirs.
    await app.call('POST', '/api/v2/notifications/read', { as: ben, body: { subject_uuid: one.uuid } });
    assert.equal((await unread(eva)).unread, 2);
  });

  it('comes in pages', async () => {
    const first = await app.call('GET', '/api/v2/notifications?limit=2', { as: ben });
    const second = await app.call('GET', `/api/v2/notifications?limit=2&cursor=${first.body.next_cursor}`, {
      as: ben,
    });
    const uuids = [...first.body.data, ...second.body.data].map(({ uuid }) => uuid);
    assert.deepEqual(uuids, [...new Set(uuids)].sort().reverse());
  });
});

it('a purge of a record erases what was told of it', async () => {
  const { purgeRecordsOf } = await import('../records/purge.ts');
  const { tasks } = await import('../crm/tasks/kind.ts');
  const task = await write(ada, 'tasks', { title: 'Gone', assignee_uuid: ben.uuid });
  await app.call('DELETE', `/api/v2/tasks/${task.uuid}`, { as: ada });
  app.clock.advance(31 * 24 * 60 * 60 * 1000);
  await purgeRecordsOf(tasks, app.db, app.clock);
  assert.deepEqual(await toldOf(ben, task.uuid), []);
});

describe('a shared view', () => {
  it('tells the other members once, and nobody of what it was before or after', async () => {
    const view = await write(ada, 'views', { resource: 'deal', name: 'Hot ones' });
    assert.deepEqual(await toldOf(ben, view.uuid), []);
    await write(ada, `views/${view.uuid}`, { shared: true });
    const [told] = await toldOf(ben, view.uuid);
    assert.deepEqual(
      [told!.sort, told!.subject, told!.by?.name],
      ['view_shared', { resource: 'deal', uuid: view.uuid, name: 'Hot ones' }, 'Ada Lovelace'],
    );
    await write(ada, `views/${view.uuid}`, { shared: false });
    await write(ada, `views/${view.uuid}`, { shared: true });
    assert.equal((await toldOf(ben, view.uuid)).length, 1);
    assert.deepEqual(await toldOf(ada, view.uuid), []);
  });
});
