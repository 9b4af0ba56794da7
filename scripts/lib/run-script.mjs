import { ensureDependencies } from './dependencies.mjs';
import { runPinnedNode } from './pinned-node.mjs';
import { root } from './root.mjs';

/**
 * Installs missing packages, runs the pinned Node with `args` and the command line, and exits with
 * its code.
 */
export async function runScript(...args) {
  ensureDependencies();
  process.exit(await runPinnedNode([...args, ...process.argv.slice(2)], { cwd: root }));
}
