import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SearchHit } from '@rapport/contract/records/search';
import sql from 'sql-template-tag';
import { narrowed } from '../../testing/narrow-token.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { mailText } from '../testing/mail-text.ts';

let app: TestApp;
let imap: ImapServer;
/** Ada has the mailbox, Ben is of the same Account. */
let [ada, ben] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

const find = async (as: TestUser, q: string, more = '&resources=mail'): Promise<SearchHit[]> => {
  const { status, body } = await call('GET', `/search?q=${encodeURIComponent(q)}${more}`, as);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
/** A mail as the bytes that a server keeps, each a character. */
const raw = (mail: Parameters<typeof mailText>[0]) => Buffer.from(mailText(mail)).toString('latin1');

const titles = async (as: TestUser, q: string) => (await find(as, q)).map(({ title }) => title);

before(async () => {
  app = await startTestApp();
  imap = await startImapServer();
  [ada, ben] = [await app.addUser('Ada'), await app.addUser('Ben')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'owner');
  const emails = [{ value: 'grace@navy.example', label: 'work' }];
  const contact = { account_uuid, first_name: 'Grace', last_name: 'Hopper', emails };
  contact_uuid = (await call('POST', '/contacts', ada!, contact)).body.data.uuid;
  const mails: Parameters<typeof mailText>[0][] = [
    { subject: 'Angebot Wärmepumpe', body: 'Bitte die Zeichnung des Verdampfers schicken.' },
    { subject: 'The compiler', body: 'It translates COBOL.', cc: 'Zora Stranger <zora@far.example>' },
    { subject: '見積書', body: '東京タワーで会いましょう' },
  ];
  for (const [n, mail] of mails.entries()) {
    const date = new Date(app.clock.now().getTime() - (9 - n) * 60_000);
    imap.add(raw({ from: 'Grace Hopper <grace@navy.example>', ...mail, date }), 'INBOX', date);
  }
  const server = { host: '127.0.0.1', port: imap.port, security: 'none' };
  const mailbox = { account_uuid, address: ada!.email, password: 'imap-secret', imap: server };
  assert.equal((await call('POST', '/mailboxes', ada!, mailbox)).status, 201);
  await app.jobs.finished();
});
after(async () => {
  await app.close();
  await imap.close();
});

async function show(visibility: string): Promise<void> {
  for (const { uuid } of (await call('GET', '/mails?limit=50', ada!)).body.data)
    assert.equal((await call('PATCH', `/mails/${uuid}`, ada!, { visibility })).status, 200);
}

test('who has a copy finds it by its subject, its text and all its people, and where it is shown', async () => {
  const [hit] = await find(ada!, 'warmepumpe zeichnung');
  assert.deepEqual([hit!.title, hit!.hint], ['Angebot Wärmepumpe', 'Grace Hopper']);
  assert.deepEqual(hit!.record, { resource: 'contact', uuid: contact_uuid });
  // Inside a word of the subject, with the umlaut written as two letters, and without blanks.
  for (const q of ['pumpe', 'waermepumpe', 'verdampfer angebot'])
    assert.deepEqual(await titles(ada!, q), ['Angebot Wärmepumpe'], q);
  for (const q of ['zora', 'zora@far.example', 'cobol stranger'])
    assert.deepEqual(await titles(ada!, q), ['The compiler'], q);
  assert.deepEqual(await titles(ada!, 'タワー'), ['見積書']);
  assert.deepEqual(await titles(ada!, 'cobol angebot'), []);
});

test('the newest come first, also of those with a Contact that has the words', async () => {
  assert.deepEqual(await titles(ada!, 'grace'), ['見積書', 'The compiler', 'Angebot Wärmepumpe']);
  assert.deepEqual(await find(ada!, 'hopper', '&resources=mail&limit=1').then((hits) => hits.length), 1);
  const all = await find(ada!, 'grace', '');
  assert.deepEqual(
    all.map(({ resource }) => resource),
    ['contact', 'mail', 'mail', 'mail'],
  );
  assert.equal(all[0]!.record, null);
});

/** What Ben finds by a word of the subject, of the text, of a stranger and of a Contact. */
const WORDS = ['compiler', 'cobol', 'zora', 'hopper'];
for (const [visibility, found] of Object.entries({
  hidden: [0, 0, 0, 0],
  trace: [0, 0, 0, 3],
  subject: [1, 0, 0, 3],
  full: [1, 1, 1, 3],
}))
  test(`others find a mail at the level ${visibility} by what they may read, at once when it changes`, async () => {
    await show(visibility);
    for (const [n, word] of WORDS.entries())
      assert.equal((await find(ben!, word)).length, found[n], `${visibility} ${word}`);
    const text = JSON.stringify([await find(ben!, 'hopper'), await find(ben!, 'grace')]);
    assert.equal(text.includes('compiler'), found[0]! > 0);
    assert.equal((await find(ada!, 'cobol')).length, 1);
  });

test('the index has no word for others that they may not read, so none costs them time', async () => {
  await show('trace');
  const [row] = await app.db.query<{ own: number; shown: number }>(sql`
    SELECT count(*) FILTER (WHERE word LIKE ${`${ada!.uuid.slice(-8)}%`}) AS own,
      count(*) FILTER (WHERE word LIKE ${`${account_uuid.slice(-8)}%`}) AS shown
    FROM mail_words, unnest(tsvector_to_array(search)) AS word`);
  assert.ok(row!.own > 20);
  assert.equal(row!.shown, 0);
});

test('a token finds mails only with the scope for them', async () => {
  await show('full');
  const reader = await narrowed(app, ben!, 'contacts:read account:read');
  assert.deepEqual(await find(reader, 'compiler'), []);
  const both = await narrowed(app, ben!, 'contacts:read mails:read');
  assert.equal((await find(both, 'compiler')).length, 1);
  // Without the scope for the Contact nothing says that the mail is there.
  const alone = await narrowed(app, ben!, 'mails:read');
  assert.deepEqual(await find(alone, 'compiler'), []);
  assert.equal((await find(await narrowed(app, ada!, 'mails:read'), 'compiler')).length, 1);
});

test('a mail that is forgotten, or whose holder is gone, is not found', async () => {
  await show('trace');
  const [mail] = await find(ada!, 'cobol');
  assert.equal((await call('DELETE', `/mails/${mail!.uuid}`, ada!)).status, 204);
  assert.deepEqual(await find(ada!, 'cobol'), []);
  await app.db.query(sql`UPDATE mails SET holder_uuid = NULL`);
  assert.deepEqual(await find(ada!, 'angebot'), []);
  const [row] = await app.db.query<{ words: number }>(
    sql`SELECT sum(length(search)) AS words FROM mail_words`,
  );
  assert.equal(row!.words, 0);
});

test('the longest mail of hostile words is kept and found', async () => {
  const rare = Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x20000 + n));
  const people = Array.from(
    { length: 400 },
    (_, n) => `${'n'.repeat(190)}${n} <p${n}@${'x'.repeat(60)}.example>`,
  );
  const texts = [rare.join(''), rare.join(' '), rare.join('.a@'), 'ab.'.repeat(100_000), 'a'.repeat(400_000)];
  for (const [n, body] of texts.entries()) {
    const to = people.join(', ');
    const subject = `hostile${n} ${'x~y '.repeat(240)}`;
    const type = 'text/plain; charset=utf-8';
    imap.add(
      mailText({ from: 'grace@navy.example', to, subject, body, type, date: app.clock.now() }),
      'INBOX',
    );
  }
  app.clock.advance(2 * 60_000);
  await app.jobs.finished();
  // Ada is the holder of these.
  assert.equal((await find(ada!, 'hostile')).length, texts.length);
  await show('full');
  assert.equal((await find(ben!, 'hostile')).length, texts.length);
});
