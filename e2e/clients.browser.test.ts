import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { linesOf } from './files.ts';
import { focused, tabTo } from './keys.ts';
import {
  chooseRareAct,
  findBarriers,
  openPerson,
  quiet,
  startForAda,
  stopRouting,
  takeScreenshot,
} from './rapport.ts';

const FIRST_WORD_IS_SEEN = `(() => {
  const link = document.querySelector('.row-link');
  const word = document.createRange();
  word.setStart(link.firstChild, 0);
  word.setEnd(link.firstChild, link.textContent.indexOf(' '));
  const [seen, cell] = [word.getBoundingClientRect(), link.closest('td').getBoundingClientRect()];
  return seen.left >= cell.left && seen.right <= cell.right;
})()`;

const { rapport, browser, ada, stop } = await startForAda({ sample_data: true });
after(stop);

test('a Client deleted on its own page comes back with Undo, in the list that it was opened from', async () => {
  const { page } = ada;
  await page.goto('/clients?q=american');
  const total = page.getByText(/^\d+ Clients$/);
  const found = await total.textContent();
  await page.getByRole('link', { name: 'American Express' }).click();
  await chooseRareAct(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 Client deleted.').waitFor();
  await page.waitForURL(/q=american/);
  await page.getByText(`${Number.parseInt(found!, 10) - 1} Clients`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 record is as before.').waitFor();
  await page.getByText(found!, { exact: true }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('from a Client far down the list, Back and the link lead to its position, with the selection', async () => {
  const { page } = ada;
  await page.goto('/clients?sort=name');
  await page.getByRole('checkbox', { name: 'Select 3M' }).check();
  const frame = page.getByLabel('Clients', { exact: true });
  const row = frame.locator('tbody tr[aria-rowindex="452"]');
  const scrollThere = () => frame.evaluate((element) => element.scrollTo(0, 450 * 37));
  // The list renders only rows that it has read, so it is scrolled until the row exists.
  for (; (await row.count()) === 0; await quiet(page)) await scrollThere();
  const top_px = await frame.evaluate((element) => element.scrollTop);
  const backTo = async (way: () => Promise<unknown>, isReloaded: boolean) => {
    await row.getByRole('link').click();
    await page.getByRole('button', { name: /^Edit Industry/ }).waitFor();
    if (isReloaded) await page.reload();
    await way();
    await row.waitFor();
    assert.equal(await frame.evaluate((element) => element.scrollTop), top_px);
    if (!isReloaded) await page.getByText('1 of 503 selected').waitFor();
  };
  const follow = () => page.getByRole('link', { name: '← Clients' }).click();
  await backTo(() => page.goBack(), false);
  await backTo(follow, false);
  // The keyboard continues from the Client that was opened.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  assert.equal(await page.locator('tr[data-cursor]').getAttribute('aria-rowindex'), '452');
  await backTo(() => page.goBack(), true);
  await backTo(follow, true);
  assert.deepEqual(ada.faults, []);
});

test('Back leads back even while the page is still loading', async () => {
  const { page } = ada;
  await page.goto('/clients?q=3m');
  await page.getByRole('link', { name: '3M', exact: true }).click();
  await page.getByRole('button', { name: /^Edit Industry/ }).waitFor();
  const mayCome = Promise.withResolvers<void>();
  await page.route(/\/record-page-.*\.js$/, async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  // The router sets it when it has read the address.
  await until('the router to start', () => page.evaluate<boolean>('"__TSR_ROUTER__" in window'));
  await page.evaluate('history.back()');
  await page.waitForURL(/clients\?q=3m/);
  mayCome.resolve();
  await page.getByRole('checkbox', { name: 'Select 3M' }).waitFor();
  await stopRouting(page);
  assert.deepEqual(ada.faults, []);
});

test('a save that meets another change but cannot read it says so, and succeeds at the next try', async () => {
  const { page } = ada;
  await page.goto('/clients?q=xylem');
  await page.getByRole('link', { name: 'Xylem' }).click();
  await page.getByRole('button', { name: /^Edit Industry/ }).click();
  const industry = page.getByRole('textbox', { name: 'Industry' });
  await industry.fill('Water pumps');
  const path = `/api/v2${new URL(page.url()).pathname}`;
  const changed = await page.evaluate(
    (address) =>
      fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"language":"en"}',
      }).then((response) => response.status),
    path,
  );
  assert.equal(changed, 200);
  await page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await focused(industry);
  await page.keyboard.press('Enter');
  await page.getByText('Rapport does not answer.').waitFor();
  assert.equal(await industry.inputValue(), 'Water pumps');
  await stopRouting(page);
  await focused(industry);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Industry: Water pumps' }).waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !/412|ERR_FAILED/.test(fault));
  assert.deepEqual(unexpected, []);
});

test('a search without results offers all Clients, and an unknown address offers a way on', async () => {
  const { page } = ada;
  await page.goto('/clients?q=nobody&filter[status]=active');
  await page.getByRole('button', { name: 'Show all Clients' }).waitFor();
  // There is nothing to export.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Duplicates' }).waitFor();
  assert.equal(await page.getByText('Export CSV').count(), 0);
  await page.getByRole('button', { name: 'Show all Clients' }).click();
  await page.getByText('503 Clients').waitFor();
  const answer = await page.goto('/cleints');
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
  await page.getByRole('link', { name: 'Go to the Clients' }).click();
  await page.getByText('503 Clients').waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('404'));
  assert.deepEqual(unexpected, []);
});

test('an address that nothing can have is asked of nobody', async () => {
  const { page } = ada;
  const kinds = ['deals/duplicates', 'tasks/duplicates', 'deals/import', 'notes/new', 'clients/a%20b'];
  const others = ['accounts/all', 'settings/imports/new', 'settings/changes/last', 'developers/events/all'];
  for (const path of [...kinds, ...others]) {
    await page.goto(`/${path}`);
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    await page.getByRole('link', { name: 'Go to the Clients' }).waitFor();
  }
  await page.goto('/contacts/duplicates');
  await page.getByRole('heading', { level: 1, name: 'Duplicates among Contacts' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a window of half the width shows the chosen columns and scrolls sideways', async () => {
  const half = await openPerson(browser, rapport.base_url, {
    viewport: { width: 720, height: 450 },
    storageState: await ada.context.storageState(),
  });
  const { page } = half;
  await page.goto('/clients?q=zoetis');
  await page.getByText('1 Client', { exact: true }).waitFor();
  await takeScreenshot(page, 'clients-half');
  await page.getByRole('columnheader', { name: 'Industry' }).waitFor();
  const frame = page.getByLabel('Clients', { exact: true });
  assert.ok(await frame.evaluate((element) => element.scrollWidth > element.clientWidth));
  await half.close();
});

test('a long right-to-left name is cut at its end', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    viewport: { width: 320, height: 700 },
    storageState: await ada.context.storageState(),
  });
  const { page } = phone;
  const name = 'عميل عربي للاختبار شركة المثال';
  const headers = { origin: rapport.base_url };
  const answer = await page.context().request.post('/api/v2/clients', { headers, data: { name } });
  assert.equal(answer.status(), 201);
  await page.goto('/clients');
  const link = page.getByRole('link', { name });
  await link.waitFor();
  await takeScreenshot(page, 'clients-right-to-left');
  const isSeen = await page.evaluate<boolean>(FIRST_WORD_IS_SEEN);
  assert.ok(isSeen, 'its first word is cut off');
  await link.click();
  const title = page.getByRole('heading', { level: 1, name });
  await title.and(page.locator(':dir(rtl)')).waitFor();
  await page.getByRole('button', { name: /^Edit Name/ }).click();
  const input = page.getByRole('textbox', { name: 'Name' });
  await input.and(page.locator(':dir(rtl)')).waitFor();
  await takeScreenshot(page, 'client-right-to-left');
  await phone.close();
});

test('on a phone the columns are chosen, and all of them are exported', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    viewport: { width: 390, height: 844 },
    storageState: await ada.context.storageState(),
  });
  const { page } = phone;
  await page.goto('/clients?q=zoetis');
  await page.getByText('1 Client', { exact: true }).waitFor();
  const industry = page.getByRole('cell', { name: 'Pharmaceuticals' });
  assert.equal(await industry.count(), 0);
  const sheet = page.getByRole('button', { name: 'Filter, sort and more' });
  await sheet.click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Industry' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await industry.waitFor();
  await focused(sheet);
  await sheet.click();
  const lines = await linesOf(page, 'Export CSV');
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /name,.*email,.*industry/);
  assert.match(lines[1]!, /Zoetis.*Pharmaceuticals/);
  assert.deepEqual(phone.faults, []);
  await phone.close();
});

