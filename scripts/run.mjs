// Runs a file on the pinned Node, after it has installed what is missing:
// `node scripts/run.mjs FILE ARGUMENTS`.
import { runScript } from './lib/run-script.mjs';

await runScript();
