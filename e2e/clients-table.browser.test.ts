import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { chooseRareAct, openPerson, quiet, startForAda, stopRouting, takeScreenshot } from './rapport.ts';

const { rapport, browser, ada, stop } = await startForAda({ sample_data: true });
after(stop);

test('a next page that fails is requested once each time the list is read, and again by its button', async () => {
  const { page } = ada;
  const asked = { first: 0, next: 0 };
  let isNextThere = false;
  await page.route(
    ({ pathname }) => pathname === '/api/v2/clients',
    (route) => {
      const isNext = new URL(route.request().url()).searchParams.has('cursor');
      asked[isNext ? 'next' : 'first'] += 1;
      if (isNext && !isNextThere)
        return route.fulfill({ status: 500, json: { code: 'internal', detail: 'The next page failed.' } });
      return route.fallback();
    },
  );
  await page.goto('/clients');
  await page.getByText('503 Clients').waitFor();
  const frame = page.getByLabel('Clients', { exact: true });
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const failure = page.getByText('The next page failed.');
  await failure.waitFor();
  // The error stays in the document, also for the moment in which the list is read again.
  const first = await failure.elementHandle();
  const before = { ...asked };
  const [client] = await api(page, 'GET', '/api/v2/clients?limit=1');
  await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { description: 'Changed elsewhere' });
  await until(
    'the list and its next page are read again',
    async () => asked.first > before.first && asked.next > before.next,
  );
  // Each key renders the list again.
  for (const key of ['j', 'j', 'x', 'x']) await page.keyboard.press(key);
  await quiet(page);
  assert.ok(await first!.isVisible());
  assert.ok(asked.next <= asked.first, `asked ${asked.next} times, read ${asked.first} times`);
  isNextThere = true;
  // It is gone if the list is read again in this very moment.
  const again = page.getByRole('button', { name: 'Try again' });
  await again.evaluateAll((buttons) => buttons[0]?.click());
  await failure.waitFor({ state: 'detached' });
  await stopRouting(page);
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('500'));
  assert.deepEqual(unexpected, []);
});

test('a list that was left in the middle shows the same rows after a reload and after Back', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByText('503 Clients').waitFor();
  const frame = page.getByLabel('Clients', { exact: true });
  const shown = frame.locator('tbody tr[aria-rowindex="72"]');
  await frame.evaluate((element) => element.scrollTo(0, 2400));
  await shown.waitFor();
  await page.reload();
  await shown.waitFor();
  assert.equal(await frame.evaluate((element) => element.scrollTop), 2400);
  await shown.getByRole('link').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await shown.waitFor();
  assert.equal(await frame.evaluate((element) => element.scrollTop), 2400);
  assert.deepEqual(ada.faults, []);
});

test('a list that was left at its end is read again up to that point, each page once', async () => {
  const { page } = ada;
  await page.goto('/clients');
  const frame = page.getByLabel('Clients', { exact: true });
  const end = frame.locator('tbody tr[aria-rowindex="504"]');
  await until('the end of the list', async () => {
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return (await end.count()) === 1;
  });
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v2/clients') asked += 1;
  });
  await page.reload();
  await end.waitFor();
  assert.equal(asked, 3);
  assert.deepEqual(ada.faults, []);
});

test('the row with the keyboard cursor stays visible, also with the bar of the selection', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .click();
  for (let presses = 0; presses < 30; presses++) await page.keyboard.press('j');
  const cursor = page.locator('tr[data-cursor]');
  assert.equal(await cursor.getAttribute('aria-rowindex'), '31');
  const bar = await page.locator('.bulk-bar').boundingBox();
  const low = await cursor.boundingBox();
  assert.ok(low && bar && low.y + low.height <= bar.y, `${low?.y} is behind ${bar?.y}`);
  for (let presses = 0; presses < 25; presses++) await page.keyboard.press('k');
  const [high, head] = [await cursor.boundingBox(), await page.locator('thead').boundingBox()];
  assert.ok(high && head && high.y >= head.y + head.height - 1, `${high?.y} is behind ${head?.y}`);
  assert.deepEqual(ada.faults, []);
});

