// `npm run bench`: measures the service and compares the figures with the targets.
import { runScript } from './lib/run-script.mjs';

await runScript('bench/bench.ts');
