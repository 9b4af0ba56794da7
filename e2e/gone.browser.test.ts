import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { addLogin, findBarriers, openPerson, type Person, startForAda, takeScreenshot } from './rapport.ts';

// Ada types about a record, and Ben deletes or merges it meanwhile.
const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const BEN = { name: 'Ben Zulu', email: 'ben@example.com', password: 'a horse and a battery' };

const { ada, rapport, browser, stop } = await startForAda({
  context: { permissions: ['clipboard-read', 'clipboard-write'] },
});
after(stop);
const { page } = ada;
const { keyboard } = page;
let ben: Person;
let contact: { uuid: string; last_name: string };

before(async () => {
  const [account] = await api(page, 'GET', '/api/v2/accounts');
  const { name, email, password } = BEN;
  const words = ['users', 'create', '--email', email, '--name', name, '--password', password];
  await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ...rapport.env },
  });
  await addLogin(rapport, account.uuid, { email, role: 'member' });
  ben = await openPerson(browser, rapport.base_url);
  await ben.page.goto('/sign-in');
  const headers = { origin: rapport.base_url };
  const signedIn = await ben.context.request.post('/web/sign-in', { headers, data: { email, password } });
  assert.equal(signedIn.status(), 204);
});
beforeEach(async () => {
  contact = await api(page, 'POST', '/api/v2/contacts', { last_name: `Grant ${Math.random()}` });
});

const path = () => `/api/v2/contacts/${contact.uuid}`;
const told = () => page.getByRole('alert').filter({ hasText: 'Ben Zulu deleted this Contact' });

/** Reaches a control by Tab, from wherever the focus is, and presses a key there. */
async function pressAt(place: Locator, key: string): Promise<void> {
  await tabTo(place);
  await keyboard.press(key);
}

/** Waits until the place is below the bar, which covers what scrolls. */
async function isInSight(place: Locator): Promise<void> {
  await until('the message to be in sight', async () => {
    const header = await page.locator('.shell-bar').boundingBox();
    const box = await place.boundingBox();
    return box!.y >= header!.y + header!.height && box!.y < 500;
  });
}

/** Opens the page of the Contact and types into a field and the composer. */
async function typeOnPage(): Promise<void> {
  await page.goto(`/contacts/${contact.uuid}`);
  await page.getByRole('button', { name: /^Edit Job title/ }).click();
  await focused(page.getByRole('textbox', { name: 'Job title' }));
  await keyboard.type('Head of Steam');
  await page.getByRole('textbox', { name: 'Note' }).focus();
  await keyboard.type('Wants the brass one');
}

test('what is typed stays when somebody else deletes the record, and is saved after it is restored', async () => {
  await typeOnPage();
  await api(ben.page, 'DELETE', path());
  await told().waitFor();
  await takeScreenshot(page, 'gone-while-typing');
  assert.deepEqual(await findBarriers(page), []);
  await focused(page.getByRole('textbox', { name: 'Note' }));
  await keyboard.type(', soon');
  await page.setViewportSize({ width: 390, height: 500 });
  await page.mouse.wheel(0, 2000);
  await isInSight(told());
  await page.setViewportSize({ width: 1280, height: 720 });
  await pressAt(told().getByRole('button', { name: 'Copy what I typed' }), 'Enter');
  await told().getByRole('button', { name: 'Copied' }).waitFor();
  const copied: string = await page.evaluate('navigator.clipboard.readText()');
  assert.deepEqual(copied.split('\n\n').sort(), ['Head of Steam', 'Wants the brass one, soon']);
  await pressAt(told().getByRole('button', { name: 'Restore' }), 'Enter');
  await told().waitFor({ state: 'detached' });
  await pressAt(page.getByRole('textbox', { name: 'Job title' }), 'Enter');
  await page.getByRole('button', { name: 'Edit Job title: Head of Steam' }).waitFor();
  await pressAt(page.getByRole('textbox', { name: 'Note' }), 'Control+Enter');
  await page.getByRole('region', { name: 'Timeline' }).getByText('Wants the brass one, soon').waitFor();
  assert.equal((await api(page, 'GET', path())).job_title, 'Head of Steam');
  expectOnly(ada, /404|412/);
});