test('the box above the rows stands for the rows that are shown', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name');
  for (let row = 1; row <= 5; row++)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check();
  const all = page.getByRole('checkbox', { name: 'Select all that are loaded' });
  await page.getByRole('searchbox').fill('zebra');
  await page.getByText('1 Client', { exact: true }).waitFor();
  assert.equal(await all.isChecked(), false);
  assert.equal(await all.evaluate((box: { indeterminate: boolean }) => box.indeterminate), false);
  await all.check();
  await page.getByText(/^1 of \d+ selected$/).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('nothing can be selected before the first rows are there', async () => {
  const { page } = ada;
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v2/clients?*', async (route) => {
    asked.resolve();
    await answered.promise;
    return route.continue();
  });
  await page.goto('/clients?q=zebra');
  await asked.promise;
  // The button shows that the pages know the User's role, so only the unread list can disable the
  // box.
  await page.getByRole('button', { name: 'New Client' }).waitFor();
  const all = page.getByLabel('Select all that are loaded');
  const wasDisabled = await all.isDisabled();
  answered.resolve();
  assert.equal(wasDisabled, true);
  await all.check();
  await page.getByText('1 of 1 selected').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('all Clients of a list are selected, also those that are not loaded', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByLabel('Select all that are loaded').check();
  await page.getByText('200 of 503 selected').waitFor();
  await page.getByRole('button', { name: 'Select all 503' }).click();
  await page.getByText('503 of 503 selected').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Select all 503' }).count(), 0);
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.deepEqual(ada.faults, []);
});

