import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import type { Worker } from '../worker.ts';
import { businessOf } from './testing/business.ts';
import { draftOf, ended, finish, recordsOf } from './testing/sending.ts';
import { SOURCES } from './testing/sources.ts';

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

async function begin() {
  ann = await app.addUser();
  account = await app.addAccount(ann);
}

const KINDS = ['clients', 'contacts', 'deals', 'tasks', 'notes', 'pipelines'];

/** All that the Account has, without what every change moves. */
async function stateOf() {
  const state: Record<string, unknown[]> = {};
  for (const plural of KINDS) {
    const found = await recordsOf(app, ann, plural);
    state[plural] = found
      .map(({ version: _, updated_at: __, ...record }) => record)
      .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }
  return state;
}

/** Takes a change back; returns what came of it, at once or by a job. */
async function undo(change_uuid: string) {
  const { status, body } = await app.call('POST', `/api/v2/changes/${change_uuid}/undo`, { as: ann });
  assert.ok(status < 300, JSON.stringify(body));
  if (status === 200) return body.data;
  const job = await until('the undo to end', async () => {
    const answer = await app.call('GET', `/api/v2/jobs/${body.data.job_uuid}`, { as: ann });
    return answer.body.data.finished_at === null ? undefined : answer.body.data;
  });
  assert.equal(job.state, 'completed');
  return { ...job.result, change_uuid: body.data.change_uuid };
}

const isOfRecord = ({ resource }: { resource: string }) => resource !== 'custom_field';

for (const name of ['hubspot', 'pipedrive', 'salesforce']) {
  test(`a business that moved in from ${name} is taken back whole: records, links, stages`, async () => {
    await begin();
    const empty = await stateOf();
    const draft = await draftOf(app, ann, account, await SOURCES[name]!(businessOf()));
    const done = await finish(app, ann, draft.uuid);
    assert.equal(done.state, 'completed');
    const full = await stateOf();
    const taken = await undo(done.change_uuid!);
    assert.deepEqual(await stateOf(), empty);
    // A custom field that the import made is no record: it stays and is named.
    assert.deepEqual(taken.kept.filter(isOfRecord), []);
    // The undo is a change like any other: taken back, all is there again.
    const again = await undo(taken.change_uuid);
    assert.deepEqual(again.kept.filter(isOfRecord), []);
    assert.deepEqual(await stateOf(), full);
  });
}

test('an import that is taken back while it runs imports nothing more', async () => {
  await begin();
  const rows = Array.from({ length: 6_000 }, (_, n) => `Client ${n},C-${n}\n`).join('');
  const draft = await draftOf(app, ann, account, { 'clients.csv': `name,external id\n${rows}` });
  const started = await app.call('POST', `/api/v2/imports/${draft.uuid}/start`, { as: ann });
  const { change_uuid } = started.body.data;
  await until('the first rows', async () => (await recordsOf(app, ann, 'clients')).length > 0);
  await undo(change_uuid);
  const end = await ended(app, ann, draft.uuid);
  assert.equal(end.state, 'failed');
  assert.deepEqual(await recordsOf(app, ann, 'clients'), []);
});
