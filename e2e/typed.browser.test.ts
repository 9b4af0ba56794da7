import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from './api.ts';
import { focused } from './keys.ts';
import { findBarriers, openPerson, startForAda, takeScreenshot } from './rapport.ts';

// What a person types is kept as they mean it, or the page says why not. It never becomes another
// value in silence.
const { ada, browser, rapport, stop } = await startForAda();
after(stop);

const { page } = ada;
await page.goto('/clients');
const client = await api(page, 'POST', '/api/v2/clients', { name: 'Siemens' });
const deal = await api(page, 'POST', '/api/v2/deals', {
  title: 'Turbines',
  client_uuid: client.uuid,
  amount: '1500',
  currency: 'EUR',
});
const amount = async () => (await api(page, 'GET', `/api/v2/deals/${deal.uuid}`)).amount;
const tasks = async (): Promise<{ title: string }[]> => api(page, 'GET', '/api/v2/tasks');

/** Empties the input that has the focus, types the text and presses Enter. */
async function enter(there: Page, text: string): Promise<void> {
  await there.keyboard.press('Control+a');
  await there.keyboard.type(text);
  await there.keyboard.press('Enter');
}

async function openAmount(there: Page): Promise<void> {
  await there.goto(`/deals/${deal.uuid}`);
  await there
    .getByRole('button', { name: /^Edit Amount/ })
    .first()
    .click();
  await focused(there.getByRole('textbox', { name: 'Amount' }));
}

test('an amount with more decimals than its currency, or with two readings, is asked about', async () => {
  await openAmount(page);
  await enter(page, '0.125');
  await page.getByText('EUR has at most 2 decimals.').waitFor();
  await focused(page.getByRole('textbox', { name: 'Amount' }));
  await enter(page, '2.500');
  await page.getByText('2.500 can be read in two ways. Type 2500 or 2.5.').waitFor();
  await enter(page, 'many');
  await page.getByText('This must be a number').waitFor();
  await takeScreenshot(page, 'typed-amount');
  assert.equal(await amount(), '1500.00');
  await enter(page, '2,500');
  await page.getByRole('button', { name: 'Edit Amount: 2,500' }).waitFor();
  assert.equal(await amount(), '2500.00');
  assert.deepEqual(ada.faults, []);
});

test('in a German browser 3.500 is three thousand five hundred, and the value is edited with a comma', async () => {
  const german = await openPerson(browser, rapport.base_url, {
    locale: 'de-DE',
    storageState: await ada.context.storageState(),
  });
  await openAmount(german.page);
  assert.equal(await german.page.getByRole('textbox', { name: 'Amount' }).inputValue(), '2500,00');
  await enter(german.page, '3.500');
  await german.page.getByRole('button', { name: /^Edit Amount: 3.500/ }).waitFor();
  assert.equal(await amount(), '3500.00');
  await openAmount(german.page);
  await enter(german.page, '1,250');
  await german.page.getByText('1,250 can be read in two ways. Type 1250 or 1,25.').waitFor();
  assert.deepEqual(german.faults, []);
  await german.close();
});

