import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { chooseRareAct, findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;
await page.goto('/clients');
const add = (plural: string, fields: object) => api(page, 'POST', `/api/v2/${plural}`, fields);

test('two Clients are merged on the page of one, with chosen values, and the other one leads there', async () => {
  const stays = await add('clients', { name: 'Siemens', industry: 'Trains', tags: ['a'] });
  const goes = await add('clients', { name: 'Siemens AG', industry: 'Power', tags: ['b'] });
  await add('deals', { title: 'Turbine', client_uuid: goes.uuid });
  await page.goto(`/clients/${stays.uuid}`);
  await chooseRareAct(page, 'Merge');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'The other Client' }).click();
  await page.keyboard.type('Siemens AG');
  await page.getByRole('option', { name: 'Siemens AG' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('1 Deal will name the one that stays.').waitFor();
  await dialog.getByRole('group', { name: 'Industry' }).getByLabel('Power').check();
  assert.equal(await dialog.getByRole('group', { name: 'Tags' }).getByLabel('Both').isChecked(), true);
  await takeScreenshot(page, 'merge-dialog');
  assert.deepEqual(await findBarriers(page), []);
  await tabTo(dialog.getByRole('button', { name: 'Merge', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('Both are Siemens now.').waitFor();
  await page
    .getByRole('region', { name: /^Deals/ })
    .getByRole('link', { name: 'Turbine' })
    .waitFor();
  const { industry, tags } = await api(page, 'GET', `/api/v2/clients/${stays.uuid}`);
  assert.deepEqual([industry, tags], ['Power', ['a', 'b']]);

  await page.goto(`/clients/${goes.uuid}`);
  await page.waitForURL(`**/clients/${stays.uuid}`);
  await page.getByRole('heading', { level: 1, name: 'Siemens', exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);

  // It is taken back like any change, and the other one has its own page again.
  await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: 'Undo …' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 records will be as before.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 records are as before.').waitFor();
  await page.goto(`/clients/${goes.uuid}`);
  await page.getByRole('heading', { level: 1, name: 'Siemens AG' }).waitFor();
  await page
    .getByRole('region', { name: /^Deals/ })
    .getByRole('link', { name: 'Turbine' })
    .waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the page of duplicates goes through the pairs by keys: merge, not the same, next, undo', async () => {
  const { keyboard } = page;
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await add('clients', { name, emails: [{ value: `info@${name}.example` }], industry: 'Old' });
    await add('clients', { name: `${name} Ltd`, emails: [{ value: `info@${name}.example` }] });
  }
  await page.goto('/clients');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.getByRole('region', { name: 'Pair 1 of 3' }).waitFor();
  await page.getByText('They have the same e-mail address.').waitFor();
  await takeScreenshot(page, 'duplicates');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('link', { name: 'Gamma Ltd' }).waitFor();
  await page.getByText('No other record names the one that goes.').waitFor();
  // Letters in the palette belong to the palette.
  await keyboard.press('Control+k');
  await focused(page.getByRole('textbox', { name: 'Search or jump to' }));
  await keyboard.type('mdn');
  await keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Search or jump to' }).waitFor({ state: 'detached' });
  await keyboard.press('m');
  await page.getByText('Both are Gamma now.').waitFor();
  await page.getByRole('link', { name: 'Beta Ltd' }).waitFor();
  await keyboard.press('d');
  await page.getByText('Beta and Beta Ltd are not the same.').waitFor();
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  await page.getByRole('link', { name: 'Alpha', exact: true }).waitFor();
  await keyboard.press('n');
  await page.getByText('That was the last pair').waitFor();
  await page.reload();
  // What was decided is remembered.
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  await page.getByRole('link', { name: 'Alpha Ltd' }).waitFor();
  assert.equal((await api(page, 'GET', '/api/v2/clients?q=gamma')).length, 1);
  assert.deepEqual(ada.faults, []);
});

test('an undone merge and a forgotten "not the same" are pairs again', async () => {
  await page.goto('/clients/duplicates');
  await page.getByRole('link', { name: 'Alpha Ltd' }).waitFor();
  await page.getByText('No other record names the one that goes.').waitFor();
  await page.keyboard.press('m');
  await page.getByText('No duplicates').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  await page.keyboard.press('d');
  await page.getByText('No duplicates').waitFor();
  await page.getByText('Alpha and Alpha Ltd are not the same.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a Client and a Contact with one address are linked by a key, and the undo makes them a pair again', async () => {
  const emails = [{ value: 'both@pair.example' }];
  const client = await add('clients', { name: 'Pair Ltd', emails, industry: 'Old' });
  const contact = await add('contacts', { name: 'Paula Pair', emails, job_title: 'Owner' });
  await page.goto('/contacts/duplicates');
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  await page.getByRole('link', { name: 'Pair Ltd' }).waitFor();
  await page.getByText('stay two records').waitFor();
  await takeScreenshot(page, 'duplicates-link');
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('l');
  await page.getByText('No duplicates').waitFor();
  const { clients } = await api(page, 'GET', `/api/v2/contacts/${contact.uuid}`);
  assert.equal(clients[0].client_uuid, client.uuid);
  await page.getByText('The Contact Paula Pair and the Client Pair Ltd are linked.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: 'Pair 1 of 1' }).waitFor();
  await page.getByText('Undone').or(page.getByText('as before')).first().waitFor();

  // The list of Clients has the pair too, and there it is said to be none.
  await page.goto('/clients/duplicates');
  await page.getByRole('link', { name: 'Paula Pair' }).waitFor();
  await page.keyboard.press('d');
  await page.getByText('Pair Ltd and Paula Pair are not the same.').waitFor();
  await page.goto('/contacts/duplicates');
  await page.getByText('No duplicates').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the form of a new Contact names the Client and the Contact that look like it', async () => {
  await add('contacts', { name: 'Grace', emails: [{ value: 'grace@looks.example' }] });
  const client = await add('clients', { name: 'Looks Ltd', emails: [{ value: 'grace@looks.example' }] });
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('G. Hopper');
  await dialog
    .getByRole('textbox', { name: /^E-mail/ })
    .first()
    .fill('Grace@Looks.example');
  await dialog.getByText('It looks like the Contact Grace: the same e-mail address.').waitFor();
  await takeScreenshot(page, 'similar');
  await dialog.getByRole('link', { name: 'Looks Ltd' }).click();
  await page.waitForURL(`**/clients/${client.uuid}`);
  assert.deepEqual(ada.faults, []);
});

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`the ${scheme} page of duplicates fits a ${name} screen, and axe finds nothing`, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto('/clients/duplicates');
      const look = async (pair: string, text: string, picture: string) => {
        await page.getByRole('region', { name: pair }).waitFor();
        await page.getByText(text).waitFor();
        await takeScreenshot(page, `${picture}-${name}-${scheme}`);
        assert.deepEqual(await findBarriers(page), []);
        const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        assert.equal(await page.evaluate(overhang), 0);
      };
      await look('Pair 1 of 2', 'stay two records', 'duplicates-link');
      await page.keyboard.press('n');
      await look('Pair 2 of 2', 'No other record names the one that goes.', 'duplicates');
    });
