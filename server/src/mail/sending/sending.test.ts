import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createServer } from 'node:tls';
import { pino } from 'pino';
import sql, { raw } from 'sql-template-tag';
import { doHourly } from '../../testing/finish-jobs.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { TEST_CERTIFICATE } from '../../webhooks/guard/testing/test-certificate.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { mailText } from '../testing/mail-text.ts';
import { type Phase, type SmtpServer, startMailServer, type Trick } from '../testing/smtp-server.ts';
import { KEEP_SENDING, SEND_MAIL } from './job.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let imap: ImapServer;
let smtp: SmtpServer;
let [ada, ben, cleo] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;
let mailbox_uuid: string;
/** What the scanner does with what it is given. */
let onScan: () => Promise<unknown> = async () => {};

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

before(async () => {
  const scan = async (): Promise<'clean'> => {
    await onScan();
    return 'clean';
  };
  app = await startTestApp({ rate_limit: 0, scanner: { scan } });
  [ada, ben, cleo] = [await app.addUser('Ada'), await app.addUser('Ben'), await app.addUser('Cleo')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'viewer');
  await app.addAccount(cleo!, 'Elsewhere');
  const emails = [{ value: 'Grace@Navy.example', label: 'work' }];
  const contact = { account_uuid, first_name: 'Grace', last_name: 'Hopper', emails };
  contact_uuid = (await call('POST', '/contacts', ada!, contact)).body.data.uuid;
});
after(() => app.close());

beforeEach(async () => {
  imap = await startImapServer();
  smtp = await startMailServer();
  mailbox_uuid = await connected();
});
afterEach(async () => {
  for (const table of [
    'outgoing_mails',
    'mailboxes',
    'mails',
    'mails_forgotten',
    'mail_exclusions',
    'notifications',
    'jobs',
  ])
    await app.db.query(sql`DELETE FROM ${raw(table)}`);
  await imap.close();
  await smtp.close();
});

async function connected(as = ada!, more = {}): Promise<string> {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' });
  const servers = { imap: server(imap.port), smtp: server(smtp.port) };
  const body = { account_uuid, address: as.email, password: 'imap-secret', ...servers, ...more };
  const made = await call('POST', '/mailboxes', as, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await app.jobs.finished();
  smtp.phases.splice(0);
  return made.body.data.uuid;
}

const LETTER = { subject: 'Our offer', text: 'Dear Grace,\n\nhere is **our offer**.' };

function write(more = {}, as = ada!): Promise<Answer> {
  const record = { resource: 'contact', uuid: contact_uuid };
  const to = [{ address: 'grace@navy.example', name: 'Grace Hopper' }];
  return call('POST', '/mails', as, { mailbox_uuid, to, record, ...LETTER, ...more });
}

async function written(more = {}): Promise<string> {
  const { status, body } = await write(more);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.uuid;
}

/** Lets time pass, and has done what is due then. */
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await app.jobs.finished();
}

const sent = () => pass(10_000);
const look = async (uuid: string) => (await call('GET', `/outgoing-mails/${uuid}`, ada!)).body.data;
const inSent = () => imap.folders.get('Sent')!.messages.map(({ raw: text }) => text);
const ofRecord = async (as = ada!) => (await call('GET', `/mails?record_uuid=${contact_uuid}`, as)).body.data;
const told = async () =>
  (await call('GET', '/notifications', ada!)).body.data.map(
    ({ sort, subject }: { sort: string; subject: { name: string } }) => [sort, subject.name],
  );

describe('a server for sending', () => {
  it('has a name and password of its own where these differ, which are tried when they are saved', async () => {
    smtp.password = 'relay-secret';
    const as = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, { smtp_username: 'relay' });
    assert.deepEqual([as.status, as.body.errors?.[0].pointer], [422, '/smtp_password']);
    const change = { smtp_username: 'relay', smtp_password: 'wrong' };
    const wrong = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, change);
    assert.deepEqual([wrong.status, wrong.body.code], [409, 'mailbox_refused']);
    change.smtp_password = 'relay-secret';
    const right = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, change);
    assert.equal(right.status, 200, JSON.stringify(right.body));
    assert.equal(right.body.data.smtp_username, 'relay');
    assert.doesNotMatch(JSON.stringify(right.body), /relay-secret/);
    // Another server gets the password only from who has it.
    const elsewhere = { smtp: { host: 'localhost', port: smtp.port, security: 'none' } };
    const led = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, elsewhere);
    assert.deepEqual([led.status, led.body.errors?.[0].pointer], [422, '/smtp_password']);
    await written();
    await sent();
    assert.equal(smtp.taken.length, 1);
    const back = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, { smtp_username: null });
    assert.deepEqual([back.status, back.body.code], [409, 'mailbox_refused']);
  });

  it('with a certificate that nobody trusts is refused in words when it is saved', async () => {
    const server = createServer(TEST_CERTIFICATE).on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const change = { smtp: { host: '127.0.0.1', port, security: 'tls' } };
    const { status, body } = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, change);
    server.close();
    assert.deepEqual([status, body.code], [409, 'mailbox_refused']);
    assert.match(body.detail, /\(SMTP\) has no certificate that this Rapport trusts/);
  });
});