test('what was typed about a deleted record is shown after a reload', async () => {
  await typeOnPage();
  await api(ben.page, 'DELETE', path());
  await told().waitFor();
  await page.reload();
  const typed = page.getByRole('region', { name: 'What you have typed' });
  await typed.getByText('Wants the brass one').waitFor();
  await page.getByText('Ben Zulu deleted this Contact').waitFor();
  await takeScreenshot(page, 'gone-after-reload');
  await pressAt(page.getByRole('button', { name: 'Restore' }), 'Enter');
  await page.getByRole('textbox', { name: 'Job title' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Job title' }).inputValue(), 'Head of Steam');
  expectOnly(ada, /404|412/);
});

test('what is typed goes on to the record that somebody else merges it into', async () => {
  const stays = await api(page, 'POST', '/api/v2/contacts', { last_name: 'Stays', job_title: 'Engineer' });
  await typeOnPage();
  await api(ben.page, 'POST', `/api/v2/contacts/${stays.uuid}/merge`, { from_uuid: contact.uuid });
  await page.waitForURL(`**/contacts/${stays.uuid}`);
  await page.getByText('What you have typed is here.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), 'Wants the brass one');
  await pressAt(page.getByRole('textbox', { name: 'Job title' }), 'Enter');
  const box = page.getByRole('alert').filter({ hasText: 'Somebody changed this meanwhile' });
  await box.getByText('Engineer').waitFor();
  await pressAt(box.getByRole('button', { name: 'Use mine' }), 'Enter');
  await page.getByRole('button', { name: 'Edit Job title: Head of Steam' }).waitFor();
  expectOnly(ada, /404|412/);
});

test('a cell in editing and a field beside the table say that the record was deleted', async () => {
  await page.goto('/contacts');
  const line = page.locator('tbody tr[aria-rowindex]').filter({ hasText: contact.last_name });
  await line.locator('td[data-column=job_title]').dblclick();
  await focused(page.getByRole('textbox', { name: 'Job title' }));
  await keyboard.type('In a cell');
  await api(ben.page, 'DELETE', path());
  const cell = page.getByRole('dialog');
  await cell.getByText('Ben Zulu deleted this Contact').waitFor();
  await takeScreenshot(page, 'gone-cell');
  await pressAt(cell.getByRole('button', { name: 'Restore' }), 'Enter');
  await cell.getByText('Ben Zulu deleted this Contact').waitFor({ state: 'detached' });
  await pressAt(page.getByRole('textbox', { name: 'Job title' }), 'Enter');
  await line.getByText('In a cell').waitFor();

  await line.locator('td[data-column=job_title]').click();
  await keyboard.press('Space');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: contact.last_name }).waitFor();
  await preview.getByRole('button', { name: /^Edit Job title/ }).click();
  await focused(preview.getByRole('textbox', { name: 'Job title' }));
  await keyboard.press('End');
  await keyboard.type(' and beside it');
  await api(ben.page, 'DELETE', path());
  await preview.getByText('Ben Zulu deleted this Contact').waitFor();
  await pressAt(preview.getByRole('textbox', { name: 'Job title' }), 'Escape');
  await line.waitFor({ state: 'detached' });
  await pressAt(page.getByRole('button', { name: 'Continue editing' }), 'Enter');
  await told().waitFor();
  assert.equal(
    await page.getByRole('textbox', { name: 'Job title' }).inputValue(),
    'In a cell and beside it',
  );
  expectOnly(ada, /404|412/);
});

test('a dialog stays with what is typed into it when the record behind it is deleted', async () => {
  const client = await api(page, 'POST', '/api/v2/clients', { name: 'Siemens' });
  const deal = await api(page, 'POST', '/api/v2/deals', { title: 'Turbine', client_uuid: client.uuid });
  await page.goto(`/deals/${deal.uuid}`);
  await pressAt(page.getByRole('button', { name: 'Lost' }), 'Enter');
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Reason' });
  await focused(reason);
  await keyboard.type('Too dear');
  await api(ben.page, 'DELETE', `/api/v2/deals/${deal.uuid}`);
  await keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  assert.equal(await reason.inputValue(), 'Too dear');
  await keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'Ben Zulu deleted this Deal' }).waitFor();
  expectOnly(ada, /404|412/);
});
