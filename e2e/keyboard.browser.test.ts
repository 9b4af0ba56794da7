import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { focused, tabTo } from './keys.ts';
import { ADA, findBarriers, hold, startForAda, startReceiver, stopRouting } from './rapport.ts';

const { ada, stop } = await startForAda();
const receiver = await startReceiver();

before(async () => {
  await ada.page.goto('/clients');
  await ada.page.getByText('No Clients yet').waitFor();
});
after(async () => {
  receiver.close();
  await stop();
});

test('what is typed before the palette has come is typed into it', async () => {
  const { page } = ada;
  const script = await hold(page, /\/assets\/later-[\w-]+\.js/);
  await page.reload();
  await page.getByText('No Clients yet').waitFor();
  await page.keyboard.press('Control+k');
  await script.asked;
  await page.keyboard.type('cals');
  await page.keyboard.press('Backspace');
  script.release();
  const search = page.getByPlaceholder('Search or jump to').last();
  await focused(search);
  await page.keyboard.type('endar');
  await page.locator('.mantine-Spotlight-action[data-selected]', { hasText: 'Calendar' }).first().waitFor();
  assert.equal(await search.inputValue(), 'calendar');
  await page.keyboard.press('Escape');
  await page.locator('.mantine-Spotlight-content').waitFor({ state: 'hidden' });
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('the keyboard alone creates, finds, edits, deletes and restores a Client', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await keyboard.press('n');
  await focused(page.getByRole('dialog').getByLabel('Name'));
  await keyboard.type('Difference Engines');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Difference Engines' }).waitFor();

  await keyboard.press('Control+k');
  await focused(page.getByPlaceholder('Search or jump to').last());
  await keyboard.type('Clients');
  await page
    .locator('.mantine-Spotlight-action', { hasText: /^Clients/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/clients');
  await page.getByText('1 Client', { exact: true }).waitFor();

  await page.locator('.mantine-Spotlight-content').waitFor({ state: 'hidden' });
  await keyboard.press('/');
  await focused(page.getByRole('searchbox'));
  await keyboard.type('differ');
  await page.waitForURL(/q=differ/);
  await page.getByText('1 Client', { exact: true }).waitFor();
  await tabTo(page.getByLabel('Clients', { exact: true }));
  await keyboard.press('j');
  await keyboard.press('e');
  await focused(page.getByRole('textbox', { name: 'Name' }));
  await keyboard.press('End');
  await keyboard.type(' No. 2');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Difference Engines No. 2' }).waitFor();
  // The focus stays on the field, so the next Tab continues from there.
  await focused(page.getByRole('button', { name: /^Edit Name/ }));

  await page.goBack();
  await tabTo(page.getByLabel('Clients', { exact: true }));
  await keyboard.press('j');
  await keyboard.press('x');
  await tabTo(page.getByRole('button', { name: 'Delete', exact: true }));
  await keyboard.press('Enter');
  await focused(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await keyboard.press('Enter');
  await page.getByText('1 Client deleted.').waitFor();
  await tabTo(page.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Enter');
  await page.getByText('1 record is as before.').waitFor();

  await keyboard.press('Escape');
  await keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('the palette creates a Client and changes the colour scheme', async () => {
  const { page } = ada;
  const { keyboard } = page;
  const search = page.getByPlaceholder('Search or jump to').last();
  const run = async (words: string, label: string) => {
    await keyboard.press('Control+k');
    await focused(search);
    await keyboard.type(words);
    const chosen = page.locator('.mantine-Spotlight-action[data-selected]', { hasText: label });
    await chosen.waitFor();
    // One sees which row Enter is for.
    const ground = await chosen.evaluate(
      (row) => row.ownerDocument.defaultView!.getComputedStyle(row).backgroundColor,
    );
    assert.notEqual(ground, 'rgba(0, 0, 0, 0)');
    await keyboard.press('Enter');
    await page.locator('.mantine-Spotlight-content').waitFor({ state: 'hidden' });
  };
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await run('theme dark', 'Theme: Dark');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await run('light', 'Theme: Light');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await run('import', 'Import Clients, Contacts and Deals from files');
  await page.waitForURL('**/settings/imports');
  await run('new client', 'New Client');
  await focused(page.getByRole('dialog', { name: 'New Client' }).getByLabel('Name'));
  await page.waitForURL((url) => url.pathname === '/clients' && url.search === '');
  await keyboard.press('Escape');
  assert.deepEqual(ada.faults, []);
});

test('the keyboard alone creates and tests a subscription', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await tabTo(page.getByRole('link', { name: 'Settings' }));
  await keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'Webhooks' }));
  await keyboard.press('Enter');
  await page.getByText('No subscriptions yet').waitFor();
  await tabTo(page.getByRole('button', { name: 'New subscription' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await focused(dialog.getByLabel('Address of the receiver'));
  await keyboard.type(receiver.url);
  await tabTo(dialog.getByLabel(/^Events/));
  await keyboard.type('client.upd');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await dialog.getByText('Sample of the body').waitFor();
  await tabTo(dialog.getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Delivery log' }).waitFor();
  await tabTo(page.getByRole('button', { name: 'Send', exact: true }));
  await keyboard.press('Enter');
  await page.getByText(/^Answered 204/).waitFor();
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(ada.faults, []);
});

test('a reload loses no typed text: forms and fields come back as they were left', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Half a nam');
  await page.reload();
  await page.getByRole('button', { name: 'New Client' }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Half a nam');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: /^Difference Engines/ }).click();
  await page.getByRole('button', { name: /^Edit Description/ }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('A long note that took an hour');
  await page.reload();
  const notes = page.getByRole('textbox', { name: 'Description' });
  assert.equal(await notes.inputValue(), 'A long note that took an hour');
  await focused(notes);
  await page.keyboard.press('Control+Enter');
  await page.locator('.markdown').getByText('A long note that took an hour').waitFor();

  await page.goto('/settings/account-details');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('What is it for?').fill('Nightly exp');
  await page.reload();
  await page.getByRole('button', { name: 'New token' }).click();
  assert.equal(await page.getByLabel('What is it for?').inputValue(), 'Nightly exp');

  await page.goto('/clients');
  const openBulkEdit = async () => {
    await page.getByRole('checkbox', { name: /^Select Difference/ }).check();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  };
  await openBulkEdit();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Industry' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('Calculating mach');
  await page.reload();
  await openBulkEdit();
  assert.equal(
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).inputValue(),
    'Calculating mach',
  );

  await page.goto('/settings/webhooks');
  await page.locator('#content').getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: 'Recover' }).click();
  await page.getByRole('dialog').getByLabel('From').fill('2026-03-01T08:30');
  await page.reload();
  await page.getByRole('button', { name: 'Recover' }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('From').inputValue(), '2026-03-01T08:30');

  await page.goto('/accounts');
  await page.getByRole('link', { name: ADA.account_name }).click();
  await page.getByLabel('Name of the business').fill('Lovelace & Dau');
  await page.reload();
  assert.equal(await page.getByLabel('Name of the business').inputValue(), 'Lovelace & Dau');

  await page.goto('/developers/verify');
  await page.getByLabel('Body, exactly as it arrived').fill('{"event":');
  await page.getByLabel(/^Signing secret/).fill('secret of a subscription');
  await page.reload();
  assert.equal(await page.getByLabel('Body, exactly as it arrived').inputValue(), '{"event":');
  // The secret is not stored.
  assert.equal(await page.getByLabel(/^Signing secret/).inputValue(), '');
  assert.deepEqual(ada.faults, []);
});

test('a refusal loses no typed text, and is shown beside its field or with its request id', async () => {
  const { page } = ada;
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the receiver').fill('https://169.254.169.254/');
  await dialog.getByLabel(/^Events/).fill('client.created');
  await page.getByRole('option', { name: /^client\.created/ }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.mantine-InputWrapper-error').waitFor();
  assert.equal(await dialog.getByLabel('Address of the receiver').inputValue(), 'https://169.254.169.254/');
  await dialog
    .getByText(/^client\.created/)
    .first()
    .waitFor();

  await page.goto('/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64');
  await page.getByText(/^It was deleted, or/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  await page.getByText(/^Request [0-9a-f-]{36}$/).waitFor();
  await page.locator('#content').getByRole('link', { name: 'Clients' }).click();
  await page.getByText('1 Client', { exact: true }).waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !/status of (422|404)/.test(fault));
  assert.deepEqual(unexpected, []);
});

test('no dialog or menu has a barrier (WCAG AA)', async () => {
  const { page } = ada;
  const barriers: string[] = [];
  const look = async (name: string, path: string, open: () => Promise<void>, shown: Locator) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await open();
    await shown.waitFor();
    // Waits until nothing fades in, which would look like too little contrast.
    await settled();
    barriers.push(...(await findBarriers(page)).map((line) => `${name}: ${line}`));
  };
  const settled = async () => {
    while (
      await page.evaluate(
        'document.getAnimations().length > 0 || !!document.querySelector("[data-transitioning]")',
      )
    )
      await page.evaluate('new Promise(requestAnimationFrame)');
  };
  const click = (name: string) => () => page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await look('new Client', '/clients', click('New Client'), dialog.getByLabel('Name'));
  await look('filter', '/clients', click('Filter'), page.getByLabel('Field').first());
  await look('columns', '/clients', click('Columns'), page.getByLabel('Industry').first());
  await look(
    'palette',
    '/clients',
    () => page.keyboard.press('Control+k'),
    page.getByPlaceholder('Search or jump to').last(),
  );
  await look('you', '/clients', click('You'), page.getByRole('menuitem', { name: 'Sign out' }));
  await look('keyboard', '/clients', () => page.keyboard.press('Shift+?'), dialog.getByText('This list'));
  await look(
    'new token',
    '/settings/account-details',
    click('New token'),
    dialog.getByLabel('What is it for?'),
  );
  await look(
    'new subscription',
    '/settings/webhooks',
    click('New subscription'),
    dialog.getByLabel('Address of the receiver'),
  );
  assert.deepEqual(barriers, []);
});
