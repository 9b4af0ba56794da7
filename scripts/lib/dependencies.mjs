// Plain JavaScript for Node 20, because this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Installs the packages of package-lock.json. Makes no network request when they are installed
 * already.
 */
export function ensureDependencies() {
  if (isInstalled()) return;
  refuseUnwritable();
  console.log('Installing the dependencies (npm ci). The first time this takes up to a minute.');
  // Uses the npm of `npm start`. --include installs the packages with NODE_ENV=production, too.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const flags = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress'];
  const [file, ...args] = [...npm, ...flags];
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) return;
  console.error(
    `The dependencies could not be installed${error ? ` (${error.message})` : ''}. Rapport needs them to run. ` +
      'Check the connection to the npm registry, then try again.',
  );
  process.exit(2);
}

/** In a folder that cannot be written npm fails in many words, none of which name the folder. */
function refuseUnwritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch ({ code }) {
    console.error(
      `The dependencies are not installed, and cannot be: ${root} cannot be written (${code}). ` +
        'Run npm run build in a folder that can be, as its owner, and start Rapport from there.',
    );
    process.exit(2);
  }
}

/**
 * Compares the lock file with the copy that npm leaves in node_modules after a complete
 * installation.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === entry.version;
    return !belongsHere(entry) || !isAskedFor(path, wanted, installed);
  });
}

/** npm also leaves out packages that only packages for other machines depend on. */
function isAskedFor(path, wanted, installed) {
  const name = path.split('node_modules/').at(-1);
  return Object.entries(wanted).some(
    ([asker, entry]) =>
      (installed[asker] || !asker.includes('node_modules/')) &&
      (entry.dependencies?.[name] ?? entry.optionalDependencies?.[name]) !== undefined,
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * npm leaves out optional packages for other machines. Finding out the machine's libc is slow, so
 * packages for a libc are never required.
 */
function belongsHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return !libc && (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}
