import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { RealService } from '../testing/real-service.ts';
import { until } from '../testing/until.ts';
import { type Dovecot, noDovecot, startDovecot } from './testing/dovecot.ts';
import { mailText } from './testing/mail-text.ts';

// Every run makes a few kills in a small mailbox; `npm run test:long` makes fifty in a large one.
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const MAILS = KILLS > 10 ? 20_000 : 1_500;

const skip = noDovecot();
const PASSWORD = 'imap-secret';

/** So much may happen before a limit of time fails a test: a busy machine is no fault. */
const timeout = 600_000 + KILLS * 20_000;

test(`${KILLS} kills while ${MAILS} mails are read, and folders that count anew: each known one is kept once`, {
  skip,
  timeout,
}, async (t) => {
  await withDovecot(async (dovecot, service) => {
    const expected = new Set<string>();
    for (let n = 0; n < MAILS; n++) {
      const mail = madeMail(n);
      if (mail.isKnown) expected.add(`<${mail.id}>`);
      await dovecot.deliver(mailText(mail), n % 5 === 0 ? 'Sent' : 'INBOX');
      // A copy in the other folder is the same mail.
      if (n % 50 === 0) await dovecot.deliver(mailText(mail), 'INBOX');
    }
    await connect(service, dovecot);
    for (let n = 0; n < KILLS; n++) {
      const before = await countKept(service);
      const isOver = async () => (await countKept(service)) > before || (await isDone(service)) || null;
      await until('more mails', isOver);
      await delay(Math.random() * 500);
      if (n === Math.floor(KILLS / 2)) await dovecot.countAnew('INBOX');
      if (n === Math.floor(KILLS / 2) + 1) await dovecot.countAnew('Sent');
      await service.hit('worker');
    }
    await readAgain(service);
    await untilDone(service);
    const kept = await keptBy(service);
    t.diagnostic(JSON.stringify({ kept: kept.length, expected: expected.size }));
    assert.equal(new Set(kept).size, kept.length, 'a mail is kept twice');
    assert.deepEqual(new Set(kept), expected);
  });
});

test('a mail that comes to a real server is here without a look, and so is the past of a new Contact', {
  skip,
  timeout,
}, async (t) => {
  await withDovecot(async (dovecot, service) => {
    const past = { from: 'rosa@past.example', id: 'past@past.example', date: daysAgo(20) };
    await dovecot.deliver(mailText(past));
    for (const to of ['x@stranger.example', 'Rosa <ROSA@past.example>, zed@x.example'])
      await dovecot.deliver(
        mailText({ from: 'ada@example.com', to, id: `${to.length}@example.com`, date: daysAgo(9) }),
        'Sent',
      );
    await connect(service, dovecot);
    await untilDone(service);
    assert.deepEqual(await keptBy(service), []);
    await until('the server to be waited for', async () => {
      const [row] = await service.db.query<{ is_watched: boolean }>(sql`SELECT is_watched FROM mailboxes`);
      return row?.is_watched;
    });
    await untilAsleep(service);
    const began = performance.now();
    await dovecot.deliver(mailText({ id: 'new@navy.example' }));
    await until('the mail', async () => (await keptBy(service)).length === 1);
    t.diagnostic(`a new mail was kept after ${Math.round(performance.now() - began)} ms`);
    const emails = [{ value: 'rosa@past.example', label: 'work' }];
    await service.post('/api/v2/contacts', { last_name: 'Rosa', emails });
    await until('the past', async () => (await keptBy(service)).length === 3);
  });
});

async function withDovecot(work: (dovecot: Dovecot, service: RealService) => Promise<void>): Promise<void> {
  const dovecot = await startDovecot(PASSWORD);
  const more = { RAPPORT_MAIL_ALLOWED_TARGETS: `127.0.0.1:${dovecot.port}` };
  const service = await RealService.start('embedded', more);
  try {
    const emails = [{ value: 'grace@navy.example', label: 'work' }];
    await service.post('/api/v2/contacts', { last_name: 'Hopper', emails });
    await work(dovecot, service);
  } finally {
    await service.stop();
    await dovecot.close();
  }
}

/** Mails of somebody known, of strangers, to several people, and with odd heads. */
function madeMail(n: number): Parameters<typeof mailText>[0] & { id: string; isKnown: boolean } {
  const isKnown = n % 3 !== 0;
  const people = isKnown
    ? [
        { from: 'Grace Hopper <GRACE@navy.example>' },
        { from: 'ada@example.com', to: 'zed@x.example', cc: '"H., G." <grace@navy.example>' },
        { from: 'zed@x.example', to: 'ada@example.com, grace@navy.example' },
      ][n % 3]!
    : { from: `stranger${n}@elsewhere.example` };
  return { ...people, id: `${n}@mails.example`, subject: `Mail ${n}`, date: daysAgo(n % 80), isKnown };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

async function connect(service: RealService, { port }: Dovecot): Promise<void> {
  const imap = { host: '127.0.0.1', port, security: 'none' };
  await service.post('/api/v2/mailboxes', { address: 'ada@example.com', password: PASSWORD, imap });
}

async function keptBy({ db }: RealService): Promise<string[]> {
  const rows = await db.query<{ message_id: string }>(sql`SELECT message_id FROM mails ORDER BY uuid`);
  return rows.map(({ message_id }) => message_id);
}

async function countKept({ db }: RealService): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`SELECT count(*) FROM mails`);
  return row!.count;
}

async function isDone({ db }: RealService): Promise<boolean> {
  const [row] = await db.query<{ is_done: boolean }>(
    sql`SELECT state = 'live' AND left_count = 0 AS is_done FROM mailboxes`,
  );
  return row?.is_done ?? false;
}

async function untilDone(service: RealService): Promise<void> {
  let before = -1;
  // A large mailbox takes longer than one wait: go on while it gets further.
  for (;;) {
    const kept = await countKept(service);
    try {
      return void (await until('the mailbox to be read', () => isDone(service)));
    } catch (error) {
      if (kept === before) throw error;
      before = kept;
    }
  }
}

/** Has the mailbox be looked into once more, to its end. */
async function readAgain({ db }: RealService): Promise<void> {
  await db.query(sql`UPDATE mailboxes SET left_count = NULL`);
  await db.query(sql`UPDATE jobs SET due_at = now() WHERE type = 'sync_mailbox' AND finished_at IS NULL`);
}

/** Waits until the job that reads the mailbox waits for its time, longer than this test takes. */
async function untilAsleep({ db }: RealService): Promise<void> {
  await until('the job to wait', async () => {
    const [row] = await db.query<{ waits: boolean }>(sql`
      SELECT due_at > now() + interval '20 minutes' AS waits FROM jobs
      WHERE type = 'sync_mailbox' AND finished_at IS NULL`);
    return row?.waits;
  });
}
