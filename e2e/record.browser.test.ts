import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api, expectOnly, openNewClient } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, startForAda, stopRouting, takeScreenshot } from './rapport.ts';

const NOTES = 'See [the **plans**](https://example.com/plans).';

const { ada, stop } = await startForAda();
after(stop);

test('a refused Owner is reported to keyboard users', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Engine' });
  await page.route('**/api/v2/clients/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 403,
          json: { code: 'role_insufficient', detail: 'Your role lets you read.' },
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: /^Edit Owner/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
  await chooseByKeyboard(page, 'Ada Lovelace');
  await page.getByText('Your role lets you read.').waitFor();
  await stopRouting(page);
  await page.keyboard.press('Escape');
  await focused(page.getByRole('button', { name: /^Edit Owner/ }));
  expectOnly(ada, /403/);
});

test('choosing the present value changes nothing', async () => {
  const { page } = ada;
  const me = await api(page, 'GET', '/api/v2/me');
  const uuid = await openNewClient(page, { name: 'Loom', status: 'active', owner_uuid: me.uuid });
  for (const [field, option] of [
    ['Status', 'Active'],
    ['Owner', 'Ada Lovelace'],
  ] as const) {
    const closed = page.getByRole('button', { name: `Edit ${field}: ${option}` });
    await closed.click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await closed.waitFor();
  }
  const { version, owner_uuid } = await api(page, 'GET', `/api/v2/clients/${uuid}`);
  assert.deepEqual({ version, owner_uuid }, { version: 1, owner_uuid: me.uuid });
  await page.getByRole('button', { name: /^Edit Owner/ }).click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
  await tabTo(page.getByRole('button', { name: 'Clear Owner' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Owner:', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('an Owner who has left the Account is not shown as a uuid', async () => {
  const { page } = ada;
  const me = await api(page, 'GET', '/api/v2/me');
  await page.route('**/logins?*', async (route) => {
    const answer = await route.fetch();
    const json = JSON.parse(
      (await answer.text()).replaceAll(me.uuid, '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'),
    );
    await route.fulfill({ json });
  });
  const uuid = await openNewClient(page, { name: 'Orphan', owner_uuid: me.uuid });
  await page.getByRole('button', { name: 'Edit Owner: No longer a member' }).waitFor();
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { owner_uuid: null });
  await page.reload();
  await page.locator('.timeline').getByText('Owner: No longer a member empty').waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('a website keeps its scheme, and any scheme but http and https is refused', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Web' });
  const type = async (address: string) => {
    await page.getByRole('button', { name: /^Edit Website/ }).click();
    await page.getByRole('textbox', { name: 'Website' }).fill(address);
    await page.keyboard.press('Enter');
  };
  await type('HTTP://Example.COM/x');
  await page.getByRole('link', { name: 'HTTP://Example.COM/x' }).waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/clients/${uuid}`)).domain, 'example.com');
  await type('ftp://example.com');
  await page.getByText(/^This must be an address such as/).waitFor();
  await page.keyboard.press('Escape');
  await type('example.com/y');
  await page.getByRole('link', { name: 'https://example.com/y' }).waitFor();

  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Capital');
  await page.getByRole('textbox', { name: 'Website' }).fill('HTTPS://Example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('link', { name: 'HTTPS://Example.org' }).waitFor();
  expectOnly(ada, /422/);
});

test('the page of a Client links to its e-mail, phone and website, and never to a script', async () => {
  const { page } = ada;
  await openNewClient(page, {
    name: 'Reachable',
    emails: [{ value: 'a+b?c@example.com' }],
    phones: [{ value: '+49 (0)30 123-45' }, { value: 'ask the porter' }],
    website: 'https://example.com/',
  });
  const href = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  assert.equal(await href('a+b?c@example.com'), 'mailto:a%2Bb%3Fc@example.com');
  assert.equal(await href('+49 (0)30 123-45'), 'tel:+493012345');
  assert.equal(await href('https://example.com/'), 'https://example.com/');
  await page.getByText('ask the porter').waitFor();
  assert.equal(await page.getByRole('link', { name: 'ask the porter' }).count(), 0);
  await takeScreenshot(page, 'contact-links');
  await page.getByRole('button', { name: 'Edit Phone' }).click();
  await page.getByRole('textbox', { name: 'Phone 1', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('typing the name of an existing Client offers a link to it', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Twice & Sons' });
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Twice & Sons');
  const line = page.getByText('It looks like the Client Twice & Sons: the same name.');
  await line.waitFor();
  assert.match((await line.textContent())!, /the same name\. created \w+ \d+, \d{4}$/);
  await page.getByRole('link', { name: 'Twice & Sons' }).last().click();
  await page.waitForURL(`**/clients/${uuid}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('an address with an umlaut stays as it was typed', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Umlaut');
  await page.getByRole('textbox', { name: 'E-mail' }).pressSequentially('jane@exämple.com');
  await page.getByRole('dialog').getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('heading', { level: 1, name: 'Umlaut' }).waitFor();
  await page.getByText('jane@exämple.com').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('each e-mail address has a row of its own, with a label and the choice of the primary one', async () => {
  const { page } = ada;
  const office = { value: 'ofice@example.com', label: 'office', primary: true };
  const home = { value: 'home@example.com', label: 'home' };
  const uuid = await openNewClient(page, { name: 'Points', emails: [office, home] });
  const edit = page.getByRole('button', { name: /^Edit E-mail/ });
  const save = async () => {
    await page.keyboard.press('Enter');
    await edit.waitFor();
    return (await api(page, 'GET', `/api/v2/clients/${uuid}`)).emails;
  };
  await edit.click();
  await page.getByRole('textbox', { name: 'E-mail 1', exact: true }).fill('office@example.com');
  const corrected = { ...office, value: 'office@example.com' };
  assert.deepEqual(await save(), [corrected, home]);
  await edit.click();
  await page.getByRole('button', { name: 'Add an e-mail address' }).click();
  await page.keyboard.type('new@example.com');
  await page.getByRole('radio', { name: 'Use first' }).last().click();
  await page.getByRole('button', { name: 'Remove E-mail 1' }).click();
  await page.getByRole('textbox', { name: 'E-mail 1', exact: true }).focus();
  assert.deepEqual(await save(), [home, { value: 'new@example.com', primary: true }]);
  assert.deepEqual(ada.faults, []);
});

test('each part of an address has an input of its own, and countries, languages and currencies are chosen', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Hauptstrasse' });
  await page.getByRole('button', { name: /^Edit Address/ }).click();
  await page.keyboard.type('Hauptstr. 5');
  await page.getByRole('textbox', { name: 'Postal code' }).fill('10115');
  await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await page
    .getByRole('combobox', { name: 'Country' })
    .or(page.getByLabel('Address: Country'))
    .first()
    .click();
  await page.keyboard.type('German');
  await page.getByRole('option', { name: 'Germany' }).click();
  await takeScreenshot(page, 'address-editor');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Address: Hauptstr. 5, 10115 Berlin, Germany' }).waitFor();
  await page.getByRole('button', { name: /^Edit Currency/ }).click();
  await page.keyboard.type('euro');
  await page.getByRole('option', { name: /^EUR/ }).click();
  await page.getByRole('button', { name: /^Edit Currency: EUR/ }).waitFor();
  const { addresses, currency } = await api(page, 'GET', `/api/v2/clients/${uuid}`);
  const address = { street: 'Hauptstr. 5', postal_code: '10115', city: 'Berlin', country: 'DE' };
  assert.deepEqual([addresses, currency], [[address], 'EUR']);
  assert.deepEqual(ada.faults, []);
});

test('Tab keeps a typed country, and Enter takes the first choice', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'By keyboard' });
  await page.getByRole('button', { name: /^Edit Address/ }).click();
  await page.keyboard.type('1 Main St');
  await page.getByRole('combobox', { name: 'Address: Country' }).focus();
  await page.keyboard.type('united states');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Edit Address: 1 Main St/ }).waitFor();
  await page.getByRole('button', { name: /^Edit Currency/ }).click();
  await page.keyboard.type('euro');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Currency: EUR/ }).click();
  await page.keyboard.type('yen');
  await page.getByRole('option', { name: /^JPY/ }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Currency: EUR/ }).waitFor();
  const { addresses, currency } = await api(page, 'GET', `/api/v2/clients/${uuid}`);
  assert.deepEqual([addresses, currency], [[{ street: '1 Main St', country: 'US' }], 'EUR']);
  assert.deepEqual(ada.faults, []);
});

