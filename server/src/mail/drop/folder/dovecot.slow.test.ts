import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { RealService } from '../../../testing/real-service.ts';
import { until } from '../../../testing/until.ts';
import { noDovecot, startDovecot } from '../../testing/dovecot.ts';
import { mailText } from '../../testing/mail-text.ts';

const KILLS = 3;
const MAILS = 90;

/** So much may happen before a limit of time fails the test: a busy machine is no fault. */
const timeout = 600_000;

test(`${KILLS} kills while ${MAILS} mails are read from a real server, which counts anew: each is taken once`, {
  skip: noDovecot(),
  timeout,
}, async () => {
  const dovecot = await startDovecot('imap-secret');
  const service = await RealService.start('embedded', {
    RAPPORT_MAIL_DROP_DOMAIN: 'drop.example',
    RAPPORT_MAIL_DROP_TRUSTS: 'mx.example',
    RAPPORT_MAIL_DROP_IMAP: `imap://drop:imap-secret@127.0.0.1:${dovecot.port}/INBOX`,
  });
  const idsIn = async (table: 'mails' | 'mail_held') => {
    const rows = await service.db.query<{ id: string }>(
      table === 'mails'
        ? sql`SELECT message_id AS id FROM mails ORDER BY 1`
        : sql`SELECT subject AS id FROM mail_held ORDER BY 1`,
    );
    return rows.map(({ id }) => id);
  };
  const readSoon = () =>
    service.db.query(
      sql`UPDATE jobs SET due_at = now() WHERE type = 'read_mail_drops' AND finished_at IS NULL`,
    );
  try {
    await service.post('/api/v2/contacts', {
      last_name: 'Hopper',
      emails: [{ value: 'grace@navy.example' }],
    });
    const { data } = await service.call<{ address: string }>('POST', '/api/v2/mail-drop-boxes', {});
    const [user] = await service.db.query<{ email: string }>(sql`SELECT email FROM users`);
    const from = user!.email;
    const [kept, held]: [string[], string[]] = [[], []];
    for (let n = 0; n < MAILS; n++) {
      const id = `${String(n).padStart(3, '0')}@mails.example`;
      const isKnown = n % 3 > 0;
      const isProven = n % 9 !== 1;
      if (isKnown) (isProven ? kept : held).push(isProven ? `<${id}>` : id);
      const results = isProven ? `dkim=pass header.d=${from.slice(from.indexOf('@') + 1)}` : 'dkim=none';
      const to = isKnown ? 'grace@navy.example' : 'zed@stranger.example';
      const head = `X-Original-To: ${data.address}\r\nAuthentication-Results: mx.example; ${results}\r\n`;
      await dovecot.deliver(head + mailText({ from, to, id, subject: id, date: new Date() }));
    }
    for (let n = 0; n < KILLS; n++) {
      const before = (await idsIn('mails')).length;
      await readSoon();
      await until('more mails', async () => {
        const count = (await idsIn('mails')).length;
        return count > before || count === kept.length || null;
      });
      await delay(Math.random() * 500);
      if (n === 1) await dovecot.countAnew('INBOX');
      await service.hit('worker');
    }
    await until('all mails', async () => {
      await readSoon();
      const [row] = await service.db.query<{ last_uid: string }>(sql`SELECT last_uid FROM mail_drop_folders`);
      return Number(row?.last_uid ?? 0) >= MAILS || null;
    });
    assert.deepEqual(await idsIn('mails'), kept);
    assert.deepEqual(await idsIn('mail_held'), held);
  } finally {
    await service.stop();
    await dovecot.close();
  }
});
