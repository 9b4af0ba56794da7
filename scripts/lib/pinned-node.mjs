// Plain JavaScript for Node 20: this runs before a newer Node is there.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);

// The oldest that runs TypeScript and has all we use; the pinned one is newer.
const OLDEST = [24, 15];

// Keeping compiled scripts and stripped types between runs saves a third of the start and 20 MB of
// memory.
export const compileCache = join(root, 'node_modules/.cache/node');

// glibc gives each thread an arena that it hardly uses; with two of them an idle server is 12 MB
// smaller.
const MALLOC_ARENA_MAX = '2';

/** Whether the Node that runs this can run Rapport itself. */
export function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Runs the pinned Node with `args`, passes signals on and gives its exit code. A process of a
 * terminal also gets the terminal's signals, so they arrive there twice.
 */
export function runPinnedNode(args, options = {}) {
  return new Promise((resolve) => {
    const env = { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX, ...process.env };
    const child = spawn(findNode(), args, { stdio: 'inherit', env, ...options });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * npm puts it there, because package.json lists it. So a machine with an older Node needs nothing
 * else.
 */
function findNode() {
  // Beside the project, or beside the package where it is installed from a registry.
  const [pinned] = (require.resolve.paths('any') ?? [])
    .map((folder) => join(folder, `node-${process.platform}-${process.arch}`, 'bin/node'))
    .filter(existsSync);
  if (pinned !== undefined) return pinned;
  if (isNewEnough()) return process.execPath;
  console.error(
    `Rapport needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}, and for ` +
      `${process.platform}-${process.arch} none comes with the dependencies. Install it from https://nodejs.org and try again.`,
  );
  process.exit(2);
}
