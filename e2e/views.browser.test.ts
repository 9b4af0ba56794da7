import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page, Route } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { pictures } from './light-and-dark.ts';
import { addLogin, findBarriers, openPerson, type Person, startForAda, takeScreenshot } from './rapport.ts';

const COMMAND = join(import.meta.dirname, '../cli/src/rapport.ts');
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com', password: 'a ship in port is safe' };

const { rapport, browser, ada, stop } = await startForAda();
let grace: Person;
let account_uuid: string;

before(async () => {
  const { page } = ada;
  const words = ['users', 'create', '--email', GRACE.email, '--name', GRACE.name];
  const env = { ...process.env, ...rapport.env };
  await promisify(execFile)(process.execPath, [COMMAND, ...words, '--password', GRACE.password], { env });
  account_uuid = (await api(page, 'GET', '/api/v2/accounts'))[0].uuid;
  await addLogin(rapport, account_uuid, { email: GRACE.email, role: 'member' });
  grace = await openPerson(browser, rapport.base_url);
  await grace.page.goto('/sign-in?return_to=/today');
  await grace.page.getByLabel('E-mail address').fill(GRACE.email);
  await grace.page.getByLabel('Password').fill(GRACE.password);
  await grace.page.getByRole('button', { name: 'Sign in' }).click();
  await grace.page.waitForURL('**/today**');
  for (const [name, status] of [
    ['Abacus', 'active'],
    ['Brass', 'active'],
    ['Cog', 'lead'],
  ])
    await api(page, 'POST', '/api/v2/clients', { name, status });
});
after(stop);

/** Waits until the table has these names, in this order. */
async function rows(page: Page, expected: string[]): Promise<void> {
  const titles = page.locator('tbody tr[aria-rowindex] td:nth-child(2)');
  await until(`the rows ${expected}`, async () => {
    const shown = (await titles.allTextContents()).map((title) => title.trim());
    return JSON.stringify(shown) === JSON.stringify(expected);
  });
}

const viewButton = (page: Page) => page.getByRole('button', { name: /^Views: / });
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

