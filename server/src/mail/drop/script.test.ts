import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MAIL_DROP, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { mailText } from '../testing/mail-text.ts';

const SCRIPT = join(import.meta.dirname, '../../../../deploy/rapport-mail-drop');

let app: TestApp;
let ada: TestUser;
let address: string;
const folder = mkdtempSync(join(tmpdir(), 'rapport-mail-drop-'));

before(async () => {
  app = await startTestApp({ mail_drop: MAIL_DROP });
  // The script signs by the clock of its machine.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  const person = { last_name: 'Hopper', emails: [{ value: 'grace@navy.example' }] };
  await app.call('POST', '/api/v2/contacts', { as: ada, body: person });
  const made = await app.call('POST', '/api/v2/mail-drop-boxes', { as: ada, body: {} });
  address = made.body.data.address;
});
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Runs the script as a mail server does; returns what it ended with. */
function run(mail: string | Buffer, to = address, { url = app.base_url, key = MAIL_DROP.key } = {}) {
  const conf = join(folder, 'conf');
  writeFileSync(conf, `URL=${url}\nKEY='${key}'\n`);
  return new Promise<number>((resolve) => {
    const env = { ...process.env, RAPPORT_MAIL_DROP_CONF: conf };
    const child = execFile('sh', [SCRIPT, to], { env }, (error) => resolve(error ? Number(error.code) : 0));
    child.stdin!.end(mail);
  });
}

test('the script for Postfix hands over a mail, and says what is to be tried again', async () => {
  const proof = `Authentication-Results: mx.example; spf=pass smtp.mailfrom=${ada.email}`;
  const mail = `${proof}\r\n${mailText({ from: ada.email, to: 'grace@navy.example', subject: 'By script' })}`;
  assert.equal(await run(mail), 0);
  const { data } = (await app.call('GET', '/api/v2/mails', { as: ada })).body;
  assert.deepEqual(
    data.map(({ subject }: { subject: string }) => subject),
    ['By script'],
  );
  assert.equal(await run(mail, `drop-${'a'.repeat(26)}@drop.example`), 0);
  assert.equal(await run(Buffer.alloc(26 * 1024 * 1024, 'x')), 69);
  assert.equal(await run(mail, address, { key: 'another key of more than thirty-two characters' }), 75);
  assert.equal(await run(mail, address, { url: 'http://127.0.0.1:1' }), 75);
});