test('on a phone two lines of controls stand above a list, and a sheet has the others, also by keyboard', async () => {
  const phone = await openPerson(browser, rapport.base_url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    storageState: await ada.context.storageState(),
  });
  const { page } = phone;
  await page.goto('/deals');
  const tools = page.locator('.list-tools');
  await tools.getByRole('button', { name: 'New Deal' }).waitFor();
  const { height } = (await tools.boundingBox())!;
  assert.ok(height <= 110, `what stands above the list is ${height} px high`);
  for (const tool of await tools.locator('button, input[type=search]').all()) {
    const box = (await tool.boundingBox())!;
    assert.ok(Math.min(box.width, box.height) >= 44, `${await tool.innerText()} is too small for a thumb`);
  }
  await page.goto('/clients');
  const open = page.getByRole('button', { name: 'Filter, sort and more' });
  await tabTo(open);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Clients' });
  await sheet.getByRole('link', { name: 'Export CSV' }).waitFor();
  await sheet.getByRole('link', { name: 'Import' }).waitFor();
  await sheet.getByRole('link', { name: 'Deleted Clients' }).waitFor();
  await sheet.getByRole('combobox', { name: 'Sort' }).selectOption('by Name ↓');
  await page.waitForURL(/sort=-name/);
  await sheet.getByRole('combobox', { name: 'Group by' }).selectOption('By Status');
  await page.waitForURL(/group=status/);
  await takeScreenshot(page, 'sheet');
  // axe reports rows that the sheet covers in part as too small.
  const barriers = (await findBarriers(page)).filter((line) => !line.startsWith('target-size'));
  assert.deepEqual(barriers, []);
  await tabTo(sheet.getByRole('button', { name: 'Filter' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Active', exact: true }).click();
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await page.getByText('Status is Active').waitFor();
  await focused(open);
  assert.deepEqual(phone.faults, []);
  await phone.close();
});

test('long values leave room for short tags, and on a phone for all controls', async () => {
  const { page } = ada;
  const long = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze';
  for (const tags of [
    [long, 'vip'],
    ['vip', long],
  ]) {
    const data = { name: 'Cap makers', tags, custom: { [long]: 1 } };
    const headers = { origin: rapport.base_url };
    assert.equal((await ada.context.request.post('/api/v2/clients', { headers, data })).status(), 201);
  }
  await page.goto(`/clients?filter[tags]=${long}`);
  await page.getByText('2 Clients', { exact: true }).waitFor();
  const short = page.getByRole('cell').getByText('vip', { exact: true });
  const areCut = await short.evaluateAll((tags) =>
    tags.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  assert.deepEqual(areCut, [false, false]);
  await takeScreenshot(page, 'clients-long-tags');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filter, sort and more' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: long }).waitFor();
  const width_px = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.equal(width_px, 390, 'the menu of the columns is wider than the window');
  await page.keyboard.press('Escape');
  const { height } = (await page.locator('.filter-pill').boundingBox())!;
  assert.ok(height < 90, `the filter is ${height} px high, for three lines`);
  const remove = page.getByRole('button', { name: `Remove the filter Tags is ${long}` });
  const { x, width } = (await remove.boundingBox())!;
  assert.ok(x + width <= 390, 'the filter hides its button');
  await takeScreenshot(page, 'clients-long-phone');
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(ada.faults, []);
});