async function choose(page: Page, item: string): Promise<void> {
  await viewButton(page).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function beginNewView(page: Page): Promise<void> {
  await choose(page, 'Save as a new view…');
  await focused(page.getByRole('dialog', { name: 'New view' }).getByLabel('Name'));
}

test('an Account begins with five views in the menu, and each shows its list', async () => {
  const { page } = ada;
  await page.goto('/clients');
  for (const [name, path] of [
    ['Not contacted for 90 days', '/clients'],
    ['Recently changed', '/clients'],
    ['My open deals', '/deals'],
    ['Closing this month', '/deals'],
    ['No next step', '/deals'],
  ] as const) {
    await menuLink(page, name).click();
    await page.waitForURL((url) => url.pathname === path && url.searchParams.has('view'));
    await page.getByRole('button', { name: `Views: ${name}` }).waitFor();
    assert.equal(await menuLink(page, name).getAttribute('aria-current'), 'page');
  }
  assert.deepEqual(ada.faults, []);
});

test('by keyboard a filtered list is saved as a view under a name, and its address opens it', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await page.goto('/clients?filter[status]=active&sort=-name');
  await rows(page, ['Brass', 'Abacus']);
  await tabTo(viewButton(page));
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).waitFor();
  await keyboard.press('End');
  await focused(page.getByRole('menuitem', { name: 'Save as a new view…' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New view' });
  await focused(dialog.getByLabel('Name'));
  assert.deepEqual(await findBarriers(page), []);
  await keyboard.type('Active, from the end');
  await keyboard.press('Enter');
  await page.getByText('“Active, from the end” is saved.').waitFor();
  await menuLink(page, 'Active, from the end').waitFor();
  const { searchParams } = new URL(page.url());
  assert.deepEqual([...searchParams.keys()].sort(), ['account_uuid', 'view']);
  await rows(page, ['Brass', 'Abacus']);
  await takeScreenshot(page, 'view');
  // Nobody else sees it.
  await grace.page.goto(`/clients?view=${searchParams.get('view')}`);
  await grace.page.getByText('This view is not there any more').waitFor();
  assert.equal(await menuLink(grace.page, 'Active, from the end').count(), 0);
});

test('a change of a shared view is a draft of one’s own, until its maker saves it for everybody', async () => {
  const { page } = ada;
  const view = await api(page, 'POST', '/api/v2/views', {
    resource: 'client',
    name: 'Everybody’s',
    shared: true,
    query: 'filter[status]=active&sort=name',
  });
  await grace.page.goto(`/clients?view=${view.uuid}`);
  await rows(grace.page, ['Abacus', 'Brass']);
  await grace.page.getByRole('button', { name: 'Name', exact: true }).click();
  await rows(grace.page, ['Brass', 'Abacus']);
  await grace.page.getByRole('button', { name: 'Views: Everybody’s changed' }).click();
  // A member who did not make it keeps the draft or makes a view of it.
  assert.equal(await grace.page.getByRole('menuitem', { name: 'Save for everybody' }).count(), 0);
  await grace.page.keyboard.press('Escape');
  await grace.page.reload();
  await rows(grace.page, ['Brass', 'Abacus']);
  await page.goto(`/clients?view=${view.uuid}`);
  await rows(page, ['Abacus', 'Brass']);
  await page.getByRole('button', { name: 'Remove the filter Status is Active' }).click();
  await rows(page, ['Abacus', 'Brass', 'Cog']);
  await choose(page, 'Save for everybody');
  await page.getByText('“Everybody’s” is saved for everybody.').waitFor();
  await page.waitForURL((url) => !url.searchParams.has('draft'));
  await choose(grace.page, 'Discard the changes');
  await grace.page.goto(`/clients?view=${view.uuid}`);
  await rows(grace.page, ['Abacus', 'Brass', 'Cog']);
});

test('a view keeps its columns with their widths, and its groups', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await rows(page, ['Cog', 'Brass', 'Abacus']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Domain' }).setChecked(false);
  await page.keyboard.press('Escape');
  const edge = page.getByRole('separator', { name: /Status/ });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const width = Number(await edge.getAttribute('aria-valuenow'));
  await page.getByLabel('Group by').selectOption('status');
  await beginNewView(page);
  await page.keyboard.type('By status');
  await page.keyboard.press('Enter');
  await page.getByText('“By status” is saved.').waitFor();
  const saved = (await api(page, 'GET', '/api/v2/views?resource=client')).find(
    ({ name }: { name: string }) => name === 'By status',
  );
  const fields = saved.columns.map(({ field }: { field: string }) => field);
  assert.ok(!fields.includes('domain'), String(fields));
  assert.equal(saved.columns.find(({ field }: { field: string }) => field === 'status').width, width);
  assert.equal(saved.group_by, 'status');
  // Another person sees it so.
  await api(page, 'PATCH', `/api/v2/views/${saved.uuid}`, { shared: true });
  await grace.page.goto(`/clients?view=${saved.uuid}`);
  await grace.page.locator('.group-head').first().waitFor();
  const shown = grace.page.getByRole('separator', { name: /Status/ });
  assert.equal(Number(await shown.getAttribute('aria-valuenow')), width);
  assert.equal(await grace.page.getByRole('columnheader', { name: 'Domain' }).count(), 0);
});

test('new columns of a shared view come to whoever opened it before, as no change of theirs', async () => {
  const { page } = ada;
  const { page: other } = grace;
  const column = (field: string) => ({ field, width: null });
  const { uuid } = await api(page, 'POST', '/api/v2/views', {
    resource: 'client',
    name: 'Columns of all',
    shared: true,
    columns: ['name', 'status'].map(column),
  });
  await other.goto(`/clients?view=${uuid}`);
  await other.getByRole('columnheader', { name: 'Status' }).waitFor();
  await api(page, 'PATCH', `/api/v2/views/${uuid}`, { columns: ['name', 'source'].map(column) });
  await other.reload();
  await other.getByRole('columnheader', { name: 'Source' }).waitFor();
  assert.equal(await other.getByRole('columnheader', { name: 'Status' }).count(), 0);
  await other.getByRole('button', { name: 'Views: Columns of all', exact: true }).waitFor();
  await api(page, 'DELETE', `/api/v2/views/${uuid}`);
});

test('who saves a view that somebody else has saved meanwhile is told before they replace it', async () => {
  const { page } = ada;
  const { uuid } = await api(page, 'POST', '/api/v2/views', {
    resource: 'client',
    name: 'Of two',
    shared: true,
    query: 'sort=name',
  });
  const told = page.getByText('Somebody has changed this view meanwhile');
  const saveOver = async (query: string) => {
    // Before the page hears of it: the other's change comes just before the request of the page.
    const change = async (route: Route) => {
      await api(page, 'PATCH', `/api/v2/views/${uuid}`, { query });
      await route.continue();
    };
    await page.route(`**/api/v2/views/${uuid}`, change, { times: 1 });
    await choose(page, 'Save for everybody');
    await told.waitFor();
    await page.getByText('“Save for everybody” replaces theirs').waitFor();
  };
  const stored = async () =>
    (await api(page, 'GET', '/api/v2/views?resource=client')).find(
      (one: { uuid: string }) => one.uuid === uuid,
    );
  await page.goto(`/clients?view=${uuid}`);
  await rows(page, ['Abacus', 'Brass', 'Cog']);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await rows(page, ['Cog', 'Brass', 'Abacus']);
  await saveOver('filter[status]=active&sort=name');
  // The draft stays in sight, and is saved only now that one knows.
  await rows(page, ['Cog', 'Brass', 'Abacus']);
  await pictures(page, 'view-changed-meanwhile');
  await choose(page, 'Save for everybody');
  await page.getByText('“Of two” is saved for everybody.').waitFor();
  await told.waitFor({ state: 'detached' });
  assert.equal((await stored()).query, 'sort=-name');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await rows(page, ['Abacus', 'Brass', 'Cog']);
  await saveOver('filter[status]=active&sort=-name');
  await choose(page, 'Discard the changes');
  await rows(page, ['Brass', 'Abacus']);
  await told.waitFor({ state: 'detached' });
  expectOnly(ada, /412/);
  await api(page, 'DELETE', `/api/v2/views/${uuid}`);
});

test('who has changed the columns of a view is told when somebody else saves others meanwhile', async () => {
  const { page } = ada;
  const column = (field: string) => ({ field, width: null });
  const { uuid } = await api(page, 'POST', '/api/v2/views', {
    resource: 'client',
    name: 'What two see',
    shared: true,
    columns: ['name', 'status'].map(column),
  });
  const told = page.getByText('Somebody has changed this view meanwhile');
  const head = (name: string) => page.getByRole('columnheader', { name });
  const stored = async () => {
    const { columns } = await api(page, 'GET', `/api/v2/views/${uuid}`);
    return columns.map(({ field }: { field: string }) => field).join();
  };
  const change = async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Domain' }).setChecked(true);
    await page.keyboard.press('Escape');
    await head('Domain').waitFor();
    assert.equal(await told.count(), 0);
    await api(page, 'PATCH', `/api/v2/views/${uuid}`, { columns: ['name', 'source'].map(column) });
    await told.waitFor();
    // What one has chosen stays in sight until one has decided.
    await head('Domain').waitFor();
    assert.equal(await head('Source').count(), 0);
  };
  await page.goto(`/clients?view=${uuid}`);
  await head('Status').waitFor();
  await change();
  await pictures(page, 'view-columns-meanwhile');
  assert.deepEqual(await findBarriers(page), []);
  await choose(page, 'Discard the changes');
  await head('Source').waitFor();
  await told.waitFor({ state: 'detached' });
  assert.equal(await head('Domain').count(), 0);
  await api(page, 'PATCH', `/api/v2/views/${uuid}`, { columns: ['name', 'status'].map(column) });
  await head('Status').waitFor();
  await change();
  await choose(page, 'Save for everybody');
  await page.getByText('“What two see” is saved for everybody.').waitFor();
  await told.waitFor({ state: 'detached' });
  assert.equal(await stored(), 'name,status,domain');
  assert.deepEqual(ada.faults, []);
  await api(page, 'DELETE', `/api/v2/views/${uuid}`);
});

test('views are renamed, moved, taken out of the menu and deleted', async () => {
  const { page } = ada;
  await menuLink(page, 'Everybody’s').waitFor();
  await menuLink(page, 'Everybody’s').click();
  await choose(page, 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename the view' });
  await dialog.getByLabel('Name').fill('All of them');
  await page.keyboard.press('Enter');
  await menuLink(page, 'All of them').waitFor();
  const names = () =>
    page.locator('.nav-view').evaluateAll((links) => links.map((link) => link.textContent ?? ''));
  const before = await names();
  const place = before.indexOf('All of them');
  await choose(page, 'Move up in the menu');
  await until('it to be one place higher', async () => (await names()).indexOf('All of them') === place - 1);
  await choose(page, 'Remove from the menu');
  await menuLink(page, 'All of them').waitFor({ state: 'detached' });
  await choose(page, 'Delete…');
  await page.getByText('It goes for everybody who uses it.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“All of them” is deleted.').waitFor();
  await page.waitForURL((url) => !url.searchParams.has('view'));
});

test('the menu brings back the list as one left it, and from the list itself the whole list', async () => {
  const { page } = ada;
  await page.goto('/clients?filter[status]=lead');
  await rows(page, ['Cog']);
  await menuLink(page, 'Tasks').click();
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
  await menuLink(page, 'Clients').click();
  await rows(page, ['Cog']);
  await menuLink(page, 'Clients').click();
  await rows(page, ['Cog', 'Brass', 'Abacus']);
});

test('a view of an archived field says so and shows the rest', async () => {
  const { page } = ada;
  const field = await api(page, 'POST', '/api/v2/custom-fields', {
    resource: 'client',
    label: 'Renewal',
    key: 'renewal_on',
    type: 'date',
  });
  const view = await api(page, 'POST', '/api/v2/views', {
    resource: 'client',
    name: 'Renewals',
    query: 'filter[custom.renewal_on][gte]=month&filter[status]=active&sort=custom.renewal_on',
    columns: [
      { field: 'name', width: null },
      { field: 'custom.renewal_on', width: null },
    ],
  });
  await api(page, 'PATCH', `/api/v2/custom-fields/${field.uuid}`, { archived_at: new Date().toISOString() });
  await page.goto(`/clients?view=${view.uuid}`);
  await page.getByText('The field "Renewal" was archived.').waitFor();
  await rows(page, ['Brass', 'Abacus']);
  assert.equal(await page.getByRole('columnheader', { name: /renewal/i }).count(), 0);
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'view-of-an-archived-field');
});

test('a board is a view, too', async () => {
  const { page } = ada;
  await page.goto('/deals/board');
  await page.getByRole('button', { name: 'Mine' }).click();
  await beginNewView(page);
  await page.keyboard.type('My board');
  await page.keyboard.press('Enter');
  await menuLink(page, 'My board').waitFor();
  await menuLink(page, 'Today').click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await menuLink(page, 'My board').click();
  await page.waitForURL((url) => url.pathname === '/deals/board' && url.searchParams.has('view'));
  await page.locator('[aria-pressed=true]', { hasText: 'Mine' }).waitFor();
});

test('the palette finds settings and views by the words that people type', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await page.goto('/today');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const search = palette.getByPlaceholder('Search or jump to');
  for (const [words, label] of [
    ['import', 'Import'],
    ['invite', 'Members: invite somebody to an Account'],
    ['pipeline', 'Settings: Pipelines'],
    ['currency', 'Settings: Account & members'],
    ['sign out', 'Sign out'],
    ['fields', 'Settings: Fields'],
    ['tags', 'Settings: Tags'],
    ['view no next', 'Deals: No next step'],
    ['undo', 'Settings: Changes'],
  ] as const) {
    await focused(search);
    await keyboard.press('Control+a');
    await keyboard.type(words);
    await palette.locator('.mantine-Spotlight-actionLabel', { hasText: label }).first().waitFor();
  }
  assert.deepEqual(await findBarriers(page, ['landmark-unique', 'aria-dialog-name']), []);
  await keyboard.press('Escape');
});

test('a record that is typed and not found stays, and stops its form', async () => {
  const { page } = ada;
  const { keyboard } = page;
  await page.goto('/deals');
  await page.getByRole('button', { name: 'New Deal' }).first().click();
  const dialog = page.getByRole('dialog');
  await focused(dialog.getByLabel('Title'));
  await keyboard.type('For nobody');
  await keyboard.press('Tab');
  const client = dialog.getByRole('combobox', { name: 'Client' });
  await focused(client);
  await keyboard.type('nobody of that name');
  await dialog.getByText('Nothing found').waitFor();
  await keyboard.press('Tab');
  await dialog.getByText('No record is chosen for “nobody of that name”.').waitFor();
  assert.equal(await client.inputValue(), 'nobody of that name');
  await dialog.getByRole('button', { name: 'New Deal' }).click();
  await focused(client);
  assert.deepEqual(await api(page, 'GET', '/api/v2/deals'), []);
});
