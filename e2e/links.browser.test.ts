import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, expectOnly } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
let task: { uuid: string };

before(async () => {
  await page.goto('/clients');
  const { uuid } = await api(page, 'POST', '/api/v2/clients', { name: 'Abel Works' });
  await api(page, 'POST', '/api/v2/contacts', { name: 'Grace Babel' });
  await api(page, 'POST', '/api/v2/deals', { title: 'Babel tower', client_uuid: uuid });
  const records = [{ resource: 'client', uuid }];
  task = await api(page, 'POST', '/api/v2/tasks', { title: 'Call back', records });
});

const cell = page.locator('td[data-column="records"]');
const links = async () =>
  (await api(page, 'GET', `/api/v2/tasks/${task.uuid}`)).records.map(
    ({ resource }: { resource: string }) => resource,
  );

test('a Task names the records that it is about, and each name leads there', async () => {
  await page.goto('/tasks');
  await cell.getByRole('link', { name: 'Abel Works' }).click();
  await page.getByRole('heading', { level: 1, name: 'Abel Works' }).waitFor();
});

test('a record that is renamed has its new name at once where others name it', async () => {
  const rename = async (from: string, to: string) => {
    await page.getByRole('link', { name: from }).first().click();
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByLabel('Name', { exact: true }).fill(to);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: to }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Tasks', exact: true }).click();
    await cell.getByRole('link', { name: to }).waitFor({ timeout: 10_000 });
  };
  await page.goto('/tasks');
  await rename('Abel Works', 'Cain Works');
  await rename('Cain Works', 'Abel Works');
});

test('by keyboard alone, a person is added to a Deal from the line that adds people', async () => {
  const [deal] = await api(page, 'GET', '/api/v2/deals');
  await page.goto(`/deals/${deal.uuid}`);
  const line = page.getByRole('button', { name: /^Edit Contacts/ });
  await line.focus();
  await page.keyboard.press('Enter');
  await focused(page.getByRole('combobox', { name: 'Contacts 1' }));
  await page.keyboard.type('grace');
  await page.getByRole('option', { name: 'Grace Babel' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Grace Babel' }).waitFor();
});

test('by keyboard alone, links to several kinds are added and taken away in a cell, and set back', async () => {
  await page.goto('/tasks');
  await cell.getByText('Abel Works').waitFor();
  const { keyboard } = page;
  await keyboard.press('j');
  for (let presses = 0; presses < 6; presses++) await keyboard.press('ArrowRight');
  await page.locator('td[data-at][data-column="records"]').waitFor();
  await keyboard.press('F2');
  const search = page.getByRole('dialog').getByRole('combobox', { name: 'About' });
  await focused(search);
  // One search finds records of all kinds; Enter takes the first.
  await search.pressSequentially('babel');
  await page.getByRole('option', { name: 'Babel tower' }).waitFor();
  await takeScreenshot(page, 'links');
  assert.deepEqual(await findBarriers(page), []);
  await focused(search);
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('list', { name: 'About' }).getByRole('listitem');
  await chosen.nth(1).waitFor();
  await search.pressSequentially('babel');
  await page.getByRole('option', { name: 'Babel tower' }).waitFor();
  // A chosen record is not offered again.
  assert.equal(await page.getByRole('option', { name: 'Grace Babel' }).count(), 0);
  await focused(search);
  await page.keyboard.press('Enter');
  await chosen.filter({ hasText: 'Babel tower' }).waitFor();
  assert.deepEqual(await chosen.allInnerTexts(), [
    'Client Abel Works',
    'Contact Grace Babel',
    'Deal Babel tower',
  ]);
  await page.getByRole('button', { name: 'Remove Abel Works' }).focus();
  await page.keyboard.press('Enter');
  await focused(search);
  await focused(search);
  await page.keyboard.press('Enter');
  await cell.getByRole('link', { name: 'Babel tower' }).waitFor();
  await focused(page.getByLabel('Tasks', { exact: true }));
  assert.deepEqual(await links(), ['contact', 'deal']);
  await page.getByText('About of Call back is changed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell.getByRole('link', { name: 'Abel Works' }).waitFor();
  assert.deepEqual(await links(), ['client']);
  assert.deepEqual(ada.faults, []);
});

test('links that were chosen and not saved are kept on Escape', async () => {
  await page.goto('/tasks');
  await cell.hover();
  await page.getByRole('button', { name: 'Edit About' }).click();
  const search = page.getByRole('combobox', { name: 'About' });
  await search.pressSequentially('babel');
  await page.getByRole('option', { name: 'Grace Babel' }).click();
  await page.getByRole('button', { name: 'Remove Grace Babel' }).waitFor();
  await focused(search);
  await page.keyboard.press('Escape');
  await page.getByText('About: your change is not saved.').waitFor();
  assert.deepEqual(await links(), ['client']);
  assert.deepEqual(ada.faults, []);
});

test('links that somebody else has changed meanwhile are named, and neither change is lost', async () => {
  await page.goto('/tasks');
  await cell.hover();
  await page.getByRole('button', { name: 'Edit About' }).click();
  const search = page.getByRole('combobox', { name: 'About' });
  await search.pressSequentially('babel');
  await page.getByRole('option', { name: 'Grace Babel' }).click();
  const [deal] = await api(page, 'GET', '/api/v2/deals');
  const records = [{ resource: 'deal', uuid: deal.uuid }];
  await api(page, 'PATCH', `/api/v2/tasks/${task.uuid}`, { records });
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody changed this meanwhile' });
  await conflict.getByText('Babel tower').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await cell.getByRole('link', { name: 'Grace Babel' }).waitFor();
  assert.deepEqual(await links(), ['client', 'contact']);
  expectOnly(ada, /412/);
});

test('the list of a picker covers no button of a narrow form, and a press on one takes the first match', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/notes?create=note');
  const dialog = page.getByRole('dialog', { name: 'New Note' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('They called.');
  await dialog.getByRole('combobox', { name: 'About' }).pressSequentially('abel');
  await dialog.getByRole('option', { name: 'Abel Works', exact: true }).waitFor();
  await takeScreenshot(page, 'picker-phone');
  await dialog.getByRole('button', { name: 'New Note' }).click();
  await page.getByText('They called. is created.').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the list of a picker begins with the names that one types, before words in other fields', async () => {
  await api(page, 'POST', '/api/v2/clients', { name: 'Noon 12' });
  const operations = Array.from({ length: 25 }, (_, at) => ({
    action: 'create',
    data: { name: `Noon ${100 + at}`, custom: { renewal_on: '2027-12-01' } },
  }));
  await api(page, 'POST', '/api/v2/clients/batch', { operations });
  await page.goto('/deals');
  await page.getByRole('button', { name: 'New Deal' }).first().click();
  await page.getByRole('combobox', { name: 'Client' }).pressSequentially('noon 12');
  await page.getByRole('option', { name: 'Noon 12', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .locator('input[value="Noon 12"]')
    .and(page.getByRole('combobox', { name: 'Client' }))
    .waitFor();
  assert.deepEqual(ada.faults, []);
});