test('all of a list but a folded group is changed by several jobs, as one change, and no row is read for it', async () => {
  const { page } = ada;
  const before = await statuses();
  await page.goto('/clients?group=status&closed=inactive');
  await page.getByLabel('Select all that are loaded').check();
  await page.getByText('200 of 503 selected, none in the folded group').waitFor();
  const count = before.filter((status) => status !== 'inactive').length;
  const asked: string[] = [];
  const begun: { change_uuid: string; total_count: number }[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/clients/bulk')) begun.push((await answer.json()).data);
  });
  await page.getByRole('button', { name: `Select all ${count}` }).click();
  await page.getByText(`${count} of 503 selected, none in the folded group`).waitFor();
  assert.deepEqual(
    asked.filter((url) => url.includes('cursor=')),
    [],
  );
  await setInactive(page);
  await page.getByText(`${count} Clients changed.`).waitFor();
  assert.equal(begun.length, new Set(before).size - 1);
  assert.equal(new Set(begun.map(({ change_uuid }) => change_uuid)).size, 1);
  assert.equal(
    begun.reduce((sum, { total_count }) => sum + total_count, 0),
    count,
  );
  assert.deepEqual(new Set(await statuses()), new Set(['inactive']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${count} records are as before.`).waitFor();
  assert.deepEqual(await statuses(), before);
  assert.deepEqual(ada.faults, []);
});

test('a list that has changed since all of it was selected is not changed, but shown again', async () => {
  const { page } = ada;
  await page.goto('/clients');
  await page.getByLabel('Select all that are loaded').check();
  await page.getByRole('button', { name: 'Select all 503' }).click();
  await page.getByText('503 of 503 selected').waitFor();
  const late: string[] = [];
  await page.route(
    '**/api/v2/clients/bulk',
    async (route) => {
      late.push((await api(page, 'POST', '/api/v2/clients', { name: 'Late Ltd' })).uuid);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^The list has changed since you selected all of it\./).waitFor();
  await page.getByText('504 Clients').waitFor();
  assert.equal(await page.locator('tr[data-selected]').count(), 0);
  await api(page, 'DELETE', `/api/v2/clients/${late[0]}`);
  await page.getByText('503 Clients').waitFor();
  expectOnly(ada, /409/);
});

test('a custom field can be chosen as a column', async () => {
  const { page } = ada;
  await page.goto('/clients?q=zebra');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Founded' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Founded' }).waitFor();
  await page.getByRole('cell', { name: '1969' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Founded' }).uncheck();
  assert.deepEqual(ada.faults, []);
});

test('Clients whose change is refused are counted and stay selected, and the others can be undone', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name');
  for (let row = 1; row <= 4; row++)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check();
  const names = await page.locator('tr[data-selected] .row-link').allTextContents();
  const changed = await uuidsOf(page, names.slice(0, 2));
  // Somebody changes them while the request is under way: before it, the page would show it.
  await page.route(
    '**/api/v2/clients/bulk',
    async (route) => {
      for (const uuid of changed)
        await api(page, 'PATCH', `/api/v2/clients/${uuid}`, { industry: 'Changed meanwhile' });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^2 of 4 Clients were not changed, and stay selected\. The first: /).waitFor();
  await page.getByText(/^2 of \d+ selected$/).waitFor();
  await takeScreenshot(page, 'bulk-refused');

  await page.route('**/api/v2/changes/*/undo', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Rapport does not answer/).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('503 Clients').waitFor();
  expectOnly(ada, /ERR_FAILED/);
});

/** The service takes a list in an order of its own, so it is held at any of its steps. */
const AT_WORK = /^(0|200|400) of 503$/;

test('a bulk change goes on without its tab, and another page shows it, stops it and takes it back', async () => {
  const before = await statuses();
  for (const isStopped of [false, true]) {
    const closed = await ada.context.newPage();
    await closed.goto('/clients?sort=name');
    await closed.getByLabel('Select all that are loaded').check();
    await closed.getByRole('button', { name: 'Select all 503' }).click();
    await closed.getByText('503 of 503 selected').waitFor();
    const release = await holdClient(300);
    await setInactive(closed);
    await closed.getByText(AT_WORK).waitFor();
    await closed.close();

    const { page } = ada;
    await page.goto('/clients');
    await page.getByText(AT_WORK).waitFor();
    await takeScreenshot(page, 'bulk-at-work');
    if (isStopped) {
      const stopping = page.waitForRequest('**/cancel');
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await stopping;
    }
    await release();
    await page.getByText(isStopped ? /^\d+ Clients changed\./ : '503 Clients changed.').waitFor();
    if (!isStopped) assert.deepEqual(new Set(await statuses()), new Set(['inactive']));
    await page.getByRole('button', { name: 'Undo' }).click();
    // Those that were inactive before have not changed.
    await page.getByText(/^\d+ records are as before\./).waitFor();
    assert.deepEqual(await statuses(), before);
  }
  assert.deepEqual(ada.faults, []);
});

async function setInactive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** Has whoever changes the Client at this place of the list by names wait, until it is released. */
async function holdClient(place: number): Promise<() => Promise<void>> {
  const first = await list('sort=name');
  const page = place < 200 ? first : await list(`sort=name&cursor=${first.next_cursor}`);
  const holder = new pg.Client({ connectionString: rapport.env.DATABASE_URL });
  await holder.connect();
  await holder.query(`BEGIN; SELECT FROM clients WHERE uuid = '${page.data[place % 200].uuid}' FOR UPDATE`);
  return () => holder.end();
}

test('tags are added to many Clients and removed again', async () => {
  const { page } = ada;
  await page.goto('/clients?q=energy');
  await page.getByLabel('Select all that are loaded').check();
  const dialog = page.getByRole('dialog');
  for (const choice of ['Tags to add', 'Tags to remove']) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: choice }).click();
    await dialog.getByRole('combobox', { name: 'Value' }).fill('fair, 2026');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^\d+ Clients changed\./).waitFor();
    // Closed, so that the next notice is not taken for this one.
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const [tagged, all] = [
      await list('filter[tags]=fair&include=total'),
      await list('q=energy&include=total'),
    ];
    assert.equal(tagged.total, choice === 'Tags to add' ? all.total : 0);
    await page.getByLabel('Select all that are loaded').check();
  }
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  assert.deepEqual(ada.faults, []);
});

test('undoing a bulk change keeps the later changes of others', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name&q=a');
  for (let row = 1; row <= 2; row++)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check();
  const names = await page.locator('tr[data-selected] .row-link').allTextContents();
  const [theirs, ours] = (await uuidsOf(page, names)) as [string, string];
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Industry' }).click();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Steam');
  // A double click makes the change once, without a refusal.
  await dialog.getByRole('button', { name: 'Apply' }).dblclick();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.deepEqual(ada.faults, []);
  const diesel = {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"industry":"Diesel"}',
  };
  await page.evaluate(([path, change]) => fetch(path, change), [
    `/api/v2/clients/${theirs}`,
    diesel,
  ] as const);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 record is as before; 1 thing stays as now.').waitFor();
  // There is no "Try again", because it would be refused again.
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  const industryOf = async (uuid: string) =>
    (await (await page.context().request.get(`/api/v2/clients/${uuid}`)).json()).data.industry;
  assert.equal(await industryOf(theirs), 'Diesel');
  assert.notEqual(await industryOf(ours), 'Steam');
  assert.deepEqual(ada.faults, []);
});

test('a bulk change goes on when its page is left, and its end is said on another', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name');
  await page.getByLabel('Select all that are loaded').check();
  const release = await holdClient(0);
  await setInactive(page);
  await page.getByText('0 of 200', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await release();
  await page.getByText('200 Clients changed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^\d+ records are as before\./).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the bar says how many of all are selected, and a click with Shift selects all between', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name');
  await page.getByText('503 Clients').waitFor();
  const all = page.getByLabel('Select all that are loaded');
  await all.check();
  await page.getByText('200 of 503 selected').waitFor();
  await takeScreenshot(page, 'bulk-200');
  await all.uncheck();
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(4).check();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await page.getByText('4 of 503 selected').waitFor();
  await boxes.nth(2).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await page.getByText('2 of 503 selected').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a deleted Client is restored at its address', async () => {
  const { page } = ada;
  await page.goto('/clients?q=zoetis');
  await page.getByRole('link', { name: 'Zoetis' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  const address = page.url();
  await chooseRareAct(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing matches').waitFor();
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
  await takeScreenshot(page, 'client-gone');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  await page.goto('/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('There is no Client here that was deleted in the last 30 days.').waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('404'));
  assert.deepEqual(unexpected, []);
});

test('Back from a record restores the list, and an abandoned edit does not start again', async () => {
  const { page } = ada;
  await page.goto(
    '/clients?q=zoetis&filter[external_id][is_null]=false&filter[status][in]=lead,prospect,active&sort=name',
  );
  await page.getByText('External id is not empty', { exact: true }).waitFor();
  await page.getByText('Status is one of Lead, Prospect, Active', { exact: true }).waitFor();
  const left = sorted(new URL(page.url()));
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('');
  await page.keyboard.press('Enter');
  await page.getByText(/^This must /).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  await page.locator('#content').getByRole('link', { name: '← Clients' }).click();
  await page.waitForURL((url) => url.pathname === '/clients' && sorted(url) === left);
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('422'));
  assert.deepEqual(unexpected, []);
});

test('Tab reaches a Client without the keys of the table, which continue from there', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name&q=energy');
  const table = page.getByRole('table', { name: 'Table of Clients' });
  const links = table.locator('.row-link');
  await links.first().waitFor();
  const names = await links.allTextContents();
  await tabTo(links.first());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: names[0]! }).waitFor();
  await page.goBack();
  await tabTo(links.nth(1));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: names[2]! }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('Enter opens the Client whose name is pasted into the palette', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Search or jump to').last();
  await search.fill('Zebra Technologies');
  await page.locator('.mantine-Spotlight-action[data-selected]', { hasText: 'Zebra Technologies' }).waitFor();
  await focused(search);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zebra Technologies' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('the palette shows and opens only the results of its present words', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  const answers: Record<string, () => void> = {};
  const isSearch = (url: URL) => url.pathname === '/api/v2/clients' && url.searchParams.get('q') === 'zoetis';
  const slow = new Promise<void>((resolve) => {
    answers.zoetis = resolve;
  });
  await page.route(isSearch, async (route) => {
    await slow;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const search = palette.getByPlaceholder('Search or jump to');
  const rows = palette.locator('.mantine-Spotlight-action');
  await search.fill('Zebra');
  await rows.filter({ hasText: 'Zebra Technologies' }).waitFor();
  await search.fill('zoetis');
  await palette.getByText('Searching the Clients').waitFor();
  assert.equal(await rows.count(), 0);
  await focused(search);
  await page.keyboard.press('Enter');
  answers.zoetis!();
  await palette.locator('[data-selected]', { hasText: 'Zoetis' }).waitFor();
  assert.equal(await palette.getByText('Searching the Clients').count(), 0);
  await focused(search);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('the palette distinguishes a failed search from one without results', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await page.route('**/api/v2/clients?*', (route) => route.abort());
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const search = palette.getByPlaceholder('Search or jump to');
  await search.fill('zoetis');
  await palette.getByText('Rapport does not answer').waitFor();
  assert.equal(await palette.getByText('Nothing found').count(), 0);
  await stopRouting(page);
  await search.fill('nobody at all');
  await palette.getByText('Nothing found').waitFor();
  await focused(search);
  await page.keyboard.press('Escape');
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('ERR_FAILED'));
  assert.deepEqual(unexpected, []);
});

test('the palette shows Clients of that name before other results', async () => {
  const { page } = ada;
  await page.goto('/accounts');
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  const search = palette.getByPlaceholder('Search or jump to');
  const labels = palette.locator('.mantine-Spotlight-actionLabel');
  await search.fill('energy');
  await palette.locator('.mantine-Spotlight-action', { hasText: 'Energy' }).first().waitFor();
  for (const label of await labels.allTextContents()) assert.match(label, /energy/i);
  // The name of a page also contains these letters.
  await search.fill('app');
  await palette.locator('.mantine-Spotlight-action[data-selected]', { hasText: /^App/ }).waitFor();
  await takeScreenshot(page, 'palette');
  const shown = await labels.allTextContents();
  assert.ok(shown.indexOf('Settings: Connected apps') > shown.indexOf('Applied Materials'), String(shown));
  await focused(search);
  await page.keyboard.press('Escape');
  assert.deepEqual(ada.faults, []);
});

test('a viewer is offered no changes', async () => {
  const { page } = ada;
  // The test is about the pages only, so it changes the role in the answer.
  await page.route('**/api/v2/logins?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      json: { ...body, data: body.data.map((login: object) => ({ ...login, role: 'viewer' })) },
    });
  });
  await page.goto('/clients?q=zoetis');
  await page.getByText('1 Client', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'New Client' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('link', { name: 'Import', exact: true }).count(), 0);
  assert.ok(await page.getByRole('checkbox', { name: 'Select Zoetis' }).isDisabled());
  await takeScreenshot(page, 'viewer-list');
  await page.getByRole('link', { name: 'Zoetis' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zoetis' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Edit|Delete/ }).count(), 0);
  await takeScreenshot(page, 'viewer-record');
  await page.goto('/settings/imports');
  await page.getByText(/^Your role lets you read\./).waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('on a phone the last rows are visible above the bar of the selection', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    viewport: { width: 390, height: 844 },
    storageState: await ada.context.storageState(),
  });
  const { page } = phone;
  await page.goto('/clients?q=energy');
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  const frame = page.getByLabel('Clients', { exact: true });
  await page.getByText(/^1 of \d+ selected$/).waitFor();
  // The list becomes shorter by the bar, once its script is there.
  const bar = await until('the last row above the bar', async () => {
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = await page.locator('tbody tr[aria-rowindex]').last().boundingBox();
    const box = await page.locator('.bulk-bar').boundingBox();
    return last && box && last.y + last.height <= box.y && box;
  });
  await takeScreenshot(page, 'bulk-phone');
  await page.getByRole('button', { name: 'Menu' }).click();
  // Playwright clicks when the menu no longer moves and nothing covers it.
  await page.locator('.shell-menu').click({ position: { x: bar.x + 20, y: bar.y - 40 } });
  await takeScreenshot(page, 'bulk-menu-phone');
  assert.deepEqual(phone.faults, []);
  await phone.close();
});

async function list(query: string) {
  return (await ada.context.request.get(`/api/v2/clients?limit=200&${query}`)).json();
}

/** Returns the statuses of all Clients, in the order of their names. */
async function statuses(): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`sort=name${cursor && `&cursor=${cursor}`}`);
    found.push(...page.data.map(({ status }: { status: string }) => status));
    cursor = page.next_cursor;
  }
  return found;
}

async function uuidsOf(page: Page, names: string[]): Promise<string[]> {
  const answer = await page.context().request.get('/api/v2/clients?sort=name&limit=200');
  const { data } = (await answer.json()) as { data: { uuid: string; name: string }[] };
  return data.filter(({ name }) => names.includes(name)).map(({ uuid }) => uuid);
}

function sorted(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
}
