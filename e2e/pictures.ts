// `npm test -- e2e/pictures.ts`: takes the picture of the README again, from the sample data.
import { join } from 'node:path';
import { after, test } from 'node:test';
import { quiet, startForAda } from './rapport.ts';

const FOLDER = join(import.meta.dirname, '../docs/images');

const { ada, stop } = await startForAda({
  sample_data: true,
  context: { viewport: { width: 1280, height: 800 } },
});
after(stop);

test('the board of deals, from the sample data', async () => {
  const { page } = ada;
  await page.goto('/deals/board');
  await page.getByText('Dealer portal').waitFor();
  await quiet(page);
  await page.screenshot({ path: join(FOLDER, 'deals-board.png') });
});
