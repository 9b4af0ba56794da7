import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, quiet, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda();
after(stop);
const { page } = ada;

before(async () => {
  await page.goto('/clients');
  const [login] = await api(page, 'GET', '/api/v2/logins');
  const { account_uuid } = login;
  const client = await api(page, 'POST', '/api/v2/clients', { account_uuid, name: 'Acme', source: 'Fair' });
  const [pipeline] = await api(page, 'GET', '/api/v2/pipelines');
  await api(page, 'POST', '/api/v2/tasks', {
    account_uuid,
    title: 'Called',
    type: 'call',
    status: 'completed',
    assignee_uuid: login.user.uuid,
  });
  const month = new Date().toISOString().slice(0, 8);
  for (let index = 0; index < 16; index++) {
    const status = ['open', 'open', 'won', 'lost'][index % 4];
    await api(page, 'POST', '/api/v2/deals', {
      account_uuid,
      title: `Deal ${index}`,
      client_uuid: client.uuid,
      stage_uuid: pipeline.stages[Math.floor(index / 4)].uuid,
      status,
      amount: String(1000 + index * 250),
      currency: index % 8 < 6 ? 'EUR' : 'USD',
      owner_uuid: login.user.uuid,
      expected_close_on: `${month}28`,
      ...(status === 'lost' && { lost_reason: index % 8 === 3 ? 'Too expensive' : 'No answer' }),
    });
  }
  const [deal] = await api(page, 'GET', '/api/v2/deals?q=Deal&filter[status]=open&limit=1');
  const stage = pipeline.stages.find(({ uuid }: { uuid: string }) => uuid !== deal.stage_uuid);
  await api(page, 'PATCH', `/api/v2/deals/${deal.uuid}`, { stage_uuid: stage.uuid });
});

const NAMES = ['pipeline', 'changes', 'stages', 'won-and-lost', 'forecast', 'activity', 'new-clients'];

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`the ${scheme} reports fit a ${name} screen, and axe finds nothing`, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const report of NAMES) {
        await page.goto(`/reports?report=${report}`);
        await page.locator('.recharts-surface').first().waitFor();
        await quiet(page);
        await takeScreenshot(page, `reports-${report}-${name}-${scheme}`);
        assert.deepEqual(await findBarriers(page), [], report);
        const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        assert.equal(await page.evaluate(overhang), 0, report);
      }
      assert.deepEqual(ada.faults, []);
    });

test('by keys alone, from the palette to the Deals behind a figure', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { keyboard } = page;
  await keyboard.press('Control+k');
  await focused(page.getByRole('textbox', { name: 'Search or jump to' }));
  await keyboard.type('won and lost');
  await page.getByText('Reports: won and lost').waitFor();
  await keyboard.press('Enter');
  const lost = page.getByRole('link', { name: /^No answer, Lost: 2/ });
  await lost.waitFor();
  await tabTo(lost);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Deals' }).waitFor();
  await page.getByText('Deal 7').waitFor();
  await page.getByText('Deal 15').waitFor();
  assert.equal(await page.getByText(/^Deal \d+$/).count(), 2);
});

