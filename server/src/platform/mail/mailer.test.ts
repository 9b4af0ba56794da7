import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startSmtpServer } from '../../../../e2e/smtp-server.ts';
import { onOneLine, openMailer } from './mailer.ts';
import { mailMetrics } from './metrics.ts';

const log: string[] = [];
let registry: Registry;
let data_dir: string;

before(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'rapport-mails-'));
});
beforeEach(() => {
  log.length = 0;
});
after(() => rm(data_dir, { recursive: true }));

function mailerIn(folder: string, more: Partial<Parameters<typeof openMailer>[0]> = {}) {
  const logger = pino({}, { write: (line: string) => void log.push(line) });
  const options = {
    smtp_url: null,
    mail_from: null,
    data_dir: folder,
    base_url: 'http://crm.example.com:1',
    is_copy: false,
  };
  registry = new Registry();
  return openMailer({ ...options, ...more }, logger, mailMetrics(registry));
}

test('without a mail server each mail is a file, even when many come in the same millisecond', async () => {
  const mailer = mailerIn(data_dir);
  const texts = Array.from({ length: 50 }, (_, i) => `mail ${i}`);
  await Promise.all(texts.map((text) => mailer.send({ to: 'ada@example.com', subject: 'Many', text })));
  const folder = join(data_dir, 'mails');
  const files = await readdir(folder);
  const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  assert.deepEqual(written.map((mail) => mail.split('\n\n')[1]).toSorted(), texts.toSorted());
  assert.ok(files.every((file) => file.includes('ada@example.com')));
});

test('a copy writes a mail to a file, although it has a mail server', async () => {
  const folder = join(data_dir, 'copy');
  const mailer = mailerIn(folder, { smtp_url: 'smtp://127.0.0.1:9', is_copy: true });
  assert.ok(await mailer.send({ to: 'ada@example.com', subject: 'Twin', text: 'x' }));
  assert.equal((await readdir(join(folder, 'mails'))).length, 1);
  assert.equal(mailer.proves_addresses, false);
  assert.match(log[0]!, /this is a copy: a mail was written to a file/);
});

test('the longest possible address gets its mail', async () => {
  const to = `${'a'.repeat(240)}@example.com`;
  await mailerIn(data_dir).send({ to, subject: 'Long', text: 'x' });
  const files = await readdir(join(data_dir, 'mails'));
  const file = files.find((name) => name.includes('a'.repeat(100)));
  assert.ok(file);
  assert.match(await readFile(join(data_dir, 'mails', file), 'utf8'), new RegExp(`^To: ${to}$`, 'm'));
});

test('a mail that cannot be written is in the log, and does not fail the sender', async () => {
  const file = join(data_dir, 'no-folder');
  await writeFile(file, '');
  await mailerIn(file).send({ to: 'ada@example.com', subject: 'Lost', text: 'secret link' });
  assert.equal(log.length, 1);
  assert.match(log[0]!, /could not write a mail/);
  assert.doesNotMatch(log[0]!, /secret link/);
});

test('a name stays on one line of the mail', () => {
  assert.equal(onOneLine(' Ada\r\n\r\nOpen\u2028this\tlink\u0007 '), 'Ada Open this link');
});

test('mails come from the configured sender, or from no-reply at the host of the base URL', async () => {
  const [unset, set] = [join(data_dir, 'unset'), join(data_dir, 'set')];
  await mailerIn(unset).send({ to: 'ada@example.com', subject: 'From', text: 'x' });
  await mailerIn(set, { mail_from: 'crm@example.com' }).send({
    to: 'ada@example.com',
    subject: 'From',
    text: 'x',
  });
  assert.match(await readOnlyMail(unset), /^From: Rapport <no-reply@crm\.example\.com>\n/);
  assert.match(await readOnlyMail(set), /^From: Rapport <crm@example\.com>\n/);
});

