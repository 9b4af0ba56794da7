import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startImapServer } from '../server/src/mail/testing/imap-server.ts';
import { mailText } from '../server/src/mail/testing/mail-text.ts';
import { startMailServer } from '../server/src/mail/testing/smtp-server.ts';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, openPerson, startForAda, takeScreenshot } from './rapport.ts';

const imap = await startImapServer();
const smtp = await startMailServer();
const { ada, browser, rapport, stop } = await startForAda({
  settings: { RAPPORT_MAIL_ALLOWED_TARGETS: `127.0.0.1:${imap.port},127.0.0.1:${smtp.port}` },
  context: { viewport: { width: 1440, height: 900 } },
});
const { page } = ada;

after(async () => {
  await stop();
  await imap.close();
  await smtp.close();
});

const dialog = page.getByRole('dialog');
const write = page.getByRole('button', { name: 'Write a mail' });
const box = page.getByRole('region', { name: 'Mails on their way' });
let contact = '';

test('without a mailbox that sends, writing says where to connect one', async () => {
  await page.goto('/');
  const emails = [{ value: 'grace@navy.example', primary: true }];
  const made = await api(page, 'POST', '/api/v2/contacts', {
    first_name: 'Grace',
    last_name: 'Hopper',
    emails,
  });
  contact = `/contacts/${made.uuid}`;
  await page.goto(contact);
  await write.click();
  await dialog.getByText('None of your mailboxes sends').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('link', { name: 'To the mailboxes' }).click();
  await page.getByRole('heading', { name: 'Mailboxes' }).waitFor();
});

test('a mailbox is given a server for sending, after a wrong one was refused in words', async () => {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' });
  const mailbox = { address: 'ada@example.com', password: imap.password, imap: server(imap.port) };
  imap.add(mailText({ to: 'ada@example.com, tom@navy.example', body: 'Dear Ada,\n\nhow much is it?' }));
  await api(page, 'POST', '/api/v2/mailboxes', mailbox);
  await page.reload();
  await page.getByText('It does not send.').waitFor();
  await page.getByRole('button', { name: 'Change the server for sending' }).click();
  await dialog.getByRole('textbox', { name: 'Server for sending (SMTP)' }).fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: /^Port/ }).fill(String(smtp.port));
  await dialog.getByRole('combobox', { name: /^Encryption/ }).click();
  await page.getByRole('option', { name: 'None' }).click();
  const password = dialog.getByLabel('Give the password again');
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('refused the name or the password').waitFor();
  expectOnly(ada, /409/);
  await password.fill(imap.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Sends by 127.0.0.1').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a mail is written by keyboard, kept over a reload, taken back, and sent', async () => {
  await page.goto(contact);
  await write.click();
  const text = dialog.getByRole('textbox', { name: 'Text' });
  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  await dialog.getByText('grace@navy.example').waitFor();
  await subject.fill('Our offer');
  await text.fill('Dear Grace,\n\nhere is **our offer**.');
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-writing');
  await page.reload();
  await write.click();
  assert.equal(await text.inputValue(), 'Dear Grace,\n\nhere is **our offer**.');
  await text.focus();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Your mail goes in ten seconds.').waitFor();
  await box.getByText('goes in a moment').waitFor();
  await pictures(page, 'mail-on-its-way');
  await page.locator('.notice-undo').click();
  await dialog.waitFor();
  assert.equal(await subject.inputValue(), 'Our offer');
  assert.deepEqual(smtp.taken, []);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('goes in a moment').waitFor();
  await page.getByText('Our offer').first().waitFor();
  // It stands with its record when it is sent, and is on its way no more.
  await box.waitFor({ state: 'detached', timeout: 60_000 });
  assert.deepEqual(
    smtp.taken.map(({ to }) => to),
    [['grace@navy.example']],
  );
  assert.deepEqual(ada.faults, []);
});

