import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { ALONE } from '../../../jobs/step.ts';
import { MAIL_DROP, startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { type ImapServer, startImapServer } from '../../testing/imap-server.ts';
import { mailText } from '../../testing/mail-text.ts';
import { dropFolderType } from './job.ts';

let app: TestApp;
let [ada, ben] = [] as unknown as TestUser[];
let imap: ImapServer;
let [adas, bens] = ['', ''];

before(async () => {
  app = await startTestApp();
  [ada, ben] = [await app.addUser('Ada'), await app.addUser('Ben')];
  const account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'member');
  const emails = [{ value: 'grace@navy.example' }];
  await app.call('POST', '/api/v2/contacts', { as: ada, body: { last_name: 'Hopper', emails } });
  const addressFor = async (as: TestUser): Promise<string> =>
    (await app.call('POST', '/api/v2/mail-drop-boxes', { as, body: { account_uuid } })).body.data.address;
  [adas, bens] = [await addressFor(ada!), await addressFor(ben!)];
});
after(() => app.close());
beforeEach(async () => {
  imap = await startImapServer();
});
afterEach(async () => {
  for (const name of ['mails', 'mail_held', 'mail_drop_folders'])
    await app.db.query(sql`DELETE FROM ${raw(name)}`);
  await imap.close();
});

/** Reads the folder as its job does; returns what comes next. */
async function read({ password = imap.password, isCut = false } = {}) {
  const folder = { host: '127.0.0.1', port: imap.port, security: 'none' as const, path: 'INBOX' };
  const type = dropFolderType(MAIL_DROP, { ...folder, username: 'drop', password });
  const job = { uuid: '', step: {} } as never;
  const core = { ...app, log: { warn: () => {} } } as never;
  const seen = await type.outside!(core, job, new AbortController().signal, ALONE);
  if (isCut) return null;
  return app.db.transaction((tx) => type.run({ ...(core as object), db: tx } as never, tx, job, seen));
}

const list = async (path: string, as = ada!) => (await app.call('GET', `/api/v2${path}`, { as })).body.data;
const proofOf = (as: TestUser) =>
  `Authentication-Results: mx.example; spf=pass smtp.mailfrom=${as.email}\r\n`;
const mailOf = (as: TestUser, subject: string, more = {}) =>
  proofOf(as) +
  mailText({ from: as.email, to: 'grace@navy.example', subject, date: app.clock.now(), ...more });

test('mails in the folder are taken once each, whatever dies and however the server counts', async () => {
  imap.add(`Delivered-To: catchall@drop.example\r\nX-Original-To: ${adas}\r\n${mailOf(ada!, 'First')}`);
  imap.add(`Received: from x by y for <${adas.toUpperCase()}>; today\r\n${mailOf(ada!, 'Second')}`);
  imap.add(mailOf(ada!, 'Third', { cc: adas }));
  imap.add(`X-Original-To: ${adas}\r\n${mailText({ from: 'eve@evil.example', to: 'grace@navy.example' })}`);
  imap.add(`X-Original-To: drop-${'a'.repeat(26)}@drop.example\r\n${mailOf(ada!, 'Of nobody')}`);
  imap.add(
    `X-Original-To: ${adas.replace('drop.example', 'drop.example.net')}\r\n${mailOf(ada!, 'Elsewhere')}`,
  );
  await read({ isCut: true });
  await read();
  imap.renumber('INBOX');
  await read();
  const subjects = (await list('/mails')).map(({ subject }: { subject: string }) => subject);
  assert.deepEqual(subjects.sort(), ['First', 'Second', 'Third']);
  assert.equal((await list('/held-mails')).length, 1);
  assert.deepEqual(await list('/mails', ben!), []);
  const commands = imap.commands.length;
  await read();
  const asked = imap.commands.slice(commands).filter((one) => /FETCH|SEARCH/i.test(one));
  assert.deepEqual(asked, []);
  assert.ok(!imap.commands.some((one) => /^SELECT|STORE|EXPUNGE|COPY|APPEND/i.test(one)));
});

test('a mail to two secret addresses is for each of both, and proven for one', async () => {
  imap.add(`X-Original-To: ${adas}\r\nX-Original-To: ${bens}\r\n${mailOf(ben!, 'For both')}`);
  await read();
  assert.equal((await list('/mails', ben!)).length, 1);
  assert.deepEqual(
    (await list('/held-mails')).map(({ reason }: { reason: string }) => reason),
    ['other_sender'],
  );
});

test('a server that refuses is asked again later, and nothing is lost', async () => {
  imap.add(`X-Original-To: ${adas}\r\n${mailOf(ada!, 'Waits')}`);
  const refused = (await read({ password: 'wrong' })) as { due_at: Date };
  assert.equal(refused.due_at.getTime() - app.clock.now().getTime(), 5 * 60_000);
  const taken = (await read()) as { due_at: Date };
  assert.equal(taken.due_at.getTime() - app.clock.now().getTime(), 60_000);
  assert.equal((await list('/mails')).length, 1);
});
