import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from './api.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

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

/** Rules beyond WCAG that people with a screen reader need on these pages. */
const RULES = ['landmark-unique', 'label-content-name-mismatch', 'region', 'landmark-no-duplicate-main'];

for (const scheme of ['light', 'dark'] as const)
  for (const [name, path] of [
    ['today', '/today'],
    ['clients', '/clients'],
    ['record', `/clients/${client.uuid}`],
    ['board', '/deals/board'],
    ['pipelines', '/settings/pipelines'],
    ['accounts', '/accounts'],
    ['account-details', '/settings/account-details'],
    ['security', '/settings/security'],
    ['developers', '/developers'],
  ] as const)
    test(`axe finds nothing on the ${scheme} page ${name}`, async () => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await takeScreenshot(page, `axe-${name}-${scheme}`);
      assert.deepEqual([...(await findBarriers(page)), ...(await findBarriers(page, RULES))], []);
    });
