// Plain JavaScript for Node 20, because this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns the path of the system's Chromium, or undefined. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Makes sure that the browser tests have a browser. Installs one if possible; otherwise explains
 * how and ends the run.
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    console.log(
      'Installing Chromium for the browser tests (apt-get). The first time this takes about a minute.',
    );
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      options,
    );
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error(
    'The browser tests need Chromium, and there is none. Install the package "chromium" (Debian, Ubuntu: sudo apt-get install chromium), ' +
      'then run npm test again.',
  );
  process.exit(2);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