test('a mail is answered to all, above what it says, in its conversation', async () => {
  await page.goto(contact);
  await page.getByRole('button', { name: /Your offer/ }).click();
  await dialog.getByRole('button', { name: 'Answer all' }).click();
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  assert.match(
    await text.inputValue(),
    /^\n\nOn .*, Grace Hopper wrote:\n\n> Dear Ada,\n>\n> how much is it\?$/,
  );
  await page.keyboard.type('Ten pounds.');
  await dialog.getByText('tom@navy.example').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Re: Your offer');
  await pictures(page, 'mail-answer');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('goes in a moment').waitFor();
  await box.waitFor({ state: 'detached', timeout: 60_000 });
  const { to, text: sent } = smtp.taken.at(-1)!;
  assert.deepEqual(to, ['grace@navy.example', 'tom@navy.example']);
  assert.match(sent, /^In-Reply-To: </m);
  assert.match(sent, /Ten pounds\./);
  assert.deepEqual(ada.faults, []);
});

test('a forwarded mail takes its attachments along, but for one that is unticked', async () => {
  const part = (name: string) =>
    `--b\r\nContent-Type: text/plain; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nIn ${name}\r\n`;
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee these.\r\n${part('plan.txt')}${part('logo.txt')}--b--`;
  imap.add(mailText({ subject: 'Two files', type: 'multipart/mixed; boundary=b', body }));
  await page.goto(contact);
  await page.getByRole('button', { name: /Two files/ }).click({ timeout: 180_000 });
  await dialog.getByRole('button', { name: 'Forward' }).click();
  await dialog.getByRole('group', { name: 'Attachments of the forwarded mail' }).waitFor();
  assert.ok(await dialog.getByRole('checkbox', { name: /^plan\.txt/ }).isChecked());
  await dialog.getByRole('checkbox', { name: /^logo\.txt/ }).uncheck();
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('grace@navy.example');
  await page.keyboard.press('Enter');
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-forward');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('goes in a moment').waitFor();
  await box.waitFor({ state: 'detached', timeout: 60_000 });
  const { text: sent } = smtp.taken.at(-1)!;
  assert.match(sent, /filename="?plan\.txt/);
  assert.doesNotMatch(sent, /filename="?logo\.txt/);
  assert.deepEqual(ada.faults, []);
});

test('on a phone the bar at the thumb writes the mail here, where a mailbox sends', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    storageState: await ada.context.storageState(),
  });
  const hand = phone.page;
  await hand.goto(contact);
  const bar = hand.getByRole('navigation', { name: 'Call, mail and log' });
  await bar.getByRole('button', { name: 'Mail' }).click();
  const sheet = hand.getByRole('dialog');
  await sheet.getByText('grace@navy.example').first().waitFor();
  await sheet.getByRole('textbox', { name: 'Subject' }).fill('From a train');
  await sheet.getByRole('textbox', { name: 'Text' }).fill('Dear Grace, I am late.');
  assert.deepEqual(await findBarriers(hand), []);
  await takeScreenshot(hand, 'phone-mail');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await sheet.waitFor({ state: 'detached' });
  await until('the mail to be sent', async () =>
    smtp.taken.some(({ text }) => text.includes('From a train')),
  );
  assert.deepEqual(phone.faults, []);
  await phone.context.close();
});

test('a refused mail says why and is edited; of an uncertain one its writer decides', async () => {
  smtp.refused.set('grace@navy.example', '550 5.1.1 No such user here');
  await page.goto(contact);
  await write.click();
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Again');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear Grace.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('was not sent:').waitFor({ timeout: 60_000 });
  await box.getByText('550 5.1.1 No such user here').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-failed');
  smtp.refused.clear();
  smtp.tricks = { dot: 'hang_up' };
  await box.getByRole('button', { name: 'Edit: Again' }).click();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear Grace, dear all.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('may have been sent, and nobody knows:').waitFor({ timeout: 60_000 });
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-uncertain');
  await box.getByRole('button', { name: 'It arrived: Again' }).click();
  await box.waitFor({ state: 'detached', timeout: 60_000 });
  assert.deepEqual(ada.faults, []);
});
