import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';

/** Started so that it asks nobody but the pages under test for anything. */
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
 * The system's Chromium, without a window, with these extra flags. `npm test` installs it where it
 * can.
 */
export function startChromium(more_flags: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('Chromium is missing. Run npm test, which installs it or says how.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...more_flags] });
}
