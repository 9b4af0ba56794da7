import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, quiet, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({ context: { viewport: { width: 1440, height: 900 } } });
const { page } = ada;
const { keyboard } = page;

before(async () => {
  const options = [{ label: 'Milk', color: 'blue' }, { label: 'Beer' }, { label: 'Ink' }];
  await api(page, 'POST', '/api/v2/custom-fields', {
    ...{ resource: 'client', label: 'Uses', type: 'choices', options },
  });
  for (const [name, uses] of [
    ['Abbey', ['milk']],
    ['Brewery', ['beer', 'milk']],
    ['Cellar', ['beer']],
    ['Depot', []],
  ] as const)
    await api(page, 'POST', '/api/v2/clients', { name, custom: { uses } });
  const columns = ['name', 'custom.uses', 'status'].map((field) => ({ field, width: null }));
  const view = { resource: 'client', name: 'By use', query: 'sort=name', columns, group_by: 'custom.uses' };
  const { uuid } = await api(page, 'POST', '/api/v2/views', view);
  address = `/clients?view=${uuid}`;
});
after(stop);

let address: string;

/** The lines of the table: the heads of groups with their counts, and the names below each. */
const lines = () =>
  page
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((line) => (line.querySelector('.row-link') ?? line).textContent!.replace(/^[▾▸]/, '').trim()),
    );
const shown = async (...expected: string[]) => {
  let seen: string[] = [];
  const isShown = async () => {
    seen = await lines();
    return seen.join() === expected.join();
  };
  await until(`the lines ${expected}`, isShown).catch(() => assert.deepEqual(seen, expected));
};
const open = async (more = '') => {
  await page.goto(address + more);
  await page.locator('.group-head').first().waitFor();
  await quiet(page);
};
const rows = page.locator('tbody tr[aria-rowindex]');
const atCursor = async () => {
  const places = await rows.evaluateAll((all) =>
    all.flatMap((row, place) => (row.matches('[data-cursor]') ? [place] : [])),
  );
  return places.join();
};

test('a record stands in the group of each of its choices, and is counted once in the list', async () => {
  await open();
  await shown(
    ...['Milk 2', 'Abbey', 'Brewery', 'Beer 2', 'Brewery', 'Cellar', 'Ink 0', 'Uses: none 1', 'Depot'],
  );
  await page.getByText('4 in all, some in several groups').waitFor();
  await page.getByText('4 Clients', { exact: true }).waitFor();
  await pictures(page, 'groups-of-several');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: /Milk/ }).click();
  await shown('Milk 2', 'Beer 2', 'Brewery', 'Cellar', 'Ink 0', 'Uses: none 1', 'Depot');
  // The groups are the lists of each option.
  await open('&draft=true&sort=name&group=custom.uses&filter[custom.uses]=milk');
  await shown('Milk 2', 'Abbey', 'Brewery', 'Beer 1', 'Brewery');
  assert.deepEqual(ada.faults, []);
});

test('a record in two groups is selected once, and the cursor stays in the group it is in', async () => {
  await open();
  for (let presses = 0; presses < 2; presses++) await keyboard.press('j');
  await keyboard.press('x');
  await page.getByRole('region', { name: '1 of 4 selected' }).waitFor();
  const selected = rows.and(page.locator('[data-selected]'));
  assert.deepEqual(await selected.locator('td:nth-child(2)').allTextContents(), ['Brewery', 'Brewery']);
  assert.equal(await atCursor(), '1');
  await keyboard.press('j');
  assert.equal(await atCursor(), '2');
  await takeScreenshot(page, 'groups-of-several-selected');
  // From the second row of the record, a range goes to the row below.
  await keyboard.press('x');
  await page.getByRole('region', { name: /selected/ }).waitFor({ state: 'detached' });
  await keyboard.press('x');
  const box = page.getByRole('checkbox', { name: 'Select Cellar' });
  await box.click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: '2 of 4 selected' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await page.getByRole('region', { name: '4 of 4 selected' }).waitFor();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  assert.deepEqual(ada.faults, []);
});

test('a choice that is taken from a record in its cell takes the row out of that group alone', async () => {
  await open();
  for (let presses = 0; presses < 3; presses++) await keyboard.press('j');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('F2');
  const input = page.getByRole('dialog').getByRole('combobox', { name: 'Uses' });
  await focused(input);
  assert.equal(await page.getByRole('dialog').count(), 1);
  await takeScreenshot(page, 'groups-of-several-edited');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await shown('Milk 2', 'Abbey', 'Brewery', 'Beer 1', 'Cellar', 'Ink 0', 'Uses: none 1', 'Depot');
  // The cursor is at the row that the record has left.
  await until('the cursor at the record', async () => (await atCursor()) === '1');
  await page.getByText('Uses of Brewery is changed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /Beer.*2/ }).waitFor();
  await page.getByText('4 in all, some in several groups').waitFor();
  assert.deepEqual(ada.faults, []);
});
