// `npm run bench`: measured ratios against the targets.
import { runScript } from './lib/run-script.mjs';

await runScript('bench/bench.ts');
