import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../server/src/testing/until.ts';
import { api, expectOnly } from './api.ts';
import { hold, quiet, startForAda, stopRouting } from './rapport.ts';

// A slow network delays bytes and requests, most of all requests that wait for the answer to
// another one.

const { ada, stop } = await startForAda({ sample_data: true });
after(stop);

const { page } = ada;
await page.goto('/clients');
await quiet(page);
const [client] = await api(page, 'GET', '/api/v2/clients?limit=1');
const [task] = await api(page, 'GET', '/api/v2/tasks?limit=1');

/**
 * The content to wait for on each page, and the maximum of requests that wait for another answer.
 */
const PAGES: [path: string, seen: string | RegExp, later: number][] = [
  // The names of members, and the jobs at work once the rows are there.
  ['/clients?sort=name', /^\d+ Clients$/, 2],
  [`/clients/${client.uuid}`, 'Add a field', 9],
  [`/tasks/${task.uuid}`, 'Add a field', 5],
  ['/today', 'Overdue', 5],
  ['/deals/board', 'Negotiation', 3],
];

for (const [path, seen, later] of PAGES) {
  test(`${path.replace(/[\d-]{9}.*/, '…')} names its scripts and first answers in its HTML, and few files are needed`, async () => {
    const html = await (await ada.context.request.get(path)).text();
    const linked = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) =>
      url!.replaceAll('&amp;', '&'),
    );
    const asked: string[] = [];
    const hear = (request: { url(): string; resourceType(): string }) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname + search);
    };
    page.on('request', hear);
    await page.goto(path);
    await page.getByText(seen).filter({ visible: true }).first().waitFor();
    await quiet(page);
    page.off('request', hear);
    const scripts = asked.filter((url) => url.endsWith('.js'));
    assert.ok(scripts.length <= 8, scripts.join(' '));
    const unnamed = scripts.filter((url) => !linked.includes(url) && !/later/.test(url));
    assert.deepEqual(unnamed, []);
    const answers = asked.filter((url) => url.startsWith('/api/'));
    assert.deepEqual(answers, [...new Set(answers)], 'each is asked for once');
    const waited = answers.filter((url) => !linked.includes(url));
    assert.ok(waited.length <= later, waited.join(' '));
    // A preloaded answer that the page does not use would be wasted.
    for (const url of linked.filter((one) => one.startsWith('/api/'))) assert.ok(answers.includes(url), url);
  });
}

test('the list needs at most 195 kB of script, 27 kB of styles and 20 kB of answers', async () => {
  const fresh = await ada.context.newPage();
  const sizes: Record<string, Promise<number>[]> = { script: [], stylesheet: [], answer: [] };
  // Scripts that are not needed for the list load later.
  const later = await hold(fresh, /\/assets\/later-.*\.js$/);
  fresh.on('requestfinished', (request) => {
    const kind = request.url().includes('/api/') ? 'answer' : request.resourceType();
    sizes[kind]?.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const session = await ada.context.newCDPSession(fresh);
  await session.send('Network.clearBrowserCache');
  await fresh.goto('/clients');
  await fresh.getByText(/^\d+ Clients$/).waitFor();
  await later.asked;
  const bytes = async (kind: string) =>
    (await Promise.all(sizes[kind]!)).reduce((sum, size) => sum + size, 0);
  const [script, styles, answer] = [await bytes('script'), await bytes('stylesheet'), await bytes('answer')];
  assert.ok(script > 100_000 && script <= 195_000, `${script} bytes of script`);
  assert.ok(styles <= 27_000, `${styles} bytes of styles`);
  assert.ok(answer <= 20_000, `${answer} bytes of answers`);
  later.release();
  await quiet(fresh);
  await stopRouting(fresh);
  await fresh.close();
});

test('a page whose late script was lost reloads by itself, and then opens its dialogs', async () => {
  let asked = 0;
  await page.route(/\/assets\/later-(?!live)/, (route) => (++asked === 1 ? route.abort() : route.continue()));
  await page.goto('/clients');
  await page.getByText(/^\d+ Clients$/).waitFor();
  await until('the script to arrive', async () => asked > 1);
  await page.getByRole('combobox', { name: 'Account' }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await stopRouting(page);
  expectOnly(ada, /ERR_FAILED|Failed to fetch/);
});

test('a page whose late script was lost asks before it reloads while somebody types', async () => {
  await page.route(/\/assets\/new-record-dialog/, (route) => route.abort());
  await page.goto(`/clients/${client.uuid}`);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.focus();
  await page.keyboard.type('They want the brass one');
  await page.evaluate('window.isTheSame = true');
  const add = page.getByRole('button', { name: 'New Deal' }).first();
  await add.press('Enter');
  await page.getByText('A part of this page could not be loaded.').waitFor();
  assert.equal(await note.inputValue(), 'They want the brass one');
  assert.ok(await page.evaluate('window.isTheSame'));
  await stopRouting(page);
  await page.getByRole('button', { name: 'Reload' }).press('Enter');
  await page.waitForFunction('!window.isTheSame');
  await add.press('Enter');
  await page.getByRole('dialog', { name: 'New Deal' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await note.inputValue(), 'They want the brass one');
  expectOnly(ada, /ERR_FAILED|Failed to fetch/);
});

test('a menu and the palette that are opened before their script say that they come', async () => {
  const late = await hold(page, /\/assets\/later-/);
  await page.goto('/clients');
  await page.getByText(/^\d+ Clients$/).waitFor();
  const menu = page.getByRole('button', { name: 'You', exact: true });
  await menu.click();
  assert.equal(await menu.getAttribute('aria-busy'), 'true');
  await page.keyboard.press('Control+k');
  await page.locator('.opening').waitFor();
  await late.release();
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await stopRouting(page);
});

test('a page of an older release says so and reloads', async () => {
  await page.route(/\/assets\/later-/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/clients');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await stopRouting(page);
  await again.click();
  await page.getByText(/^\d+ Clients$/).waitFor();
  await page.getByRole('combobox', { name: 'Account' }).waitFor();
  expectOnly(ada, /404|Failed to (load|fetch)/);
});

test('the frame of the page links to the other pages before any script or style sheet is loaded', async () => {
  await page.route(/\/assets\//, (route) => route.abort());
  await page.goto('/clients', { waitUntil: 'commit' });
  await page.getByText('Loading …').waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Deals', exact: true }).getAttribute('href'),
    '/deals/board',
  );
  const painted = await page.evaluate<number>(`performance.getEntriesByType('paint').length`);
  assert.ok(painted > 0);
  await stopRouting(page);
  expectOnly(ada, /ERR_FAILED/);
});

test('without a connection the pages say so, make no requests, and continue when it is back', async () => {
  await page.goto('/clients');
  await page.getByText(/^\d+ Clients$/).waitFor();
  await ada.context.setOffline(true);
  await page.getByText('There is no connection').waitFor();
  await page.getByRole('searchbox').fill('zoetis');
  await page.getByText('Rapport does not answer.').first().waitFor();
  await ada.context.setOffline(false);
  await page.getByText('There is no connection').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Zoetis' }).waitFor();
  expectOnly(ada, /ERR_INTERNET_DISCONNECTED/);
});
