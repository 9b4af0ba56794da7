import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { ALONE } from '../jobs/step.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { SYNC_MAILBOX } from './sync/job.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';
import { mailText } from './testing/mail-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let imap: ImapServer;
let [ada, ben, cleo] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;
let client_uuid: string;

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

before(async () => {
  app = await startTestApp();
  [ada, ben, cleo] = [await app.addUser('Ada'), await app.addUser('Ben'), await app.addUser('Cleo')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'owner');
  await app.addAccount(cleo!, 'Elsewhere');
  const client = { account_uuid, name: 'Navy' };
  client_uuid = (await call('POST', '/clients', ada!, client)).body.data.uuid;
  const emails = [{ value: 'Grace@Navy.example', label: 'work' }];
  const clients = [{ client_uuid }];
  const contact = { account_uuid, first_name: 'Grace', last_name: 'Hopper', emails, clients };
  const made = await call('POST', '/contacts', ada!, contact);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  contact_uuid = made.body.data.uuid;
});
after(() => app.close());

beforeEach(async () => {
  imap = await startImapServer();
});
afterEach(async () => {
  for (const table of [
    ...[
      'mailboxes',
      'mails',
      'mails_forgotten',
      'mail_exclusions',
      'mail_new_points',
      'notifications',
      'jobs',
    ],
  ])
    await app.db.query(sql`DELETE FROM ${raw(table)}`);
  await imap.close();
});

async function connect(as = ada!, more = {}): Promise<Answer> {
  const server = { host: '127.0.0.1', port: imap.port, security: 'none' };
  const body = { account_uuid, address: as.email, password: 'imap-secret', imap: server, ...more };
  return call('POST', '/mailboxes', as, body);
}

async function connected(as = ada!, more = {}): Promise<string> {
  const { status, body } = await connect(as, more);
  assert.equal(status, 201, JSON.stringify(body));
  await app.jobs.finished();
  return body.data.uuid;
}

/** Has the mailboxes be read again, as if their time had come. */
async function sync(): Promise<void> {
  app.clock.advance(2 * 60_000);
  await app.jobs.finished();
}

/** Has the past of new addresses be looked for: its job waits for a while first. */
async function lookBack(): Promise<void> {
  // A trigger makes the job, which has the clock of the database.
  await app.db.query(
    sql`UPDATE jobs SET due_at = ${now()} WHERE type = 'find_past_mails' AND state = 'waiting'`,
  );
  await app.jobs.finished();
  await sync();
}

const list = async (as: TestUser, query = '') => (await call('GET', `/mails${query}`, as)).body.data;
const now = () => app.clock.now();

