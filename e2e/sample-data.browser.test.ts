import { after, test } from 'node:test';
import { startForAda } from './rapport.ts';

const { ada, stop } = await startForAda({ sample_data: true });
after(stop);

test('the sample data shows a CRM at work, and one click on the page of the Account removes it', async () => {
  const { page } = ada;
  await page.goto('/today');
  await page.getByText('Send the revised contract').waitFor();
  await page.goto('/deals/board');
  await page.getByText('Dealer portal').waitFor();
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'Lovelace Engines Ltd' }).first().click();
  await page.getByText('618 records are sample data.').waitFor();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByText('The sample data is removed.').waitFor();
  await page.getByRole('heading', { name: 'Sample data', exact: true }).waitFor({ state: 'detached' });
  await page.goto('/clients');
  await page.getByText('No Clients yet').waitFor();
});
