import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { startChromium } from '../server/src/testing/chromium.ts';
import { api } from './api.ts';
import { buildPseudo } from './pseudo-language.ts';
import { openPerson, type Rapport, signUp, startRapport, takeScreenshot } from './rapport.ts';

const WINDOWS: Record<string, BrowserContextOptions> = {
  desk: {},
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** Placeholders and spinners. */
const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root';

/** How far the page is wider than its window, and buttons and badges whose words are cut. */
const FINDS_CUT = `
  [document.documentElement.scrollWidth - document.documentElement.clientWidth]
    .filter((px) => px > 0).map((px) => px + ' px wider than the window')
    .concat([...document.querySelectorAll('.mantine-Button-label, .mantine-Badge-label')]
      .filter((label) => label.scrollWidth > label.clientWidth + 1 && label.clientWidth > 0)
      .map((label) => 'cut: ' + label.textContent))`;

/** What people read on the page, be it seen or heard. */
const READS_TEXTS = `
  (() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement: parent, textContent: text } = walk.currentNode;
      if (!parent.closest('script, style, code, pre, kbd, noscript')) texts.push(text);
    }
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(one.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter((text) => /[a-z]{3}/i.test(text));
  })()`;

/** The sample data, of which the pages show names and texts. */
const SAMPLES = ['sample-crm.json', 'companies.csv']
  .map((name) => readFileSync(join(import.meta.dirname, '../examples/data', name), 'utf8'))
  .join('\n')
  .replaceAll('*', '');

/** What is the same in every language: names of languages, programs and kinds, and methods. */
const NAMES =
  /^(\(?Lovelace Engines Ltd\)?|English|Deutsch|GET|HEAD|POST|PATCH|PUT|DELETE|USD · US Dollar|autosize measurement|(Account|Client|Contact|Deal|Login|Note|Pipeline|Task)s?(, \w+)*)$/;

let rapport: Rapport;
let browser: Browser;
let storageState: Awaited<ReturnType<Awaited<ReturnType<typeof openPerson>>['context']['storageState']>>;
let paths: string[];
let folder: string;

before(async () => {
  [rapport, browser, folder] = await Promise.all([startRapport(), startChromium(), createTestFolder()]);
  await buildPseudo(folder);
  const ada = await openPerson(browser, rapport.base_url);
  await signUp(ada, true);
  storageState = await ada.context.storageState();
  const of = async (plural: string) =>
    `/${plural}/${(await api(ada.page, 'GET', `/api/v2/${plural}?limit=1`))[0].uuid}`;
  const kinds = await Promise.all(['clients', 'contacts', 'deals', 'tasks', 'notes', 'accounts'].map(of));
  await ada.close();
  paths = [
    '/today',
    '/calendar',
    '/overview',
    '/clients',
    '/clients?q=nobody-has-this-name',
    '/clients/deleted',
    '/clients/duplicates',
    '/contacts',
    '/deals',
    '/deals/board',
    '/tasks',
    '/notes',
    ...kinds,
    '/reports',
    '/reports?report=won-and-lost',
    '/reports?report=activity',
    '/settings',
    '/settings/account-details',
    '/settings/changes',
    '/settings/connected-apps',
    '/settings/fields',
    '/settings/imports',
    '/settings/jobs',
    '/settings/mailboxes',
    '/settings/notifications',
    '/settings/pipelines',
    '/settings/proposals',
    '/settings/security',
    '/settings/tags',
    '/settings/webhooks',
    '/accounts',
    `${kinds[5]}/audit-log`,
    '/developers',
    '/developers/requests',
    '/developers/events',
    '/developers/verify',
  ];
});
after(async () => {
  await browser.close();
  await rapport.stop();
});

for (const [window, options] of Object.entries(WINDOWS))
  test(`in a language that is longer by two fifths, no page on a ${window} is cut or has English left`, async () => {
    const { page, close, answers } = await openPerson(browser, rapport.base_url, {
      ...options,
      storageState,
    });
    await serve(page);
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const loading = page.locator(LOADING);
      while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
      const data = [SAMPLES, ...answers].join('\n');
      const left = (await page.evaluate<string[]>(READS_TEXTS)).filter((text) => isLeft(text, data));
      found.push(...[...new Set(left)].map((text) => `${path}: English: ${text}`));
      found.push(...(await page.evaluate<string[]>(FINDS_CUT)).map((line) => `${path}: ${line}`));
      await takeScreenshot(page, `pseudo-${window}${path.replaceAll(/\W/g, '-')}`);
    }
    await close();
    assert.deepEqual(found, []);
  });

/** Answers requests of pages and their files from the pseudo pages, all others from the service. */
async function serve(page: Page): Promise<void> {
  await page.route(`${rapport.base_url}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (route.request().resourceType() === 'document')
      return route.fulfill({ path: join(folder, 'index.html') });
    return pathname.startsWith('/assets/') && existsSync(file)
      ? route.fulfill({ path: file })
      : route.fallback();
  });
}

/** True for words that are neither in brackets nor of the data, a date or a time. */
function isLeft(text: string, data: string): boolean {
  if (text.includes('[') || text.includes(']') || data.includes(JSON.stringify(text).slice(1, -1)))
    return false;
  if (NAMES.test(text)) return false;
  const DATES =
    /\b(mon|tue|wed|thu|fri|sat|sun)\w*|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|\b(today|yesterday|tomorrow|ago|in|days?|hours?|minutes?|seconds?|weeks?|months?|last|next|now)\b/gi;
  return /[a-z]{3}/i.test(text.replace(DATES, ''));
}
