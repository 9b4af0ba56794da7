import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openMailer } from '../../server/src/platform/mail/mailer.ts';
import { runHere } from './testing/run-here.ts';

test('rapport mails prints the mails that the operator must pass on, the newest first, of all addresses or of one', async (t) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'rapport-mails-'));
  t.after(() => rm(data_dir, { recursive: true }));
  const settings = { RAPPORT_DATA_DIR: data_dir };
  assert.match((await runHere(['mails'], settings)).stdout, /There are no mails to pass on\./);
  const options = {
    smtp_url: null,
    mail_from: null,
    data_dir,
    base_url: 'http://localhost:3000',
    is_copy: false,
  };
  const mailer = openMailer(options, pino({ level: 'silent' }), { ended: () => {} });
  await mailer.send({
    to: 'ada@example.com',
    subject: 'First',
    text: 'Open this link:\n\nhttp://x/#code=one\n',
  });
  await mailer.send({ to: 'grace@example.com', subject: 'Second', text: 'http://x/#code=two\n' });
  const all = await runHere(['mails'], settings);
  assert.ok(all.stdout.indexOf('Second') < all.stdout.indexOf('First'), all.stdout);
  const { stdout } = await runHere(['mails', '--to', 'ADA@example.com', '--json'], settings);
  const [mail, ...others] = JSON.parse(stdout).data;
  assert.deepEqual([mail.to, mail.subject, others.length], ['ada@example.com', 'First', 0]);
  assert.match(mail.text, /#code=one/);
});
