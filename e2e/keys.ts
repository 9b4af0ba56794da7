import type { Locator } from 'playwright-core';

/** Waits until the element has the focus. */
export async function focused(place: Locator): Promise<void> {
  await place.and(place.page().locator(':focus')).waitFor();
}

/** Presses Tab (or Shift+Tab) until the element has the focus, as somebody without a mouse does. */
export async function tabTo(place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = place.page();
  await place.first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await place.first().evaluate((element) => element.matches(':focus-within'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${place}`);
}
