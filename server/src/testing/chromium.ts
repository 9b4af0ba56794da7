import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';

/** Flags that keep it from contacting anybody but the pages under test. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts the system's Chromium without a window, with these extra flags. `npm test` installs it if
 * possible.
 */
export function startChromium(more_flags: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('Chromium is missing. Run npm test, which installs it or says how.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...more_flags] });
}
