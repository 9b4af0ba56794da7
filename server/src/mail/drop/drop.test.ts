import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { MAIL_DROP, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import * as handing from '../testing/hand-over.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { mailText } from '../testing/mail-text.ts';
import { forgetHeld } from './held/queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let [ada, ben, vera, cleo] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;
let address: string;

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });
const made = async (path: string, body: object, as = ada!) => {
  const answer = await call('POST', path, as, { account_uuid, ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
};
const list = async (path: string, as = ada!) => (await call('GET', path, as)).body.data;
const box = async (as = ada!) => (await list('/mail-drop-boxes', as))[0];
const now = () => app.clock.now();

const signed = (to: string, mail: string | Buffer, { key = MAIL_DROP.key, age_s = 0 } = {}) =>
  handing.signedHeaders(to, mail, { now: new Date(now().getTime() - age_s * 1000), key });
const handOver = (to: string, mail: string | Buffer, headers = signed(to, mail)) =>
  handing.handOver(app.base_url, mail, headers);

before(async () => {
  app = await startTestApp({ mail_drop: MAIL_DROP });
  [ada, ben, vera, cleo] = [
    await app.addUser('Ada'),
    await app.addUser('Ben'),
    await app.addUser('Vera'),
    await app.addUser('Cleo'),
  ];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'owner');
  await app.addLogin(account_uuid, vera!, 'viewer');
  await app.addAccount(cleo!, 'Elsewhere');
  const emails = [{ value: 'grace@navy.example' }];
  contact_uuid = (await made('/contacts', { last_name: 'Hopper', emails })).uuid;
});
after(() => app.close());

beforeEach(async () => {
  // Times of sending are cut to seconds.
  app.clock.advance(2_000);
  address = (await made('/mail-drop-boxes', {})).address;
});
afterEach(async () => {
  for (const table of ['mail_drop_boxes', 'mailboxes', 'mails', 'mails_forgotten', 'notifications', 'jobs'])
    await app.db.query(sql`DELETE FROM ${raw(table)}`);
});

/** A mail of Ada to Grace, with Rapport in Bcc, as the mail server gets it. */
const mailOf = (more: Parameters<typeof mailText>[0] & { signs?: string } = {}) => {
  const { signs = `dkim=pass header.d=${domainOf(ada!.email)}`, ...mail } = more;
  const head = signs === '' ? '' : `Authentication-Results: mx.example; ${signs}\r\n`;
  return head + mailText({ from: ada!.email, to: 'grace@navy.example', date: now(), ...mail });
};
const domainOf = (email: string) => email.slice(email.indexOf('@') + 1);

/** Hands over a mail, and says what became of it. */
async function outcomeOf(mail: string, to = address): Promise<string> {
  const { status, text } = await handOver(to, mail);
  assert.equal(status, 204, text);
  return (await box()).last_outcome;
}

async function assertNothingOf(pattern: string): Promise<void> {
  for (const { table } of await app.db.query<{ table: string }>(sql`
    SELECT table_name AS table FROM information_schema.tables WHERE table_schema = 'public'`)) {
    const [row] = await app.db.query<{ found: boolean }>(sql`
      SELECT coalesce(bool_or(t::text ~ ${pattern} OR t::text ~ ${Buffer.from(pattern).toString('hex')}), false) AS found
      FROM ${raw(`"${table}"`)} AS t`);
    assert.equal(row!.found, false, table);
  }
}

describe('the address of a drop box', () => {
  it('is shown to its User alone, and is a secret of 26 letters', async () => {
    assert.match(address, /^drop-[a-z2-7]{26}@drop\.example$/);
    const { uuid, last_outcome } = await box();
    assert.equal((await box()).address, address);
    assert.equal(last_outcome, null);
    for (const other of [ben!, vera!, cleo!]) {
      assert.deepEqual(await list('/mail-drop-boxes', other), []);
      assert.equal((await call('GET', `/mail-drop-boxes/${uuid}`, other)).status, 404);
      assert.equal((await call('DELETE', `/mail-drop-boxes/${uuid}`, other)).status, 404);
    }
    await assertNothingOf(address.slice(5, 31));
  });

  it('is not made by a viewer, by a stranger, or without a domain', async () => {
    assert.equal((await call('POST', '/mail-drop-boxes', vera!, { account_uuid })).status, 403);
    assert.equal((await call('POST', '/mail-drop-boxes', cleo!, { account_uuid })).status, 404);
    const without = await startTestApp({ mail_drop: null });
    const dan = await without.addUser('Dan');
    await without.addAccount(dan);
    const refused = await without.call('POST', '/api/v2/mail-drop-boxes', { as: dan, body: {} });
    assert.equal(refused.status, 409);
    assert.equal((await handing.handOver(without.base_url, mailOf(), signed(address, mailOf()))).status, 404);
    await without.close();
  });

  it('that is wrong, ended, replaced, of a viewer or of a former member answers as if it never was', async () => {
    const before = await handOver(`drop-${'a'.repeat(26)}@drop.example`, mailOf());
    assert.equal(before.status, 404);
    const same = async (to: string, why: string) => {
      const { status, text } = await handOver(to, mailOf());
      const alike = (one: string) => one.replaceAll(/"request_id":"[^"]*"/g, '');
      assert.deepEqual([status, alike(text)], [404, alike(before.text)], why);
    };
    await same(address.replace('drop.example', 'other.example'), 'another domain');
    await same(address.slice(0, 20), 'cut');
    await same(`x${address}`, 'more');
    const old = address;
    const second = (await made('/mail-drop-boxes', {})).address;
    assert.notEqual(second, old);
    await same(old, 'replaced');
    assert.equal(await outcomeOf(mailOf(), second.toUpperCase()), 'kept');
    const dan = await app.addUser('Dan');
    await app.addLogin(account_uuid, dan, 'member');
    const dans = (await made('/mail-drop-boxes', {}, dan)).address;
    await app.db.query(sql`UPDATE logins SET role = 'viewer' WHERE user_uuid = ${dan.uuid}`);
    await same(dans, 'a viewer');
    await app.db.query(sql`DELETE FROM logins WHERE user_uuid = ${dan.uuid}`);
    await same(dans, 'a former member');
    assert.equal((await call('DELETE', `/mail-drop-boxes/${(await box()).uuid}`, ada!)).status, 204);
    await same(second, 'ended');
    assert.deepEqual(await list('/mail-drop-boxes'), []);
  });

  it('made by two requests at once is one, and the one that is shown takes mail', async () => {
    await app.db.query(sql`DELETE FROM mail_drop_boxes`);
    await Promise.all([made('/mail-drop-boxes', {}), made('/mail-drop-boxes', {})]);
    const boxes = await list('/mail-drop-boxes');
    assert.equal(boxes.length, 1);
    assert.equal(await outcomeOf(mailOf(), boxes[0].address), 'kept');
  });
});

describe('a mail that is handed over', () => {
  it('is kept with its people, is read by its sender alone, and is told by its trace', async () => {
    assert.equal(await outcomeOf(mailOf({ subject: 'Our offer' })), 'kept');
    const [mail] = await list(`/mails?record_uuid=${contact_uuid}`);
    assert.deepEqual(
      [mail.subject, mail.direction, mail.visibility, mail.level, mail.mailbox_uuid],
      ['Our offer', 'out', 'trace', 'full', null],
    );
    const [traced] = await list(`/mails?record_uuid=${contact_uuid}`, ben!);
    assert.deepEqual([traced.subject, traced.level], [null, 'trace']);
    const all = (await call('GET', '/events?limit=200', ben!)).body.data;
    const events = all.filter(({ event }: { event: string }) => event === 'mail.logged');
    const { actor, data } = events.at(-1);
    assert.deepEqual([actor.type, actor.name, data.record.uuid], ['mailbox', 'Drop box', contact_uuid]);
    assert.doesNotMatch(JSON.stringify(events), /offer|navy\.example/);
  });

  it('and stands in the mailbox of its sender, too, is one mail, whichever comes first', async () => {
    const imap: ImapServer = await startImapServer();
    const [first, second] = [mailOf({ id: 'a@x.example' }), mailOf({ id: 'b@x.example' })];
    assert.equal(await outcomeOf(first), 'kept');
    for (const mail of [first, second]) imap.add(mail.replace(/^Auth.*\r\n/, ''), 'Sent', now());
    const server = { host: '127.0.0.1', port: imap.port, security: 'none' };
    await made('/mailboxes', { address: ada!.email, password: 'imap-secret', imap: server });
    await app.jobs.finished();
    assert.equal(await outcomeOf(second), 'kept');
    assert.equal((await list('/mails')).length, 2);
    await imap.close();
  });

  it('twice at once is kept once, or waits once', async () => {
    const mail = mailOf();
    const strange = mailOf({ from: 'eve@evil.example' });
    const answers = await Promise.all(
      [mail, mail, mail, strange, strange, strange].map((one) => handOver(address, one)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204, 204, 204, 204],
    );
    assert.equal((await list('/mails')).length, 1);
    assert.equal((await list('/held-mails')).length, 1);
  });

  it('with the secret address among its people is kept without it', async () => {
    assert.equal(await outcomeOf(mailOf({ cc: `Rapport <${address}>` })), 'kept');
    const [mail] = await list('/mails');
    assert.deepEqual(
      mail.people.map((one: { address: string }) => one.address),
      [ada!.email, 'grace@navy.example'],
    );
    await assertNothingOf(address.slice(5, 31));
  });

  it('of nobody whom the Account knows leaves no byte, whoever sent it', async () => {
    const strange = { to: 'zq@zqstranger.example', subject: 'zqsecret', body: 'zqbody' };
    assert.equal(await outcomeOf(mailOf(strange)), 'nobody_known');
    assert.equal(await outcomeOf(mailOf({ ...strange, from: 'zq@zqstranger.example' })), 'nobody_known');
    assert.equal(await outcomeOf(mailOf({ ...strange, to: address })), 'nobody_known');
    await assertNothingOf('zq(stranger|secret|body)');
    await assertNothingOf('zqsecret');
  });

  it('that a program has sent by itself is not kept', async () => {
    for (const head of [
      'Auto-Submitted: auto-replied',
      'auto-submitted: auto-generated; x=y',
      'Precedence: bulk',
    ])
      assert.equal(await outcomeOf(`${head}\r\n${mailOf()}`), 'automatic');
    const type = 'multipart/report; report-type=delivery-status; boundary=b';
    assert.equal(await outcomeOf(mailOf({ type })), 'automatic');
    assert.equal(await outcomeOf(`Auto-Submitted: no\r\n${mailOf()}`), 'kept');
  });

  it('and has another attached, and names nobody else, is the attached one', async () => {
    const inner = mailText({ to: ada!.email, subject: 'Inside', date: now(), id: 'in@navy.example' });
    const around = (mails: string[], to = address) =>
      mailOf({
        ...{ to, subject: 'Fwd: Inside', type: 'multipart/mixed; boundary=b' },
        body: `--b\r\n\r\nsee\r\n${mails.map((one) => `--b\r\nContent-Type: message/rfc822\r\n\r\n${one}\r\n`).join('')}--b--`,
      });
    assert.equal(await outcomeOf(around([inner])), 'kept');
    const [mail] = await list(`/mails?record_uuid=${contact_uuid}`);
    assert.deepEqual([mail.subject, mail.direction], ['Inside', 'in']);
    assert.equal(await outcomeOf(around([inner, inner])), 'nobody_known');
    assert.equal(await outcomeOf(around([inner], 'grace@navy.example')), 'kept');
    const subjects = (await list('/mails')).map(({ subject }: { subject: string }) => subject);
    assert.deepEqual(subjects.sort(), ['Fwd: Inside', 'Inside']);
  });

  it('of 20,000 parts or without a Message-ID is kept as far as it can be read', async () => {
    const parts = `${'--b\r\nContent-Type: application/x\r\n\r\nx\r\n'.repeat(20_000)}--b--`;
    assert.equal(await outcomeOf(mailOf({ type: 'multipart/mixed; boundary=b', body: parts })), 'kept');
    const [mail] = await list('/mails');
    const { unreadable } = (await call('GET', `/mails/${mail.uuid}`, ada!)).body.data;
    assert.ok(['too_many_parts', 'broken'].includes(unreadable), unreadable);
    app.clock.advance(1_000);
    const anonymous = mailOf({ subject: 'No id' }).replace(/^Message-ID.*\r\n/m, '');
    assert.equal(await outcomeOf(anonymous), 'kept');
    assert.equal(await outcomeOf(anonymous), 'kept');
    assert.equal((await list('/mails')).length, 2);
    assert.equal(await outcomeOf('no mail at all'), 'unreadable');
    assert.equal(await outcomeOf(`From: a@b.example\r\nX: ${'x'.repeat(300_000)}\r\n\r\nx`), 'unreadable');
  });

  it('of more than 25 MiB is refused, and one without a body, or of another type', async () => {
    const long = Buffer.alloc(26 * 1024 * 1024, 'x');
    assert.equal((await handOver(address, long)).status, 413);
    assert.equal((await handOver(address, '')).status, 204);
    assert.equal((await box()).last_outcome, 'unreadable');
    const mail = mailOf();
    const json = { ...signed(address, mail), 'content-type': 'application/json' };
    assert.equal((await handOver(address, mail, json)).status, 415);
  });
});

describe('a signature', () => {
  it('that is missing, wrong, old, or of something else is refused, and often: for a while, and the right one beside it is not', async () => {
    const mail = mailOf();
    const right = signed(address, mail);
    const { 'x-signature': _, ...without } = right;
    for (const headers of [
      {},
      without,
      { ...right, 'x-signature': 'a'.repeat(64) },
      { ...right, 'x-signature': 'ä' },
      { ...right, 'x-original-to': 'drop-b@drop.example' },
      { ...right, 'x-timestamp': String(Number(right['x-timestamp']) + 1) },
      { ...right, 'x-content-sha256': '0'.repeat(64) },
      signed(address, mail, { age_s: 301 }),
      signed(address, mail, { age_s: -301 }),
      signed(address, mail, { key: 'another key with more than thirty-two characters' }),
    ]) {
      const { status, text } = await handOver(address, mail, headers as Record<string, string>);
      assert.deepEqual([status, JSON.parse(text).code], [401, 'credentials_missing'], text);
    }
    const other = await handOver(address, mailOf({ subject: 'Another' }), right);
    assert.equal(other.status, 422);
    assert.equal((await list('/mails')).length, 0);
    for (let n = 0; n < 10; n++) await handOver(address, mail, {});
    assert.equal((await handOver(address, mail, {})).status, 429);
    assert.equal(await outcomeOf(mail), 'kept');
    app.clock.advance(10 * 60_000);
    assert.equal((await handOver(address, mail, {})).status, 401);
  });
});

describe('a mail of which nothing proves that its User sent it', () => {
  it('waits with the reason, and is seen by its User alone', async () => {
    const domain = domainOf(ada!.email);
    const spoofed = `Authentication-Results: mx.evil.example; dkim=pass header.d=${domain}\r\n`;
    const mails: [string, string][] = [
      ['unproven', mailOf({ signs: '' })],
      ['unproven', mailOf({ signs: `spf=fail smtp.mailfrom=${ada!.email}`, subject: 'B' })],
      ['unproven', spoofed + mailOf({ subject: 'C' })],
      [
        'unproven',
        mailOf({ signs: 'spf=none', subject: 'E' }).replace(
          '\r\n',
          `\r\nAuthentication-Results: mx.example; dkim=pass header.d=${domain}\r\n`,
        ),
      ],
      ['other_sender', mailOf({ from: ben!.email })],
      ['unclear_sender', `From: eve@evil.example\r\n${mailOf({ subject: 'D' })}`],
    ];
    for (const [, mail] of mails) assert.equal(await outcomeOf(mail), 'held');
    const held = await list('/held-mails');
    assert.deepEqual(
      held.map(({ reason }: { reason: string }) => reason),
      mails.map(([reason]) => reason).reverse(),
    );
    assert.deepEqual(await list('/mails'), []);
    assert.deepEqual(await list('/held-mails', ben!), []);
    const path = `/held-mails/${held[0].uuid}`;
    for (const other of [ben!, cleo!]) {
      assert.equal((await call('GET', path, other)).status, 404);
      assert.equal((await call('POST', `${path}/keep`, other)).status, 404);
      assert.equal((await call('DELETE', path, other)).status, 404);
    }
  });

  it('is told once, however many wait, and again when that was read', async () => {
    const told = async (as = ada!) =>
      (await list('/notifications?unread=true', as)).filter(
        ({ sort }: { sort: string }) => sort === 'mail_held',
      );
    const strange = (subject: string) => mailOf({ from: 'eve@evil.example', subject });
    for (const subject of ['zqone', 'zqtwo']) await outcomeOf(strange(subject));
    const [one, ...others] = await told();
    assert.deepEqual(
      [one.subject, one.count, one.by, others.length],
      [{ resource: 'mail_drop_box', uuid: (await box()).uuid, name: 'drop.example' }, 1, null, 0],
    );
    assert.deepEqual(await told(ben!), []);
    assert.equal((await call('POST', `/notifications/${one.uuid}/read`, ada!)).status, 200);
    await outcomeOf(strange('zqthree'));
    const [again] = await told();
    assert.notEqual(again.uuid, one.uuid);
    for (const { uuid } of await list('/held-mails')) {
      assert.equal((await told()).length, 1);
      await call('DELETE', `/held-mails/${uuid}`, ada!);
    }
    // Nothing waits any more.
    assert.deepEqual(await told(), []);
  });

  it('is kept when its User says so, even one that they had deleted, or is discarded', async () => {
    await outcomeOf(mailOf({ from: 'eve@evil.example', subject: 'From elsewhere', id: 'e@evil.example' }));
    const [held] = await list('/held-mails');
    assert.deepEqual([held.from, held.subject], ['eve@evil.example', 'From elsewhere']);
    const kept = await call('POST', `/held-mails/${held.uuid}/keep`, ada!);
    assert.deepEqual([kept.status, kept.body.data.subject], [200, 'From elsewhere']);
    assert.deepEqual(await list('/held-mails'), []);
    assert.equal((await call('POST', `/held-mails/${held.uuid}/keep`, ada!)).status, 404);
    await outcomeOf(mailOf({ from: 'eve@evil.example', subject: 'Another' }));
    const [other] = await list('/held-mails');
    assert.equal((await call('DELETE', `/held-mails/${other.uuid}`, ada!)).status, 204);
    await assertNothingOf('Another');
  });

  it('is gone after a week, and with the address; and one too many is not kept', async () => {
    const [count] = await app.db.query<{ n: number }>(sql`
      WITH box AS (SELECT uuid, account_uuid FROM mail_drop_boxes), made AS (
        INSERT INTO mail_held (uuid, account_uuid, drop_box_uuid, fingerprint, reason, sender, subject, sent_at, bytes, created_at)
        SELECT gen_random_uuid(), account_uuid, uuid, convert_to(n::text, 'UTF8'), 'unproven', '', '', ${now()}, '', ${now()}
        FROM box, generate_series(1, 49) AS n RETURNING 1)
      SELECT count(*) AS n FROM made`);
    assert.equal(count!.n, 49);
    assert.equal(await outcomeOf(mailOf({ signs: '' })), 'held');
    assert.equal(await outcomeOf(mailOf({ signs: '', subject: 'One more' })), 'full');
    await assertNothingOf('One more');
    app.clock.advance(7 * DAY_MS + 1_000);
    assert.equal(await forgetHeld(app.db, app.clock), 50);
    assert.equal(await outcomeOf(mailOf({ signs: '' })), 'held');
    await call('DELETE', `/mail-drop-boxes/${(await box()).uuid}`, ada!);
    assert.deepEqual(await list('/held-mails'), []);
  });

  it('is refused by whoever may only read by now, and when nobody of it is known any more', async () => {
    await outcomeOf(mailOf({ signs: '' }));
    const [held] = await list('/held-mails');
    await call('PATCH', `/contacts/${contact_uuid}`, ada!, { emails: [] });
    assert.equal((await call('POST', `/held-mails/${held.uuid}/keep`, ada!)).status, 409);
    const emails = [{ value: 'grace@navy.example' }];
    await call('PATCH', `/contacts/${contact_uuid}`, ada!, { emails });
    await app.db.query(sql`UPDATE logins SET role = 'viewer' WHERE user_uuid = ${ada!.uuid}`);
    assert.equal((await call('POST', `/held-mails/${held.uuid}/keep`, ada!)).status, 403);
    await app.db.query(sql`UPDATE logins SET role = 'owner' WHERE user_uuid = ${ada!.uuid}`);
    assert.equal((await call('POST', `/held-mails/${held.uuid}/keep`, ada!)).status, 200);
  });
});
