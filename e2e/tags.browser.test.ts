import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
const { page } = ada;
let uuid: string;

before(async () => {
  await page.goto('/settings/tags');
  const clients = [
    { name: 'Abacus', tags: ['Key account', 'Paris'] },
    { name: 'Brass', tags: ['key account', 'Paris again'] },
    { name: 'Cog', tags: ['VIP', 'Key account'] },
  ];
  for (const body of clients) uuid = (await api(page, 'POST', '/api/v2/clients', body)).uuid;
  await api(page, 'POST', '/api/v2/contacts', { name: 'Grace Hopper', tags: ['vip'] });
});
after(stop);

const tagsOf = async (name: string): Promise<string[]> =>
  (await api(page, 'GET', `/api/v2/clients?filter[name]=${name}`))[0].tags;

test('the page of tags has each once, with its colour and where it is used', async () => {
  await page.goto('/settings/tags');
  await page.getByRole('link', { name: '3 Clients' }).waitFor();
  await page.getByRole('combobox', { name: 'Colour of Key account' }).click();
  await page.getByRole('option', { name: 'Teal' }).click();
  await until('the colour to be kept', async () =>
    (await api(page, 'GET', '/api/v2/tags')).some(({ color }: { color: string }) => color === 'teal'),
  );
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'tags');
  await page.getByRole('link', { name: '3 Clients' }).click();
  await page.getByText('Tags is Key account').waitFor();
  await page.getByText('3 Clients').waitFor();
});

test('by keyboard a tag is renamed in all records, and Undo gives the former name back', async () => {
  const { keyboard } = page;
  await page.goto('/settings/tags');
  await tabTo(page.getByRole('button', { name: 'Rename Key account' }));
  await keyboard.press('Enter');
  const input = page.getByRole('dialog').getByLabel('New name');
  await focused(input);
  await keyboard.press('Control+a');
  await keyboard.type('Strategic');
  await keyboard.press('Enter');
  await page.getByText('The tag is “Strategic” now.').waitFor();
  await page.getByRole('button', { name: 'Rename Strategic' }).waitFor();
  assert.deepEqual(await tagsOf('Cog'), ['VIP', 'Strategic']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Rename Key account' }).waitFor();
  assert.deepEqual(await tagsOf('Cog'), ['VIP', 'Key account']);
});

test('a name that another tag has offers to merge the two', async () => {
  await page.goto('/settings/tags');
  await page.getByRole('button', { name: 'Rename Paris', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New name').fill('vip');
  await page.keyboard.press('Enter');
  await dialog.getByText('is the name of another tag').waitFor();
  await dialog.getByRole('button', { name: 'Merge into “vip” instead' }).click();
  await page.getByText('“Paris” is merged into “VIP”.').waitFor();
  assert.deepEqual(await tagsOf('Abacus'), ['Key account', 'VIP']);
  ada.faults.splice(0);
});

test('tags are suggested while one types, and a comma or Enter adds one', async () => {
  const { keyboard } = page;
  await page.goto(`/clients/${uuid}`);
  await page.getByRole('button', { name: 'Edit Tags' }).click();
  const input = page.getByRole('textbox', { name: 'Tags' }).or(page.getByRole('combobox', { name: 'Tags' }));
  await focused(input.first());
  await keyboard.type('new one,');
  await keyboard.type('par');
  await page.getByRole('option', { name: 'Paris again' }).waitFor();
  await takeScreenshot(page, 'tags-input');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await until(
    'the tags to be saved',
    async () => (await tagsOf('Cog')).join() === 'VIP,Key account,new one,Paris again',
  );
  assert.deepEqual(ada.faults, []);
});

test('the filter of tags offers those that there are', async () => {
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Tags', exact: true }).click();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await page.getByText('Tags is VIP').waitFor();
});
