import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { rapport, ada, stop } = await startForAda();
const database = new pg.Client(rapport.env.DATABASE_URL);
await database.connect();
after(async () => {
  await database.end();
  await stop();
});
const { page } = ada;
await page.goto('/clients');
const [login] = await api(page, 'GET', '/api/v2/logins');
const { account_uuid, user_uuid } = login;

/** Adds a job that waits for an hour, as after a failure, so that it stays as the test needs it. */
async function addWaiting(done_count: number): Promise<void> {
  await database.query(
    `INSERT INTO jobs (uuid, type, account_uuid, user_uuid, step, done_count, total_count, due_at, created_at, updated_at)
    VALUES (gen_random_uuid(), 'tag', $1, $2, $3, $4, 5000, now() + interval '1 hour', now(), now())`,
    [account_uuid, user_uuid, { account_uuid }, done_count],
  );
}

test('what ran in the background is found in the palette by "progress", and leads to what it worked on', async () => {
  await api(page, 'POST', '/api/v2/exports', { account_uuid });
  const { keyboard } = page;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await keyboard.press('Control+k');
  await focused(page.getByRole('textbox', { name: 'Search or jump to' }));
  await keyboard.type('progress');
  await page.getByText('What runs, waits and has ended').waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Background work' }).waitFor();
  const ended = page.getByRole('region', { name: 'Ended' });
  await ended.getByText('Done', { exact: true }).waitFor();
  await tabTo(ended.getByRole('link', { name: 'Export of a whole Account' }));
  await keyboard.press('Enter');
  await page.getByRole('link', { name: /^Download \(/ }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a job shows how far it is without a reload, and is stopped by keys', async () => {
  await addWaiting(1200);
  await page.goto('/settings/jobs');
  const now = page.getByRole('region', { name: 'Now' });
  await now.getByText('1,200 of 5,000').waitFor();
  await now.getByText('Waiting').waitFor();
  await database.query(`UPDATE jobs SET done_count = 1400 WHERE type = 'tag'`);
  await now.getByText('1,400 of 5,000').waitFor();
  await tabTo(now.getByRole('button', { name: 'Stop: Tag written into its records' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Stop this?' });
  await tabTo(dialog.getByRole('button', { name: 'Stop', exact: true }));
  await page.keyboard.press('Enter');
  const ended = page.getByRole('region', { name: 'Ended' });
  await ended.getByText('Stopped').waitFor();
  await ended.getByText('1,400 done').waitFor();
  assert.deepEqual(ada.faults, []);
});

test('a job that ended while its stop was asked for is shown as ended', async () => {
  await addWaiting(0);
  await page.goto('/settings/jobs');
  const stopIt = page.getByRole('button', { name: 'Stop: Tag written into its records' });
  await stopIt.click();
  await page.route('**/api/v2/jobs/*/cancel', async (route) => {
    await database.query(
      `UPDATE jobs SET state = 'completed', done_count = 5000, finished_at = now() WHERE finished_at IS NULL AND type = 'tag'`,
    );
    await route.continue();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('region', { name: 'Ended' }).getByText('5,000 done').waitFor();
  await stopIt.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing on the ${colorScheme} page of jobs on a ${name} screen`, async () => {
      if (name === 'wide' && colorScheme === 'light') await addWaiting(1200);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/settings/jobs');
      await page.getByText('1,200 of 5,000').waitFor();
      await takeScreenshot(page, `jobs-${name}-${colorScheme}`);
      assert.deepEqual(await findBarriers(page), []);
      const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.equal(await page.evaluate(overhang), 0);
    });
