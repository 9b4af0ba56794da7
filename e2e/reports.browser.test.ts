import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
});

const NAMES = ['pipeline', 'changes', 'won-and-lost', 'forecast', 'activity', 'new-clients'];

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

test('a pipeline by stage is saved as a file with what the page shows', async () => {
  await page.goto('/reports');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  assert.equal((await download).suggestedFilename(), 'pipeline.csv');
});
