// Plain JavaScript for Node 20, because this runs before a newer Node is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runPinnedNode } from './pinned-node.mjs';
import { root } from './root.mjs';

/** The files that the pages are built from. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/build.ts',
  'web/package.json',
  'packages',
  'examples/receivers',
];

/** The file with the fingerprint of the sources that the pages were built from. */
const STAMP = join(root, 'web/dist/built-from');

/** Builds the web interface, unless web/dist was built from the same sources. */
export async function ensureWebPages() {
  if (stateOfWebPages() === 'current') return;
  console.log('Building the web pages.');
  const exitCode = await runPinnedNode(['web/build.ts', fingerprintOfSources()], { cwd: root });
  if (exitCode === 0) return;
  console.error('The web pages could not be built; the reason stands above. Mend it and try again.');
  process.exit(exitCode);
}

/**
 * Compares web/dist with its sources: 'current', 'older' or 'missing'. Counts as current when
 * sources are missing.
 */
export function stateOfWebPages() {
  if (!existsSync(STAMP)) return 'missing';
  if (!SOURCES.every((path) => existsSync(join(root, path)))) return 'current';
  return readFileSync(STAMP, 'utf8') === fingerprintOfSources() ? 'current' : 'older';
}

/**
 * A hash of contents, not of times, so that a fresh checkout of the same sources needs no new
 * build.
 */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist'].includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(`${path}/${entry.name}`));
}
