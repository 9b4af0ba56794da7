import { ensureDependencies } from './dependencies.mjs';
import { becomePinnedNode } from './pinned-node.mjs';

/**
 * Installs missing packages, and becomes the pinned Node with `args` and the command line.
 */
export async function runScript(...args) {
  ensureDependencies();
  await becomePinnedNode([...args, ...process.argv.slice(2)]);
}
