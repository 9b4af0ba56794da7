import { ensureDependencies } from './dependencies.mjs';
import { runPinnedNode } from './pinned-node.mjs';
import { root } from './root.mjs';

/**
 * Installs what is missing, runs the pinned Node with `args` and the command line, and ends with
 * its exit code.
 */
export async function runScript(...args) {
  ensureDependencies();
  process.exit(await runPinnedNode([...args, ...process.argv.slice(2)], { cwd: root }));
}
