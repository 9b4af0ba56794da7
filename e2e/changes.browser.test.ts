import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, openPerson, quiet, startForAda, takeScreenshot } from './rapport.ts';

const { rapport, browser, ada, stop } = await startForAda();
after(stop);
const { page } = ada;
await page.goto('/clients');
const [login] = await api(page, 'GET', '/api/v2/logins');
const { account_uuid } = login;

const newClients = (...names: string[]) =>
  api(page, 'POST', '/api/v2/clients/batch', {
    account_uuid,
    operations: names.map((name) => ({ action: 'create', data: { name, industry: 'Steam' } })),
  });
const industriesOf = async (words: string) => {
  const found = await api(page, 'GET', `/api/v2/clients?q=${words}&sort=name`);
  return found.map(({ industry }: { industry: string }) => industry);
};

/** Sets the industry of all Clients that the words find, as one bulk edit. */
async function editAll(words: string, industry: string): Promise<void> {
  await page.goto(`/clients?q=${words}`);
  await page.getByLabel('Select all that are loaded').check();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Industry' }).click();
  await dialog.getByRole('textbox', { name: 'Value' }).fill(industry);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/Clients? changed\./).waitFor();
}

test('a bulk edit is taken back on another computer, by keys from the palette on', async () => {
  await newClients('Bulk one', 'Bulk two', 'Bulk three');
  await editAll('bulk', 'Diesel');
  const other = await openPerson(browser, rapport.base_url, {
    storageState: await ada.context.storageState(),
  });
  const { keyboard } = other.page;
  await other.page.goto('/today');
  await other.page.getByRole('heading', { level: 1 }).waitFor();
  await keyboard.press('Control+k');
  await focused(other.page.getByRole('textbox', { name: 'Search or jump to' }));
  await keyboard.type('undo');
  await other.page.getByText('Who changed what, and how to take it back').waitFor();
  // The deleted records answer to the same word.
  await keyboard.type(' history');
  await other.page.getByText('Deleted Clients').waitFor({ state: 'detached' });
  await keyboard.press('Enter');
  await tabTo(other.page.getByRole('link', { name: 'Clients: 3 changed' }));
  await keyboard.press('Enter');
  await other.page.getByRole('heading', { level: 1, name: 'Clients: 3 changed' }).waitFor();
  await other.page.getByText('Industry: Steam Diesel').first().waitFor();
  await tabTo(other.page.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Enter');
  await other.page.getByText('3 records will be as before.').waitFor();
  await tabTo(other.page.getByRole('dialog').getByRole('button', { name: 'Undo' }));
  await takeScreenshot(other.page, 'change-undo-dialog');
  await keyboard.press('Enter');
  await other.page.getByText('3 records are as before.').waitFor();
  await other.page.getByRole('link', { name: 'another change' }).waitFor();
  assert.deepEqual(await industriesOf('bulk'), ['Steam', 'Steam', 'Steam']);
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('what was changed since stays, and the page of the undo names it with its field', async () => {
  await newClients('Kept one', 'Kept two');
  await editAll('kept', 'Diesel');
  const [first] = await api(page, 'GET', '/api/v2/clients?q=kept&sort=name');
  await api(page, 'PATCH', `/api/v2/clients/${first.uuid}`, { industry: 'By hand' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 record is as before; 1 thing stays as now.').waitFor();
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  const kept = page.getByRole('region', { name: 'What stays as it is' });
  await kept.getByText('Kept one: Industry. It has changed since.').waitFor();
  assert.deepEqual(await industriesOf('kept'), ['By hand', 'Steam']);
  await takeScreenshot(page, 'change-kept');
  assert.deepEqual(ada.faults, []);
});

test('an undo is done again with Redo', async () => {
  await newClients('Again one', 'Again two');
  await editAll('again', 'Diesel');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByText('2 records are as before.').nth(0).waitFor();
  await page.getByText('Diesel', { exact: true }).nth(1).waitFor();
  assert.deepEqual(await industriesOf('again'), ['Diesel', 'Diesel']);
  assert.deepEqual(ada.faults, []);
});

test('the timeline of a record leads to the change, which says what else it did', async () => {
  await newClients('Line one', 'Line two');
  await editAll('line', 'Diesel');
  await page.getByRole('link', { name: 'Line one' }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: 'Undo …' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Clients: 2 changed' }).waitFor();
  await page.getByRole('link', { name: 'Line two' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a change of which nothing is left says so, and offers no undo', async () => {
  await newClients('Nothing left');
  const [client] = await api(page, 'GET', '/api/v2/clients?q=nothing+left');
  await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { industry: 'By hand' });
  await page.goto('/settings/changes');
  await page.getByRole('link', { name: 'Clients: 1 created' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing of it can be taken back').waitFor();
  await dialog.getByText('Nothing left: Industry. It has changed since.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Undo' }).isDisabled(), true);
  assert.deepEqual(ada.faults, []);
});

test('a viewer reads the changes and takes none back', async () => {
  await page.route('**/api/v2/logins*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const data = body.data.map((one: object) => ({ ...one, role: 'viewer' }));
    await route.fulfill({ response, json: { ...body, data } });
  });
  await page.goto('/settings/changes');
  await page.getByText('Your role lets you read what was changed.').waitFor();
  await page
    .getByRole('link', { name: /^Clients: / })
    .first()
    .click();
  await page.getByRole('region', { name: 'What it did' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
  await page.unrouteAll({ behavior: 'wait' });
  assert.deepEqual(ada.faults, []);
});

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`axe finds nothing on the ${scheme} pages of changes on a ${name} screen`, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto('/settings/changes');
      await page
        .getByRole('link', { name: /^Clients: 2 changed/ })
        .first()
        .waitFor();
      await takeScreenshot(page, `changes-${name}-${scheme}`);
      for (const badge of await page.locator('td .mantine-Badge-label').all())
        assert.ok(await badge.evaluate((label) => label.scrollWidth <= label.clientWidth), 'no word is cut');
      assert.deepEqual(await findBarriers(page), []);
      await page
        .getByRole('link', { name: /^Clients: 2 changed/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'What it did' }).waitFor();
      await quiet(page);
      await takeScreenshot(page, `change-${name}-${scheme}`);
      assert.deepEqual(await findBarriers(page), []);
      const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.equal(await page.evaluate(overhang), 0);
    });