test('a new Deal is not made while its amount has a fault', async () => {
  await page.goto('/deals');
  await page.getByRole('button', { name: 'New Deal' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Deal' });
  await focused(dialog.getByLabel('Title'));
  await page.keyboard.type('Rotors');
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await page.keyboard.type('Siem');
  await page.getByRole('option', { name: 'Siemens' }).click();
  await dialog.getByLabel('Amount').focus();
  await page.keyboard.type('0.125');
  await page.keyboard.press('Enter');
  await dialog.getByText('at most 2 decimals').waitFor();
  await focused(dialog.getByLabel('Amount'));
  await enter(page, '125.5');
  await page.getByRole('heading', { level: 1, name: 'Rotors' }).waitFor();
  const [made] = await api(page, 'GET', '/api/v2/deals?sort=-created_at&limit=1');
  assert.equal(made.amount, '125.50');
  assert.deepEqual(ada.faults, []);
});

test('the quick task of Today waits until its day can be read, and keeps what was typed', async () => {
  await page.goto('/today');
  await page.getByRole('textbox', { name: 'What is to be done?' }).focus();
  await page.keyboard.type('Call Siemens');
  await page.keyboard.press('Tab');
  for (const typed of ['31.2.', 'soonish']) {
    await enter(page, typed);
    await page.getByText('This is not a valid day.').waitFor();
    await focused(page.getByRole('textbox', { name: 'Due' }));
    assert.deepEqual(await tasks(), []);
  }
  await page.reload();
  await page.getByText('This is not a valid day.').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await takeScreenshot(page, 'typed-today');
  await page.getByRole('textbox', { name: 'Due' }).focus();
  await enter(page, 'tomorrow 9:30');
  await page.getByRole('region', { name: 'The next seven days' }).getByText('Call Siemens').waitFor();
  assert.equal((await tasks()).length, 1);
  assert.deepEqual(ada.faults, []);
});

test('the dialog of a new Task is not sent with a day that cannot be read', async () => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'New Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Task' });
  await focused(dialog.getByLabel('Title'));
  await page.keyboard.type('Visit');
  await dialog.getByRole('textbox', { name: 'Due' }).focus();
  await enter(page, 'someday');
  await dialog.getByText('This is not a valid day.').waitFor();
  await dialog.getByRole('button', { name: 'New Task' }).click();
  await focused(dialog.getByRole('textbox', { name: 'Due' }));
  assert.equal((await tasks()).length, 1);
  // The calendar moves the buttons down instead of covering them, and Escape closes only it.
  await page.keyboard.press('ArrowDown');
  await focused(dialog.locator('button[data-today]'));
  await takeScreenshot(page, 'typed-calendar');
  assert.deepEqual(await findBarriers(page), []);
  await dialog.getByRole('button', { name: 'New Task' }).click({ trial: true });
  await page.keyboard.press('Escape');
  await focused(dialog.getByRole('textbox', { name: 'Due' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await focused(dialog.getByRole('textbox', { name: 'Due' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Visit' }).waitFor();
  const [made] = await api(page, 'GET', '/api/v2/tasks?sort=-created_at&limit=1');
  // On the last day of a month the calendar has no day to the right.
  assert.ok(made.due_on >= new Date().toISOString().slice(0, 10), made.due_on);
  assert.deepEqual(ada.faults, []);
});

test('Enter in the input of a day saves it, and does not empty it', async () => {
  const { uuid } = await api(page, 'POST', '/api/v2/tasks', { title: 'Kept', due_on: '2027-03-01' });
  await page.goto(`/tasks/${uuid}`);
  await page
    .getByRole('button', { name: /^Edit Due/ })
    .first()
    .click();
  await focused(page.getByRole('textbox', { name: 'Due' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Edit Due: Mar 1, 2027/ }).waitFor();
  await page.getByRole('button', { name: /^Edit Due/ }).click();
  // A Sunday: the last column of the calendar.
  await page.getByRole('button', { name: '21 March 2027' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Edit Due: Mar 21, 2027/ }).waitFor();
  await page.getByRole('button', { name: /^Edit Due/ }).click();
  await focused(page.getByRole('textbox', { name: 'Due' }));
  await enter(page, '2027-02-30');
  await page.getByText('This is not a valid day.').waitFor();
  await takeScreenshot(page, 'typed-day');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Due: your change is not saved.').waitFor();
  assert.equal((await api(page, 'GET', `/api/v2/tasks/${uuid}`)).due_on, '2027-03-21');
  assert.deepEqual(ada.faults, []);
});

test('in a German browser a day is in English words, and Enter in its input keeps it', async () => {
  const task = { title: 'Call back', due_at: '2027-03-04T14:30:00Z' };
  const { uuid } = await api(page, 'POST', '/api/v2/tasks', task);
  const german = await openPerson(browser, rapport.base_url, {
    locale: 'de-DE',
    timezoneId: 'UTC',
    storageState: await ada.context.storageState(),
  });
  await german.page.goto(`/tasks/${uuid}`);
  await german.page.getByRole('button', { name: 'Edit Due: 4 Mar 2027, 14:30' }).first().click();
  await focused(german.page.getByRole('textbox', { name: 'Due' }));
  await takeScreenshot(german.page, 'typed-german-day');
  await german.page.keyboard.press('Enter');
  await german.page.getByRole('button', { name: 'Edit Due: 4 Mar 2027, 14:30' }).waitFor();
  await german.page.getByText('Today', { exact: true }).first().waitFor();
  const { due_at } = await api(page, 'GET', `/api/v2/tasks/${uuid}`);
  assert.equal(Date.parse(due_at), Date.parse(task.due_at));
  assert.deepEqual(german.faults, []);
  await german.close();
});

test('every day of the month can be pressed beside the other cards of a record', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/deals/${deal.uuid}`);
  await page
    .getByRole('button', { name: /^Edit Expected close/ })
    .first()
    .click();
  const sundays = page.locator('.day-calendar tr td:last-child button:not([data-hidden])');
  await takeScreenshot(page, 'typed-record-day');
  await sundays.nth(1).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /^Edit Expected close/ }).waitFor();
  const { expected_close_on } = await api(page, 'GET', `/api/v2/deals/${deal.uuid}`);
  assert.equal(new Date(expected_close_on).getUTCDay(), 0);
  assert.deepEqual(ada.faults, []);
});

test('a chance of 150 or 1.5 is refused where it is typed, and is not cut to another', async () => {
  await page.goto('/settings/pipelines');
  const chance = page.getByLabel('Stage 1: Chance in %');
  const before = await chance.inputValue();
  for (const [typed, said] of [
    ['150', 'This must be a number from 0 to 100.'],
    ['1.5', 'This number has no decimals.'],
  ]) {
    await chance.focus();
    await enter(page, typed!);
    await page.getByText(said!).waitFor();
    assert.equal(await chance.inputValue(), typed);
  }
  const [pipeline] = await api(page, 'GET', '/api/v2/pipelines');
  assert.equal(String(pipeline.stages[0].probability ?? ''), before);
  assert.deepEqual(ada.faults, []);
});
