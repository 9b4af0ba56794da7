import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { choose, linesOf } from './files.ts';
import {
  openPerson,
  type Person,
  type Rapport,
  signUp,
  startRapport,
  stopRouting,
  takeScreenshot,
} from './rapport.ts';

/** Three portions without external ids, so a row that is sent twice would be created twice. */
const ROWS = Array.from({ length: 450 }, (_, index) => `Row ${index + 1}`);
const CSV = `Name\n${ROWS.join('\n')}\n`;
const IMPORT = '**/api/v2/clients/import?*';

let rapport: Rapport;
let browser: Browser;
let ada: Person;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

test('an import that loses an answer names the rows that may be imported, and offers the others as a file', async () => {
  ada = await openPerson(browser, rapport.base_url);
  await signUp(ada, false);
  const { page } = ada;
  await choose(page, CSV);
  await page.getByRole('button', { name: 'Import 450 rows' }).waitFor();
  await onPortion(page, 2, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Import 450 rows' }).click();
  const box = page.getByRole('status').filter({ hasText: '200 created, 0 updated, 0 failed. Stopped.' });
  await box.getByText('No answer came for 200 rows: they may be imported or not.').waitFor();
  await box.getByText('Look for “Row 201”').waitFor();
  await box.getByText('50 rows were not imported.').waitFor();
  assert.equal(await page.getByText('Nothing was changed as far as we know').count(), 0);
  assert.match((await box.getAttribute('style'))!, /orange/);
  await takeScreenshot(page, 'import-unanswered');
  assert.deepEqual(values(await linesOf(page, 'Download the rows without an answer')), ROWS.slice(200, 400));
  const left = values(await linesOf(page, 'Download the rows that were not imported'));
  assert.deepEqual(left, ROWS.slice(400));

  await stopRouting(page);
  await choose(page, `Name\n${left.join('\n')}\n`);
  await page.getByRole('button', { name: 'Import 50 rows' }).click();
  await page.getByText('50 created, 0 updated, 0 failed.').waitFor();
  await page.getByRole('link', { name: 'See the Clients' }).click();
  await page.getByText('450 Clients').waitFor();
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('ERR_FAILED'));
  assert.deepEqual(unexpected, []);
});

test('an import that is stopped or refused half way offers the remaining rows as a file', async () => {
  const { page } = ada;
  await choose(page, CSV);
  await page.getByRole('button', { name: 'Import 450 rows' }).waitFor();
  await onPortion(page, 2, async (route) => {
    await page.getByRole('button', { name: 'Stop the import' }).click();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import 450 rows' }).click();
  await page.getByText('50 rows were not imported.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Download the rows without an answer' }).count(), 0);
  await takeScreenshot(page, 'import-stopped');
  const left = values(await linesOf(page, 'Download the rows that were not imported'));
  assert.deepEqual(left, ROWS.slice(400));

  await stopRouting(page);
  await choose(page, CSV);
  await page.getByRole('button', { name: 'Import 450 rows' }).waitFor();
  await onPortion(page, 2, (route) =>
    route.fulfill({ status: 403, json: { code: 'role_insufficient', detail: 'Your role lets you read.' } }),
  );
  await page.getByRole('button', { name: 'Import 450 rows' }).click();
  await page.getByText('250 rows were not imported.').waitFor();
  await stopRouting(page);
  const unexpected = ada.faults.splice(0).filter((fault) => !fault.includes('403'));
  assert.deepEqual(unexpected, []);
});

type Route = Parameters<Parameters<Page['route']>[1]>[0];

/** Does `work` in place of sending the portion with this number. The other portions are sent. */
async function onPortion(page: Page, number: number, work: (route: Route) => Promise<void>): Promise<void> {
  let portions = 0;
  await page.route(IMPORT, (route) => {
    portions += 1;
    return portions === number ? work(route) : route.continue();
  });
}

function values([, ...lines]: string[]): string[] {
  return lines.map((line) => line.trim());
}
