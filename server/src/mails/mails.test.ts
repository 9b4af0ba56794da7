import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Sent } from '../platform/mail/mailer.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { sendMails } from './actions.ts';

const ENGLISH = { subject: 'Your link', text: 'open https://x.example/#code=secret-code' };
const GERMAN = { subject: 'Ihr Link', text: 'https://x.example/#code=secret-code öffnen' };
const MAIL = { to: 'ada@example.com', words: { en: ENGLISH, de: GERMAN } };
const HOUR_MS = 3_600_000;

let app: TestApp;
let isUp: Sent;

before(async () => {
  app = await startTestApp({ mailServer: async () => isUp });
});
after(() => app.close());
beforeEach(() => {
  isUp = true;
  app.mails.length = 0;
});
afterEach(() => app.db.query(sql`DELETE FROM jobs`));

const send = (until?: Date) => app.db.transaction((tx) => sendMails(app, tx, [MAIL], { until }));

async function jobs(): Promise<{ state: string; failure_count: number; step: object | null }[]> {
  return app.db.query(sql`SELECT state, failure_count, step FROM jobs`);
}

test('a mail is sent after the commit, and its job is gone with it', async () => {
  await app.db.transaction(async (tx) => {
    await sendMails(app, tx, [MAIL]);
    await app.jobs.finished();
    assert.deepEqual(app.mails, []);
  });
  await app.jobs.finished();
  assert.deepEqual(
    app.mails.map(({ to, subject, text }) => ({ to, subject, text })),
    [{ to: MAIL.to, ...ENGLISH }],
  );
  assert.deepEqual(await jobs(), []);
});

test('a mail is in the language of its receiver, and to an address of nobody in that of its sender', async () => {
  const ben = await app.addUser('Ben');
  await app.db.query(sql`UPDATE users SET language = 'de' WHERE uuid = ${ben.uuid}`);
  const mails = [
    { ...MAIL, to: ben.email.toUpperCase() },
    { ...MAIL, to: 'nobody@example.com' },
  ];
  await app.db.transaction((tx) => sendMails(app, tx, mails));
  await app.db.transaction((tx) => sendMails(app, tx, mails, { sender_uuid: ben.uuid }));
  await app.jobs.finished();
  const said = app.mails.map(({ subject }) => subject).sort();
  assert.deepEqual(said, ['Ihr Link', 'Ihr Link', 'Ihr Link', 'Your link']);
});

test('a mail of a transaction that is rolled back is never sent', async () => {
  const failed = app.db.transaction(async (tx) => {
    await sendMails(app, tx, [MAIL]);
    throw new Error('rolled back');
  });
  await assert.rejects(failed);
  await app.jobs.finished();
  assert.deepEqual(app.mails, []);
});

test('nothing of a mail can be read in the database', async () => {
  await send();
  const [job] = await jobs();
  assert.doesNotMatch(JSON.stringify(job), /ada@|link|secret-code/);
});

test('a mail that the server refuses is sent when it takes mails again, after growing pauses', async () => {
  isUp = false;
  await send();
  for (const pause_ms of [0, 5_000, 30_000]) {
    app.clock.advance(pause_ms);
    await app.jobs.finished();
  }
  const [job] = await jobs();
  assert.deepEqual([job!.state, job!.failure_count], ['waiting', 3]);
  isUp = true;
  app.clock.advance(HOUR_MS);
  await app.jobs.finished();
  assert.equal(app.mails.length, 1);
});

test('a mail that is refused for two days is given up, and its text is erased', async () => {
  isUp = false;
  await send();
  for (let n = 0; n <= 10; n++) {
    await app.jobs.finished();
    app.clock.advance(24 * HOUR_MS);
  }
  const [job] = await jobs();
  assert.deepEqual([job!.state, job!.step], ['failed', null]);
});

test('a mail to an address that nobody has is given up at once as no failure of ours, and who asked and who has it are told', async () => {
  const [cleo, dan] = [await app.addUser('Cleo'), await app.addUser('Dan')];
  const mail = { ...MAIL, to: dan.email.toUpperCase() };
  const sendTo = (is_asked: boolean) =>
    app.db.transaction((tx) => sendMails(app, tx, [mail], { sender_uuid: cleo.uuid, is_asked }));
  isUp = 'no_such_address';
  await sendTo(false);
  await app.jobs.finished();
  assert.deepEqual(await jobs(), []);
  for (const [as, resource] of [
    [cleo, 'invitation'],
    [dan, 'user'],
  ] as const) {
    const { data } = (await app.call('GET', '/api/v2/notifications', { as })).body;
    assert.deepEqual(
      data.map((told: { sort: string; subject: object }) => [told.sort, told.subject]),
      [['mail_refused', { resource, uuid: data[0].subject.uuid, name: mail.to }]],
    );
  }

  // Only what somebody asks for is tried again. When it is taken, the address is as any other.
  isUp = true;
  await sendTo(false);
  assert.deepEqual(await jobs(), []);
  await sendTo(true);
  await app.jobs.finished();
  await sendTo(false);
  await app.jobs.finished();
  assert.equal(app.mails.length, 2);
});

test('a mail whose link has ended meanwhile is not sent', async () => {
  await send(new Date(app.clock.now().getTime() + HOUR_MS));
  app.clock.advance(HOUR_MS);
  await app.jobs.finished();
  assert.deepEqual([app.mails.length, (await jobs())[0]!.state], [0, 'failed']);
});

test('a running worker sends a mail at once', async () => {
  const worker = await app.startWorker();
  await send();
  await until('the mail', async () => app.mails.length === 1);
  await worker.stop();
});