test('Cancel discards the text of a new Client, Escape keeps it', async () => {
  const { page } = ada;
  await page.goto('/clients');
  const dialog = page.getByRole('dialog', { name: 'New Client' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const open = () => page.getByRole('button', { name: 'New Client' }).click();
  await open();
  await name.fill('By accident');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  assert.equal(await name.inputValue(), 'By accident');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open();
  assert.equal(await name.inputValue(), '');
  assert.deepEqual(ada.faults, []);
});

test('a description can be read, its links followed, and edited with a button', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Notes', description: NOTES });
  const link = page.getByRole('link', { name: 'the plans' });
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'notes');
  await page.getByRole('button', { name: 'Edit Description' }).click();
  await focused(page.getByRole('textbox', { name: 'Description' }));
  await page.keyboard.press('Escape');
  await focused(page.getByRole('button', { name: 'Edit Description' }));
  assert.deepEqual(ada.faults, []);
});

test('a description keeps its lines, and its headings rank below those of the page', async () => {
  const { page } = ada;
  const description = '# Terms\n\n30 days net\nSecond line\n\n- one\n- two';
  await openNewClient(page, { name: 'Lines', description });
  await page.getByRole('heading', { level: 3, name: 'Terms' }).waitFor();
  const lines = await page.locator('.markdown p').innerText();
  assert.equal(lines, '30 days net\nSecond line');
  await takeScreenshot(page, 'notes-lines');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('saving a Client that was deleted in the meantime says so in plain words', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Gone' });
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  await page.getByRole('textbox', { name: 'Industry' }).fill('Steam');
  await api(page, 'DELETE', `/api/v2/clients/${uuid}`);
  await page.keyboard.press('Enter');
  await page.getByText(/^It was deleted, or it belongs to an Account/).waitFor();
  expectOnly(ada, /404/);
});

/** Goes down to an option of the open list and chooses it. */
async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name });
  while ((await option.getAttribute('data-combobox-selected')) === null)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
