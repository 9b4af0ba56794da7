import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { OutgoingMail } from '@rapport/contract/outgoing-mails';
import sql from 'sql-template-tag';
import { startImapServer } from './mail/testing/imap-server.ts';
import { type Phase, startMailServer } from './mail/testing/smtp-server.ts';
import { RealService } from './testing/real-service.ts';

/** Where the worker is killed, a mail for each. */
const KILLED_AT: Phase[] = [
  'connect',
  'ehlo',
  'auth',
  'mail',
  'rcpt',
  'data',
  'content',
  'dot',
  'rcpt',
  'dot',
];

/** Here the server has the mail, and takes it whether or not anybody hears so. */
const TAKEN_AT: Phase[] = ['content', 'dot'];

test('mails whose worker is killed at each place of the conversation are sent once, and never twice', {
  timeout: 600_000,
}, async () => {
  const service = await RealService.start('external');
  const [imap, smtp] = [await startImapServer(), await startMailServer()];
  // A provider that keeps what it has taken: the answer is what gets lost.
  smtp.onTaken = ({ text }) => void imap.add(text, 'Sent');
  try {
    await service.post('/api/v2/contacts', {
      first_name: 'Grace',
      emails: [{ value: 'grace@navy.example' }],
    });
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' });
    const mailbox = await service.post('/api/v2/mailboxes', {
      ...{ address: 'kills@example.com', password: imap.password },
      ...{ imap: server(imap.port), smtp: server(smtp.port) },
    });
    const all: string[] = [];
    for (const phase of KILLED_AT) {
      let isKilled = false;
      smtp.onPhase = async (at) => {
        if (isKilled || at !== phase) return;
        isKilled = true;
        await service.hit('worker');
      };
      const to = [{ address: 'grace@navy.example' }];
      const letter = { mailbox_uuid: mailbox.uuid, to, subject: `Killed at ${phase}`, text: 'Dear Grace.' };
      const { uuid } = await service.post('/api/v2/mails', letter);
      all.push(uuid);
      await service.db.query(
        sql`UPDATE outgoing_mails SET due_at = now() - interval '1 second' WHERE uuid = ${uuid}`,
      );
      await service.db.query(sql`UPDATE jobs SET due_at = now() - interval '1 second' WHERE key = ${uuid}`);
      // What was taken is found among the sent mails. Of all else nobody knows.
      if (!TAKEN_AT.includes(phase)) {
        await becomes(service, uuid, 'uncertain');
        await service.call('POST', `/api/v2/outgoing-mails/${uuid}/resolve`, { as: 'resend' });
      }
      await becomes(service, uuid, 'sent');
      assert.equal(isKilled, true, phase);
    }
    for (const uuid of all) {
      assert.equal(smtp.taken.filter(({ text }) => text.includes(uuid)).length, 1);
      assert.equal(imap.folders.get('Sent')!.messages.filter(({ raw }) => raw.includes(uuid)).length, 1);
    }
    const [kept] = await service.db.query<{ count: number }>(sql`SELECT count(*) FROM mails`);
    assert.equal(kept!.count, all.length);
  } finally {
    await service.stop();
    await imap.close();
    await smtp.close();
  }
});

/** Waits until a mail has this state. */
async function becomes(service: RealService, uuid: string, wanted: OutgoingMail['state']): Promise<void> {
  for (;;) {
    const { data } = await service.call<OutgoingMail>('GET', `/api/v2/outgoing-mails/${uuid}`);
    if (data.state === wanted) return;
    assert.notEqual(data.state, 'failed', data.problem?.detail ?? '');
    await delay(100);
  }
}