test('a mail that the server refuses is in the log with its sender and the settings to check', async () => {
  // Nobody listens on the discard port.
  await mailerIn(data_dir, { smtp_url: 'smtp://127.0.0.1:9', mail_from: 'crm@example.com' }).send({
    to: 'ada@example.com',
    subject: 'Lost',
    text: 'x',
  });
  const { from, msg } = JSON.parse(log[0]!);
  assert.equal(from, 'Rapport <crm@example.com>');
  assert.equal(msg, 'could not send a mail; check SMTP_URL and RAPPORT_MAIL_FROM');
});

/** A mail server that says these lines, one to each line of ours; a function goes on by itself. */
async function serverSaying(...lines: (string | ((socket: Socket) => void))[]) {
  const server = createServer((socket) => {
    const left = [...lines];
    const next = () => {
      const line = left.shift();
      if (typeof line === 'function') line(socket);
      else if (line !== undefined) socket.write(`${line}\r\n`);
    };
    next();
    socket.on('error', () => {}).on('data', next);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, smtp_url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const ANY_MAIL = { to: 'gone@example.com', subject: 'Lost', text: 'x' };

test('a mail server that drips its answer holds a mail no longer than the process goes on', async () => {
  const stopping = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { server, smtp_url } = await serverSaying((socket) => {
    const drip = setInterval(() => socket.write('220-go on\r\n'), 20);
    socket.on('close', () => {
      clearInterval(drip);
      closed.resolve();
    });
    stopping.abort();
  });
  assert.equal(await mailerIn(data_dir, { smtp_url }).send(ANY_MAIL, stopping.signal), false);
  await closed.promise;
  server.close();
});

for (const [answer, sent] of [
  ['550 5.1.1 no such user', 'no_such_address'],
  ['550 no mailbox here', 'no_such_address'],
  ['550 5.7.1 relaying denied', false],
  ['450 4.2.1 try later', false],
] as const) {
  test(`a mail whose address is answered "${answer}" is ${sent ? 'given up' : 'tried again'}`, async () => {
    const { server, smtp_url } = await serverSaying(
      '220 hi',
      '250 hi',
      '250 ok',
      answer,
      '250 ok',
      '221 bye',
    );
    assert.equal(await mailerIn(data_dir, { smtp_url }).send(ANY_MAIL), sent);
    server.close();
  });
}

test('mails are counted by outcome, from 0 on', async () => {
  const nobody = mailerIn(data_dir, { smtp_url: 'smtp://127.0.0.1:9' });
  const counted = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('rapport_mails_total'));
  assert.deepEqual(await counted(), [
    'rapport_mails_total{outcome="sent"} 0',
    'rapport_mails_total{outcome="failed"} 0',
  ]);
  await nobody.send({ to: 'ada@example.com', subject: 'Lost', text: 'x' });
  assert.equal((await counted())[1], 'rapport_mails_total{outcome="failed"} 1');
});

async function readOnlyMail(folder: string): Promise<string> {
  const [file] = await readdir(join(folder, 'mails'));
  return readFile(join(folder, 'mails', file!), 'utf8');
}

test('a mail that one may end says so to mail programs, which end it by one click', async () => {
  const smtp = await startSmtpServer();
  try {
    const code = `${crypto.randomUUID()}.assigned-mentioned-reminder.${'c2lnbmVk'.repeat(4)}`;
    const unsubscribe = `http://crm.example.com:1/unsubscribe?code=${code}`;
    const mail = { to: 'ada@example.com', subject: 'Told', text: 'x', unsubscribe };
    assert.equal(await mailerIn(data_dir, { smtp_url: smtp.url }).send(mail), true);
    const { text } = await smtp.nextMail('ada@example.com');
    const headers = text.split('\n\n')[0]!.replaceAll(/\n[ \t]+/g, ' ');
    assert.ok(headers.includes(`List-Unsubscribe: <${unsubscribe}>`), headers);
    assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  } finally {
    smtp.close();
  }
});
