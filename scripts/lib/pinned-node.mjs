// Plain JavaScript for Node 20, because this runs before a newer Node is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

const require = createRequire(import.meta.url);

// The oldest Node that runs TypeScript and has everything we use. The pinned Node is newer.
const OLDEST = [24, 15];

// Keeping compiled scripts and stripped types between runs saves a third of the start time and 20
// MB of memory.
export const compileCache = join(root, 'node_modules/.cache/node');

// glibc gives each thread an arena that it hardly uses. With two arenas an idle server is 12 MB
// smaller.
const MALLOC_ARENA_MAX = '2';

// V8 would take up to 64 MB for young objects. With 32 MB a busy worker is 25 MB smaller and as
// fast; with 16 MB reads and imports are slower (docs/decisions/0058-memory-of-a-process.md).
const NODE_OPTIONS = '--max-semi-space-size=16';

/** True when the running Node can run Rapport itself. */
export function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Runs the pinned Node with `args`, passes signals on and returns its exit code. In a terminal a
 * signal arrives twice, because the terminal also sends it directly.
 */
export function runPinnedNode(args, options = {}) {
  return wait(findNode(), args, options);
}

function wait(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: environment(), ...options });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * Becomes the pinned Node with `args`, so that nothing waits beside it. Node 20 cannot: it waits,
 * and exits with the code.
 */
export function becomePinnedNode(args) {
  return become(findNode(), args);
}

/** Becomes a shell that runs the pinned Node with `args`, and again after it died. */
export function keepPinnedNode(args) {
  return become('/bin/sh', [join(root, 'scripts/lib/keep-running.sh'), findNode(), ...args]);
}

async function become(program, args) {
  if (process.execve === undefined) process.exit(await wait(program, args, { cwd: root }));
  process.chdir(root);
  process.execve(program, [program, ...args], environment());
}

function environment() {
  return { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX, NODE_OPTIONS, ...process.env };
}

/**
 * Finds the Node that npm has installed as a dependency, so a machine with an older Node needs
 * nothing else.
 */
function findNode() {
  // It is beside the project, or beside the package in an installation from a registry.
  const [pinned] = (require.resolve.paths('any') ?? [])
    .map((folder) => join(folder, `node-${process.platform}-${process.arch}`, 'bin/node'))
    .filter(existsSync);
  if (pinned !== undefined && realpathSync(pinned) === process.execPath) return pinned;
  const failure = pinned === undefined ? null : whyItDoesNotStart(pinned);
  if (pinned !== undefined && failure === null) return pinned;
  if (isNewEnough()) return process.execPath;
  if (failure !== null) {
    console.error(failure);
    process.exit(2);
  }
  console.error(
    `Rapport needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}, and for ` +
      `${process.platform}-${process.arch} none comes with the dependencies. Install it from https://nodejs.org and try again.`,
  );
  process.exit(2);
}

/**
 * Returns null when `node` starts, else what to do. A bare server often lacks libatomic, which Node
 * 25 and newer need. Asking for the version takes some 10 ms.
 */
function whyItDoesNotStart(node) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  const said = (error?.message ?? stderr).trim();
  const cause = `The Node that Rapport brings does not start on this machine:\n  ${said}\n`;
  if (!said.includes('libatomic.so.1')) {
    return `${cause}Install Node ${OLDEST.join('.')} or newer from https://nodejs.org and try again.`;
  }
  return (
    `${cause}It needs the library libatomic. Install it, then try again:\n` +
    '  apt-get install libatomic1    on Debian and Ubuntu\n' +
    '  dnf install libatomic         on Fedora, RHEL and their like'
  );
}
