import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Notification } from '@rapport/contract/notifications';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { draftOf, finish } from '../testing/sending.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account: string;
before(async () => {
  app = await startTestApp();
  await app.startWorker();
  ada = await app.addUser('Ada');
  ben = await app.addUser('Ben');
  account = await app.addAccount(ada);
  await app.addLogin(account, ben, 'member');
});
after(() => app.close());

const toldTo = async (as: TestUser): Promise<Notification[]> =>
  (await app.call('GET', '/api/v2/notifications', { as })).body.data;

it('an import tells its User of its end, and those whom it gives a thousand records, each once', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `Call ${index},@Ben asked,${ben.email}`);
  const file = `Title,Text,Assigned to\n${rows.join('\n')}\n`;
  const draft = await draftOf(app, ada, account, { 'tasks.csv': file });
  const done = await finish(app, ada, draft.uuid);
  assert.equal(done.counts.created, 1000, JSON.stringify(done));
  assert.deepEqual(
    (await toldTo(ada)).map(({ sort, subject }) => [sort, subject.uuid, subject.name]),
    [['import_done', draft.uuid, 'tasks.csv']],
  );
  assert.deepEqual(
    (await toldTo(ben)).map(({ sort, count, change_uuid }) => [sort, count, change_uuid]),
    [['assigned', 1000, done.change_uuid]],
  );
});
