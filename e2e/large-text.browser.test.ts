import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quiet, startForAda, takeScreenshot } from './rapport.ts';

/** A phone with twice the usual text size. The larger root font is the only sign that pages get. */
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
const TWICE = `addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '32px'; })`;

/** Returns a line for each control that reaches out of the window or hides a part of its text. */
const OUT_OF_REACH = `
  [...document.querySelectorAll('button, header a, main a, .mantine-Button-label, .mantine-Pill-label')]
    .filter((control) => control.checkVisibility() && !control.closest('.table-frame, .skip'))
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      const isCutBelow = getComputedStyle(control).overflowY === 'hidden' && control.scrollHeight > control.clientHeight + 4;
      return isCutBelow || left < 0 || right > innerWidth || control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).overflowX === 'hidden';
    })
    .map((control) => location.pathname + ': ' + (control.textContent || control.ariaLabel))`;
const OVERHANG_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const { ada, stop } = await startForAda({ sample_data: true, context: PHONE });
after(stop);

test('with text of twice its size no control is cut or out of reach on a phone', async () => {
  const { page, context } = ada;
  await context.addInitScript(TWICE);
  const faults: string[] = [];
  for (const path of [
    '/clients?filter[industry][contains]=Industrial',
    '/settings/imports',
    '/accounts',
    '/settings/webhooks',
    '/settings/security',
    '/developers',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await quiet(page);
    faults.push(...(await page.evaluate<string[]>(OUT_OF_REACH)));
    const overhang_px = await page.evaluate<number>(OVERHANG_PX);
    if (overhang_px > 0) faults.push(`${path}: is ${overhang_px} px wider than the window`);
    await takeScreenshot(page, `large-text-${path.replaceAll(/\W+/g, '-')}`);
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(ada.faults, []);
});

test('with text of twice its size the menu of a phone has the Account choice and the settings', async () => {
  const { page } = ada;
  await page.goto('/clients');
  const choice = page.getByRole('combobox', { name: 'Account' });
  await page.getByRole('button', { name: 'You' }).waitFor();
  await choice.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await choice.click();
  await page.getByRole('option', { name: 'Lovelace Engines Ltd' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  assert.deepEqual(ada.faults, []);
});
