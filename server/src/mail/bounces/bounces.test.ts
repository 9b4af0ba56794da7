import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { levelsOf, narrowAccess } from '../../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { mailText } from '../testing/mail-text.ts';
import { reportText } from '../testing/report-text.ts';

let app: TestApp;
let imap: ImapServer;
let [ada, ben, dan] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;
let second_uuid: string;

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

before(async () => {
  app = await startTestApp({ rate_limit: 0 });
  [ada, ben, dan] = [await app.addUser('Ada'), await app.addUser('Ben'), await app.addUser('Dan')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'owner');
  await app.addLogin(account_uuid, dan!, 'member');
  const person = async (first_name: string, value: string, owner: TestUser) => {
    const body = { account_uuid, first_name, emails: [{ value, label: 'work' }], owner_uuid: owner.uuid };
    return (await call('POST', '/contacts', ada!, body)).body.data.uuid;
  };
  contact_uuid = await person('Grace', 'Grace@Navy.example', ada!);
  second_uuid = await person('Joan', 'joan@navy.example', dan!);
  await narrowAccess(app, account_uuid, levelsOf('own'));
  for (const as of [ada!, ben!, dan!]) {
    const body = { url: `https://receiver.example/${as.uuid}`, events: ['mail.*'] };
    assert.equal((await call('POST', '/webhook-subscriptions', as, body)).status, 201);
  }
});
after(() => app.close());

beforeEach(async () => {
  imap = await startImapServer();
});
afterEach(async () => {
  for (const table of ['mailboxes', 'mails', 'mails_forgotten', 'jobs', 'webhook_open_deliveries'])
    await app.db.query(sql`DELETE FROM ${raw(table)}`);
  await app.db.query(sql`DELETE FROM events WHERE event LIKE 'mail.%'`);
  await imap.close();
});

