import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Import } from '@rapport/contract/imports';
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

/** A list of people, each with a mark in a column that no field of a Contact has. */
function people(name: string, marks: string[]): string {
  const rows = marks.map((mark, n) => `${name} ${n},${name}${n}@example.com,${mark}`);
  return ['Name,E-mail,Mark', ...rows].join('\n');
}
const typesOf = ({ plan }: Import) => plan.files.map(({ columns }) => columns[2]!.type);
const marks = async () => (await recordsOf(app, ann, 'contacts')).map(({ custom }) => custom.Mark);

test('two files of one kind put the words of both into one new field', async () => {
  const [first, second] = [
    Array.from({ length: 12 }, (_, n) => ['Web', 'Fair'][n % 2]!),
    Array.from({ length: 12 }, (_, n) => ['web', 'Partner'][n % 2]!),
  ];
  const made = await draftOf(app, ann, account, {
    'contacts.csv': people('Cy', first),
    'leads.csv': people('Lee', second),
  });
  assert.deepEqual(typesOf(made), ['choice', 'choice']);
  const { counts } = await finish(app, ann, made.uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [24, 0]);
  assert.deepEqual([...new Set(await marks())].toSorted(), ['fair', 'partner', 'web']);
});

test('a column of addresses becomes the field of the Account that is called as it is', async () => {
  const field = { account_uuid: account, resource: 'client', label: 'Buyer', type: 'user' };
  await app.call('POST', '/api/v2/custom-fields', { as: ann, body: field });
  const made = await draftOf(app, ann, account, { 'list.csv': `Name,Buyer\nKepler,${ann.email}\n` });
  const { column, to } = made.plan.files[0]!.columns[1]!;
  assert.deepEqual([column, to], ['Buyer', 'custom']);
});

test('a column whose values are of one type in a file and of another in the next becomes a text', async () => {
  const words = Array.from({ length: 12 }, (_, n) => ['Web', 'Fair'][n % 2]!);
  const days = Array.from({ length: 12 }, (_, n) => `${n + 13}.12.2025`);
  const made = await draftOf(app, ann, account, {
    'contacts.csv': people('Cy', words),
    'leads.csv': people('Lee', days),
  });
  assert.deepEqual(typesOf(made), ['text', 'text']);
  const { counts } = await finish(app, ann, made.uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [24, 0]);
  assert.deepEqual((await marks()).toSorted(), [...words, ...days].toSorted());
});

test('a file whose kind is said by hand agrees with the others on the types of its columns', async () => {
  const numbers = Array.from({ length: 12 }, (_, n) => String(n));
  const words = Array.from({ length: 12 }, (_, n) => ['Web', 'Fair'][n % 2]!);
  const made = await draftOf(app, ann, account, {
    'contacts.csv': people('Cy', numbers),
    'companies.csv': people('Lee', words).replace('Name', 'Company'),
  });
  assert.deepEqual(typesOf(made), ['number', 'choice']);
  const { plan } = made;
  const files = plan.files.map((file) => ({ ...file, resource: 'contact' }));
  const path = `/api/v2/imports/${made.uuid}`;
  const { body } = await app.call('PATCH', path, { as: ann, body: { plan: { ...plan, files } } });
  assert.deepEqual(typesOf(body.data), ['text', 'text']);
  const { counts } = await finish(app, ann, made.uuid);
  assert.deepEqual([counts.created, counts.lost_cells], [24, 0]);
  assert.deepEqual((await marks()).toSorted(), [...numbers, ...words].toSorted());
});

test('words that are no choice of a field that is there are told before the start, and become choices', async () => {
  const twelve = (words: string[]) => Array.from({ length: 12 }, (_, n) => words[n % words.length]!);
  const first = { 'contacts.csv': people('Cy', twelve(['Web', 'Fair'])) };
  await finish(app, ann, (await draftOf(app, ann, account, first)).uuid);
  const file = { 'later.csv': people('Di', twelve(['WEB', 'Partner'])) };
  const told = ({ warnings }: Import) =>
    warnings.filter(({ code }) => code === 'choices_unknown').map(({ detail }) => detail);
  const bob = await app.addUser();
  await app.addLogin(account, bob, 'member');
  assert.deepEqual(told(await draftOf(app, bob, account, file)), [
    'Words that are no choice of the field "Mark", so their cells are left out: "Partner". An admin can import the file with them, or add them to the field first.',
  ]);
  const later = await draftOf(app, ann, account, file);
  assert.deepEqual(told(later), ['Words that become new choices of the field "Mark": "Partner".']);
  const { counts } = await finish(app, ann, later.uuid);
  assert.equal(counts.lost_cells, 0);
  assert.deepEqual((await marks()).filter((mark) => /partner/i.test(mark)).length, 6);
});
