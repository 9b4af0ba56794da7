import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
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

const PLURALS = ['clients', 'contacts', 'deals', 'tasks', 'notes'];

/** What is of one Account alone: ids, and when a record was written here. */
const OF_ACCOUNT = ['uuid', 'account_uuid', 'version', 'created_at', 'updated_at', 'last_activity_at'];
const OF_LINKS = ['role', 'primary', 'ended_on'];

/** All records of an Account as texts that name others by their names, not by their ids. */
async function contentOf(owner: TestUser): Promise<Record<string, string[]>> {
  const lists = await Promise.all(PLURALS.map((plural) => recordsOf(app, owner, plural)));
  const pipelines = await recordsOf(app, owner, 'pipelines');
  const names = new Map<string, string>();
  for (const { uuid, name, title, body } of lists.flat()) names.set(uuid, name ?? title ?? body);
  for (const { uuid, name, stages } of pipelines) {
    names.set(uuid, name);
    for (const stage of stages) names.set(stage.uuid, `${name} / ${stage.name}`);
  }
  return Object.fromEntries(
    PLURALS.map((plural, place) => [plural, lists[place]!.map((record) => textOf(record, names)).toSorted()]),
  );
}

function textOf(record: Record<string, unknown>, names: Map<string, string>): string {
  const own = Object.entries(record).filter(([name]) => !OF_ACCOUNT.includes(name));
  const withoutLinks = (name: string, value: unknown) => (OF_LINKS.includes(name) ? undefined : value);
  return JSON.stringify(Object.fromEntries(own), withoutLinks).replace(
    /"([\da-f]{8}-[\da-f-]{27})"/g,
    (_, uuid) => `"${names.get(uuid) ?? uuid}"`,
  );
}

async function exported(owner: TestUser): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const plural of PLURALS) {
    const answer = await fetch(`${app.base_url}/api/v2/${plural}.csv`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    files[`${plural}.csv`] = await answer.text();
  }
  return files;
}

async function moveIn(owner: TestUser, account: string, files: Record<string, string>) {
  const usual = { currency: 'USD', country: 'US' };
  await app.call('PATCH', `/api/v2/accounts/${account}`, { as: owner, body: usual });
  const draft = await draftOf(app, owner, account, files);
  const styled = draft.plan.files.map((file) => ({
    ...file,
    day_order: file.day_order ?? ('mdy' as const),
    decimal: file.decimal ?? ('.' as const),
  }));
  const plan = { ...draft.plan, files: styled };
  await app.call('PATCH', `/api/v2/imports/${draft.uuid}`, { as: owner, body: { plan } });
  return finish(app, owner, draft.uuid);
}

for (const [name, csv] of Object.entries(LISTS)) {
  test(`what came from ${name} is the same in another Account, by its exported files`, async () => {
    const ann = await app.addUser();
    await moveIn(ann, await app.addAccount(ann), { [name]: csv });
    const before = await contentOf(ann);
    const bea = await app.addUser();
    const done = await moveIn(bea, await app.addAccount(bea), await exported(ann));
    const path = `/api/v2/imports/${done.uuid}/rows?lossy=true&limit=200`;
    const { body } = await app.call('GET', path, { as: bea });
    assert.deepEqual(body.data.flatMap(({ losses }: { losses: object[] }) => losses).slice(0, 3), []);
    assert.deepEqual([done.state, done.counts.refused], ['completed', 0]);
    assert.deepEqual(await contentOf(bea), before);
  });
}
