import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../server/src/testing/until.ts';
import { api } from './api.ts';
import { focused, tabTo } from './keys.ts';
import { findBarriers, startForAda, takeScreenshot } from './rapport.ts';

const { ada, stop } = await startForAda({ context: { viewport: { width: 1440, height: 900 } } });
const { page } = ada;
let uuid: string;

before(async () => {
  await page.goto('/clients');
  uuid = (await api(page, 'POST', '/api/v2/clients', { name: 'Acme', status: 'active' })).uuid;
});
after(stop);

const section = (on: Page = page) => on.getByRole('region', { name: 'Files' });
const kept = async (): Promise<{ name: string; has_thumbnail: boolean }[]> =>
  api(page, 'GET', `/api/v2/files?record_uuid=${uuid}&limit=100`);

/** Drops or pastes files of these names: pictures, where the name says so. */
async function give(event: 'drop' | 'paste', names: string[]): Promise<void> {
  await section().waitFor();
  await page.evaluate(GIVE.replace('EVENT', event).replace('NAMES', JSON.stringify(names)));
}

/** Runs in the page, which alone has files to drop. */
const GIVE = `(async () => {
  const transfer = new DataTransfer();
  for (const [index, name] of NAMES.entries()) {
    const canvas = new OffscreenCanvas(1200, 800);
    const context = canvas.getContext('2d');
    context.fillStyle = 'hsl(' + index * 36 + ' 60% 55%)';
    context.fillRect(0, 0, 1200, 800);
    const isPicture = name.endsWith('.png');
    const content =
      name === 'film.mp4' ? new Uint8Array(26 * 1024 * 1024) : isPicture ? await canvas.convertToBlob() : 'the text of ' + name;
    transfer.items.add(new File([content], name, { type: isPicture ? 'image/png' : '' }));
  }
  const options = { bubbles: true, cancelable: true };
  if ('EVENT' === 'paste')
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, ...options }));
  else
    for (const kind of ['dragover', 'drop'])
      document.querySelector('.files-zone').dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, ...options }));
})()`;

test('ten files are dropped at once, come with their pictures, and are seen at both sizes', async () => {
  await page.goto(`/clients/${uuid}`);
  const pictures = ['site-1.png', 'site-2.png', 'site-3.png', 'plan of the ground floor.png'];
  const others = [
    'offer.pdf',
    'contract final (2).docx',
    'prices.xlsx',
    'minutes.txt',
    'mail.msg',
    'data.csv',
  ];
  await give('drop', [...pictures, ...others]);
  await page.getByText('10 files have come.').waitFor();
  await section().getByRole('button', { name: 'site-1.png', exact: true }).waitFor();
  const all = await kept();
  assert.equal(all.length, 10);
  assert.equal(all.filter(({ has_thumbnail }) => has_thumbnail).length, 4);
  await page.reload();
  await section().getByRole('link', { name: 'minutes.txt' }).waitFor();
  const drawn =
    "[...document.querySelectorAll('img.file-picture')].filter((one) => one.naturalWidth > 0).length";
  await until('the small pictures', async () => (await page.evaluate(drawn)) === 4);
  await section().scrollIntoViewIfNeeded();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.deepEqual(await findBarriers(page), []);
    await takeScreenshot(page, `files-1440-${scheme}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'People and more' }).click();
    await section().scrollIntoViewIfNeeded();
    assert.deepEqual(await findBarriers(page), []);
    await takeScreenshot(page, `files-390-${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.deepEqual(ada.faults, []);
});

test('a picture opens in the page, and the arrows lead to the others', async () => {
  await page.goto(`/clients/${uuid}`);
  await section().getByRole('button', { name: 'site-3.png', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'site-3.png' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await takeScreenshot(page, 'files-preview');
  const before = await dialog.getByText(/of 4/).textContent();
  await page.keyboard.press('ArrowLeft');
  await until('another picture', async () => (await dialog.getByText(/of 4/).textContent()) !== before);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(ada.faults, []);
});

test('an upload whose line breaks goes on by itself, and is there once', async () => {
  await page.goto(`/clients/${uuid}`);
  let cuts = 0;
  await page.route('**/api/v2/file-uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH' || cuts++ >= 2) return route.fallback();
    return route.abort('connectionreset');
  });
  await give('drop', ['long way.txt']);
  await page.getByText('The line is down. It goes on by itself.').waitFor();
  await takeScreenshot(page, 'files-broken');
  await page.getByText('One file has come.').waitFor();
  assert.equal(cuts, 3);
  assert.equal((await kept()).filter(({ name }) => name === 'long way.txt').length, 1);
  await page.unroute('**/api/v2/file-uploads/*');
  ada.faults.splice(0);
});

test('what is pasted is kept; by keyboard a file is renamed, removed and taken back', async () => {
  const { keyboard } = page;
  await page.goto(`/clients/${uuid}`);
  await give('paste', ['image.png']);
  await tabTo(section().getByRole('button', { name: 'Rename image.png' }));
  await keyboard.press('Enter');
  const input = section().getByRole('textbox', { name: 'New name' });
  await focused(input);
  await keyboard.type('screen of the till');
  await keyboard.press('Enter');
  const renamed = section().getByRole('button', { name: 'screen of the till.png', exact: true });
  await renamed.waitFor();
  await tabTo(section().getByRole('button', { name: 'Remove screen of the till.png' }));
  await keyboard.press('Enter');
  await renamed.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await renamed.waitFor();
  await section().getByRole('button', { name: 'Remove minutes.txt' }).click();
  await section().getByRole('button', { name: 'Removed files' }).click();
  await section().getByRole('button', { name: 'Restore minutes.txt' }).click();
  await section().getByRole('link', { name: 'minutes.txt' }).waitFor();
  assert.deepEqual(ada.faults, []);
});

test('files are attached to a note while it is written, and stand among those of its record', async () => {
  await page.goto(`/clients/${uuid}`);
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('The plan they sent.');
  const input = page.locator('input[type=file][aria-label="Attach files"]');
  await input.setInputFiles({ name: 'plan.dwg', mimeType: '', buffer: Buffer.from('a plan') });
  await page.getByText('plan.dwg (6').waitFor();
  await page.getByRole('button', { name: 'Add the note' }).click();
  await section().getByRole('link', { name: 'plan.dwg' }).waitFor();
  await section().getByText('in a note').waitFor();
  const [note] = await api(page, 'GET', '/api/v2/notes?limit=1');
  const [file] = await api(page, 'GET', `/api/v2/files?record_uuid=${note.uuid}`);
  assert.equal(file.name, 'plan.dwg');
  assert.deepEqual(ada.faults, []);
});

test('a file that is too long is refused with what to do, and the others come', async () => {
  await page.goto(`/clients/${uuid}`);
  await give('drop', ['film.mp4', 'small.txt']);
  await section().getByText('A file may have 25 MiB').waitFor();
  await section().getByRole('link', { name: 'small.txt' }).waitFor();
  await section().getByRole('button', { name: 'Take film.mp4 off the list' }).click();
  await section().getByText('film.mp4').waitFor({ state: 'detached' });
  ada.faults.splice(0);
});
