import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startChromium } from '../server/src/testing/chromium.ts';
import { until } from '../server/src/testing/until.ts';
import {
  ADA,
  findBarriers,
  linkInMail,
  openPerson,
  type Rapport,
  signUp,
  startRapport,
  startReceiver,
  takeScreenshot,
} from './rapport.ts';

/** Placeholders and spinners. */
const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root';
const OVERHANG_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** True when the page's background has little red. */
const IS_DARK = '/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0] < 128';

/**
 * Returns right-aligned cells in rows whose cells are stacked. The delivery log is left out,
 * because it has two cells side by side.
 */
const STACKED_AT_END = `
  [...document.querySelectorAll('.stacking-table:not(.delivery-log) td')]
    .filter((cell) => getComputedStyle(cell).display === 'block' && getComputedStyle(cell).textAlign === 'right')
    .map((cell) => 'stands at the right: ' + cell.textContent)`;

/** Returns badges whose words do not fit into them. */
const CUT_BADGES = `
  [...document.querySelectorAll('td .mantine-Badge-label')]
    .filter((label) => label.scrollWidth > label.clientWidth)
    .map((label) => 'is cut: ' + label.textContent)`;

/** Adds up how far content moves by itself (Layout Instability API). */
const COUNT_SHIFTS = `
  window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The limit of this project. Below 0.1 counts as good in general. */
const SHIFT_MAX = 0.02;

const WINDOWS: Record<'desktop' | 'phone', BrowserContextOptions> = {
  desktop: {},
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

let rapport: Rapport;
let browser: Browser;
let pages: [name: string, path: string][];
let storageState: Awaited<ReturnType<Awaited<ReturnType<typeof openPerson>>['context']['storageState']>>;

before(async () => {
  rapport = await startRapport();
  browser = await startChromium();
  const ada = await openPerson(browser, rapport.base_url);
  await signUp(ada, true);
  const receiver = await startReceiver();
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = (method: string, path: string, body?: object): Promise<any> =>
    ada.page.evaluate(
      ([verb, address, sent]) =>
        fetch(address!, {
          method: verb!,
          headers: { 'content-type': 'application/json' },
          body: sent ?? null,
        }).then((response) => response.json()),
      [method, path, body && JSON.stringify(body)],
    );
  const subscription = await call('POST', '/api/v2/webhook-subscriptions', {
    url: receiver.url,
    events: ['client.*'],
  });
  await call('POST', '/api/v2/personal-access-tokens', { name: 'Warehouse sync' });
  const ended = await call('POST', '/api/v2/personal-access-tokens', { name: 'Old sync' });
  await ada.context.request.delete(`/api/v2/personal-access-tokens/${ended.data.uuid}`, {
    headers: { origin: rapport.base_url },
  });
  const found = await call('GET', '/api/v2/clients?limit=1&q=3M');
  await call('PATCH', `/api/v2/clients/${found.data[0].uuid}`, {
    description: 'Met at the **fair**.\n\n- wants a quote',
    status: 'active',
  });
  const accounts = await call('GET', '/api/v2/accounts');
  const first = async (plural: string) => (await call('GET', `/api/v2/${plural}?limit=1`)).data[0].uuid;
  const [deal, contact, task, note] = await Promise.all(['deals', 'contacts', 'tasks', 'notes'].map(first));
  const deleted = await call('POST', '/api/v2/clients', { name: 'Deleted by mistake' });
  await ada.context.request.delete(`/api/v2/clients/${deleted.data.uuid}`, {
    headers: { origin: rapport.base_url },
  });
  await ada.page.evaluate(
    (body) =>
      fetch('/web/password-resets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).then((response) => response.status),
    JSON.stringify({ email: ADA.email }),
  );
  const reset = new URL(await linkInMail(rapport, ADA.email, '/reset-password'));
  storageState = await ada.context.storageState();
  await ada.close();
  receiver.close();
  pages = [
    ['clients', '/clients'],
    ['clients-filtered', '/clients?filter[status]=active&sort=name'],
    ['clients-none', '/clients?q=nobody-has-this-name'],
    ['client', `/clients/${found.data[0].uuid}`],
    ['deal', `/deals/${deal}`],
    ['contact', `/contacts/${contact}`],
    ['task', `/tasks/${task}`],
    ['note', `/notes/${note}`],
    ['contacts', '/contacts'],
    ['deals', '/deals'],
    ['tasks', '/tasks'],
    ['overview', '/overview'],
    ['reports', '/reports'],
    ['deleted-clients', '/clients/deleted'],
    ['deleted-clients-none', '/clients/deleted?q=nobody-has-this-name'],
    ['imports', '/settings/imports'],
    ['accounts', '/accounts'],
    ['account', `/accounts/${accounts.data[0].uuid}`],
    ['account-details', '/settings/account-details'],
    ['webhooks', '/settings/webhooks'],
    ['webhook', `/settings/webhooks/${subscription.data.uuid}`],
    ['connected-apps', '/settings/connected-apps'],
    ['security', '/settings/security'],
    ['pipelines', '/settings/pipelines'],
    ['notes', '/notes'],
    ['today', '/today'],
    ['calendar', '/calendar'],
    ['board', '/deals/board'],
    ['audit-log', `/accounts/${accounts.data[0].uuid}/audit-log`],
    ['developers', '/developers'],
    ['api-requests', '/developers/requests'],
    ['receive', '/developers/receive'],
    ['receive-go', '/developers/receive?language=Go'],
    ['events', '/developers/events'],
    ['verify', '/developers/verify'],
    ['first-run', '/first-run'],
    ['forgot-password', '/forgot-password'],
    ['reset-password', reset.pathname + reset.hash],
    ['reset-password-cut', '/reset-password'],
    ['invitation-cut', '/invitation'],
    ['sign-in', '/sign-in'],
    ['sign-in-form', '/sign-in?return_to=/clients'],
  ];
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

/**
 * The number of tests that share the pages, so that a busy machine finishes each within its time
 * limit.
 */
const PARTS = 4;

for (const [window, options] of Object.entries(WINDOWS)) {
  for (let part = 1; part <= PARTS; part += 1)
    test(`no page on a ${window}, part ${part} of ${PARTS}, has a barrier (WCAG AA), a console error or a request to another host, none is wider than the window, and nothing jumps`, async () => {
      const person = await openPerson(browser, rapport.base_url, { ...options, storageState });
      const { page } = person;
      const faults: string[] = [];
      await person.context.addInitScript(COUNT_SHIFTS);
      for (const [name, path] of pages.filter((_, index) => index % PARTS === part - 1)) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        // Asks in a loop, because the policy forbids to evaluate the text of a waiting function in
        // the page.
        const loading = page.locator(LOADING);
        while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
        faults.push(...(await findBarriers(page)).map((line) => `${path}: ${line}`));
        const overhang_px = await page.evaluate<number>(OVERHANG_PX);
        if (overhang_px > 0) faults.push(`${path}: is ${overhang_px} px wider than the window`);
        const shift = await page.evaluate<number>('window.__shift');
        if (shift > SHIFT_MAX) faults.push(`${path}: jumps by ${shift.toFixed(3)} while loading`);
        faults.push(...(await page.evaluate<string[]>(STACKED_AT_END)));
        faults.push(...(await page.evaluate<string[]>(CUT_BADGES)).map((line) => `${path}: ${line}`));
        await takeScreenshot(page, `${name}-${window}-light`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await until(`${path} to become dark`, () => page.evaluate<boolean>(IS_DARK));
        faults.push(
          ...(await findBarriers(page, ['color-contrast'])).map((line) => `${path}, dark: ${line}`),
        );
        await takeScreenshot(page, `${name}-${window}-dark`);
      }
      await person.close();
      assert.deepEqual([...faults, ...person.faults], []);
    });
}
