import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, expectOnly, openNewClient } from './api.ts';
import { focused } from './keys.ts';
import { ADA, endSessionAtNextChange, findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const NOTE = 'A long note that took an hour';

const { ada, stop } = await startForAda();
after(stop);

test('Escape keeps the text typed into a field, which can be continued, also from another page', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Escaped' });
  await page.getByRole('button', { name: 'Edit Description' }).click();
  const notes = page.getByRole('textbox', { name: 'Description' });
  await notes.fill(NOTE);
  await page.keyboard.press('Escape');
  await page.getByText('Description: your change is not saved.').waitFor();
  await takeScreenshot(page, 'unsaved-notes');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Continue editing' }).click();
  assert.equal(await notes.inputValue(), NOTE);
  await focused(notes);

  await focused(notes);
  await page.keyboard.press('Escape');
  await page.locator('#content').getByRole('link', { name: 'Clients' }).click();
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  assert.equal(await notes.inputValue(), NOTE);
  await focused(notes);
  await page.keyboard.press('Control+Enter');
  await page.locator('.markdown').getByText(NOTE).waitFor();

  await page.getByRole('button', { name: 'Edit Description' }).click();
  await focused(notes);
  await page.keyboard.press('Escape');
  await focused(page.getByRole('button', { name: 'Edit Description' }));
  assert.equal(await page.getByRole('button', { name: 'Continue editing' }).count(), 0);
  assert.deepEqual(ada.faults, []);
});

test('Escape keeps a custom field that is being added', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Own' });
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Name of the field').fill('contract');
  await page.getByLabel('Value').fill('C-77');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue editing' }).click();
  assert.equal(await page.getByLabel('Value').inputValue(), 'C-77');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit contract: C-77' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a second Enter does not decide a conflict, and the discarded value can be edited further', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Conflict' });
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  const industry = page.getByRole('textbox', { name: 'Industry' });
  await industry.fill('Steam');
  await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { industry: 'Diesel' });
  await focused(industry);
  await page.keyboard.press('Enter');
  const box = page.getByRole('alert').filter({ hasText: 'Somebody changed this meanwhile' });
  await focused(box);
  await page.keyboard.press('Enter');
  assert.equal(await industry.inputValue(), 'Steam');
  await page.keyboard.press('Tab');
  await focused(page.getByRole('button', { name: 'Keep theirs' }));
  await takeScreenshot(page, 'conflict');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Industry: Diesel' }).waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  assert.equal(await industry.inputValue(), 'Steam');
  await focused(industry);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Industry: Steam' }).waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/clients/${uuid}`)).industry, 'Steam');
  expectOnly(ada, /412/);
});

test('Enter and Escape inside an input method neither save nor leave a field', async () => {
  const { page } = ada;
  await openNewClient(page, { name: 'Composed' });
  await page.getByRole('button', { name: 'Edit Name' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('にほ');
  for (const key of ['Enter', 'Escape'])
    await name.dispatchEvent('keydown', { key, isComposing: true, bubbles: true });
  await focused(name);
  await page.keyboard.press('End');
  await page.keyboard.type('ん');
  await focused(name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'にほん' }).waitFor();

  await page.getByRole('button', { name: 'Add a field' }).click();
  const added = page.getByLabel('Name of the field');
  await added.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
  await added.fill('番号');
  assert.deepEqual(ada.faults, []);
});

test('a field whose session ended is saved once its User has signed in again', async () => {
  const { page } = ada;
  const uuid = await openNewClient(page, { name: 'Resumed' });
  await page.getByRole('button', { name: /^Edit Phone/ }).click();
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('777');
  await endSessionAtNextChange(ada);
  await page.keyboard.press('Control+Enter');
  await page.getByLabel(/^Password/).fill(ADA.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await focused(page.getByRole('button', { name: /^Edit Phone/ }));
  assert.deepEqual((await api(page, 'GET', `/api/v2/clients/${uuid}`)).phones, [{ value: '777' }]);
  expectOnly(ada, /401/);
});