describe('mailboxes', () => {
  it('mail of known people is kept, and nothing of a stranger is in any table', async () => {
    imap.add(mailText({ subject: 'From Grace', date: now() }), 'INBOX', now());
    const strange = {
      from: 'Zed Zqstranger <zq@zqstranger.example>',
      subject: 'zqsecret',
      body: 'zqbody',
      date: now(),
    };
    imap.add(mailText(strange), 'INBOX', now());
    imap.add(mailText({ from: 'ada@example.com', to: 'grace@navy.example', date: now() }), 'Sent', now());
    const uuid = await connected();
    const { data } = (await call('GET', `/mailboxes/${uuid}`, ada!)).body;
    const told = [data.state, data.looked_at_count, data.kept_count, data.left_count, data.problem];
    assert.deepEqual(told, ['live', 3, 2, 0, null]);
    const directions = (await list(ada!)).map(({ direction }: { direction: string }) => direction);
    assert.deepEqual(directions.sort(), ['in', 'out']);
    for (const { table } of await app.db.query<{ table: string }>(sql`
      SELECT table_name AS table FROM information_schema.tables WHERE table_schema = 'public'`)) {
      const [row] = await app.db.query<{ found: boolean }>(sql`
        SELECT coalesce(bool_or(t::text ~ 'zq(stranger|secret|body)'), false) AS found FROM ${raw(`"${table}"`)} AS t`);
      assert.equal(row!.found, false, table);
    }
    assert.equal(
      imap.commands.some((one) => /SELECT|STORE|EXPUNGE|COPY|APPEND/i.test(one)),
      false,
    );
  });

  it('what is older than its first day is not read', async () => {
    const old = new Date(now().getTime() - 200 * DAY_MS);
    imap.add(mailText({ date: old }), 'INBOX', old);
    imap.add(mailText({ date: now() }), 'INBOX', now());
    await connected();
    assert.equal((await list(ada!)).length, 1);
  });

  it('a mail is kept once, whatever dies and however the server counts', async () => {
    const mails = Array.from({ length: 250 }, (_, n) => mailText({ id: `m${n}@navy.example`, date: now() }));
    for (const mail of mails.slice(0, 230)) imap.add(mail, 'INBOX', now());
    const { body } = await connect();
    const mailbox_uuid = body.data.uuid;
    const step = { uuid: '', step: { mailbox_uuid } } as never;
    // A process that dies has read and written nothing; the next one begins where the last came to.
    await SYNC_MAILBOX.outside!(app, step, new AbortController().signal, ALONE);
    await app.db.transaction(async (tx) => {
      const seen = await SYNC_MAILBOX.outside!(app, step, new AbortController().signal, ALONE);
      await SYNC_MAILBOX.run({ ...app, db: tx }, tx, step, seen);
    });
    imap.renumber('INBOX');
    await app.jobs.finished();
    for (const mail of mails.slice(220)) imap.add(mail, 'INBOX', now());
    imap.add(mails[3]!, 'Sent', now());
    await sync();
    const [kept] = await app.db.query<{ count: number; ids: number }>(sql`
      SELECT count(*), count(DISTINCT message_id) AS ids FROM mails`);
    assert.deepEqual([kept!.count, kept!.ids], [250, 250]);
  });

  it('the past of somebody who became a Contact while the mailbox was refused is read when it is read again', async () => {
    const long_ago = new Date(now().getTime() - 40 * DAY_MS);
    imap.add(mailText({ from: 'late@navy.example', date: long_ago }), 'INBOX', long_ago);
    const uuid = await connected();
    imap.password = 'another';
    await sync();
    assert.equal((await call('GET', `/mailboxes/${uuid}`, ada!)).body.data.state, 'failed');
    const emails = [{ value: 'late@navy.example', label: 'work' }];
    await call('POST', '/contacts', ada!, { account_uuid, first_name: 'Late', emails });
    await lookBack();
    assert.deepEqual(await list(ada!), []);
    await call('PATCH', `/mailboxes/${uuid}`, ada!, { password: 'another' });
    await sync();
    assert.equal((await list(ada!)).length, 1);
  });

  it('the past of somebody is read when they become a Contact, and when they get an address', async () => {
    const long_ago = new Date(now().getTime() - 40 * DAY_MS);
    const first = mailText({ from: 'Rosa <Rosa@past.example>', subject: 'Of Rosa', date: long_ago });
    imap.add(first, 'INBOX', long_ago);
    const second = {
      from: 'ada@example.com',
      to: 'rosa@elsewhere.example',
      subject: 'To Rosa',
      date: long_ago,
    };
    imap.add(mailText(second), 'Sent', long_ago);
    imap.add(mailText({ from: 'zq@stranger.example', date: long_ago }), 'INBOX', long_ago);
    await connected();
    const subjects = async () => {
      await lookBack();
      return (await list(ada!)).map(({ subject }: { subject: string }) => subject);
    };
    assert.deepEqual(await subjects(), []);
    const email = (value: string) => ({ value, label: 'work' });
    const rosa = { account_uuid, last_name: 'Rosa', emails: [email('rosa@past.example')] };
    const { uuid } = (await call('POST', '/contacts', ada!, rosa)).body.data;
    imap.commands.splice(0);
    assert.deepEqual(await subjects(), ['Of Rosa']);
    // It is asked for by address: no head of anybody else is read.
    const fetched = imap.commands.filter((one) => /^UID FETCH/.test(one));
    assert.deepEqual([...new Set(fetched.map((one) => one.split(' ')[2]))], ['1']);
    const emails = [...rosa.emails, email('rosa@elsewhere.example')];
    assert.equal((await call('PATCH', `/contacts/${uuid}`, ada!, { emails })).status, 200);
    assert.deepEqual((await subjects()).sort(), ['Of Rosa', 'To Rosa']);
    assert.deepEqual((await subjects()).sort(), ['Of Rosa', 'To Rosa']);
    await call('DELETE', `/contacts/${uuid}`, ada!);
  });

  it('nothing looks for new addresses until somebody gets one', async () => {
    await connected();
    const looks = async () =>
      (await app.db.query(sql`SELECT FROM jobs WHERE type = 'find_past_mails' AND finished_at IS NULL`))
        .length;
    assert.equal(await looks(), 0);
    const emails = [{ value: 'tom@past.example', label: 'work' }];
    const made = await call('POST', '/contacts', ada!, { account_uuid, last_name: 'Tom', emails });
    assert.equal(await looks(), 1);
    await call('PATCH', `/contacts/${made.body.data.uuid}`, ada!, { job_title: 'Cook' });
    assert.equal(await looks(), 1);
    await lookBack();
    assert.equal(await looks(), 0);
    await call('DELETE', `/contacts/${made.body.data.uuid}`, ada!);
  });

  it('one that is forgotten here never comes again', async () => {
    imap.add(mailText({ date: now() }), 'INBOX', now());
    await connected();
    const [mail] = await list(ada!);
    assert.equal((await call('DELETE', `/mails/${mail.uuid}`, ben!)).status, 403);
    assert.equal((await call('DELETE', `/mails/${mail.uuid}`, ada!)).status, 204);
    imap.renumber('INBOX');
    await sync();
    assert.deepEqual(await list(ada!), []);
  });

  it('excluded, protected and own addresses are left out', async () => {
    const rule = (sort: string, pattern: string, as = ada!, for_all = true) =>
      call('POST', '/mail-exclusions', as, { account_uuid, sort, pattern, for_all });
    assert.equal((await rule('protected', 'lawyer@law.example')).status, 201);
    assert.equal((await rule('own', 'example.com')).status, 201);
    assert.equal((await rule('own', 'example.com')).status, 422);
    assert.equal((await rule('protected', 'x@y.example', ada!, false)).status, 422);
    imap.add(mailText({ cc: 'lawyer@law.example', date: now() }), 'INBOX', now());
    imap.add(mailText({ from: 'ben@example.com', date: now() }), 'INBOX', now());
    imap.add(mailText({ subject: 'Kept', date: now() }), 'INBOX', now());
    await connected();
    assert.deepEqual(
      (await list(ada!)).map(({ subject }: { subject: string }) => subject),
      ['Kept'],
    );
    assert.equal((await rule('excluded', '@navy.example', ada!, false)).status, 201);
    imap.add(mailText({ subject: 'Not kept', date: now() }), 'INBOX', now());
    await sync();
    assert.equal((await list(ada!)).length, 1);
    const rules = (await call('GET', '/mail-exclusions', ben!)).body.data;
    assert.equal(rules.length, 2);
    assert.equal((await call('DELETE', `/mail-exclusions/${rules[0].uuid}`, ben!)).status, 204);
  });

  it('a refused password is said in plain words, tells its owner once, and goes on when it is right', async () => {
    const wrong = await connect(ada!, { password: 'wrong' });
    assert.deepEqual([wrong.status, wrong.body.code], [409, 'mailbox_refused']);
    assert.match(wrong.body.detail, /refused the name or the password: Authentication failed/);
    const uuid = await connected();
    imap.password = 'another';
    for (let n = 0; n < 3; n++) await sync();
    const { data } = (await call('GET', `/mailboxes/${uuid}`, ada!)).body;
    assert.deepEqual([data.state, data.problem.code], ['failed', 'refused']);
    const told = (await call('GET', '/notifications', ada!)).body.data;
    const said = told.map(({ sort, subject }: { sort: string; subject: object }) => [sort, subject]);
    assert.deepEqual(said, [['mailbox_refused', { resource: 'mailbox', uuid, name: ada!.email }]]);
    const other = { imap: { host: 'localhost', port: imap.port, security: 'none' } };
    assert.equal((await call('PATCH', `/mailboxes/${uuid}`, ada!, other)).status, 422);
    const changed = await call('PATCH', `/mailboxes/${uuid}`, ada!, { password: 'another' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    imap.add(mailText({ date: now() }), 'INBOX', now());
    await app.jobs.finished();
    assert.equal((await list(ada!)).length, 1);
  });

  it('a server that is away is tried again, and its mailbox says so', async () => {
    const uuid = await connected();
    await imap.close();
    await sync();
    const { data } = (await call('GET', `/mailboxes/${uuid}`, ada!)).body;
    assert.deepEqual([data.state, data.problem.code], ['live', 'unreachable']);
    assert.deepEqual((await call('GET', '/notifications', ada!)).body.data, []);
    imap = await startImapServer();
  });

  it('addresses in networks of the operator are refused, and so are other ports', async () => {
    for (const [host, port] of [
      ['10.0.0.5', 993],
      ['169.254.169.254', 143],
      ['::ffff:10.0.0.5', 993],
      ['mail.internal', 993],
      ['1.1.1.1', 25],
    ] as const) {
      const answer = await connect(ada!, { imap: { host, port, security: 'tls' } });
      assert.deepEqual([answer.status, answer.body.code], [409, 'mailbox_refused'], host);
      assert.match(answer.body.detail, /may not be connected to/);
    }
  });

  it('a mailbox is its User’s alone, and its password is never answered', async () => {
    const uuid = await connected();
    for (const [method, path] of [
      ['GET', `/mailboxes/${uuid}`],
      ['DELETE', `/mailboxes/${uuid}`],
      ['POST', `/mailboxes/${uuid}/sync`],
    ] as const)
      assert.equal((await call(method, path, ben!)).status, 404);
    const all = await call('GET', '/mailboxes', ada!);
    assert.doesNotMatch(JSON.stringify(all.body), /imap-secret|password/);
    const [row] = await app.db.query<{ text: string }>(sql`SELECT mailboxes::text AS text FROM mailboxes`);
    assert.doesNotMatch(row!.text, /imap-secret/);
    assert.equal((await connect()).status, 422);
  });
});

describe('who reads a mail', () => {
  const levels = ['hidden', 'trace', 'subject', 'full'] as const;

  it('its holder reads all; others who see its people read what it shows, whatever their role', async () => {
    const body = 'zqbody of the mail';
    for (const level of levels)
      imap.add(
        mailText({ subject: `zq${level}`, id: `${level}@navy.example`, body, date: now() }),
        'INBOX',
        now(),
      );
    await connected();
    const own = await list(ada!);
    for (const { uuid, subject } of own) {
      const change = { visibility: subject.slice(2) };
      assert.equal((await call('PATCH', `/mails/${uuid}`, ben!, change)).status, 403);
      assert.equal((await call('PATCH', `/mails/${uuid}`, ada!, change)).status, 200);
    }
    // Of those of nobody's own, Ben lists none; those of the record he sees.
    assert.deepEqual(await list(ben!), []);
    for (const record_uuid of [contact_uuid, client_uuid]) {
      const seen = await list(ben!, `?record_uuid=${record_uuid}`);
      assert.deepEqual(seen.map(({ level }: { level: string }) => level).sort(), [
        'full',
        'subject',
        'trace',
      ]);
      assert.deepEqual(seen.map(({ subject }: { subject: string | null }) => subject ?? '').sort(), [
        '',
        'zqfull',
        'zqsubject',
      ]);
    }
    for (const { uuid, subject } of own) {
      const level = subject.slice(2);
      const answer = await call('GET', `/mails/${uuid}`, ben!);
      assert.equal(answer.status, level === 'hidden' ? 404 : 200);
      const text = JSON.stringify(answer.body);
      assert.equal(text.includes('zqbody'), level === 'full', level);
      assert.equal(text.includes(subject), level === 'full' || level === 'subject', level);
      assert.equal((await call('GET', `/mails/${uuid}`, cleo!)).status, 404);
    }
    assert.equal((await call('GET', `/mails?record_uuid=${contact_uuid}`, cleo!)).status, 404);
  });

  it('its design is shown in a frame that loads, runs and sends nothing, and at the level full alone', async () => {
    const type = 'text/html; charset=utf-8';
    const designed =
      '<h1>Hi</h1><script>alert(1)</script><img src="https://spy.example/p.gif"><IFRAME src="https://spy.example">';
    imap.add(mailText({ type, body: designed, date: now() }), 'INBOX', now());
    // A megabyte of nested elements holds a browser: it is kept as text alone.
    imap.add(
      mailText({ type, body: `${'<div>'.repeat(200_000)}deep`, subject: 'Deep', date: now() }),
      'INBOX',
      now(),
    );
    await connected(ada!, { default_visibility: 'subject' });
    const own = await list(ada!);
    const { uuid } = own.find(({ subject }: { subject: string }) => subject !== 'Deep');
    const answer = await call('GET', `/mails/${uuid}/html`, ada!);
    assert.equal(answer.status, 200);
    const policy = answer.headers.get('content-security-policy')!;
    assert.match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    assert.doesNotMatch(policy, /allow-scripts|allow-forms|allow-same-origin|https?:/);
    assert.match(answer.body, /<no-IFRAME src/);
    assert.equal((await call('GET', `/mails/${uuid}/html`, ben!)).status, 404);
    const deep = own.find(({ subject }: { subject: string }) => subject === 'Deep');
    assert.equal((await call('GET', `/mails/${deep.uuid}/html`, ada!)).status, 404);
    const whole = (await call('GET', `/mails/${deep.uuid}`, ada!)).body.data;
    assert.deepEqual([whole.has_html, whole.text, whole.unreadable], [false, 'deep', null]);
  });

  it('of two copies a reader sees one line, the one of which they read most', async () => {
    const text = mailText({ to: 'ada@example.com, ben@example.com', id: 'both@navy.example', date: now() });
    imap.add(text, 'INBOX', now());
    await connected(ada!, { default_visibility: 'full' });
    await connected(ben!, { default_visibility: 'hidden' });
    for (const as of [ada!, ben!]) {
      const seen = await list(as, `?record_uuid=${contact_uuid}`);
      assert.deepEqual(
        seen.map(({ user_uuid }: { user_uuid: string }) => user_uuid),
        [as.uuid],
      );
    }
  });

  it('a conversation is one by what its mails answer, never by the subject alone', async () => {
    imap.add(mailText({ id: 'one@navy.example', date: now() }), 'INBOX', now());
    const answer = { from: 'ada@example.com', to: 'grace@navy.example', id: 'two@example.com' };
    imap.add(mailText({ ...answer, answers: ['one@navy.example'], date: now() }), 'Sent', now());
    imap.add(mailText({ id: 'other@navy.example', date: now() }), 'INBOX', now());
    await connected();
    const threads = new Map<string, number>();
    for (const { thread_uuid } of await list(ada!))
      threads.set(thread_uuid, (threads.get(thread_uuid) ?? 0) + 1);
    assert.deepEqual([...threads.values()].sort(), [1, 2]);
  });

  it('an answer that names no mail joins that on its topic among the same people, whichever came first', async () => {
    const answer = { from: 'ada@example.com', to: 'Grace Hopper <grace@navy.example>' };
    const at = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
    // The inbox is read before the sent mail, so the answer comes before what it answers.
    imap.add(mailText({ subject: 'AW: Re: Price', id: 'answer@navy.example', date: at(2) }), 'INBOX', now());
    imap.add(mailText({ ...answer, subject: 'Price', id: 'first@example.com', date: at(3) }), 'Sent', now());
    // The same words once more, and to somebody else.
    imap.add(mailText({ subject: 'Price', id: 'again@navy.example', date: at(1) }), 'INBOX', now());
    const other = { subject: 'Re: Price', cc: 'zed@x.example', id: 'other@navy.example', date: at(1) };
    imap.add(mailText(other), 'INBOX', now());
    await connected();
    const threads = await list(ada!);
    const of = async (id: string) =>
      (
        await app.db.query<{ thread_uuid: string }>(
          sql`SELECT thread_uuid FROM mails WHERE message_id = ${`<${id}>`}`,
        )
      )[0]!.thread_uuid;
    assert.equal(threads.length, 4);
    assert.equal(await of('answer@navy.example'), await of('first@example.com'));
    const all = ['answer@navy.example', 'again@navy.example', 'other@navy.example'].map(of);
    assert.equal(new Set(await Promise.all(all)).size, 3);
  });

  it('conversations of a record are told by their newest mail, each mail at its own level', async () => {
    const at = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
    for (const [index, id] of ['one', 'two', 'three'].entries())
      imap.add(
        mailText({
          id: `${id}@navy.example`,
          subject: `zq${id}`,
          answers: id === 'one' ? [] : ['one@navy.example'],
          date: at(3 - index),
        }),
        'INBOX',
        now(),
      );
    imap.add(mailText({ id: 'alone@navy.example', subject: 'zqalone', date: at(9) }), 'INBOX', now());
    await connected();
    const own = await list(ada!);
    const level = async (subject: string, visibility: string) => {
      const { uuid } = own.find((mail: { subject: string }) => mail.subject === subject);
      assert.equal((await call('PATCH', `/mails/${uuid}`, ada!, { visibility })).status, 200);
    };
    await level('zqone', 'full');
    await level('zqtwo', 'subject');
    await level('zqthree', 'hidden');
    await level('zqalone', 'hidden');
    const threads = async (as: TestUser, more = '') =>
      (await call('GET', `/mail-threads?record_uuid=${client_uuid}${more}`, as)).body;
    const mine = (await threads(ada!)).data;
    const told = ({ mail_count, last_mail }: { mail_count: number; last_mail: { subject: string } }) => [
      mail_count,
      last_mail.subject,
    ];
    assert.deepEqual(mine.map(told), [
      [3, 'zqthree'],
      [1, 'zqalone'],
    ]);
    const seen = await threads(ben!);
    assert.deepEqual(seen.data.map(told), [[2, 'zqtwo']]);
    assert.doesNotMatch(JSON.stringify(seen), /zqthree|zqalone/);
    const [person] = seen.data[0].last_mail.people;
    assert.deepEqual(person.record, { resource: 'contact', uuid: contact_uuid });
    const first = await threads(ada!, '&limit=1');
    const next = await threads(ada!, `&limit=1&cursor=${first.next_cursor}`);
    assert.deepEqual([first, next].flatMap(({ data }) => data).map(told), mine.map(told));
    const elsewhere = await call('GET', `/mail-threads?record_uuid=${client_uuid}`, cleo!);
    assert.equal(elsewhere.status, 404);
  });

  it('a new conversation is of the one open Deal that has its people, until somebody says otherwise', async () => {
    const made = async (path: string, body: object) =>
      (await call('POST', path, ada!, { account_uuid, ...body })).body.data.uuid as string;
    const deal = await made('/deals', { title: 'Engines', client_uuid });
    imap.add(mailText({ id: 'one@navy.example', date: now() }), 'INBOX', now());
    imap.add(mailText({ id: 'both@navy.example', cc: 'zed@x.example', date: now() }), 'INBOX', now());
    await connected();
    const threads = async (uuid: string, as = ada!) =>
      (await call('GET', `/mail-threads?record_uuid=${uuid}`, as)).body.data;
    const [thread] = await threads(deal);
    assert.equal((await threads(deal)).length, 1);
    const deals = async () => (await call('GET', `/mail-threads/${thread.uuid}/deals`, ada!)).body.data;
    const said = async () =>
      (await deals()).map(({ title, is_linked }: { title: string; is_linked: boolean }) => [
        title,
        is_linked,
      ]);
    assert.deepEqual(await said(), [['Engines', true]]);
    // A Deal that names Grace herself comes before one of her Client alone.
    const own = await made('/deals', { title: 'Ships', client_uuid, contacts: [{ contact_uuid }] });
    imap.add(mailText({ id: 'two@navy.example', date: now() }), 'INBOX', now());
    await sync();
    assert.equal((await threads(own)).length, 1);
    const path = `/mail-threads/${thread.uuid}/deals`;
    assert.equal((await call('PUT', `${path}/${own}`, ada!)).status, 204);
    assert.equal((await call('DELETE', `${path}/${deal}`, ada!)).status, 204);
    assert.deepEqual(await said(), [
      ['Ships', true],
      ['Engines', false],
    ]);
    const answer = { id: 'three@navy.example', answers: ['one@navy.example'], date: now() };
    imap.add(mailText(answer), 'INBOX', now());
    await sync();
    assert.deepEqual(
      (await threads(own)).map(({ mail_count }: { mail_count: number }) => mail_count),
      [2, 1],
    );
    assert.deepEqual(await threads(deal), []);
    // Ben sees both Deals and the Contact, so what the mails show; a link gives nobody more.
    assert.equal((await threads(own, ben!))[0].last_mail.level, 'trace');
    assert.equal((await call('PUT', `${path}/${own}`, cleo!)).status, 404);
    for (const uuid of [deal, own]) await call('DELETE', `/deals/${uuid}`, ada!);
  });

  it('attachments are given to whoever reads all of the mail, and none runs in a page of ours', async () => {
    const part = (name: string, type: string, bytes: Buffer) =>
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;
    const large = Buffer.alloc(1_300_000, 'abc1');
    const parts = [
      part(
        'a.svg',
        'image/svg+xml',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      ),
      part('b.html', 'text/html', Buffer.from('<script>alert(1)</script>')),
      part('../c.pdf', 'application/octet-stream', Buffer.from('%PDF-1.4 x')),
      part('large.bin', 'image/png', large),
    ];
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee these.\r\n${parts.join('')}--b--`;
    imap.add(mailText({ type: 'multipart/mixed; boundary=b', body, date: now() }), 'INBOX', now());
    await connected(ada!, { default_visibility: 'subject' });
    const [{ uuid }] = await list(ada!);
    const { attachments } = (await call('GET', `/mails/${uuid}`, ada!)).body.data;
    assert.deepEqual(
      attachments.map(({ name, type }: { name: string; type: string }) => [name, type]),
      [
        ['a.svg', 'application/octet-stream'],
        ['b.html', 'application/octet-stream'],
        ['c.pdf', 'application/pdf'],
        ['large.bin', 'application/octet-stream'],
      ],
    );
    const get = (number: number, as = ada!, headers = {}) =>
      app.call('GET', `/api/v2/mails/${uuid}/attachments/${number}/content`, { as, headers });
    for (const number of [1, 2]) {
      const { status, headers } = await get(number);
      assert.equal(status, 200);
      assert.match(headers.get('content-disposition')!, /^attachment;/);
      assert.equal(headers.get('content-type'), 'application/octet-stream');
      assert.equal(headers.get('content-security-policy'), 'sandbox');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
    assert.match((await get(3)).headers.get('content-disposition')!, /^inline; filename\*=UTF-8''c\.pdf$/);
    const whole = await fetch(`${app.base_url}/api/v2/mails/${uuid}/attachments/4/content`, {
      headers: { authorization: `Bearer ${ada!.token}`, range: 'bytes=600000-' },
    });
    assert.equal(whole.status, 206);
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(large.subarray(600_000)));
    assert.equal((await get(5)).status, 404);
    assert.equal((await get(1, ben!)).status, 404);
    assert.equal((await get(1, cleo!)).status, 404);
    await call('PATCH', `/mails/${uuid}`, ada!, { visibility: 'full' });
    assert.equal((await get(1, ben!)).status, 200);
  });

  it('a mail in a file becomes a mail of the record whose people it has, once, and of no other', async () => {
    const send = (record_uuid: string, body: string, as = ada!) =>
      app.call('POST', `/api/v2/mail-files?account_uuid=${account_uuid}&record_uuid=${record_uuid}`, {
        as,
        body,
        headers: { 'content-type': 'message/rfc822' },
      });
    const raw = mailText({ subject: 'From a file', id: 'file@navy.example', date: now() });
    const made = await send(contact_uuid, raw);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { uuid } = made.body.data;
    assert.equal((await send(client_uuid, raw)).body.data.uuid, uuid);
    const seen = await list(ben!, `?record_uuid=${client_uuid}`);
    assert.deepEqual(
      seen.map(({ subject, level }: { subject: string; level: string }) => [subject, level]),
      [['From a file', 'full']],
    );
    // The same mail in a mailbox of its holder is the one that is there.
    imap.add(raw, 'INBOX', now());
    await connected();
    assert.equal((await list(ada!)).length, 1);
    assert.equal((await call('DELETE', `/mails/${uuid}`, ada!)).status, 204);
    assert.equal((await send(contact_uuid, raw)).status, 201);
    const other = await call('POST', '/clients', ada!, { account_uuid, name: 'Another' });
    const refused = await send(other.body.data.uuid, raw);
    assert.equal(refused.status, 422);
    assert.match(refused.body.detail, /Nobody of this mail is of the record: grace@navy\.example/);
    const stranger = mailText({ from: 'zq@stranger.example', to: 'ada@example.com' });
    assert.equal((await send(contact_uuid, stranger)).status, 422);
    assert.equal((await send(contact_uuid, 'no mail at all')).status, 422);
    assert.equal((await send(contact_uuid, raw, cleo!)).status, 404);
    assert.equal((await list(ada!)).length, 1);
  });

  it('when somebody leaves, their copies go, and others read what was shown', async () => {
    imap.add(mailText({ subject: 'Shown', id: 'shown@navy.example', date: now() }), 'INBOX', now());
    imap.add(mailText({ subject: 'Traced', id: 'traced@navy.example', date: now() }), 'INBOX', now());
    const dan = await app.addUser(`Dan ${Date.now()}`);
    await app.addLogin(account_uuid, dan, 'member');
    await connected(dan);
    const shown = (await list(dan)).find(({ subject }: { subject: string }) => subject === 'Shown');
    await call('PATCH', `/mails/${shown.uuid}`, dan, { visibility: 'full' });
    await app.db.query(sql`DELETE FROM logins WHERE user_uuid = ${dan.uuid}`);
    const { emptyUnheld } = await import('./mails/actions.ts');
    while ((await emptyUnheld(app.db)) > 0);
    const seen = await list(ada!, `?record_uuid=${contact_uuid}`);
    assert.deepEqual(
      seen
        .map(({ level, user_uuid }: { level: string; user_uuid: string | null }) => [level, user_uuid])
        .sort(),
      [
        ['full', null],
        ['trace', null],
      ],
    );
    const [left] = await app.db.query<{ found: number }>(sql`
      SELECT count(*) AS found FROM mails WHERE mails::text LIKE '%Traced%'`);
    assert.equal(left!.found, 0);
  });
});