test('by keys alone, from what changed since a day to the Deals behind it, as they were and are', async () => {
  await page.goto('/reports?report=changes');
  await page.getByText(/The history begins on/).waitFor();
  const added = page.getByRole('link', { name: 'New, Deals: 8' });
  await added.waitFor();
  await tabTo(added);
  await page.keyboard.press('Enter');
  const behind = page.getByRole('region', { name: '8 Deals behind it' });
  await behind.getByText('Not there').first().waitFor();
  await takeScreenshot(page, 'reports-past-deals');
  assert.deepEqual(await findBarriers(page), []);
  await tabTo(behind.getByRole('button', { name: 'Close the Deals' }));
  await page.keyboard.press('Enter');
  await behind.waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('the Deals behind a chosen day are read and come into view, for one without a zone of their own', async () => {
  assert.equal((await api(page, 'GET', '/api/v2/me')).time_zone, null);
  const added = page.getByRole('link', { name: 'New, Deals: 8' });
  const behind = page.getByRole('region', { name: '8 Deals behind it' });
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`/reports?report=changes&as_of=${day}`);
  await added.click();
  await behind.getByText('Not there').first().waitFor();
  await until('the list in view', async () => {
    const { y } = (await behind.getByRole('heading').boundingBox())!;
    return y >= 0 && y < 250;
  });
  // An address that was kept when it still named the zone of the browser.
  const kept = new URL(page.url());
  kept.searchParams.set('deals', `${kept.searchParams.get('deals')}&time_zone=UTC`);
  await page.goto(kept.href);
  await behind.getByText('Not there').first().waitFor();
  assert.deepEqual(ada.faults, []);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the past day is typed in words or chosen, and only a day before today counts', async () => {
  await page.goto('/reports?report=changes');
  const day = page.getByRole('textbox', { name: 'As of' });
  await day.waitFor();
  await tabTo(day);
  const { keyboard } = page;
  const asOf = () => new URL(page.url()).searchParams.get('as_of');
  const type = async (words: string) => {
    await keyboard.press('Control+a');
    await keyboard.type(words);
    await keyboard.press('Enter');
  };
  await type('3 days ago');
  const chosen = await until('the typed day in the address', async () => asOf());
  await page.getByText(/^As it stood at the end of/).waitFor();
  await type('tomorrow');
  await page.getByText(/^This must be a day until/).waitFor();
  assert.equal(asOf(), chosen);
  await type('2 days ago');
  await until('the later day in the address', async () => asOf() !== chosen);
  // The calendar opens at the chosen day, and the day before it is that of before.
  await keyboard.press('ArrowDown');
  await focused(page.locator('.day-calendar button[data-selected]'));
  assert.deepEqual(await findBarriers(page), []);
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await until('the day before in the address', async () => asOf() === chosen);
});

test('any days are chosen for the time of a report, and the last one counts', async () => {
  await page.goto('/reports?report=activity&from=month&until=month%2B1');
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Other days' }).click();
  const last = page.getByRole('textbox', { name: 'Until' });
  await last.waitFor();
  await tabTo(last);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('yesterday');
  await page.keyboard.press('Tab');
  const searched = () => new URL(page.url()).searchParams;
  const today = new Date().toISOString().slice(0, 10);
  await until('the day behind the last one', async () => searched().get('until') === today);
  assert.match(searched().get('from')!, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(ada.faults, []);
});

test('on a phone a thumb hits each figure, and a pipeline has all its figures beside the stages', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/reports');
  const figures = page.locator('.report-table a');
  await figures.first().waitFor();
  const boxes = await figures.evaluateAll((links) =>
    links.map((link) => {
      const { width, height, right } = link.getBoundingClientRect();
      return { isLarge: width > 43.5 && height > 43.5, isShown: right <= 390 };
    }),
  );
  assert.ok(boxes.length > 0);
  assert.deepEqual(
    boxes.filter(({ isLarge, isShown }) => !isLarge || !isShown),
    [],
  );
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a pipeline by stage is saved as a file with what the page shows', async () => {
  await page.goto('/reports');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  assert.equal((await download).suggestedFilename(), 'pipeline.csv');
});

test('the overview says what is expected this month, and not what all open Deals are worth', async () => {
  const [client] = await api(page, 'GET', '/api/v2/clients?limit=1');
  await api(page, 'POST', '/api/v2/deals', {
    title: 'Next year',
    client_uuid: client.uuid,
    amount: '5000',
    currency: 'EUR',
    expected_close_on: `${new Date().getFullYear() + 1}-06-15`,
  });
  await page.goto('/overview');
  const closing = page.getByRole('region', { name: 'Closing this month' });
  await closing.getByText('expected of 8 open Deals.').waitFor();
  assert.match(await closing.locator('.report-big').innerText(), /^€21,000(\.00)?$/);
});
