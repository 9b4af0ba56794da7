import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Import, ImportWarning } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
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

const told = ({ warnings }: Import, code: ImportWarning['code']) =>
  warnings.find((warning) => warning.code === code)?.detail;

async function imported(name: string, lines: string[]) {
  const draft = await draftOf(app, ann, account, { [name]: lines.join('\n') });
  return { draft, done: await finish(app, ann, draft.uuid) };
}

test('what a second row adds comes, while an address and a field of its own are named', async () => {
  const { draft, done } = await imported('firms.csv', [
    'ID,Company,Email,City,Rating',
    '1,Acme,a@acme.example,Bonn,high',
    '1,Acme ,b@acme.example,Linz,low',
    '1,Acme,b@acme.example,Linz,high',
  ]);
  assert.equal(
    told(draft, 'cells_lost'),
    '2 cells of "City" say something else than an earlier row of the same record and are left out, such as "Linz".',
  );
  const [acme] = await recordsOf(app, ann, 'clients');
  assert.deepEqual(
    acme!.emails.map(({ value }: { value: string }) => value),
    ['a@acme.example', 'b@acme.example'],
  );
  const { body } = await app.call('GET', `/api/v2/imports/${done.uuid}/rows?lossy=true`, { as: ann });
  const another = 'A row before says another one.';
  assert.deepEqual(
    body.data.map(({ losses }: { losses: object[] }) => losses),
    [
      [
        { column: 'Rating', cell: 'low', detail: 'A row before says "high".' },
        { column: 'City', cell: 'Linz', detail: another },
      ],
      [{ column: 'City', cell: 'Linz', detail: another }],
    ],
  );
});

test('a person whom a row before calls by an address alone gets the name', async () => {
  const { done } = await imported('people.csv', [
    'First name,Email',
    ',bo@acme.example',
    'Bo,bo@acme.example',
  ]);
  assert.deepEqual([done.counts.created, done.counts.refused], [1, 0]);
  const people = await recordsOf(app, ann, 'contacts');
  assert.deepEqual(
    people.map(({ name }) => name),
    ['Bo'],
  );
});

test('a file whose rows share records changes none when it comes again, however long it is', async () => {
  const rows = Array.from({ length: 1100 }, (_, n) => `${n % 540},Firm ${n % 540},${n}`);
  const lines = ['ID,Company,Serial', ...rows];
  const { done } = await imported('firms.csv', lines);
  assert.equal(done.counts.created, 540);
  app.clock.advance(1000);
  const again = await imported('firms.csv', lines);
  assert.deepEqual([again.done.counts.created, again.done.counts.updated], [0, 0]);
});
