import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startImapServer } from '../server/src/mail/testing/imap-server.ts';
import { reportText } from '../server/src/mail/testing/report-text.ts';
import { startMailServer } from '../server/src/mail/testing/smtp-server.ts';
import { api } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const imap = await startImapServer();
const smtp = await startMailServer();
const { ada, stop } = await startForAda({
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
const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
let contact = '';

test('a template is made, and a slip in it is said while it is typed', async () => {
  await page.goto('/');
  const emails = [{ value: 'grace@navy.example', primary: true }];
  const person = { first_name: 'Grace', last_name: 'Hopper', emails };
  contact = `/contacts/${(await api(page, 'POST', '/api/v2/contacts', person)).uuid}`;
  await page.goto('/settings/mail-templates');
  await page.getByText('No templates yet').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'New template' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First offer');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Our offer for {{client.name}}');
  await text.fill('Dear {{contact.frist_name}},\n\nhere is our offer.');
  await dialog.getByText('Did you mean {{contact.first_name}}?').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled());
  await pictures(page, 'mail-template-slip');
  await text.fill('Dear ');
  await dialog.getByRole('button', { name: 'First name' }).click();
  assert.equal(await text.inputValue(), 'Dear {{contact.first_name}}');
  await text.fill('Dear {{contact.first_name}},\n\nhere is our offer.');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'First offer' }).waitFor();
  await pictures(page, 'mail-templates');
  assert.deepEqual(ada.faults, []);
});

test('a mailbox gets a signature', async () => {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' });
  const servers = { imap: server(imap.port), smtp: server(smtp.port) };
  await api(page, 'POST', '/api/v2/mailboxes', {
    ...{ address: 'ada@example.com', password: imap.password, ...servers },
  });
  await page.goto('/settings/mailboxes');
  await page.getByRole('button', { name: 'Signature: ada@example.com' }).click();
  await dialog.getByRole('textbox', { name: 'Signature' }).fill('Ada Lovelace\nEngines');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mailbox-with-signature');
});

test('a mail begins with a template, names what is empty, and goes only when that is written', async () => {
  await page.goto(contact);
  await write.click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'First offer' }).click();
  await dialog.getByText('No value for {{client.name}}').waitFor();
  assert.equal(await text.inputValue(), 'Dear Grace,\n\nhere is our offer.\n\n-- \nAda Lovelace\nEngines');
  assert.ok(await dialog.getByRole('button', { name: 'Send' }).isDisabled());
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-from-template');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Our offer for the Navy');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await box.getByText('goes in a moment').waitFor();
  await box.waitFor({ state: 'detached', timeout: 60_000 });
  assert.match(smtp.taken.at(-1)!.text, /^Subject: Our offer for the Navy/m);
  assert.deepEqual(ada.faults, []);
});

test('a mail that does not arrive is marked, and so is its address, also before one writes again', async () => {
  const message_id = /^Message-ID: (<.+>)/im.exec(smtp.taken.at(-1)!.text)![1]!;
  imap.add(reportText({ message_id }));
  const [mailbox] = await api(page, 'GET', '/api/v2/mailboxes');
  await api(page, 'POST', `/api/v2/mailboxes/${mailbox.uuid}/sync`, {});
  await page.getByText('not delivered (5.1.1)').waitFor({ timeout: 60_000 });
  await page.reload();
  await page
    .getByText(/^Mail does not arrive here: .*, 5\.1\.1$/)
    .first()
    .waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-bounced');
  await write.click();
  await dialog.getByText(/^The last mail to grace@navy\.example did not arrive/).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-bounced-writing');
  assert.deepEqual(ada.faults, []);
});