describe('a mail from a record', () => {
  it('is sent after ten seconds, as text and HTML, and stands with its record and in the folder of sent mail, once', async () => {
    const uuid = await written({ cc: [{ address: 'ben@example.com' }] });
    await pass(9_999);
    assert.equal(smtp.taken.length, 0);
    assert.equal((await look(uuid)).state, 'waiting');
    await pass(1);
    const mail = smtp.taken.at(0);
    assert.deepEqual(
      [smtp.taken.length, mail!.from, mail!.to],
      [1, ada!.email, ['grace@navy.example', 'ben@example.com']],
    );
    assert.match(mail!.text, /^From: Ada <ada@example\.com>/m);
    assert.match(mail!.text, /^To: Grace Hopper <grace@navy\.example>/m);
    assert.match(mail!.text, /here is \*\*our offer\*\*\./);
    assert.match(mail!.text, /here is <strong>our offer<\/strong>\./);
    assert.doesNotMatch(mail!.text, /X-Mailer|https?:|<img/i);
    const { state, mail_uuid, problem } = await look(uuid);
    assert.deepEqual([state, problem], ['sent', null]);
    assert.equal(inSent().length, 1);
    assert.match(inSent()[0]!, new RegExp(`^Message-ID: <${uuid}@example\\.com>`, 'm'));
    for (let n = 0; n < 2; n++) await pass(2 * MINUTE_MS);
    const kept = await ofRecord();
    assert.deepEqual(
      kept.map((one: Record<string, unknown>) => [one.uuid, one.direction, one.subject]),
      [[mail_uuid, 'out', 'Our offer']],
    );
    assert.equal(smtp.taken.length, 1);
    assert.equal(inSent().length, 1);
  });

  it('is not put into the folder of sent mail by us when its provider has done so', async () => {
    smtp.onTaken = ({ text }) => void imap.add(text, 'Sent', app.clock.now());
    await written();
    await sent();
    assert.deepEqual([smtp.taken.length, inSent().length, (await ofRecord()).length], [1, 1, 1]);
  });

  it('is taken back while it waits, and never afterwards', async () => {
    const uuid = await written();
    assert.equal((await call('POST', `/outgoing-mails/${uuid}/cancel`, cleo!)).status, 404);
    const taken = await call('POST', `/outgoing-mails/${uuid}/cancel`, ada!);
    assert.deepEqual(
      [taken.status, taken.body.data.state, taken.body.data.text],
      [200, 'cancelled', LETTER.text],
    );
    await sent();
    assert.deepEqual([smtp.taken, await ofRecord()], [[], []]);
    const gone = await written();
    await sent();
    const late = await call('POST', `/outgoing-mails/${gone}/cancel`, ada!);
    assert.deepEqual([late.status, late.body.code], [409, 'conflict']);
    assert.equal((await call('DELETE', `/outgoing-mails/${gone}`, ada!)).status, 204);
    assert.equal((await ofRecord()).length, 1);
  });

  it('sent twice under one key is one mail', async () => {
    const to = [{ address: 'grace@navy.example' }];
    const post = () =>
      app.call('POST', '/api/v2/mails', {
        as: ada!,
        body: { mailbox_uuid, to, ...LETTER },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, second] = [await post(), await post()];
    assert.equal(first.body.data.uuid, second.body.data.uuid);
    await sent();
    assert.equal(smtp.taken.length, 1);
  });

  it('takes files of a record along, and fails when one is gone for good', async () => {
    const form = new FormData();
    form.append('records', JSON.stringify([{ resource: 'contact', uuid: contact_uuid }]));
    form.append('account_uuid', account_uuid);
    form.append('file', new Blob(['%PDF-1.7 our offer']), 'offer.pdf');
    const kept = await fetch(`${app.base_url}/api/v2/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada!.token}` },
      body: form,
    });
    const { data } = (await kept.json()) as { data: { uuid: string } };
    assert.equal(kept.status, 201, JSON.stringify(data));
    const uuid = await written({ file_uuids: [data.uuid] });
    assert.deepEqual((await look(uuid)).files, [{ uuid: data.uuid, name: 'offer.pdf', size_bytes: 18 }]);
    await sent();
    assert.match(smtp.taken[0]!.text, /filename="?offer\.pdf/);
    assert.match(smtp.taken[0]!.text, new RegExp(Buffer.from('%PDF-1.7 our offer').toString('base64')));
    assert.equal((await ofRecord())[0].attachment_count, 1);
    assert.equal((await write({ file_uuids: [mailbox_uuid] })).status, 404);
    const gone = await written({ file_uuids: [data.uuid] });
    await app.db.query(sql`DELETE FROM files`);
    await app.db.query(sql`DELETE FROM file_contents`);
    await sent();
    assert.deepEqual([(await look(gone)).state, (await look(gone)).problem.code], ['failed', 'file_gone']);
  });

  it('no transaction waits for the scanner', async () => {
    const part = 'Content-Type: text/csv; name="a.csv"\r\nContent-Disposition: attachment\r\n\r\na,b';
    const type = 'multipart/mixed; boundary=b';
    imap.add(
      mailText({ type, body: `--b\r\n${part}\r\n--b--`, date: app.clock.now() }),
      'INBOX',
      app.clock.now(),
    );
    app.clock.advance(2 * MINUTE_MS);
    await app.jobs.finished();
    const [{ uuid: mail_uuid }] = (await call('GET', '/mails', ada!)).body.data;
    const open: number[] = [];
    onScan = async () => {
      const [row] = await app.db.query<{ count: number }>(sql`
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
      open.push(row!.count);
    };
    const record = { resource: 'contact', uuid: contact_uuid };
    const to = [{ address: 'grace@navy.example', name: 'Grace Hopper' }];
    const body = { mailbox_uuid, to, record, ...LETTER, attachments: [{ mail_uuid, number: 1 }] };
    const headers = { 'idempotency-key': 'with-an-attachment' };
    const sent = await app.call('POST', '/api/v2/mails', { as: ada!, body, headers });
    onScan = async () => {};
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.deepEqual(open, [0]);
  });

  it('takes attachments of a mail along for whoever reads all of it, and fails when that is gone', async () => {
    const large = Buffer.alloc(1_300_000, 'abc1');
    const part = `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="offer.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const lines = large.toString('base64').replace(/.{76}/g, '$&\r\n');
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee this.\r\n${part}${lines}\r\n--b--`;
    const text = mailText({ type: 'multipart/mixed; boundary=b', body, date: app.clock.now() });
    imap.add(text, 'INBOX', app.clock.now());
    await pass(2 * MINUTE_MS);
    const [{ uuid: mail_uuid }] = await ofRecord();
    const attachments = [{ mail_uuid, number: 1 }];
    const uuid = await written({ attachments });
    assert.deepEqual((await look(uuid)).attachments, [
      { mail_uuid, number: 1, name: 'offer.pdf', size_bytes: large.length },
    ]);
    assert.deepEqual((await look(uuid)).files, []);
    await sent();
    assert.match(smtp.taken[0]!.text, /filename="?offer\.pdf/);
    assert.ok(smtp.taken[0]!.text.replaceAll(/\r?\n/g, '').includes(large.toString('base64')));
    assert.equal((await write({ attachments: [{ mail_uuid, number: 2 }] })).status, 404);
    // Dan's own mailbox sends, and he may know of the mail, but not read all of it.
    await call('PATCH', `/mails/${mail_uuid}`, ada!, { visibility: 'subject' });
    const dan = await app.addUser('Dan');
    await app.addLogin(account_uuid, dan, 'member');
    const own = await connected(dan);
    assert.equal((await call('GET', `/mails/${mail_uuid}`, dan)).status, 200);
    assert.equal((await write({ mailbox_uuid: own, attachments }, dan)).status, 404);
    assert.equal((await write({ mailbox_uuid: own }, dan)).status, 201);
    const gone = await written({ attachments });
    assert.equal((await call('DELETE', `/mails/${mail_uuid}`, ada!)).status, 204);
    await sent();
    assert.deepEqual([(await look(gone)).state, (await look(gone)).problem.code], ['failed', 'file_gone']);
  });

  it('that answers stands in the conversation, and names the mails before it', async () => {
    imap.add(mailText({ id: 'one@navy.example', date: app.clock.now() }), 'INBOX', app.clock.now());
    await pass(2 * MINUTE_MS);
    const [asked] = await ofRecord();
    await written({ in_reply_to_uuid: asked.uuid });
    await sent();
    assert.match(
      smtp.taken[0]!.text,
      /^In-Reply-To: <one@navy\.example>\r\nReferences: <one@navy\.example>/m,
    );
    const threads = (await ofRecord()).map((one: { thread_uuid: string }) => one.thread_uuid);
    assert.deepEqual([threads.length, new Set(threads).size], [2, 1]);
    const whose = await write({ in_reply_to_uuid: mailbox_uuid });
    assert.equal(whose.status, 404);
  });

  it('goes to people whom the Account knows and its writer sees, and to nobody protected', async () => {
    const strange = await write({ to: [{ address: 'zed@stranger.example' }] });
    assert.deepEqual([strange.status, strange.body.errors[0].pointer], [422, '/to']);
    const rule = { account_uuid, sort: 'protected', pattern: 'lawyer@law.example', for_all: true };
    await call('POST', '/mail-exclusions', ada!, rule);
    const shut = await write({ cc: [{ address: 'Lawyer@law.example' }] });
    assert.deepEqual([shut.status, shut.body.errors[0].code], [422, 'not_allowed']);
    const many = Array.from({ length: 20 }, (_, n) => ({ address: `n${n}@navy.example` }));
    assert.equal((await write({ cc: many })).status, 422);
    const inject = await write({ subject: 'Offer\r\nBcc: spy@spy.example' });
    assert.equal(inject.status, 422);
    await sent();
    assert.deepEqual(smtp.taken, []);
  });

  it('goes from one’s own mailbox alone, which has a server for sending', async () => {
    for (const as of [ben!, cleo!]) assert.equal((await write({}, as)).status, 404);
    await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, { smtp: null });
    const none = await write();
    assert.deepEqual([none.status, none.body.errors[0].pointer], [422, '/mailbox_uuid']);
  });

  it('goes one by one to no more than a person writes to', async () => {
    const answers: Answer[] = [];
    for (let n = 0; n < 61; n++) answers.push(await write());
    assert.equal(answers.filter(({ status }) => status === 201).length < 61, true);
    assert.equal(answers.at(-1)!.status, 429);
    await app.db.query(sql`DELETE FROM outgoing_mails`);
    app.clock.advance(10 * MINUTE_MS);
  });
});

describe('a server that goes wrong', () => {
  const nothingGiven: [Phase, Trick][] = [
    ...(['connect', 'ehlo', 'auth', 'mail', 'rcpt', 'data'] as const).map((phase): [Phase, Trick] => [
      phase,
      'hang_up',
    ]),
    ['connect', '421 too busy'],
    ['auth', '454 4.7.0 not now'],
    ['mail', '451 4.7.1 not now'],
    ['rcpt', '450 4.2.1 greylisted'],
    ['data', '451 4.3.0 not now'],
    ['dot', '451 4.3.0 not now'],
  ];
  const pipelined = ['PIPELINING', 'SIZE 1000000', '8BITMIME'];
  for (const extensions of [[], pipelined])
    for (const [phase, trick] of extensions === pipelined ? nothingGiven.slice(-7) : nothingGiven)
      it(`at ${phase} (${trick}${extensions.length > 0 ? ', pipelined' : ''}): it was not given the mail, which is sent later, once`, async () => {
        await smtp.close();
        const { port } = smtp;
        smtp = await startMailServer({ extensions });
        const server = { host: '127.0.0.1', port: smtp.port, security: 'none' };
        const moved = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, { smtp: server });
        assert.equal(moved.status, 200, `${port} ${JSON.stringify(moved.body)}`);
        smtp.tricks[phase] = trick;
        const uuid = await written();
        await sent();
        const { state, problem } = await look(uuid);
        assert.deepEqual([state, problem.code, smtp.taken], ['waiting', 'unreachable', []]);
        smtp.tricks = {};
        await pass(MINUTE_MS);
        assert.deepEqual([(await look(uuid)).state, smtp.taken.length], ['sent', 1]);
      });

  it('after the mail was given: nobody knows, it is looked for, and then its writer is asked', async () => {
    for (const phase of ['content', 'dot'] as const) {
      smtp.tricks = { [phase]: 'hang_up' };
      const uuid = await written();
      await sent();
      assert.equal((await look(uuid)).state, 'uncertain');
      assert.deepEqual(await told(), []);
      smtp.tricks = {};
      for (let n = 0; n < 3; n++) await pass(2 * MINUTE_MS);
      assert.equal((await look(uuid)).state, 'uncertain', 'It is never sent again by itself.');
      assert.deepEqual(await told(), [['mail_not_sent', 'grace@navy.example']]);
      assert.equal(smtp.taken.length, phase === 'dot' ? 1 : 0);
      assert.deepEqual([inSent(), await ofRecord()], [[], []]);
      await app.db.query(sql`DELETE FROM notifications`);
    }
  });

  it('after it took the mail and put it into the folder of sent mail: it is found there', async () => {
    smtp.tricks = { dot: 'hang_up' };
    smtp.onTaken = ({ text }) => void imap.add(text, 'Sent', app.clock.now());
    const uuid = await written();
    await sent();
    assert.deepEqual([(await look(uuid)).state, smtp.taken.length, inSent().length], ['sent', 1, 1]);
    assert.equal((await ofRecord()).length, 1);
    await pass(10 * MINUTE_MS);
    assert.deepEqual([await told(), inSent().length, (await ofRecord()).length], [[], 1, 1]);
  });

  it('its writer says that an uncertain mail arrived, or sends it again under the same Message-ID', async () => {
    smtp.tricks = { dot: 'hang_up' };
    const [arrived, again] = [await written(), await written()];
    await sent();
    smtp.tricks = {};
    const first = await call('POST', `/outgoing-mails/${arrived}/resolve`, ada!, { as: 'sent' });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    await app.jobs.finished();
    assert.deepEqual([(await look(arrived)).state, smtp.taken.length, inSent().length], ['sent', 2, 1]);
    assert.equal((await ofRecord()).length, 1);
    assert.equal(
      (await call('POST', `/outgoing-mails/${again}/resolve`, cleo!, { as: 'resend' })).status,
      404,
    );
    await call('POST', `/outgoing-mails/${again}/resolve`, ada!, { as: 'resend' });
    await app.jobs.finished();
    assert.deepEqual([(await look(again)).state, smtp.taken.length, inSent().length], ['sent', 3, 2]);
    const head = (text: string) => [/^Message-ID:.*$/im.exec(text)![0], /^Date:.*$/im.exec(text)![0]];
    const same = smtp.taken.filter(({ text }) => text.includes(again)).map(({ text }) => head(text));
    assert.deepEqual([same.length, same[0]], [2, same[1]]);
    const decided = await call('POST', `/outgoing-mails/${again}/resolve`, ada!, { as: 'resend' });
    assert.deepEqual([decided.status, decided.body.code], [409, 'conflict']);
  });

  it('a refusal for good is said in the words of the server, and nobody gets the mail', async () => {
    smtp.refused.set('ben@example.com', '550 5.1.1 No such user here');
    const uuid = await written({ cc: [{ address: 'ben@example.com' }] });
    await sent();
    const { state, problem } = await look(uuid);
    assert.deepEqual([state, problem.code, smtp.taken], ['failed', 'receiver_refused', []]);
    assert.match(problem.detail, /ben@example\.com: 550 5\.1\.1 No such user here/);
    assert.deepEqual(await told(), [['mail_not_sent', 'grace@navy.example']]);
    smtp.refused.clear();
    await call('POST', `/outgoing-mails/${uuid}/resolve`, ada!, { as: 'resend' });
    await app.jobs.finished();
    assert.deepEqual([(await look(uuid)).state, smtp.taken.length], ['sent', 1]);
    for (const [phase, trick] of [
      ['mail', '553 5.7.1 Not your address'],
      ['auth', '535 5.7.8 Authentication failed'],
      ['dot', '554 5.7.1 Spam'],
      ['data', '554 5.5.1 No'],
    ] as const) {
      smtp.tricks = { [phase]: trick };
      const refused = await written();
      await sent();
      const after = await look(refused);
      assert.equal(after.state, 'failed', phase);
      assert.match(after.problem.detail, new RegExp(trick.slice(0, 8)));
    }
    assert.equal(smtp.taken.length, 1);
  });

  it('that stays away is tried for two hours, and then its writer is told', async () => {
    smtp.tricks = { connect: '421 away' };
    const uuid = await written();
    await sent();
    let tries = smtp.phases.length;
    for (let minutes = 0; minutes < 110; minutes += 5) {
      await pass(5 * MINUTE_MS);
      tries = smtp.phases.length;
    }
    const { state, problem } = await look(uuid);
    assert.deepEqual([state, problem.code, tries], ['failed', 'unreachable', 9]);
    assert.deepEqual(await told(), [['mail_not_sent', 'grace@navy.example']]);
  });
});

describe('a service that goes away', () => {
  it('between the mark and the end: it never sends again, looks, and asks', async () => {
    const uuid = await written();
    // As a process leaves it that dies within the conversation.
    await app.db.query(sql`UPDATE outgoing_mails SET state = 'sending', attempt = 1 WHERE uuid = ${uuid}`);
    await sent();
    assert.equal((await look(uuid)).state, 'uncertain');
    for (let n = 0; n < 3; n++) await pass(2 * MINUTE_MS);
    assert.deepEqual([smtp.taken, await told()], [[], [['mail_not_sent', 'grace@navy.example']]]);
  });

  it('for longer than half an hour, or set back to a backup: an old mail is not sent by itself', async () => {
    const uuid = await written();
    app.clock.advance(41 * MINUTE_MS);
    await app.jobs.finished();
    const { state, problem } = await look(uuid);
    assert.deepEqual([state, problem.code, smtp.taken], ['uncertain', 'late', []]);
    imap.add(
      mailText({ id: `${uuid}@example.com`, from: ada!.email, to: 'grace@navy.example' }),
      'Sent',
      app.clock.now(),
    );
    await pass(10_000);
    assert.equal((await look(uuid)).state, 'sent');
  });

  it('an attempt that was overtaken gives nothing to the server', async () => {
    const uuid = await written();
    smtp.onPhase = async (phase) => {
      // Meanwhile another worker has taken over, and its writer has decided.
      if (phase === 'data')
        await app.db.query(sql`UPDATE outgoing_mails SET attempt = attempt + 1 WHERE uuid = ${uuid}`);
    };
    await sent();
    assert.deepEqual(smtp.taken, []);
    assert.equal((await look(uuid)).state, 'uncertain');
  });

  it('a mail whose mailbox is disconnected fails, and says so', async () => {
    const uuid = await written();
    await call('DELETE', `/mailboxes/${mailbox_uuid}`, ada!);
    await sent();
    const { state, problem } = await look(uuid);
    assert.deepEqual([state, problem.code, smtp.taken], ['failed', 'disconnected', []]);
  });

  it('a mail whose job was lost gets another one', async () => {
    const uuid = await written();
    await app.db.query(sql`DELETE FROM jobs WHERE type = 'send_from_mailbox'`);
    await sent();
    assert.equal((await look(uuid)).state, 'waiting');
    await doHourly({ ...app, log: pino({ level: 'silent' }) }, [KEEP_SENDING, SEND_MAIL]);
    assert.deepEqual([(await look(uuid)).state, smtp.taken.length], ['sent', 1]);
  });
});

describe('the HTML of a mail', () => {
  it('has no HTML of its writer, loads nothing, and links to pages alone', async () => {
    const { htmlOf } = await import('./compose.ts');
    const said = htmlOf(
      '<script>x</script> ![p](https://spy.example/p.gif) [a](javascript:x) [b](https://b.example)\nc',
    );
    assert.doesNotMatch(said, /<script|<img|javascript/);
    assert.match(said, /<a href="https:\/\/b\.example">b<\/a><br>c/);
  });

  it('is made without Markdown when that takes too long', async () => {
    const { composeApart } = await import('./compose-apart.ts');
    const letter = {
      ...{ uuid: 'u', sender: { address: 'a@a.example', name: '' }, receivers: [], subject: 's' },
      ...{
        text: '*a**b'.repeat(20_000),
        message_id: '<m@a.example>',
        answered_ids: [],
        dated_at: '2026-01-01',
      },
    };
    assert.match((await composeApart(letter, [], 1)).toString(), /white-space:pre-wrap/);
  });
});
