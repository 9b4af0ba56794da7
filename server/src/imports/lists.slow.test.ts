import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import type { Worker } from '../worker.ts';
import { LISTS } from './testing/lists.ts';
import { draftOf, finish, recordsOf } from './testing/sending.ts';

let app: TestApp;
let worker: Worker;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});

const KINDS = ['clients', 'contacts', 'deals', 'tasks', 'notes', 'pipelines', 'custom-fields'];

/** All that the Account has, as one text in small letters. */
async function allOf(ann: TestUser): Promise<string> {
  const lists = await Promise.all(KINDS.map((kind) => recordsOf(app, ann, kind)));
  return JSON.stringify(lists).toLowerCase();
}

for (const [name, csv] of Object.entries(LISTS)) {
  test(`${name}: each word is in a record or named, sent again it changes nothing, an undo leaves nothing`, async () => {
    const ann = await app.addUser();
    const account = await app.addAccount(ann);
    const usual = { currency: 'USD', country: 'US' };
    await app.call('PATCH', `/api/v2/accounts/${account}`, { as: ann, body: usual });
    const send = async () => {
      const draft = await draftOf(app, ann, account, { [name]: csv });
      const files = draft.plan.files.map((file) => ({
        ...file,
        day_order: file.day_order ?? 'mdy',
        decimal: file.decimal ?? '.',
      }));
      await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, {
        as: ann,
        body: { plan: { ...draft.plan, files } },
      });
      return { draft, done: await finish(app, ann, draft.uuid) };
    };
    const { draft, done } = await send();
    assert.equal(done.counts.refused, 0);
    assert.equal(done.counts.created, draft.files[0]!.rows);
    const path = `/api/v2/imports/${done.uuid}/rows?lossy=true&limit=200`;
    const { body } = await app.call('GET', path, { as: ann });
    const known = `${await allOf(ann)} ${JSON.stringify([body.data, draft.warnings]).toLowerCase()}`;
    const lines = csv.split('\n').slice(-draft.files[0]!.rows);
    const words = lines.flatMap((line) => line.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []);
    assert.deepEqual(
      words.filter((word) => !known.includes(word) && !SAID_OTHERWISE.has(word)),
      [],
    );
    app.clock.advance(1000);
    const again = await send();
    const { created, updated } = again.done.counts;
    assert.deepEqual([created, updated], [0, 0]);
    const undone = await app.call('POST', `/api/v2/changes/${done.change_uuid}/undo`, { as: ann });
    assert.ok(undone.status < 300, JSON.stringify(undone.body));
    await until('the undo', async () => {
      const left = await Promise.all(
        ['clients', 'contacts', 'deals'].map((kind) => recordsOf(app, ann, kind)),
      );
      return left.every((list) => list.length === 0) || undefined;
    });
  });
}

/** Months of days, and how a deal ended. */
const SAID_OTHERWISE = new Set(['nov', 'jan', 'closed']);
