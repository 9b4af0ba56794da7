import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { startImapServer } from '../server/src/mail/testing/imap-server.ts';
import { mailText } from '../server/src/mail/testing/mail-text.ts';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, quiet, startForAda } from './rapport.ts';

const imap = await startImapServer();
const { ada, stop } = await startForAda({
  settings: { RAPPORT_MAIL_ALLOWED_TARGETS: `127.0.0.1:${imap.port}` },
  context: { viewport: { width: 1440, height: 900 } },
});
const { page } = ada;

/** Somebody who wants to know whether a mail is opened. */
let connections = 0;
const spy = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve));
const SPY = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`;

after(async () => {
  await stop();
  await imap.close();
  spy.close();
});

const HOSTILE = `<html><head><base href="${SPY}"><link rel="stylesheet" href="${SPY}/css">
<link rel="preconnect" href="${SPY}"><meta http-equiv="refresh" content="0;url=${SPY}/refresh"></head>
<body onload="top.document.title='Taken'"><h1>Spring offer</h1><img src="${SPY}/pixel.gif">
<script>top.document.title = 'Taken'; fetch('${SPY}/script');</script><iframe src="${SPY}/frame"></iframe>
<form action="${SPY}/form"><button>Answer</button></form><object data="${SPY}/object"></object></body></html>`;

test('a mailbox is connected by keyboard, after a wrong password was refused in words', async () => {
  const { keyboard } = page;
  imap.add(mailText({ body: 'Dear Ada,\n\nthe price is fine.' }));
  imap.add(mailText({ subject: 'Spring offer', type: 'text/html; charset=utf-8', body: HOSTILE }));
  imap.add(mailText({ from: 'nobody@stranger.example', subject: 'Of a stranger' }));
  await page.goto('/settings/mailboxes');
  const emails = [{ value: 'grace@navy.example', primary: true }];
  await api(page, 'POST', '/api/v2/contacts', { first_name: 'Grace', last_name: 'Hopper', emails });
  await page.getByText('None is connected').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await tabTo(page.getByRole('button', { name: 'Connect a mailbox' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await dialog.getByRole('textbox', { name: 'E-mail address' }).waitFor();
  await keyboard.type('ada@example.com');
  await tabTo(password);
  await keyboard.type('wrong');
  await tabTo(dialog.getByRole('textbox', { name: 'Mail server (IMAP)' }));
  await keyboard.type('127.0.0.1');
  await tabTo(dialog.getByRole('textbox', { name: 'Port' }));
  await keyboard.press('Control+a');
  await keyboard.type(String(imap.port));
  await dialog.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await tabTo(dialog.getByRole('button', { name: 'Connect a mailbox' }));
  await keyboard.press('Enter');
  await dialog.getByText('refused the name or the password').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mailboxes-refused');
  expectOnly(ada, /409/);
  await password.fill(imap.password);
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const mailbox = page.getByRole('region', { name: 'ada@example.com' });
  await mailbox.getByText('Up to date').waitFor();
  await mailbox.getByText('3 looked at, 2 kept').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mailboxes');
  assert.deepEqual(ada.faults, []);
});

test('its mails stand with their Contact, and a hostile one reaches nobody and runs nothing', async () => {
  const [{ uuid }] = await api(page, 'GET', '/api/v2/contacts');
  await page.goto(`/contacts/${uuid}`);
  await page.getByRole('button', { name: /Your offer/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('the price is fine.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByText('Of a stranger').count(), 0);
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
  const title = await page.title();
  await page.getByRole('button', { name: /Spring offer/ }).click();
  await dialog.getByRole('button', { name: 'As it was designed' }).click();
  const frame = dialog.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Spring offer' }).waitFor();
  await frame.getByRole('button', { name: 'Answer' }).click();
  await quiet(page);
  await pictures(page, 'mail-as-designed');
  assert.equal(connections, 0);
  assert.equal(await page.title(), title);
  // Chromium says all that it has blocked, and tells of it as if it had been asked for.
  ada.faults.splice(0);
});

test('a mail is found by a word of its text, and read where its conversation is', async () => {
  await page.goto('/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.keyboard.press('Control+k');
  await focused(page.getByPlaceholder('Search or jump to').last());
  await page.keyboard.type('price is fine');
  const option = page.locator('.mantine-Spotlight-action[data-selected]');
  await option.filter({ hasText: 'Your offer' }).waitFor();
  await pictures(page, 'mail-found');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contacts/**mail=**');
  await page.getByRole('dialog').getByText('the price is fine.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('a mail that comes stands in the open page, and is linked to a Deal and taken from it', async () => {
  const [{ uuid }] = await api(page, 'GET', '/api/v2/contacts');
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Navy' });
  for (const title of ['Engines', 'Ships'])
    await api(page, 'POST', '/api/v2/deals', {
      title,
      client_uuid: client.uuid,
      contacts: [{ contact_uuid: uuid }],
    });
  await page.goto(`/contacts/${uuid}`);
  await page.getByRole('button', { name: /Your offer/ }).waitFor();
  await until('the server to be waited for', async () => imap.waiting.size > 0);
  const began = performance.now();
  const pdf = `--b\r\nContent-Type: text/plain\r\n\r\nSee this.\r\n--b\r\nContent-Type: application/pdf; name="price.pdf"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.4\r\n--b--`;
  imap.add(mailText({ subject: 'A price', type: 'multipart/mixed; boundary=b', body: pdf }));
  // Longer than an answer takes, and shorter than until the next look.
  await page.getByRole('button', { name: 'A price' }).waitFor({ timeout: 90_000 });
  console.log(`a new mail stood in the open page after ${Math.round(performance.now() - began)} ms`);
  await pictures(page, 'mail-in-history');
  await page.getByRole('button', { name: 'A price' }).click();
  const dialog = page.getByRole('dialog');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await dialog.getByText('See this.').waitFor();
  await dialog.getByRole('link', { name: 'price.pdf' }).waitFor();
  await dialog.getByRole('button', { name: 'Link to a Deal' }).click();
  await page.getByRole('menuitem', { name: 'Ships' }).click();
  await dialog.getByRole('link', { name: 'Ships' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-of-a-deal');
  assert.deepEqual(
    asked.filter((url) => url.includes('/attachments/')),
    [],
  );
  await dialog.getByRole('link', { name: 'Ships' }).click();
  await page.getByRole('button', { name: 'A price' }).click();
  await dialog.getByRole('button', { name: 'Unlink from Ships' }).click();
  await dialog.getByRole('button', { name: 'Unlink from Ships' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'A price' }).waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('mails that are made to hold a program are shown as far as that does no harm', async () => {
  const [{ uuid }] = await api(page, 'GET', '/api/v2/contacts');
  await page.goto(`/contacts/${uuid}`);
  const nested = `${'<div>'.repeat(200_000)}deep down`;
  imap.add(mailText({ subject: 'Nested', type: 'text/html; charset=utf-8', body: nested }));
  const part = '--b\r\nContent-Type: image/gif; name="a.gif"\r\n\r\nGIF89a\r\n'.repeat(20_000);
  imap.add(mailText({ subject: 'Parts', type: 'multipart/mixed; boundary=b', body: `${part}--b--` }));
  await page.getByRole('button', { name: 'Parts' }).waitFor({ timeout: 90_000 });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Nested' }).click();
  await dialog.getByText('deep down').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'As it was designed' }).count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Parts' }).click();
  await dialog.getByText('Nothing of its text was kept').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('a mail in a file becomes one of the mails of its record, and one of nobody stays a file', async () => {
  const [{ uuid }] = await api(page, 'GET', '/api/v2/contacts');
  await page.goto(`/contacts/${uuid}`);
  const file = (name: string, mail: Parameters<typeof mailText>[0]) => {
    return { name, mimeType: 'message/rfc822', buffer: Buffer.from(mailText(mail)) };
  };
  const files = [
    file('offer.eml', { subject: 'From a file' }),
    file('other.eml', { from: 'nobody@stranger.example', to: 'somebody@stranger.example' }),
  ];
  await page.locator('.files-zone input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: 'From a file' }).waitFor();
  await page.getByText('other.eml stays a file').waitFor();
  await page.getByRole('link', { name: 'other.eml' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'offer.eml' }).count(), 0);
  expectOnly(ada, /422/);
});

test('what others see is changed, and a mailbox is disconnected', async () => {
  await page.goto('/settings/mailboxes');
  await page.getByRole('combobox', { name: 'What others see of new mail' }).click();
  await page.getByRole('option', { name: 'All of it' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('None is connected').waitFor();
  assert.deepEqual(await api(page, 'GET', '/api/v2/mailboxes'), []);
  const [{ uuid }] = await api(page, 'GET', '/api/v2/contacts');
  assert.equal((await api(page, 'GET', `/api/v2/mails?record_uuid=${uuid}`)).length, 6);
  assert.deepEqual(ada.faults, []);
});
