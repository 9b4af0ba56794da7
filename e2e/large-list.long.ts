import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { seedRecords } from '../server/src/testing/seed-records.ts';
import { startForAda } from './rapport.ts';

const CLIENTS = 100_000;

const { rapport, ada, stop } = await startForAda();

before(async () => {
  const connectionString = rapport.env.DATABASE_URL!;
  const db = new pg.Client({ connectionString });
  await db.connect();
  const { rows } = await db.query(`
    SELECT accounts.uuid AS account_uuid, users.uuid AS user_uuid, users.uuid AS rare_user_uuid FROM accounts, users`);
  await db.end();
  await seedRecords(connectionString, [{ ...rows[0], count: CLIENTS, kinds: ['client'] }]);
});
after(stop);

test('100,000 Clients: the first page, scrolling, searching and sorting stay smooth', async (t) => {
  const { page } = ada;
  const said = (what: string, ms: number) => t.diagnostic(`${what}: ${Math.round(ms)} ms`);
  let began = performance.now();
  await page.goto('/clients');
  await page.getByText('10,000+ Clients').waitFor();
  await page.locator('tbody tr').nth(10).waitFor();
  said('first page', performance.now() - began);

  // Turns the wheel for five seconds, as fast as a person can.
  const frame = page.locator('.table-frame');
  await frame.hover();
  await page.evaluate(COUNT_FRAMES);
  began = performance.now();
  while (performance.now() - began < 5_000) await page.mouse.wheel(0, 2_000);
  const { slowest_ms, median_ms, rows } = await page.evaluate<Frames>('window.__frames()');
  said('median frame while scrolling', median_ms);
  said('slowest frame while scrolling', slowest_ms);
  t.diagnostic(`rows in the document: ${rows}`);
  assert.ok(rows < 100, `${rows} rows are in the document`);
  t.diagnostic(`scrolled to ${await frame.evaluate((element) => element.scrollTop)} px`);

  // "Back" leads to the same position in the list.
  const top_px = await frame.evaluate((element) => element.scrollTop);
  await frame.locator('tbody tr:not([style*="height: 0"]) .row-link').nth(15).click();
  await page.getByRole('heading', { level: 1, name: /^Company/ }).waitFor();
  began = performance.now();
  await page.goBack();
  await page.getByText('10,000+ Clients').waitFor();
  while ((await frame.evaluate((element) => element.scrollTop)) !== top_px)
    assert.ok(performance.now() - began < 10_000, 'the place in the list was lost');
  said('back to the place in the list', performance.now() - began);

  const search = page.getByRole('searchbox');
  for (const [words, found] of [
    ['company99999.example.com', '1 Client'],
    ['industry 7', ''],
    ['company', '10,000+ Clients'],
  ] as const) {
    await search.fill('');
    await page.getByText('10,000+ Clients').waitFor();
    began = performance.now();
    const answered = page.waitForResponse((response) => /clients\?.*q=/.test(response.url()));
    await search.fill(words);
    await answered;
    if (found) await page.getByText(found, { exact: true }).waitFor();
    said(`search for "${words}"`, performance.now() - began);
  }
  await search.fill('');
  for (const column of ['Name', 'Industry', 'Status']) {
    began = performance.now();
    const answered = page.waitForResponse((response) => /clients\?.*sort=/.test(response.url()));
    await page.getByRole('button', { name: column, exact: true }).click();
    await answered;
    said(`sort by ${column}`, performance.now() - began);
  }
  assert.deepEqual(ada.faults, []);
});

type Frames = { slowest_ms: number; median_ms: number; rows: number };

/** Records the time between frames from now on. */
const COUNT_FRAMES = `(() => {
  const gaps = [];
  let last = performance.now();
  const step = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
  window.__frames = () => {
    gaps.sort((a, b) => a - b);
    return { slowest_ms: gaps.at(-1), median_ms: gaps[gaps.length >> 1], rows: document.querySelectorAll('tbody tr').length };
  };
})()`;
