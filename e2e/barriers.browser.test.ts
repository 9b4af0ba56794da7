import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPTION_COLORS } from '@rapport/contract/custom-fields';
import { api } from './api.ts';
import { chooseRareAct, findBarriers, quiet, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({ sample_data: true });
after(stop);
const { page } = ada;
await page.goto('/clients');
const about = '# Fair\n\nSee [their page](https://www.example.com) and **call**.';
const [client] = await api(page, 'GET', '/api/v2/clients?limit=1&sort=name');
await api(page, 'PATCH', `/api/v2/clients/${client.uuid}`, { description: about });
await api(page, 'POST', '/api/v2/notes', {
  body: about,
  records: [{ resource: 'client', uuid: client.uuid }],
});

// People whose names and numbers stand below each other, and badges in every colour.
const [deal] = await api(page, 'GET', '/api/v2/deals?q=Dealer');
const [contact] = await api(page, 'GET', '/api/v2/contacts?limit=1');
const [task] = await api(page, 'GET', '/api/v2/tasks?filter[type]=call&limit=1');
await api(page, 'POST', '/api/v2/custom-fields', {
  account_uuid: client.account_uuid,
  resource: 'client',
  label: 'Tier',
  type: 'choice',
  options: OPTION_COLORS.map((color) => ({ label: color, color })),
});

/** Rules beyond WCAG that people with a screen reader need on these pages. */
const RULES = [
  'landmark-unique',
  'label-content-name-mismatch',
  'region',
  'landmark-no-duplicate-main',
  'landmark-no-duplicate-banner',
];

for (const [name, path] of [
  ['today', '/today'],
  ['clients', '/clients'],
  ['record', `/clients/${client.uuid}`],
  ['deals', '/deals'],
  ['deal', `/deals/${deal.uuid}`],
  ['contact', `/contacts/${contact.uuid}`],
  ['tasks', '/tasks'],
  ['task', `/tasks/${task.uuid}`],
  ['board', '/deals/board'],
  ['fields', '/settings/fields'],
  ['pipelines', '/settings/pipelines'],
  ['accounts', '/accounts'],
  ['account-details', '/settings/account-details'],
  ['security', '/settings/security'],
  ['notification-settings', '/settings/notifications'],
  ['developers', '/developers'],
] as const)
  test(`axe finds nothing on the page ${name}, light and dark`, async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await quiet(page);
    await takeScreenshot(page, `axe-${name}-light`);
    assert.deepEqual([...(await findBarriers(page)), ...(await findBarriers(page, RULES))], []);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await takeScreenshot(page, `axe-${name}-dark`);
    assert.deepEqual(await findBarriers(page), []);
  });

/** What opens over a page, and how. */
const OVERLAYS: [name: string, path: string, open: () => Promise<void>][] = [
  ['palette', '/today', () => press('Control+k', 'dialog')],
  ['palette with results', '/today', () => press('Control+k', 'dialog').then(() => find('zoetis'))],
  ['keyboard help', '/clients', () => press('Shift+?', 'dialog')],
  ['new record', '/clients', () => click('New Client', 'dialog')],
  ['new deal', '/deals', () => click('New Deal', 'dialog')],
  ['filter', '/clients', () => click('Filter', 'dialog')],
  ['columns', '/clients', () => click('Columns', 'dialog')],
  ['views', '/clients', () => click(/^Views:/, 'menu')],
  ['user menu', '/today', () => click('You', 'menu')],
  ['notifications', '/today', () => click(/^Notifications/, 'dialog')],
  ['more of a list', '/clients', () => click('More', 'dialog')],
  ['deletion', `/clients/${client.uuid}`, () => rare('Delete')],
  ['merge', `/clients/${client.uuid}`, () => rare('Merge')],
];

async function rare(name: string) {
  await chooseRareAct(page, name);
  await page.getByRole('dialog').waitFor();
}

async function press(keys: string, role: 'dialog' | 'menu') {
  await page.keyboard.press(keys);
  await page.getByRole(role).first().waitFor();
}

async function click(name: string | RegExp, role: 'dialog' | 'menu') {
  await page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
  await page.getByRole(role).first().waitFor();
}

async function find(words: string) {
  await page.keyboard.type(words);
  await page
    .locator('.mantine-Spotlight-action', { hasText: /zoetis/i })
    .first()
    .waitFor();
}

for (const scheme of ['light', 'dark'] as const)
  for (const [name, path, open] of OVERLAYS)
    test(`axe finds nothing on the ${scheme} ${name} over its page`, async () => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await quiet(page);
      await open();
      await takeScreenshot(page, `axe-over-${name.replaceAll(' ', '-')}-${scheme}`);
      assert.deepEqual(await findBarriers(page), []);
    });
