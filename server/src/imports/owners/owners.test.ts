import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import type { Worker } from '../../worker.ts';
import { draftOf, finish, recordsOf } from '../testing/sending.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});
beforeEach(async () => {
  ann = await app.addUser();
  account = await app.addAccount(ann);
});

const dealsOf = (owner: string) => `Deal name,Deal owner,Company
Lens,${owner.toUpperCase()} ,Acme
Mill,${owner},Acme
Lamp,Kim Lee,Beta`;

async function imported(files: Record<string, string>) {
  const draft = await draftOf(app, ann, account, files);
  return { draft, done: await finish(app, ann, draft.uuid) };
}

const keptOwners = async () => {
  const { body } = await app.call('GET', `/api/v2/accounts/${account}/kept-owners`, { as: ann });
  return body.data;
};
const choose = (verb: 'assign' | 'decline', { uuid: user_uuid }: TestUser) =>
  app.call('POST', `/api/v2/accounts/${account}/kept-owners/${verb}`, { as: ann, body: { user_uuid } });

async function ownersOf(plural: string, name: string) {
  const found = await recordsOf(app, ann, plural);
  return Object.fromEntries(found.map((record) => [record[name], record.owner_uuid]));
}

async function join(name: string): Promise<TestUser> {
  const user = await app.addUser(name);
  await app.addLogin(account, user, 'member');
  return user;
}

test('who joins by the name that imported records have for their owner gets them when somebody says yes', async () => {
  await imported({ 'deals.csv': dealsOf('Jim Hal') });
  assert.deepEqual(await keptOwners(), []);
  const jim = await join('Jim Hal');
  const told = await until('a notification', async () => {
    const { body } = await app.call('GET', '/api/v2/notifications', { as: ann });
    return body.data.find(({ sort }: { sort: string }) => sort === 'owner_joined');
  });
  assert.deepEqual([told.subject.name, told.subject.uuid], ['Jim Hal', jim.uuid]);
  const [owner] = await keptOwners();
  assert.deepEqual([owner.user.uuid, owner.counts], [jim.uuid, { deal: 2 }]);
  const before = await ownersOf('deals', 'title');
  const { status, body } = await choose('assign', jim);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await ownersOf('deals', 'title'), { ...before, Lens: jim.uuid, Mill: jim.uuid });
  assert.deepEqual(await keptOwners(), []);
  await app.call('POST', `/api/v2/changes/${body.data.change_uuid}/undo`, { as: ann });
  assert.deepEqual(await ownersOf('deals', 'title'), before);
});

test('a declined User is not listed any more, and no record changes', async () => {
  await imported({ 'deals.csv': dealsOf('Jim Hal') });
  const kim = await join('Kim Lee');
  assert.equal((await keptOwners()).length, 1);
  assert.equal((await choose('decline', kim)).status, 204);
  assert.deepEqual(await keptOwners(), []);
  assert.equal((await ownersOf('deals', 'title')).Lamp, null);
});

test('an owner whom somebody has chosen since keeps the record', async () => {
  await imported({ 'deals.csv': dealsOf('Jan Hal') });
  const other = await join('Other');
  const deals = await recordsOf(app, ann, 'deals');
  const mill = deals.find(({ title }) => title === 'Mill')!;
  const given = { as: ann, body: { owner_uuid: other.uuid } };
  await app.call('PATCH', `/api/v2/deals/${mill.uuid}`, given);
  const jim = await join('Jan Hal');
  await choose('assign', jim);
  const owners = await ownersOf('deals', 'title');
  assert.deepEqual([owners.Lens, owners.Mill], [jim.uuid, other.uuid]);
});

test('who is called otherwise is known by the address that the list of Users of the source has', async () => {
  await imported({
    'User.csv': 'Id,Username,Name,Email,IsActive\n005A,jh,Jim Hal,james@example.com,1',
    'Account.csv': 'Id,Name,BillingCity,OwnerId\n001A,Beta,Ulm,005A',
  });
  const james = await join('James');
  const [owner] = await keptOwners();
  assert.deepEqual([owner.user.uuid, owner.names, owner.counts], [james.uuid, ['Jim Hal'], { client: 1 }]);
});

test('more than 200 records are assigned by a job, and members may not ask for it', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => `Client ${n},Joe Hal`);
  await imported({ 'clients.csv': ['Company name,Company owner', ...rows].join('\n') });
  const jim = await join('Joe Hal');
  const path = `/api/v2/accounts/${account}/kept-owners`;
  assert.equal((await app.call('GET', path, { as: jim })).status, 403);
  const { status, body } = await choose('assign', jim);
  assert.equal(status, 202);
  await until('the job to end', async () => {
    const answer = await app.call('GET', `/api/v2/jobs/${body.data.job_uuid}`, { as: ann });
    return answer.body.data.state === 'completed' || undefined;
  });
  const owned = await app.call('GET', `/api/v2/clients?filter[owner_uuid][ne]=${jim.uuid}`, { as: ann });
  assert.deepEqual(owned.body.data, []);
  assert.deepEqual(await keptOwners(), []);
});
