import type { Page } from 'playwright-core';
import { takeScreenshot } from './rapport.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** Pictures of the page at a desk and on a phone, light and dark. */
export async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.TEST_SCREENSHOTS) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await takeScreenshot(page, `${name}-${scheme}`);
    await page.setViewportSize(PHONE);
    await takeScreenshot(page, `${name}-phone-${scheme}`);
    await page.setViewportSize(DESK);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
