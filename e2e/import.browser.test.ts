import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { businessOf } from '../server/src/imports/testing/business.ts';
import { SOURCES } from '../server/src/imports/testing/sources.ts';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { choose, linesOf } from './files.ts';
import { focused, tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);

const DESK = { width: 1440, height: 900 };

test('the page of imports says what to do while there are none', async () => {
  const { page } = ada;
  await page.goto('/settings/imports');
  await page.getByText('Nothing was imported yet').waitFor();
  await pictures(page, 'imports-empty');
  assert.deepEqual(await findBarriers(page), []);
});

test('a business moves in from HubSpot in one sitting, by mouse and keyboard alone, and is undone', async () => {
  const { page } = ada;
  const business = businessOf();
  const files = Object.entries(await SOURCES.hubspot!(business)).map(([name, content]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  }));
  const chooser = page.waitForEvent('filechooser');
  await page.setViewportSize(DESK);
  await page.goto('/clients');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  const button = page.getByRole('button', { name: 'Choose files' }).last();
  await tabTo(button);
  await focused(button);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(files);
  await page.getByRole('heading', { level: 1, name: 'Moving in from HubSpot' }).waitFor();
  await pictures(page, 'import-draft');
  assert.deepEqual(await findBarriers(page), []);
  // The draft waits on the server.
  await page.reload();
  const total = Object.values(business).reduce((sum, list) => sum + list.length, 0);
  const start = page.getByRole('button', { name: `Import ${total} rows` }).first();
  await start.waitFor();
  await tabTo(start);
  await page.keyboard.press('Enter');
  await page.getByText(`${total} created`).waitFor();
  await page.getByRole('link', { name: business.companies[0]!.name, exact: true }).waitFor();
  await pictures(page, 'import-done');
  assert.deepEqual(await findBarriers(page), []);
  for (const [plural, list] of Object.entries({
    clients: business.companies,
    contacts: business.people,
    deals: business.sales,
    tasks: business.todos,
    notes: business.remarks,
  }))
    assert.equal((await api(page, 'GET', `/api/v2/${plural}?limit=200`)).length, list.length, plural);
  await compareTwenty(page, business);

  const me = await api(page, 'GET', '/api/v2/me');
  const [mine] = await api(page, 'GET', `/api/v2/contacts?filter[owner_uuid]=${me.uuid}&limit=1`);
  assert.ok(mine, 'what is imported belongs to the one who imports it');

  await page.getByRole('button', { name: 'Undo this import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByText(/records will be as before/).waitFor();
  await takeScreenshot(page, 'import-undo');
  await dialog.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('This import was undone.').waitFor();
  const first = page.getByRole('row', { name: new RegExp(`New ${business.companies[0]!.name} `) });
  await first.getByText('no longer there').waitFor();
  assert.equal(await page.getByRole('link', { name: 'See the Clients' }).count(), 0);
  await pictures(page, 'import-undone');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(await api(page, 'GET', '/api/v2/contacts'), []);
  // The undo leads back to what was imported.
  const draft = page.url();
  await page.getByRole('link', { name: 'See the undo' }).click();
  await page.getByRole('link', { name: 'another change' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
  await page.getByText('no longer there').first().waitFor();
  await pictures(page, 'change-undone');
  await page.goBack();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
  await page.goto(draft);
  await page.getByRole('link', { name: 'See the Clients' }).waitFor();
  await first.getByRole('link').waitFor();
  assert.equal(await page.getByText('no longer there').count(), 0);
  assert.deepEqual(ada.faults, []);
});

test('a file of no known system is mapped by hand, and what can be read in two ways is asked', async () => {
  const { page } = ada;
  await choose(
    page,
    'Wer,Ort,Seit,Stufe\nAlpha Werke,Bonn,03/04/2024,Freund\nBeta & Söhne,Köln,05/06/2024,active\n',
  );
  await page.getByText('Rapport does not know where this comes from.').waitFor();
  const start = page.getByRole('button', { name: 'Import 2 rows' }).first();
  await page.getByLabel('Wer: becomes').selectOption('name');
  await page.getByLabel('Ort: becomes').selectOption('city');
  await page.getByLabel('Seit: becomes').selectOption('source_created_at');
  await page.getByLabel('Stufe: becomes').selectOption('status');
  await page.getByText('Is the day or the month first').waitFor();
  assert.ok(await start.isDisabled());
  await pictures(page, 'import-by-hand');
  await page.getByLabel('Days such as 3/4/2026').selectOption('mdy');
  await page.getByText('Is the day or the month first').waitFor({ state: 'detached' });
  await page.getByLabel('Freund: means').selectOption('prospect');
  await page.getByText('Status: Prospect').waitFor();
  await start.click();
  await page.getByText('2 created.').waitFor();
  const [alpha] = await api(page, 'GET', '/api/v2/clients?filter[name]=Alpha Werke');
  assert.deepEqual(
    [alpha.addresses, alpha.status, alpha.source_created_at.slice(0, 10)],
    [[{ city: 'Bonn' }], 'prospect', '2024-03-04'],
  );
  assert.deepEqual(ada.faults, []);
});

test('numbers that need the country of the Account lead to it, and are whole once it is chosen', async () => {
  const { page } = ada;
  await page.setViewportSize(DESK);
  await choose(page, 'Name,Phone\nGamma Werke,040 111 22\n');
  await page.getByText(/^The phone number "040 111 22" has no country code/).waitFor();
  await pictures(page, 'import-without-country');
  assert.deepEqual(await findBarriers(page), []);
  const draft = page.url();
  await page.getByRole('link', { name: 'To the Account' }).click();
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.fill('German');
  await page.getByRole('option', { name: 'Germany' }).click();
  await pictures(page, 'account-country');
  const form = page.locator('form').filter({ has: country });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Currency, country and time are saved.').waitFor();
  await page.goto(draft);
  await page.getByRole('button', { name: 'Import 1 row' }).first().click();
  await page.getByText('1 created.').waitFor();
  const [gamma] = await api(page, 'GET', '/api/v2/clients?filter[name]=Gamma Werke');
  assert.equal(gamma.phones[0].e164, '+494011122');
  assert.deepEqual(ada.faults, []);
});

test('columns of custom fields that are there become these, on the list from which the file comes', async () => {
  const { page } = ada;
  const options = [{ label: 'Solid gold' }];
  for (const field of [
    { label: 'Renewal day', type: 'date' },
    { label: 'Plan', type: 'choice', options },
    { label: 'Buyer', type: 'user' },
  ])
    await api(page, 'POST', '/api/v2/custom-fields', { resource: 'client', ...field });
  const me = await api(page, 'GET', '/api/v2/me');
  await choose(
    page,
    `Name,Renewal day,Plan,Buyer,Title\nKepler,2027-03-01,Solid gold,${me.email},Dr\n`,
    'list.csv',
  );
  const start = page.getByRole('button', { name: 'Import 1 row' }).first();
  await start.waitFor();
  for (const [name, label] of [
    ['Renewal day', 'Renewal day'],
    ['Plan', 'Plan'],
    ['Buyer', 'Buyer'],
  ])
    await page.getByLabel(`${name}: becomes`).locator('option:checked', { hasText: label! }).waitFor({
      state: 'attached',
    });
  await page.getByText(/Renewal day: .*2027 · Plan: Solid gold · Buyer: Ada/).waitFor();
  await takeScreenshot(page, 'import-declared');
  await start.click();
  await page.getByText('1 created').waitFor();
  const [{ custom }] = await api(page, 'GET', '/api/v2/clients?filter[name]=Kepler');
  assert.equal(custom.renewal_day, '2027-03-01');
  assert.equal(custom.buyer, me.uuid);
  assert.deepEqual(ada.faults, []);
});

test('a draft of the wrong file is deleted by keyboard, after a question', async () => {
  const { page } = ada;
  await choose(page, 'Name,Status\nWrong,lead\n', 'wrong.csv');
  const button = page.getByRole('button', { name: 'Delete the draft' });
  await button.waitFor();
  await tabTo(button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this draft?' });
  await dialog.getByText('Nothing was imported yet.').waitFor();
  await pictures(page, 'import-delete');
  await tabTo(dialog.getByRole('button', { name: 'Delete the draft' }));
  await page.keyboard.press('Enter');
  await page.getByText('The draft is deleted. Nothing was imported.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'wrong.csv' }).count(), 0);
  assert.deepEqual(ada.faults, []);
});

test('refused rows come as a file with the reason, which is imported once it is mended', async () => {
  const { page } = ada;
  await choose(page, 'Name,Status,City\nBabbage & Co,lead,Ulm\n,lead,@Nowhere\n');
  await page.getByRole('button', { name: 'Import 1 of 2 rows' }).first().click();
  await page.getByText('1 created, 1 refused.').waitFor();
  await page.getByText('line 3').waitFor();
  await pictures(page, 'import-refused');
  const lines = await linesOf(page, 'Download the refused rows of clients.csv');
  assert.equal(lines[0], 'error,Name,Status,City\r');
  assert.match(lines[1]!, /,,lead,'@Nowhere$/);
  await choose(page, `${lines[0]}\n${lines[1]!.replace(',,', ',Found,')}\n`);
  assert.equal(await page.getByLabel('error: becomes').inputValue(), '');
  await page.getByRole('button', { name: 'Import 1 row' }).first().click();
  await page.getByText('1 created.').waitFor();
  const [found] = await api(page, 'GET', '/api/v2/clients?filter[name]=Found');
  assert.deepEqual(found.addresses, [{ city: '@Nowhere' }]);
  assert.deepEqual(ada.faults, []);
});

test('the cells that could not be read lead to their rows, and each file to its refused ones', async () => {
  const { page } = ada;
  const many = Array.from({ length: 60 }, (_, index) => `Quiet ${index},quiet${index}@example.com`);
  await page.goto('/settings/imports?resource=client');
  await page.locator('input[type=file]').setInputFiles(
    Object.entries({
      'gypsy-pages.csv': `Company name,E-mail\n${many.join('\n')}\nLoud,loud at example\n,typing\n`,
      'others of a file whose name is as long as the names of exports are at times.csv':
        'Company name,E-mail\nClear,clear@example.com\nMumbling,mumbling\n,gap\n',
    }).map(([name, csv]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })),
  );
  await page.getByRole('button', { name: 'Import 63 of 65 rows' }).first().click();
  await page.getByText('63 created, 2 refused.').waitFor();
  // The page was open while the import ran: the refused rows come first all the same.
  const chosen = (name: string) =>
    page.getByRole('radio', { name }).and(page.locator(':checked')).waitFor({ state: 'attached' });
  await chosen('Refused');
  for (const label of await page.locator('.wrapping-button .mantine-Button-label').all())
    assert.ok(await label.evaluate((box) => box.scrollHeight <= box.clientHeight), 'no letter is cut');
  await pictures(page, 'import-lossy');
  const lost = page.getByRole('button', { name: '2 cells could not be read.' });
  await tabTo(lost);
  await page.keyboard.press('Enter');
  await chosen('With lost cells');
  await page.getByText('"mumbling" is no e-mail address').waitFor();
  const rows = page.locator('.stacking-table tr');
  await until('only the rows that lost a cell', async () => (await rows.count()) === 2);
  assert.match((await rows.allTextContents()).join(), /Loud.*line 62.*Mumbling.*line 3/);
  await pictures(page, 'import-lossy-rows');
  assert.deepEqual(await findBarriers(page), []);
  // On a phone the filter is one of the width of the screen.
  await page.setViewportSize({ width: 390, height: 844 });
  const filter = page.getByRole('combobox', { name: 'Rows that are shown' });
  assert.equal(await filter.inputValue(), 'lossy');
  const { x, width } = (await filter.boundingBox())!;
  assert.ok(x + width <= 390, 'the filter fits');
  await filter.selectOption('Refused');
  await page.getByText('"typing" is no e-mail address').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.setViewportSize(DESK);
  assert.deepEqual(ada.faults, []);
});

test('of a set with many lists that have no kind here, those that become records are seen first', async () => {
  const { page } = ada;
  const system = 'CreatedDate,CreatedById,LastModifiedDate,SystemModstamp';
  const lists: Record<string, string> = {
    'Account.csv': 'Id,MasterRecordId,Name,Type,BillingStreet\n0011,,Salt Works,Customer,Mill Lane 1',
  };
  for (const n of Array(8).keys()) {
    lists[`Case${n}.csv`] = `Id,Name,${system}\n5001,Case,,,,`;
    lists[`Empty${n}__c.csv`] = `Id,Name,${system}`;
  }
  await page.goto('/settings/imports');
  await page
    .locator('input[type=file]')
    .setInputFiles(
      Object.entries(lists).map(([name, csv]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })),
    );
  await page.getByText('8 files have no rows beside their header').waitFor();
  await page.getByText('It also says: Status').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Case0.csv' }).count(), 0);
  await page.getByText('8 files that are left out').click();
  await page.getByRole('heading', { name: 'Case0.csv' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Empty0__c.csv' }).count(), 0);
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Import 1 row' }).first().click();
  await page.getByText('1 created.').waitFor();
  const [works] = await api(page, 'GET', '/api/v2/clients?filter[name]=Salt Works');
  assert.deepEqual([works.status, works.custom.Type], ['active', 'Customer']);
  assert.deepEqual(ada.faults, []);
});

test('an import goes on while its page is closed, can be stopped, and goes on where it ended', async () => {
  const { page } = ada;
  const rows = Array.from({ length: 12_000 }, (_, index) => `Firm ${index},firm${index}.example.org`);
  await choose(page, `Name,Website\n${rows.join('\n')}\n`);
  await page.getByRole('button', { name: 'Import 12,000 rows' }).first().click();
  await page.getByText(/^\d[\d,]* of 12,000 rows$/).waitFor();
  await page.goto('/today');
  await page.goto('/settings/imports');
  await page.getByText('Running').waitFor();
  await page.getByRole('link', { name: 'clients.csv' }).first().click();
  await pictures(page, 'import-running');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/rows not done yet/).waitFor();
  await pictures(page, 'import-stopped');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('12,000 created.').waitFor();
  await page.goto('/settings/imports');
  await page.getByText('Imports so far').waitFor();
  await pictures(page, 'imports');
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(ada.faults, []);
});

test('a file that cannot be read is refused with what to do, and can be chosen again', async () => {
  const { page } = ada;
  await choose(page, 'Name\n"Never closed\n');
  await page.getByText(/Nothing was imported\./).waitFor();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  ada.faults.splice(0);
});

/** Compares twenty people with those in the source, by all that a person has. */
async function compareTwenty(page: Page, { people }: ReturnType<typeof businessOf>): Promise<void> {
  const contacts = await api(page, 'GET', '/api/v2/contacts?limit=200');
  const clients = await api(page, 'GET', '/api/v2/clients?limit=200');
  for (const person of people.slice(0, 20)) {
    const contact = contacts.find(
      ({ emails }: { emails: { value: string }[] }) => emails[0]?.value === person.email,
    );
    assert.deepEqual(
      [contact?.first_name, contact?.last_name, contact?.job_title],
      [person.first, person.last, person.title],
    );
    const client = clients.find(({ uuid }: { uuid: string }) => uuid === contact.clients[0]?.client_uuid);
    assert.equal(client?.name, person.company.name);
  }
}
