import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Dovecot, noDovecot, startDovecot } from '../server/src/mail/testing/dovecot.ts';
import { mailText } from '../server/src/mail/testing/mail-text.ts';
import { startMailServer } from '../server/src/mail/testing/smtp-server.ts';
import { until } from '../server/src/testing/until.ts';
import { mail as german } from '../web/src/texts/de/mail.ts';
import { mailWriting as germanWriting } from '../web/src/texts/de/mail-writing.ts';
import { mail as english } from '../web/src/texts/mail.ts';
import { mailWriting as englishWriting } from '../web/src/texts/mail-writing.ts';
import { api } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, quiet, startForAda } from './rapport.ts';

const PASSWORD = 'imap-secret';
const SHOWN_MAX_MS = 10_000;
const skip = noDovecot();

const LANGUAGES = [
  { locale: 'en-GB', texts: { ...english, ...englishWriting, isLive: english.states.live } },
  // For its pictures: other tests see to it that all is translated.
  ...(process.env.TEST_SCREENSHOTS
    ? [{ locale: 'de-DE', texts: { ...german, ...germanWriting, isLive: german.states.live } }]
    : []),
];

for (const { locale, texts } of LANGUAGES)
  test(`a day of mail in ${locale}: connect, read the thread of a Deal, answer with a template and a file, and see what comes back`, {
    skip,
    timeout: 300_000,
  }, async (t) => {
    const [dovecot, smtp] = [await startDovecot(PASSWORD), await startMailServer()];
    smtp.password = PASSWORD;
    const { ada, stop } = await startForAda({
      settings: { RAPPORT_MAIL_ALLOWED_TARGETS: `127.0.0.1:${dovecot.port},127.0.0.1:${smtp.port}` },
      context: { viewport: { width: 1440, height: 900 }, locale },
    });
    t.after(async () => {
      await stop();
      await Promise.all([dovecot.close(), smtp.close()]);
    });
    const { page } = ada;
    const dialog = page.getByRole('dialog');
    const box = page.getByRole('region', { name: texts.box });
    const picture = (name: string) => pictures(page, `mail-day-${locale.slice(0, 2)}-${name}`);
    const asked = { id: 'asked@navy.example', subject: 'Engines for two ships' };
    await dovecot.deliver(
      mailText({ ...asked, body: 'Dear Ada,\n\nwhat would engines for two ships cost?\n\nGrace' }),
    );
    await page.goto('/');
    const deal = await addDeal(page);

    await page.goto('/settings/mailboxes');
    await page.getByRole('button', { name: texts.connect }).click();
    const servers = { imap: dovecot.port, smtp: smtp.port };
    await dialog.getByRole('textbox', { name: texts.address }).fill('ada@example.com');
    await dialog.getByRole('textbox', { name: texts.password, exact: true }).fill(PASSWORD);
    for (const [label, port] of [
      [texts.server, servers.imap],
      [texts.smtp, servers.smtp],
    ] as const) {
      await dialog.getByRole('textbox', { name: label }).fill('127.0.0.1');
      const nth = label === texts.server ? 0 : 1;
      await dialog
        .getByRole('textbox', { name: new RegExp(`^${texts.port}`) })
        .nth(nth)
        .fill(String(port));
      await dialog
        .getByRole('combobox', { name: new RegExp(`^${texts.security}`) })
        .nth(nth)
        .click();
      await page.getByRole('option', { name: texts.securities.none }).click();
    }
    await picture('1-connect');
    await dialog.getByRole('button', { name: texts.connect }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(texts.isLive).waitFor();
    await picture('2-connected');

    await page.goto(`/deals/${deal}`);
    await page.getByRole('button', { name: asked.subject }).waitFor();
    await quiet(page);
    await picture('3-deal');
    await page.getByRole('button', { name: asked.subject }).click();
    await dialog.getByText('what would engines').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await picture('4-thread');

    await dialog.getByRole('button', { name: texts.answer, exact: true }).click();
    const text = dialog.getByRole('textbox', { name: texts.text, exact: true });
    await text.waitFor();
    await dialog.getByRole('combobox', { name: texts.template }).click();
    await page.getByRole('option', { name: 'Our offer' }).click();
    await until('the template', async () => (await text.inputValue()).startsWith('Dear Grace,'));
    await dialog.getByRole('combobox', { name: texts.files }).click();
    await page.getByRole('option', { name: 'offer.txt' }).click();
    await page.keyboard.press('Escape');
    assert.match(
      await text.inputValue(),
      /^Dear Grace,\n\nhere is our offer for two ships\.\n[\s\S]*\n> what would/,
    );
    assert.deepEqual(await findBarriers(page), []);
    await picture('5-answer');
    await dialog.getByRole('button', { name: texts.send, exact: true }).click();
    await box.getByText(texts.states.waiting).waitFor();
    await picture('6-on-its-way');
    await box.waitFor({ state: 'detached', timeout: 60_000 });
    const [sent, ...more] = smtp.taken;
    assert.deepEqual([sent!.to, more.length], [['grace@navy.example'], 0]);
    assert.match(sent!.text, /^In-Reply-To: <asked@navy\.example>/m);
    assert.match(sent!.text, /filename="?offer\.txt/);

    const shown_ms = await answerOfCustomer(page, dovecot, /^Message-ID: <(.*)>/m.exec(sent!.text)![1]!);
    t.diagnostic(`the answer of the customer stood in the open page after ${shown_ms} ms`);
    assert.ok(shown_ms < SHOWN_MAX_MS, `${shown_ms}`);
    await quiet(page);
    await picture('7-conversation');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Re: ${asked.subject}` }).waitFor();
    await picture('8-answered');
    assert.deepEqual(ada.faults, []);
  });

/** A Deal with a Contact, a template and a file. */
async function addDeal(page: Page): Promise<string> {
  const emails = [{ value: 'grace@navy.example', primary: true }];
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Navy Yard' });
  const contact = await api(page, 'POST', '/api/v2/contacts', {
    first_name: 'Grace',
    last_name: 'Hopper',
    emails,
    clients: [{ client_uuid: client.uuid }],
  });
  const deal = await api(page, 'POST', '/api/v2/deals', {
    title: 'Engines',
    client_uuid: client.uuid,
    contacts: [{ contact_uuid: contact.uuid }],
  });
  await api(page, 'POST', '/api/v2/mail-templates', {
    name: 'Our offer',
    subject: 'Our offer',
    text: 'Dear {{contact.first_name}},\n\nhere is our offer for two ships.',
  });
  await page.evaluate(async (uuid) => {
    const form = new FormData();
    form.append('records', JSON.stringify([{ resource: 'deal', uuid }]));
    form.append('file', new Blob(['Two engines, 10,000 pounds.']), 'offer.txt');
    const { status } = await fetch('/api/v2/files', { method: 'POST', body: form });
    if (status !== 201) throw new Error(`sending the file answered ${status}`);
  }, deal.uuid);
  return deal.uuid;
}

/** The customer answers. Returns after how long that stands in the open page, in ms. */
async function answerOfCustomer(page: Page, dovecot: Dovecot, message_id: string): Promise<number> {
  const began = performance.now();
  await dovecot.deliver(
    mailText({
      subject: 'Re: Engines for two ships',
      id: 'back@navy.example',
      answers: ['asked@navy.example', message_id],
      body: 'Dear Ada,\n\nthat is a fair price. We take both.\n\nGrace',
    }),
  );
  await page.getByText('We take both.').first().waitFor({ timeout: 60_000 });
  return Math.round(performance.now() - began);
}
