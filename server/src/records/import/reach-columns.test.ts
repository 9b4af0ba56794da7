import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.addAccount(ada);
});

async function importContacts(...lines: string[]) {
  const headers = { 'content-type': 'text/csv' };
  const body = `${lines.join('\n')}\n`;
  const answer = await app.call('POST', '/api/v2/contacts/import', { as: ada, body, headers });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

type Point = { label?: string; value: string };

/** The addresses and numbers of the only contact, each with its label. */
async function reached() {
  const { body } = await app.call('GET', '/api/v2/contacts', { as: ada });
  const [contact] = body.data;
  const texts = (points: Point[]) => points.map(({ label, value }) => `${label ?? '-'} ${value}`);
  return { emails: texts(contact.emails), phones: texts(contact.phones), custom: contact.custom };
}

test('columns of further addresses and numbers become entries with their labels', async () => {
  await importContacts(
    'Name,Email,Work Email,E-mail 2 - Value,Phone,Mobile Phone,Business Phone 2,Person - Phone - Home',
    'Ann,a@x.example,w@x.example,b@x.example,030 111,0171 222,030 333,030 444',
  );
  assert.deepEqual(await reached(), {
    emails: ['- a@x.example', 'work w@x.example', '- b@x.example'],
    phones: ['- 030 111', 'mobile 0171 222', 'work 030 333', 'home 030 444'],
    custom: {},
  });
});

test('a column that is called as a custom field of the Account is that field', async () => {
  const field = { resource: 'contact', label: 'Mobile Phone', type: 'text' };
  assert.equal((await app.call('POST', '/api/v2/custom-fields', { as: ada, body: field })).status, 201);
  const { columns } = await importContacts('Name,Mobile Phone,Work Phone', 'Ann,0171 222,030 333');
  assert.deepEqual(
    columns.map((column: { field: string }) => column.field),
    ['name', 'custom', 'phone'],
  );
  assert.deepEqual((await reached()).custom, { mobile_phone: '0171 222' });
});

test('a row with several numbers changes nothing when it is sent again', async () => {
  const rows = ['ID,Name,Email,E-Mail Address,Phone,Telephone', '1,Ann,a@x.example,b@x.example,030 1,030 2'];
  await importContacts(...rows);
  assert.equal((await importContacts(...rows)).unchanged, 1);
  const { emails, phones } = await reached();
  assert.deepEqual([emails.length, phones], [2, ['- 030 1', '- 030 2']]);
});

test('a new number takes the place of the one with its label, and an empty cell of none', async () => {
  await importContacts('ID,Name,Phone,Mobile', '1,Ann,030 1,0171 2');
  await importContacts('ID,Name,Phone,Mobile', '1,Ann,,0171 9');
  assert.deepEqual((await reached()).phones, ['- 030 1', 'mobile 0171 9']);
  await importContacts('ID,Name,Phone,Telephone', '1,Ann,,030 7');
  assert.deepEqual((await reached()).phones, ['- 030 1', 'mobile 0171 9', '- 030 7']);
  await importContacts('ID,Name,Phone', '1,Ann,030 7');
  assert.deepEqual((await reached()).phones, ['- 030 7', 'mobile 0171 9']);
});

test('a number without a digit and a second address at fault cost their cells, each with its column', async () => {
  const { created, losses } = await importContacts(
    'Name,Email,Work Email,Phone',
    'Ann,a@x.example,at work,ask Bob',
  );
  assert.equal(created, 1);
  assert.deepEqual(
    losses.map(({ column, code }: Record<string, string>) => [column, code]),
    [
      ['Phone', 'wrong_format'],
      ['Work Email', 'wrong_format'],
    ],
  );
  assert.deepEqual(await reached(), { emails: ['- a@x.example'], phones: [], custom: {} });
});
