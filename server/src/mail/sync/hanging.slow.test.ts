import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import sql from 'sql-template-tag';
import { enqueue } from '../../jobs/actions.ts';
import { newUuid } from '../../platform/ids.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { SYNC, sealPassword } from '../mailboxes/password.ts';
import { insertMailbox } from '../mailboxes/queries.ts';
import { startImapServer } from '../testing/imap-server.ts';
import { mailText } from '../testing/mail-text.ts';
import { startMailServer } from '../testing/smtp-server.ts';

/** More than a worker reads at a time. */
const HUNG = 12;
const SOON_MS = 8_000;

/** What a server answers to a command; null: nothing, for ever. */
type Provider = (name: string) => string | null;

const PROVIDERS: [does: string, greets: boolean, answers: Provider][] = [
  ['takes connections and says nothing', false, () => null],
  [
    'lets them in and says nothing then',
    true,
    (name) => (['CAPABILITY', 'LOGIN', 'ID', 'NAMESPACE', 'NOOP'].includes(name) ? 'OK done' : null),
  ],
];

for (const [does, greets, answers] of PROVIDERS)
  test(`${HUNG} mailboxes of a provider that ${does} hold no other mailbox, no mail and no job`, (t) =>
    holdsNothing(t, greets, answers));

async function holdsNothing(t: TestContext, greets: boolean, answers: Provider): Promise<void> {
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  const hung = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (greets) socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    else silent.add(socket);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        const [tag, name] = line.split(' ');
        const answer = answers(name!.toUpperCase());
        if (answer) socket.write(`${tag} ${answer}\r\n`);
        else silent.add(socket);
      }
    });
  });
  await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
  const { port } = hung.address() as AddressInfo;
  const [imap, smtp] = [await startImapServer(), await startMailServer()];
  const app = await startTestApp();
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    hung.close();
    await app.close();
    await Promise.all([imap.close(), smtp.close()]);
  });
  const ada = await app.addUser('Ada');
  const account_uuid = await app.addAccount(ada);
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/v2${path}`, { as: ada, body });
  const server = (at: number) => ({ host: '127.0.0.1', port: at, security: 'none' as const });
  const emails = [{ value: 'grace@navy.example' }];
  await call('POST', '/contacts', { account_uuid, last_name: 'Hopper', emails });
  const mailbox = await call('POST', '/mailboxes', {
    account_uuid,
    address: ada.email,
    password: imap.password,
    imap: server(imap.port),
    smtp: server(smtp.port),
  });
  await app.jobs.finished();
  for (let n = 0; n < HUNG; n++) {
    const [uuid, now] = [newUuid(app.clock.now()), app.clock.now()];
    await app.db.transaction(async (tx) => {
      await insertMailbox(tx, {
        uuid,
        account_uuid,
        user_uuid: ada.uuid,
        address: `m${n}@hung.example`,
        username: 'm',
        imap: server(port),
        smtp: server(port),
        smtp_username: null,
        smtp_password_encrypted: null,
        password_encrypted: sealPassword(app, uuid, 'x'),
        provider: null,
        tokens: null,
        default_visibility: 'trace',
        signature: '',
        since: '2026-01-01',
        state: 'live',
        problem: null,
        looked_at_count: 0,
        kept_count: 0,
        left_count: 0,
        last_mail_at: null,
        last_looked_at: null,
        version: 1,
        created_at: toApiTime(now),
        updated_at: toApiTime(now),
      });
      await enqueue(
        { ...app },
        tx,
        { name: SYNC },
        { step: { mailbox_uuid: uuid }, account_uuid, key: uuid },
      );
    });
  }
  app.clock.advance(1_000);
  await app.startWorker();
  await until('the provider to hang', async () => silent.size >= 6);
  const began = performance.now();
  imap.add(mailText({ to: ada.email, date: app.clock.now() }), 'INBOX', app.clock.now());
  await call('POST', `/mailboxes/${mailbox.body.data.uuid}/sync`);
  const to = [{ address: 'grace@navy.example' }];
  const letter = { mailbox_uuid: mailbox.body.data.uuid, to, subject: 'Our offer', text: 'Dear Grace.' };
  assert.equal((await call('POST', '/mails', letter)).status, 201);
  await call('POST', '/exports', { account_uuid });
  app.clock.advance(11_000);
  await until('the mail that came', async () =>
    (await call('GET', '/mails')).body.data.some((mail: { direction: string }) => mail.direction === 'in'),
  );
  const came_ms = performance.now() - began;
  await until('the mail that goes', async () => smtp.taken.length === 1);
  await until('the job', async () => {
    const [row] = await app.db.query<{ open: number }>(sql`
      SELECT count(*) AS open FROM jobs WHERE type LIKE '%export%' AND finished_at IS NULL`);
    return row!.open === 0;
  });
  const all_ms = performance.now() - began;
  t.diagnostic(
    JSON.stringify({ came_ms: Math.round(came_ms), all_ms: Math.round(all_ms), held: silent.size }),
  );
  assert.ok(all_ms < SOON_MS, `${came_ms} and ${all_ms} ms`);
}