async function connected(more = {}): Promise<string> {
  const server = { host: '127.0.0.1', port: imap.port, security: 'none' };
  const body = { account_uuid, address: ada!.email, password: 'imap-secret', imap: server, ...more };
  const made = await call('POST', '/mailboxes', ada!, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await app.jobs.finished();
  return made.body.data.uuid;
}

async function sync(): Promise<void> {
  app.clock.advance(2 * 60_000);
  await app.jobs.finished();
}

const now = () => app.clock.now();
const SENT_ID = 'offer@example.com';
/** A mail of Ada that lies among her sent mail. */
const sent = (more = {}) =>
  mailText({ from: 'Ada <ada@example.com>', to: 'grace@navy.example', id: SENT_ID, date: now(), ...more });

type MailEvent = { event: string; actor: object; data: Record<string, unknown> };
/** The events of mails that somebody reads. The feed waits for older transactions: so does this. */
const events = (as: TestUser, count = 0): Promise<MailEvent[]> =>
  until(
    `${count} events`,
    async () =>
      (await call('GET', '/events?limit=200', as)).body.data.filter(({ event }: MailEvent) =>
        event.startsWith('mail.'),
      ),
    (found) => found.length >= count,
  );
const bounces = async (as: TestUser, addresses = 'grace@navy.example,joan@navy.example') =>
  (await call('GET', `/mail-bounces?addresses=${addresses}`, as)).body.data;
const newest = async (as: TestUser) =>
  (await call('GET', `/mails?record_uuid=${contact_uuid}`, as)).body.data[0];
const subscribers = () =>
  app.db.query<{ name: string; event: string }>(sql`
    SELECT users.name, event FROM webhook_open_deliveries AS delivery
    JOIN webhook_subscriptions AS subscription ON subscription.uuid = subscription_uuid
    JOIN users ON users.uuid = subscription.user_uuid ORDER BY users.name`);

describe('events of mails', () => {
  it('tell that a mail is there, with no word of it, and only to who sees its record', async () => {
    imap.add(mailText({ subject: 'zqsubject', body: 'zqtext', date: now() }), 'INBOX', now());
    const mailbox_uuid = await connected();
    const { uuid, thread_uuid } = await newest(ada!);
    const [event, ...more] = await events(ben!, 1);
    assert.deepEqual([event!.event, more], ['mail.logged', []]);
    const { sent_at: _, created_at: __, ...told } = event!.data;
    assert.deepEqual(told, {
      ...{ uuid, account_uuid, user_uuid: ada!.uuid, thread_uuid, direction: 'in', bounce: null },
      record: { resource: 'contact', uuid: contact_uuid },
    });
    const actor = {
      type: 'mailbox',
      uuid: mailbox_uuid,
      user_uuid: ada!.uuid,
      name: 'Mailbox',
      client_id: null,
    };
    assert.deepEqual(event!.actor, actor);
    assert.doesNotMatch(JSON.stringify(event), /zq|grace|navy/i);
    assert.deepEqual(await events(dan!), []);
    assert.deepEqual(
      (await subscribers()).map(({ name }) => name),
      ['Ada', 'Ben'],
    );
    // It is in no history and in no list of changes.
    assert.doesNotMatch(JSON.stringify((await call('GET', '/changes', ben!)).body), /mail/);
    const history = await call('GET', `/contacts/${contact_uuid}/events?related=true`, ben!);
    assert.doesNotMatch(JSON.stringify(history.body), /mail\.logged/);
  });

  it('are one for each record of a mail, and each reaches who sees that record', async () => {
    imap.add(sent({ cc: 'joan@navy.example' }), 'Sent', now());
    await connected();
    const of = async (as: TestUser, count: number) =>
      (await events(as, count)).map(({ data }) => (data.record as { uuid: string }).uuid).sort();
    assert.deepEqual(await of(ben!, 2), [contact_uuid, second_uuid].sort());
    assert.deepEqual(await of(dan!, 1), [second_uuid]);
  });

  it('are none of a hidden mail, come when it is shown, and are erased when it is hidden or forgotten', async () => {
    imap.add(mailText({ date: now() }), 'INBOX', now());
    await connected({ default_visibility: 'hidden' });
    assert.deepEqual(await events(ada!), []);
    const { uuid } = await newest(ada!);
    const show = (visibility: string) => call('PATCH', `/mails/${uuid}`, ada!, { visibility });
    await show('trace');
    assert.equal((await events(ben!, 1)).length, 1);
    await show('subject');
    assert.equal((await events(ben!, 1)).length, 1);
    await show('hidden');
    assert.deepEqual(await events(ben!), []);
    await show('full');
    assert.equal((await events(ben!, 1)).length, 1);
    assert.equal((await call('DELETE', `/mails/${uuid}`, ada!)).status, 204);
    assert.deepEqual(await events(ben!), []);
  });
});

describe('a mail that does not arrive', () => {
  it('is marked by the report, with its address, until somebody writes from that', async () => {
    imap.add(sent({ cc: 'joan@navy.example' }), 'Sent', now());
    await connected();
    imap.add(reportText({ message_id: `<${SENT_ID}>`, address: 'GRACE@navy.example' }), 'INBOX', now());
    await sync();
    const mail = await newest(ada!);
    const byAddress = (people: { address: string }[]) =>
      people.find(({ address }) => /^grace/i.test(address));
    const bounce = { code: '5.1.1', detail: '550 5.1.1 No such user <in-reply>' };
    const { bounced_at, ...told } = (byAddress(mail.people) as never as { bounce: Record<string, string> })
      .bounce;
    assert.deepEqual(told, bounce);
    // At the level of the trace the words of the server are left out.
    const seen = byAddress((await newest(ben!)).people) as never as { bounce: object };
    assert.deepEqual(seen.bounce, { ...bounce, detail: null, bounced_at });
    const marked = [{ address: 'grace@navy.example', code: '5.1.1', bounced_at, mail_uuid: mail.uuid }];
    assert.deepEqual(await bounces(ada!), marked);
    assert.deepEqual(await bounces(ben!), marked);
    assert.deepEqual(await bounces(dan!), []);
    const told_of = (await events(ben!, 3)).filter(({ event }) => event === 'mail.bounced');
    assert.deepEqual(
      told_of.map(({ data }) => [(data.record as { uuid: string }).uuid, data.bounce]),
      [[contact_uuid, { code: '5.1.1', bounced_at }]],
    );
    assert.deepEqual(
      (await events(dan!, 1)).map(({ event }) => event),
      ['mail.logged'],
    );
    // Of the report itself nothing else is kept.
    const [kept] = await app.db.query<{ count: number }>(sql`SELECT count(*) FROM mails`);
    assert.equal(kept!.count, 1);
    assert.doesNotMatch(JSON.stringify(await events(ada!)), /zq|navy/);
    app.clock.advance(60_000);
    imap.add(mailText({ date: now() }), 'INBOX', now());
    await sync();
    assert.deepEqual(await bounces(ben!), []);
    assert.ok((byAddress((await newest(ada!)).people) as object) !== undefined);
  });

  it('a delay, a failure for now, a stranger to the mail and a mail of somebody else mark nothing', async () => {
    imap.add(sent(), 'Sent', now());
    await connected();
    const message_id = `<${SENT_ID}>`;
    for (const report of [
      { message_id, action: 'delayed', status: '4.4.1' },
      { message_id, action: 'failed', status: '4.2.2' },
      { message_id, action: 'delayed', status: '5.1.1' },
      { message_id, address: 'joan@navy.example' },
      { message_id, address: 'ada@example.com' },
      { message_id: '<guessed@example.com>' },
      { message_id: 'none' },
    ])
      imap.add(reportText(report), 'INBOX', now());
    await sync();
    assert.deepEqual(await bounces(ada!, 'grace@navy.example,joan@navy.example,ada@example.com'), []);
    assert.deepEqual(
      (await events(ada!, 1)).map(({ event }) => event),
      ['mail.logged'],
    );
  });

  it('a hidden mail marks its address for who has it alone, and no event tells of it', async () => {
    imap.add(sent(), 'Sent', now());
    await connected({ default_visibility: 'hidden' });
    imap.add(reportText({ message_id: `<${SENT_ID}>` }), 'INBOX', now());
    await sync();
    assert.equal((await bounces(ada!)).length, 1);
    assert.deepEqual([await bounces(ben!), await events(ada!)], [[], []]);
  });

  it('more addresses than anybody has are refused', async () => {
    const addresses = Array.from({ length: 101 }, (_, n) => `a${n}@navy.example`).join();
    const { status, body } = await call('GET', `/mail-bounces?addresses=${addresses}`, ada!);
    assert.deepEqual([status, body.code], [422, 'fields_invalid']);
  });
});
