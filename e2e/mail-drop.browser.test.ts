import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { handOver, signedHeaders } from '../server/src/mail/testing/hand-over.ts';
import { mailText } from '../server/src/mail/testing/mail-text.ts';
import { api } from './api.ts';
import { tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const key = 'a key for tests with more than 32 characters';
const { ada, rapport, stop } = await startForAda({
  settings: {
    RAPPORT_MAIL_DROP_DOMAIN: 'drop.example.com',
    RAPPORT_MAIL_DROP_KEY: key,
    RAPPORT_MAIL_DROP_TRUSTS: 'mx.example.com',
  },
  context: { viewport: { width: 1440, height: 900 } },
});
const { page } = ada;
after(stop);

const box = page.getByRole('region', { name: 'Drop box' });
const waiting = page.getByRole('region', { name: 'Mail that waits for you' });
const dialog = page.getByRole('dialog');
let address = '';

const send = async (mail: string) => {
  const { status, text } = await handOver(
    rapport.base_url,
    mail,
    signedHeaders(address, mail, { now: new Date(), key }),
  );
  assert.equal(status, 204, text);
};
const toGrace = (subject: string, more = {}) =>
  mailText({ from: 'ada@example.com', to: 'grace@navy.example', subject, ...more });
const proof = 'Authentication-Results: mx.example.com; dkim=pass header.d=example.com\r\n';

test('a User makes a secret address by keyboard, and what they send there is with its people', async () => {
  await page.goto('/');
  const emails = [{ value: 'grace@navy.example', primary: true }];
  const person = { first_name: 'Grace', last_name: 'Hopper', emails };
  const { uuid } = await api(page, 'POST', '/api/v2/contacts', person);
  await page.goto('/settings/mailboxes');
  await box.getByText('A secret address of your own').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await tabTo(box.getByRole('button', { name: 'Make an address' }));
  await page.keyboard.press('Enter');
  await box.getByText('No mail has come yet.').waitFor();
  address = (await box.getByLabel('Your secret address').innerText()).trim();
  assert.match(address, /^drop-[a-z2-7]{26}@drop\.example\.com$/);
  await send(proof + toGrace('Our offer'));
  await box.getByText('It is with its people.').waitFor();
  await send(proof + toGrace('Of nobody', { to: 'zed@stranger.example' }));
  await box.getByText('nobody in it is a Contact or Client').waitFor();
  await page.goto(`/contacts/${uuid}`);
  await page.getByText('Our offer').first().waitFor();
  assert.deepEqual(ada.faults, []);
});

test('what nothing proves waits with its reason, and is kept or discarded', async () => {
  await page.goto('/settings/mailboxes');
  await box.getByLabel('Your secret address').waitFor();
  await send(toGrace('Sent from the phone'));
  await send(toGrace('Who is this', { from: 'eve@evil.example' }));
  await waiting.getByText('The sender is none of your addresses.').waitFor();
  await waiting.getByText('Nothing proves that it comes from this address.').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'mail-drop');
  await waiting.getByRole('button', { name: 'Keep “Sent from the phone”' }).click();
  await page.getByText('The mail is with its people.').waitFor();
  await waiting.getByRole('button', { name: 'Discard “Who is this”' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await waiting.waitFor({ state: 'detached' });
  const kept = (await api(page, 'GET', '/api/v2/mails')) as unknown as { subject: string }[];
  assert.deepEqual(kept.map(({ subject }) => subject).sort(), ['Our offer', 'Sent from the phone']);
  assert.deepEqual(ada.faults, []);
});

test('another address ends the one before, and ending it leaves what was kept', async () => {
  await box.getByRole('button', { name: 'Make another address' }).click();
  await dialog.getByRole('button', { name: 'Make another address' }).click();
  await dialog.waitFor({ state: 'detached' });
  const second = (await box.getByLabel('Your secret address').innerText()).trim();
  assert.notEqual(second, address);
  const mail = proof + toGrace('Late');
  const signed = signedHeaders(address, mail, { now: new Date(), key });
  assert.equal((await handOver(rapport.base_url, mail, signed)).status, 404);
  await box.getByRole('button', { name: 'End the drop box' }).click();
  await dialog.getByRole('button', { name: 'End' }).click();
  await box.getByRole('button', { name: 'Make an address' }).waitFor();
  assert.deepEqual(ada.faults, []);
});
