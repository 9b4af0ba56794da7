import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api } from './api.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;

let account_uuid: string;
let client_uuid: string;
let contact_uuid: string;

before(async () => {
  await page.goto('/today');
  const [login] = await api(page, 'GET', '/api/v2/logins');
  account_uuid = login.account_uuid;
  client_uuid = (await api(page, 'POST', '/api/v2/clients', { account_uuid, name: 'Acme' })).uuid;
  const contact = {
    account_uuid,
    name: 'Anna Weber',
    phones: [{ value: '+49 30 40111' }],
    clients: [{ client_uuid }],
  };
  contact_uuid = (await api(page, 'POST', '/api/v2/contacts', contact)).uuid;
  // A press on a number must not leave the page for an application that a test machine lacks.
  await page.addInitScript(`document.addEventListener('click', (event) => {
    if (event.target.closest('a[href^="tel:"]')) event.preventDefault();
  });`);
});

const history = () => page.getByRole('region', { name: 'Timeline' });
const composer = () =>
  page.getByRole('region', { name: 'Write down' }).or(page.getByRole('dialog', { name: 'Write down' }));
const newest = async () =>
  (await api(page, 'GET', '/api/v2/tasks?filter[type]=call&sort=-created_at&limit=1'))[0];

test('on a phone a press on a number calls, and one more logs the call with that person', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/clients/${client_uuid}`);
  const call = page
    .getByRole('navigation', { name: 'Call, mail and log' })
    .getByRole('link', { name: 'Call' });
  assert.equal(await call.getAttribute('href'), 'tel:+493040111');
  await call.click();
  await composer().getByRole('button', { name: 'Log it' }).waitFor();
  assert.equal(await composer().getByRole('radio', { name: 'Reached' }).isChecked(), true);
  assert.deepEqual(await findBarriers(page), []);
  await pictures(page, 'log-call');
  await page.setViewportSize({ width: 390, height: 844 });
  await composer().getByRole('button', { name: 'Log it' }).click();
  await history().getByText('Outgoing call').waitFor();
  await history().getByText('with Anna Weber').waitFor();
  const logged = await newest();
  assert.deepEqual([logged.status, logged.direction], ['completed', 'outgoing']);
  assert.deepEqual(
    logged.records.map(({ uuid }: { uuid: string }) => uuid),
    [client_uuid, contact_uuid],
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await history().getByText('and took it back').waitFor();
  assert.notEqual((await newest())?.uuid, logged.uuid);
});

test('a call, a meeting and an e-mail say how they went, and nothing planned looks done', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/contacts/${contact_uuid}`);
  await page.getByRole('button', { name: 'Log a call to +49 30 40111' }).click();
  await composer().getByRole('combobox', { name: 'Direction' }).click();
  await page.getByRole('option', { name: 'Incoming' }).click();
  await composer().getByRole('combobox', { name: 'How the call ended' }).click();
  await page.getByRole('option', { name: 'Reached' }).click();
  await composer().getByRole('textbox', { name: 'Minutes' }).fill('12');
  await composer().getByRole('textbox', { name: 'What it was about' }).fill('The offer');
  await composer().getByRole('textbox', { name: 'Outcome' }).fill('She takes ten seats.');
  await composer().getByRole('button', { name: 'Log it' }).click();
  await history().getByText('She takes ten seats.').waitFor();
  const entry = history().getByRole('listitem').filter({ hasText: 'The offer' });
  assert.match(await entry.innerText(), /^Incoming call The offer 12 min · Reached · by Ada/);
  const records = [
    { resource: 'client', uuid: client_uuid },
    { resource: 'contact', uuid: contact_uuid },
  ];
  const add = (fields: object) => api(page, 'POST', '/api/v2/tasks', { account_uuid, records, ...fields });
  await add({ title: 'Call back', type: 'call', due_on: '2027-01-15' });
  await add({ title: 'Fair', type: 'meeting', status: 'completed', completed_at: '2026-10-01T09:00:00Z' });
  await add({ title: 'E-mail', type: 'email', status: 'completed', direction: 'incoming' });
  await add({ title: 'Send the offer' });
  await page.goto(`/clients/${client_uuid}`);
  const said = (text: string) => history().getByRole('listitem').filter({ hasText: text });
  await said('Call planned: Call back').waitFor();
  assert.match(await said('Call planned').innerText(), /Jan 15, 2027/);
  await said('Meeting Fair').filter({ hasText: 'Anna Weber' }).waitFor();
  assert.match(await said('Meeting Fair').innerText(), /with Anna Weber · Oct 1, 2026/);
  await said('E-mail received with Anna Weber').waitFor();
  // The ring of what is planned is another picture than that of what was done.
  const icon = (text: string) => said(text).locator('.timeline-icon').innerHTML();
  assert.match(await icon('Call planned'), /stroke-dasharray/);
  assert.match(await icon('Send the offer'), /stroke-dasharray/);
  assert.doesNotMatch(await icon('Meeting Fair'), /stroke-dasharray/);
  await pictures(page, 'timeline-of-calls');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a history shows what people said of one sort, or what fields became', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let number = 1; number <= 25; number++)
    await api(page, 'PATCH', `/api/v2/clients/${client_uuid}`, { description: `Version ${number}` });
  await page.goto(`/clients/${client_uuid}`);
  const lines = () => history().locator('.timeline li');
  const show = (sort: string) => history().getByRole('button', { name: sort, exact: true }).click();
  await show('Calls, meetings');
  // Older than the first page of the history.
  await history().getByText('Meeting Fair').waitFor();
  assert.equal(await history().getByText('Send the offer').count(), 0);
  assert.ok((await lines().allInnerTexts()).every((text) => /call|Meeting/i.test(text)));
  await show('Mails');
  await history().getByText('E-mail received with Anna Weber').waitFor();
  await history().getByText('Meeting Fair').waitFor({ state: 'detached' });
  await show('Notes');
  await history().getByText('Nothing of this sort yet.').waitFor();
  await show('Changes');
  await history().getByText('Version 25').first().waitFor();
  await pictures(page, 'timeline-of-changes');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a fax is no number to call: on pages, at related people and in lists', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const fax = { value: '+49 30 40199', label: 'Work fax', primary: true };
  const client = await api(page, 'POST', '/api/v2/clients', {
    account_uuid,
    name: 'Fax only',
    phones: [fax],
  });
  const contact = await api(page, 'POST', '/api/v2/contacts', {
    account_uuid,
    name: 'Otto Fern',
    phones: [fax, { value: '+49 30 40123' }],
    clients: [{ client_uuid: client.uuid }],
  });
  await page.goto(`/contacts/${contact.uuid}`);
  await page.getByRole('button', { name: 'Log a call to +49 30 40123' }).waitFor();
  await page.getByText('+49 30 40199').waitFor();
  const calls = page.locator('a[href^="tel:"]');
  assert.deepEqual(await calls.allTextContents(), ['+49 30 40123']);
  assert.equal(await page.getByRole('button', { name: /^Log a call to/ }).count(), 1);
  await pictures(page, 'fax-contact');
  await page.goto(`/clients/${client.uuid}`);
  await page.locator('.call-link').waitFor();
  assert.deepEqual(await calls.allTextContents(), ['+49 30 40123']);
  await pictures(page, 'fax-client');
  await api(page, 'POST', '/api/v2/contacts', { account_uuid, name: 'Ottilie Gray', phones: [fax] });
  await page.goto('/contacts?q=Ott');
  const numberOf = (name: RegExp) => page.getByRole('row', { name }).getByText('+49');
  assert.equal(await numberOf(/Otto/).innerText(), '+49 30 40123');
  assert.equal(await numberOf(/Ottilie/).innerText(), 'Fax +49 30 40199');
  await pictures(page, 'fax-list');
  assert.deepEqual(ada.faults, []);
});
